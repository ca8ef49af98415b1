import CoreMedia
package import Foundation
import HLS

/// A caption file beside the media: SubRip (.srt) or WebVTT (.vtt).
package struct CaptionFile: Sendable {
    /// The index of the first file's track; the tracks of media have lower ones.
    package static let firstTrackIndex = 1_000_000
    package static let extensions: Set<String> = ["srt", "vtt"]

    package private(set) var track: TrackInfo
    package private(set) var cues: [TimedText]

    /// Reads a file. Language and flags are taken from the file name: `film.de.forced.srt` is German and forced.
    package init(_ file: URL) throws(MediaError) {
        let bytes = try Self.bytes(of: file)
        let text = Self.text(of: bytes)
        let parsed = WebVTTFile.parse(Array((file.isSubRip ? SubRipText(text).webVTT : text).utf8))
        track = Self.track(named: file.lastPathComponent, isWebVTT: !file.isSubRip)
        let index = track.index
        cues = parsed.cues.compactMap { cue in
            let cue = SubtitleCues.Cue(cue)
            guard cue.start < cue.end, !cue.text.isEmpty else { return nil }
            return TimedText(
                range: CMTimeRange(start: cue.start.time, end: cue.end.time), text: cue.text, trackIndex: index,
                placement: cue.placement, styles: cue.styles)
        }
        .sorted { $0.range.start < $1.range.start }
        guard !cues.isEmpty else {
            throw MediaError(
                .formatNotRecognized,
                "“\(file.lastPathComponent)” contains no captions; check that it is a SubRip or WebVTT file.", url: file
            )
        }
    }

    package mutating func setTrackIndex(_ index: Int) {
        track.index = index
        track.trackID = Int32(clamping: index)
        for cue in cues.indices { cues[cue].trackIndex = index }
    }

    /// Returns the caption files of a media file. They are in the same folder, and their names begin with its name: `film.srt` and
    /// `film.de.vtt` for `film.mp4`.
    package static func files(beside media: URL) -> [URL] {
        let base = media.deletingPathExtension().lastPathComponent
        guard media.isFileURL, !base.isEmpty,
            let names = try? FileManager.default.contentsOfDirectory(atPath: media.deletingLastPathComponent().path)
        else { return [] }
        return names.filter { name in
            guard name.hasPrefix(base + "."), extensions.contains((name as NSString).pathExtension.lowercased()) else {
                return false
            }
            // Between base and extension there are at most a language and two flags.
            return name.dropFirst(base.count).split(separator: ".").count <= 4
        }
        .sorted().map { media.deletingLastPathComponent().appendingPathComponent($0) }
    }

    /// Creates the description of a file's track from the file's name.
    private static func track(named name: String, isWebVTT: Bool) -> TrackInfo {
        var track = TrackInfo(
            index: firstTrackIndex, trackID: Int32(firstTrackIndex), kind: .subtitle,
            codec: isWebVTT ? "webvtt" : "subrip", title: (name as NSString).deletingPathExtension)
        var parts = name.split(separator: ".").dropFirst().dropLast().map(String.init)
        while let last = parts.popLast() {
            switch last.lowercased() {
            case "forced": track.isForced = true
            case "sdh", "cc": track.isHearingImpaired = true
            default:
                track.language = LanguageTag.bcp47(last)
                return track
            }
        }
        return track
    }

    private static func bytes(of file: URL) throws(MediaError) -> Data {
        let limit = WebVTTLimits.standard.byteCount
        var information = stat()
        guard stat(file.path, &information) == 0 else {
            throw MediaError(
                errno == ENOENT ? .fileNotFound : .readFailed, "“\(file.lastPathComponent)” cannot be read.", url: file)
        }
        guard information.st_size <= limit else {
            throw MediaError(
                .resourceTooLarge, "“\(file.lastPathComponent)” is too large for a caption file.", url: file)
        }
        do { return try Data(contentsOf: file) } catch {
            throw MediaError(.readFailed, "“\(file.lastPathComponent)” cannot be read.", url: file, cause: error)
        }
    }

    /// Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252, which old SubRip files have.
    private static func text(of bytes: Data) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return String(data: bytes, encoding: .utf16) ?? ""
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        return String(data: body, encoding: .utf8) ?? String(data: body, encoding: .windowsCP1252)
            ?? String(decoding: body, as: UTF8.self)
    }
}

extension URL {
    fileprivate var isSubRip: Bool { pathExtension.lowercased() == "srt" }
}

/// SubRip captions, translated to WebVTT: both have the tags b, i and u in common.
struct SubRipText {
    private(set) var webVTT = "WEBVTT\n"

    init(_ text: String) {
        var isInCue = false
        var timing = ""
        var payload: [String] = []
        func finish(_ result: inout String) {
            let lines = payload.map(Self.translated)
            // The numpad positions 7 to 9 of {\an…} are at the top.
            let isAtTop = payload.contains { line in ["{\\an7}", "{\\an8}", "{\\an9}"].contains(where: line.contains) }
            if isInCue, !lines.isEmpty {
                result += "\n\(timing)\(isAtTop ? " line:0" : "")\n\(lines.joined(separator: "\n"))\n"
            }
            isInCue = false
            payload = []
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let range = Self.timing(of: line) {
                finish(&webVTT)
                timing = range
                isInCue = true
            } else if line.allSatisfy(\.isWhitespace) {
                finish(&webVTT)
            } else if isInCue {
                payload.append(String(line))
            }
        }
        finish(&webVTT)
    }

    /// Returns `00:00:01,5 --> 00:00:02,000 X1:0` as WebVTT writes it; nil for other lines.
    private static func timing(of line: Substring) -> String? {
        let parts = line.components(separatedBy: "-->")
        guard parts.count == 2, let start = time(parts[0]), let end = time(parts[1]) else { return nil }
        return "\(start) --> \(end)"
    }

    private static func time(_ text: String) -> String? {
        guard let word = text.split(separator: " ").first else { return nil }
        let fields = word.split(whereSeparator: { ":,.".contains($0) }).map { Int($0) }
        guard (3...4).contains(fields.count), fields.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
        let numbers = fields.compactMap { $0 }
        guard numbers[1] < 60, numbers[2] < 60 else { return nil }
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        // A fraction has its digits from the left: ",5" is half a second.
        let digits = fields.count == 4 ? word.split(whereSeparator: { ":,.".contains($0) })[3].prefix(3) : "0"
        let fraction = String(digits) + String(repeating: "0", count: 3 - digits.count)
        return "\(padded(numbers[0], 2)):\(padded(numbers[1], 2)):\(padded(numbers[2], 2)).\(fraction)"
    }

    /// Removes `{\…}` and font tags, and escapes characters that only WebVTT gives a meaning.
    private static func translated(_ line: String) -> String {
        var result = ""
        var rest = Substring(line)
        while let first = rest.first {
            if rest.hasPrefix("{\\"), let end = rest.firstIndex(of: "}") {
                rest = rest[rest.index(after: end)...]
            } else if first == "<", let end = rest.firstIndex(of: ">") {
                let tag = rest[rest.index(after: rest.startIndex)..<end].lowercased()
                let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
                if ["b", "i", "u"].contains(name) {
                    result += "<\(tag.hasPrefix("/") ? "/" : "")\(name)>"
                } else if name != "font" {
                    result += "&lt;"
                    rest = rest.dropFirst()
                    continue
                }
                rest = rest[rest.index(after: end)...]
            } else {
                result += first == "<" ? "&lt;" : first == "&" ? "&amp;" : String(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
