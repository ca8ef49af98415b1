import CoreMedia
package import Foundation

/// The contents and faults of a caption file, or of a file of chapters, for tools.
package struct CaptionFileReport: Sendable, Encodable {
    package struct Cue: Sendable, Encodable {
        package var start: Double
        /// Nil: until the end of the media.
        package var end: Double?
        package var text: String
    }

    package struct Chapter: Sendable, Encodable {
        package var start: Double
        package var end: Double?
        package var title: String?
        package var language: String?
        package var level: Int
    }

    package struct Fault: Sendable, Encodable {
        package var line: Int?
        package var message: String
    }

    /// "subrip", "ass", "ttml" or "chapters".
    package private(set) var kind: String
    package private(set) var encoding: String?
    package private(set) var language: String?
    package private(set) var forced: Bool?
    package private(set) var cues: [Cue]?
    package private(set) var chapters: [Chapter]?
    package private(set) var firstSeconds: Double?
    package private(set) var lastSeconds: Double?
    package private(set) var faults: [Fault] = []

    /// The extensions of the files that are described here.
    package static let extensions: Set<String> = ["srt", "ass", "ssa", "ttml", "dfxp", "itt"]

    /// Later times are those of captions without an end.
    private static let latest = 1e9

    /// - Parameter content: the file's bytes.
    package init(_ file: URL, content: Data) throws(MediaError) {
        if file.pathExtension.lowercased() == "xml" {
            let found = SidecarChapters(markup: content, named: file.lastPathComponent).description
            kind = "chapters"
            chapters = found.chapters.map {
                Chapter(
                    start: $0.start.seconds, end: $0.end?.seconds, title: $0.title, language: $0.language,
                    level: $0.level)
            }
            faults = found.findings.map { Fault(message: $0) }
        } else {
            let found = try CaptionFile(describing: file, content: content)
            kind = found.track.codec
            encoding = kind == "ttml" ? nil : found.encoding ?? "UTF-8"
            language = found.track.language
            forced = found.track.isForced ? true : nil
            cues = found.cues.map { cue in
                let end = cue.range.end.seconds
                return Cue(start: cue.range.start.seconds, end: end < Self.latest ? end : nil, text: cue.text)
            }
            faults = found.faults.map { Fault(line: $0.line, message: $0.message) }
        }
        firstSeconds = (cues?.map(\.start) ?? chapters?.map(\.start) ?? []).min()
        lastSeconds = (cues?.compactMap(\.end) ?? chapters?.map { $0.end ?? $0.start } ?? []).max()
    }

    /// Why the file cannot be used; nil where it can.
    package var unusableReason: String? {
        if cues?.isEmpty == true { return "The file contains no captions." }
        return chapters?.isEmpty == true ? "The file contains no chapters." : nil
    }

    private var name: String {
        switch kind {
        case "subrip": "SubRip"
        case "ass": "SubStation Alpha"
        case "ttml": "TTML"
        default: "Matroska XML"
        }
    }

    /// The report as text, with one fact per line.
    package var text: String {
        var lines: [String] = []
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            let shown = value.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
            let blanks = String(repeating: " ", count: max(1, 14 - name.count))
            lines.append("  \(name)\(blanks)\(String(String.UnicodeScalarView(shown)))")
        }
        add(cues == nil ? "chapters" : "captions", name)
        add("encoding", encoding)
        add("language", language)
        if forced == true { add("forced", "yes") }
        for cue in cues ?? [] {
            add("cue", "\(Self.clock(cue.start)) – \(cue.end.map(Self.clock) ?? "end of the media")  \(cue.text)")
        }
        for chapter in chapters ?? [] {
            let title = String(repeating: "  ", count: chapter.level) + (chapter.title ?? "")
            add("chapter", "\(Self.clock(chapter.start))  \(chapter.language.map { "[\($0)] " } ?? "")\(title)")
        }
        add("first", firstSeconds.map(Self.clock))
        add("last", lastSeconds.map(Self.clock))
        if let cues { add("cues", "\(cues.count)") }
        for fault in faults { add("fault", (fault.line.map { "line \($0): " } ?? "") + fault.message) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func clock(_ seconds: Double) -> String {
        let milliseconds = Int64((max(0, min(seconds, latest)) * 1_000).rounded())
        let whole = milliseconds / 1_000
        return String(format: "%d:%02d:%02d.%03d", whole / 3_600, whole / 60 % 60, whole % 60, milliseconds % 1_000)
    }
}
