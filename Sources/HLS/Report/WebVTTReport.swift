/// Reports the contents of a WebVTT file piece by piece, for `avplayer inspect`: as one JSON object, or as text with one fact per line. The
/// memory in use does not depend on the length of the file.
public struct WebVTTReport: Sendable {
    public enum Form: Sendable { case json, text }

    private let form: Form
    private var parser = WebVTTParser(limits: .inspection)
    private var output: [UInt8] = []
    private var hasHead = false
    private var cueCount = 0

    public init(_ form: Form) { self.form = form }

    /// Whether the first line is WEBVTT.
    public var isUsable: Bool { parser.file.hasSignature }
    /// Why the file cannot be used; nil where it can.
    public var unusableReason: String? {
        isUsable ? nil : parser.file.faults.first { $0.rule == "webvtt.header" }?.message ?? "The file is no WebVTT."
    }

    /// Reads the next bytes of the file.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        parser.append(bytes)
        let cues = parser.takeCues()
        guard isUsable, !cues.isEmpty else { return }
        writeHead()
        for cue in cues { write(cue) }
    }

    /// Reads the end of the file.
    public mutating func finish() {
        parser.finish()
        let cues = isUsable ? parser.takeCues() : []
        writeHead()
        for cue in cues { write(cue) }
        writeFaults()
    }

    /// Returns the part of the report that was not taken before, as UTF-8.
    public mutating func takeOutput() -> [UInt8] {
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    // MARK: - Parts

    private mutating func writeHead() {
        guard !hasHead else { return }
        hasHead = true
        let file = isUsable ? parser.file : WebVTTFile()
        switch form {
        case .json:
            var head = JSONWriter()
            head.raw("{\"kind\":\"webvtt\",\n\"regions\":[")
            head.list(file.regions) { $0.write($1) }
            head.raw("],\n\"styles\":[")
            head.list(file.styles) { $0.text($1) }
            head.raw("],\n")
            if let map = file.timestampMap {
                head.raw("\"timestampMap\":{\"local\":")
                head.number(Double(map.local) / 1e9)
                head.raw(",\"mpegts\":\(map.transport)},\n")
            }
            head.raw("\"cues\":[")
            output += head.bytes
        case .text:
            line("captions", isUsable ? "WebVTT" : "no WebVTT")
            for region in file.regions { line("region", region.summary) }
            for style in file.styles { line("style", style) }
            if let map = file.timestampMap { line("time map", "\(map.local / 1_000_000) ms is \(map.transport)") }
        }
    }

    private mutating func write(_ cue: WebVTTCue) {
        cueCount += 1
        switch form {
        case .json:
            var writer = JSONWriter()
            writer.raw(cueCount == 1 ? "\n" : ",\n")
            writer.write(cue)
            output += writer.bytes
        case .text:
            line("cue", "\(Self.clock(cue.milliseconds.start)) – \(Self.clock(cue.milliseconds.end))  \(cue.plainText)")
        }
    }

    private mutating func writeFaults() {
        switch form {
        case .json:
            var writer = JSONWriter()
            writer.raw("],\n\"faults\":[")
            writer.list(parser.file.faults) { $0.write($1) }
            writer.raw("]}\n")
            output += writer.bytes
        case .text:
            line("cues", "\(cueCount)")
            for fault in parser.file.faults { line("fault", fault.description) }
        }
    }

    /// Writes a fact on one line, with control characters replaced.
    private mutating func line(_ name: String, _ value: String) {
        let shown = String(
            String.UnicodeScalarView(
                value.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        output += Array("  \(name)\(String(repeating: " ", count: max(1, 14 - name.count)))\(shown)\n".utf8)
    }

    private static func clock(_ milliseconds: Int64) -> String {
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let seconds = milliseconds / 1_000
        return "\(seconds / 3_600):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))."
            + padded(milliseconds % 1_000, 3)
    }
}

extension WebVTTRegion {
    fileprivate var summary: String {
        "\(identifier.isEmpty ? "without identifier" : identifier): \(width) % wide, "
            + "\(Int(exactly: lines).map(String.init) ?? "\(lines)") lines"
            + (scrollsUp ? ", scrolls up" : "")
    }
}
