import CoreMedia

/// A file in Advanced SubStation Alpha (.ass) or SubStation Alpha (.ssa).
struct SubStationFile {
    /// Information, styles and fonts: everything but the lines.
    private(set) var header = ""
    /// The lines in the form that containers store, with their times.
    private(set) var lines: [(text: String, start: Nanoseconds, end: Nanoseconds)] = []

    /// What the file does not have as the format demands it.
    private(set) var faults: [CaptionFault] = []

    /// Lines beyond this number are ignored.
    static let maximumLines = 200_000

    init(_ text: String) {
        var isInEvents = false
        var fields: [String] = []
        var kept: [Substring] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.isEmpty { continue }
            if line.first == "[" {
                isInEvents = line.lowercased().hasPrefix("[events]")
                if !isInEvents { kept.append(line) }
            } else if !isInEvents {
                kept.append(line)
            } else if let value = Self.value(of: "format", in: line) {
                fields = value.split(separator: ",", omittingEmptySubsequences: false).map {
                    SubStationScript.trimmed($0).lowercased()
                }
            } else if let value = Self.value(of: "dialogue", in: line), lines.count < Self.maximumLines {
                if let message = add(value, fields.isEmpty ? Self.usualFields : fields),
                    faults.count < CaptionFault.maximumCount
                {
                    faults.append(CaptionFault(line: index + 1, message: message))
                }
            }
        }
        header = kept.joined(separator: "\n") + "\n"
    }

    private static let usualFields = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]
    /// The order of a stored line's fields after its number.
    private static let storedFields = ["layer", "style", "name", "marginl", "marginr", "marginv", "effect", "text"]

    private static func value(of name: String, in line: Substring) -> Substring? {
        guard let colon = line.firstIndex(of: ":"), SubStationScript.trimmed(line[..<colon]).lowercased() == name
        else { return nil }
        return line[line.index(after: colon)...].drop { $0 == " " }
    }

    /// - Returns: why the line is not displayed; nil where it is.
    private mutating func add(_ line: Substring, _ fields: [String]) -> String? {
        // The text is the last field and may contain commas.
        let values = line.split(separator: ",", maxSplits: fields.count - 1, omittingEmptySubsequences: false)
        guard values.count == fields.count else { return "The line has fewer fields than the format line names." }
        guard line.utf8.count <= ScriptLine.maximumBytes else { return "The line is too long." }
        let found = Dictionary(zip(fields, values), uniquingKeysWith: { first, _ in first })
        guard let start = found["start"].flatMap(Self.time), let end = found["end"].flatMap(Self.time) else {
            return "The times cannot be read."
        }
        guard start < end else { return "The line ends before it begins, and is not displayed." }
        let stored = Self.storedFields.map { field in
            // The layer is a number; the older format has a mark in its place.
            found[field].map { field == "text" ? String($0) : SubStationScript.trimmed($0) }
                ?? (field == "layer" ? "0" : "")
        }
        lines.append((([String(lines.count)] + stored).joined(separator: ","), start, end))
        return nil
    }

    /// Reads `1:02:03.45`: hours, minutes, seconds and hundredths.
    private static func time(_ text: Substring) -> Nanoseconds? {
        let parts = SubStationScript.trimmed(text).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
            let seconds = Double(parts[2]),
            (0..<1_000).contains(hours), (0..<60).contains(minutes), seconds >= 0, seconds < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * .second + Nanoseconds((seconds * 1_000).rounded()) * .millisecond
    }

    /// Returns the lines as captions.
    func captions(ofTrack index: Int) -> [TimedText] {
        let script = SubStationScript(header)
        let document = ScriptRenderer.isAvailable ? ScriptDocument(header: header) : nil
        return lines.compactMap { line in
            var caption = TimedText(
                range: CMTimeRange(start: line.start.time, end: line.end.time), text: "", trackIndex: index)
            caption.add(SubStationEvent(line.text, script: script))
            caption.removeText(longerThan: TextCaptionDecoder.maximumBytes)
            if let document { caption.graphics = .line(ScriptLine(document: document, text: line.text)) }
            return caption.text.isEmpty && caption.graphics == nil ? nil : caption
        }
    }
}
