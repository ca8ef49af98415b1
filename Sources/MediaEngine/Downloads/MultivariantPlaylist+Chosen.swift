import HLS

extension MultivariantPlaylist {
    /// Returns the playlist's text with only this variant and these renditions; the others are not downloaded, and the variant does not name
    /// their groups.
    func text(of bytes: [UInt8], keeping variant: VariantStream, _ kept: [Rendition]) -> [UInt8] {
        var dropped = Set(variants.filter { $0.line != variant.line }.map(\.line))
        dropped.formUnion(iFrameVariants.map(\.line))
        dropped.formUnion(imageVariants.map(\.line))
        let lines = Set(kept.map(\.line))
        dropped.formUnion(renditions.filter { $0.uri != nil && !lines.contains($0.line) }.map(\.line))
        if let steering = contentSteering { dropped.insert(steering.line) }
        let remaining = renditions.filter { !dropped.contains($0.line) }
        let missing = variant.groupAttributes.filter { group in
            !remaining.contains { $0.kind == group.kind && $0.groupID == group.groupID }
        }.map { Array($0.name.utf8) }
        let streams = Set(variants.map(\.line))
        var result: [UInt8] = []
        var skipsURI = false
        // Line numbers are those of the parser.
        for (index, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            if dropped.contains(index + 1) {
                skipsURI = streams.contains(index + 1)
                continue
            }
            let isURI = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }.map { $0 != 0x23 } ?? false
            if skipsURI, isURI {
                skipsURI = false
                continue
            }
            result += index + 1 == variant.line ? Self.line(line, without: missing) : Array(line)
            result.append(0x0a)
        }
        return result
    }

    /// Returns the line of a tag without the attributes of these names.
    private static func line(_ line: ArraySlice<UInt8>, without names: [[UInt8]]) -> [UInt8] {
        guard !names.isEmpty, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return Array(line) }
        var isQuoted = false
        let attributes = line[(colon + 1)...].split { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ",") && !isQuoted
        }
        let kept = attributes.filter { attribute in
            let name = attribute.prefix { $0 != UInt8(ascii: "=") }.filter { $0 != 0x20 && $0 != 0x09 }
            return !names.contains(name)
        }
        return Array(line[...colon]) + kept.joined(separator: [UInt8(ascii: ",")])
    }
}

extension VariantStream {
    /// The rendition groups that the variant names, each with its attribute.
    fileprivate var groupAttributes: [(name: String, kind: Rendition.Kind, groupID: String)] {
        var groups: [(String, Rendition.Kind, String)] = []
        if let audioGroup { groups.append(("AUDIO", .audio, audioGroup)) }
        if let videoGroup { groups.append(("VIDEO", .video, videoGroup)) }
        if let subtitleGroup { groups.append(("SUBTITLES", .subtitles, subtitleGroup)) }
        if case .group(let name) = closedCaptions { groups.append(("CLOSED-CAPTIONS", .closedCaptions, name)) }
        return groups
    }
}
