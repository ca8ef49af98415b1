extension PlaylistReport {
    /// The report as text, one line per fact. Segments are counted, not listed.
    public var text: String {
        var lines: [String] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty {
                lines.append("  " + name + String(repeating: " ", count: max(1, 16 - name.count)) + value)
            }
        }
        add("playlist", kind.map { "\($0.rawValue), version \(version ?? 1)" } ?? "unusable")
        for (name, value) in (variables ?? [:]).sorted(by: { $0.key < $1.key }) {
            add(
                "variable",
                "\(name) = "
                    + "\(value)")
        }
        if let targetDuration { add("target", "\(Self.short(targetDuration)) s") }
        if let partTarget { add("part target", "\(Self.short(partTarget)) s") }
        if let segments {
            let seconds = segments.reduce(0) { $0 + $1.duration }
            let gaps = segments.filter { $0.gap == true }.count
            let discontinuities = segments.filter { $0.discontinuity == true }.count
            add(
                "segments",
                "\(segments.count) from number \(mediaSequence ?? 0), \(Self.short(seconds)) s"
                    + (discontinuities > 0
                        ? ", \(discontinuities) "
                            + "discontinuities" : "") + (gaps > 0 ? ", \(gaps) gaps" : ""))
            add(
                "kind",
                [
                    playlistType?.rawValue, endList == true ? "ended" : "live",
                    iFramesOnly == true ? "I-frames only" : nil, imagesOnly == true ? "images only" : nil,
                ]
                .compactMap { $0 }.joined(separator: ", "))
            let methods = Set(segments.compactMap { $0.key?.method })
            add("encryption", methods.sorted().joined(separator: ", "))
            add("first date", segments.first { $0.programDateTime != nil }?.programDateTime)
        }
        for range in dateRanges ?? [] {
            add(
                "date range",
                "\(range.id) from "
                    + "\(range.startDate)" + (range.class.map { ", \($0)" } ?? ""))
        }
        for variant in variants ?? [] { add("variant", variant.summary) }
        for variant in iFrameVariants ?? [] { add("I-frames", variant.summary) }
        for variant in imageVariants ?? [] { add("images", variant.summary) }
        for rendition in renditions ?? [] { add(rendition.type.rawValue.lowercased(), rendition.summary) }
        for data in sessionData ?? [] { add("session data", "\(data.dataId): \(data.value ?? data.uri ?? "")") }
        for key in sessionKeys ?? [] { add("session key", "\(key.method) \(key.uri ?? "")") }
        add("steering", contentSteering.map { $0.serverUri + ($0.pathwayId.map { ", begins on \($0)" } ?? "") })
        for fault in faults {
            add(
                fault.level.rawValue,
                (fault.line > 0 ? "line \(fault.line): " : "") + "\(fault.message) "
                    + "[\(fault.rule)]")
        }
        return lines.joined(separator: "\n")
    }

    /// Formats a number to three decimals, without trailing zeros.
    fileprivate static func short(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension PlaylistReport.Variant {
    fileprivate var summary: String {
        var parts = ["\(bandwidth / 1_000 + (bandwidth % 1_000 >= 500 ? 1 : 0)) kbit/s"]
        if let resolution { parts.append("\(resolution.width)x\(resolution.height)") }
        if let frameRate { parts.append("\(PlaylistReport.short(frameRate)) fps") }
        if let codecs { parts.append(codecs) }
        if let videoRange { parts.append(videoRange) }
        if let audio { parts.append("audio \(audio)") }
        if let subtitles { parts.append("subtitles \(subtitles)") }
        return (parts + [uri]).joined(separator: ", ")
    }
}

extension PlaylistReport.RenditionEntry {
    fileprivate var summary: String {
        var parts = ["\(groupId): \(name)"]
        if let language { parts.append(language) }
        if let channels { parts.append("\(channels) channels") }
        if self.default == true { parts.append("default") }
        if forced == true { parts.append("forced") }
        if let characteristics { parts.append(characteristics) }
        if let uri { parts.append(uri) }
        return parts.joined(separator: ", ")
    }
}
