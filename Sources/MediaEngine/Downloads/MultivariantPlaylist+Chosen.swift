import HLS

extension MultivariantPlaylist {
    /// Returns the playlist's text with only these variants and renditions; the others are not downloaded.
    func text(of bytes: [UInt8], keeping variant: VariantStream, _ kept: [Rendition]) -> [UInt8] {
        var dropped = Set(variants.filter { $0.line != variant.line }.map(\.line))
        dropped.formUnion(iFrameVariants.map(\.line))
        dropped.formUnion(imageVariants.map(\.line))
        let lines = Set(kept.map(\.line))
        dropped.formUnion(renditions.filter { $0.uri != nil && !lines.contains($0.line) }.map(\.line))
        if let steering = contentSteering { dropped.insert(steering.line) }
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
            result += line
            result.append(0x0a)
        }
        return result
    }
}
