import CoreMedia

/// The parsing algorithm of W3C WebVTT section 6.1, with limits, and with a fault for everything that it drops.
struct WebVTTParser {
    private let bytes: [UInt8]
    private let limits: WebVTTLimits
    private var reader: WebVTTLineReader
    private var file = WebVTTFile()

    init(_ bytes: [UInt8], _ limits: WebVTTLimits) {
        self.bytes = bytes
        self.limits = limits
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        reader = WebVTTLineReader(bytes, from: start, to: max(start, min(bytes.count, limits.byteCount)))
    }

    mutating func run(_ headerIsElsewhere: Bool) -> WebVTTFile {
        if bytes.count > limits.byteCount {
            fault(0, "webvtt.size", "The file is longer than \(limits.byteCount) bytes; the rest is ignored.")
        }
        header(headerIsElsewhere)
        while reader.peek() != nil, file.cues.count < limits.cueCount { block() }
        if reader.peek() != nil {
            fault(
                reader.number, "webvtt.cues", "There are more than \(limits.cueCount) cues; the rest is ignored.")
        }
        return file
    }

    private mutating func fault(
        _ line: Int, _ rule: PlaylistRule, _ message: String, _ level: PlaylistFault.Level = .error
    ) {
        guard file.faults.count < limits.faultCount else { return }
        file.faults.append(PlaylistFault(line: line, rule: rule, level: level, message: message))
    }

    // MARK: - Header

    private mutating func header(_ isElsewhere: Bool) {
        guard let first = reader.peek() else {
            if !isElsewhere { fault(0, "webvtt.header", "The file is empty. Begin it with WEBVTT.", .warning) }
            return
        }
        guard bytes.starts(first, with: "WEBVTT"),
            first.count == 6 || [0x20, 0x09].contains(bytes[first.lowerBound + 6])
        else {
            if !isElsewhere {
                fault(
                    1, "webvtt.header",
                    "The first line is not WEBVTT. Add it, because other players reject the file without it.")
            }
            return
        }
        reader.skip(first)
        while let line = reader.peek(), !line.isEmpty, !hasArrow(line) {
            readMap(line)
            reader.skip(line)
        }
    }

    private mutating func readMap(_ line: Range<Int>) {
        guard bytes.starts(line, with: "X-TIMESTAMP-MAP=") else { return }
        guard line.count <= limits.lineByteCount, let map = TimestampMap(line: bytes.text(line)) else {
            return fault(
                reader.number, "webvtt.map",
                "X-TIMESTAMP-MAP cannot be read. Write it as LOCAL:00:00:00.000,MPEGTS:900000.")
        }
        if file.timestampMap == nil {
            file.timestampMap = map
        } else {
            fault(reader.number, "webvtt.map", "There is a second X-TIMESTAMP-MAP; the first one is used.", .warning)
        }
    }

    private func hasArrow(_ line: Range<Int>) -> Bool { arrow(in: line) != nil }

    private func arrow(in line: Range<Int>) -> Int? {
        guard line.count >= 3 else { return nil }
        return (line.lowerBound...line.upperBound - 3).first {
            bytes[$0] == 0x2d && bytes[$0 + 1] == 0x2d && bytes[$0 + 2] == 0x3e
        }
    }

    // MARK: - Blocks

    /// Parses a block: a cue, note, style or region, which ends at an empty line or at the timings of the next cue.
    private mutating func block() {
        let blockLine = reader.number
        var identifier: Range<Int>?
        var times: Range<Int>?
        var payload: [Range<Int>] = []
        var count = 0
        while let line = reader.peek() {
            count += 1
            if hasArrow(line) {
                guard times == nil, count <= 2 else { break }
                times = line
                identifier = payload.first
                payload = []
            } else if line.isEmpty {
                reader.skip(line)
                break
            } else {
                // Some packagers write the map after an empty line.
                if count == 1, file.cues.isEmpty { readMap(line) }
                payload.append(line)
            }
            reader.skip(line)
        }
        if let times { cue(times, identifier, payload, at: blockLine + (identifier == nil ? 0 : 1)) }
    }

    private mutating func cue(_ line: Range<Int>, _ identifier: Range<Int>?, _ payload: [Range<Int>], at number: Int) {
        guard line.count <= limits.lineByteCount, (identifier?.count ?? 0) <= limits.lineByteCount else {
            return fault(
                number, "webvtt.line", "A cue's line is longer than \(limits.lineByteCount) bytes; the cue is ignored."
            )
        }
        guard let arrow = arrow(in: line),
            let (start, _) = WebVTTTime.read(bytes, line.lowerBound..<arrow, mustFill: true),
            let (end, rest) = WebVTTTime.read(bytes, arrow + 3..<line.upperBound, mustFill: false)
        else {
            return fault(
                number, "webvtt.time",
                "The timings are invalid; the cue is ignored. Write them as 00:00:01.000 --> 00:00:02.500.")
        }
        guard start < end else {
            return fault(number, "webvtt.order", "The cue ends before it starts, and is ignored. Fix its timings.")
        }
        let length = payload.reduce(0) { $0 + $1.count + 1 }
        guard length <= limits.payloadByteCount else {
            return fault(
                number, "webvtt.payload",
                "The cue's text is longer than \(limits.payloadByteCount) bytes; the cue is ignored.")
        }
        let (settings, unknown) = WebVTTCueSettings.parse(text(rest..<line.upperBound))
        for item in unknown {
            fault(number, "webvtt.setting", "The setting \(item.debugDescription) is unknown.", .warning)
        }
        file.cues.append(
            WebVTTCue(
                start: .nanoseconds(start), end: .nanoseconds(end), identifier: identifier.map(text) ?? "",
                settings: settings, payload: payload.map(text).joined(separator: "\n")))
    }

    /// Decodes text; invalid UTF-8 and NUL become replacement characters.
    private func text(_ range: Range<Int>) -> String {
        let text = bytes.text(range)
        guard text.utf8.contains(0) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value == 0 ? "\u{fffd}" : $0 }))
    }
}
