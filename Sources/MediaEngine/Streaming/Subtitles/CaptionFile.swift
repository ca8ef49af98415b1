import CoreMedia
package import Foundation
import HLS

/// A caption file beside the media: SubRip (.srt), WebVTT (.vtt), SubStation Alpha (.ass, .ssa) or TTML (.ttml, .dfxp, .itt).
package struct CaptionFile: Sendable {
    /// The index of the first file's track; the tracks of media have lower ones.
    package static let firstTrackIndex = 1_000_000
    package static let extensions: Set<String> = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp", "itt"]

    package private(set) var track: TrackInfo
    package private(set) var cues: [TimedText]
    /// The name of the encoding that the file's text was decoded from; nil: UTF-8.
    package private(set) var encoding: String?

    /// The lines of the file that cannot be used.
    package private(set) var faults: [CaptionFault] = []

    /// Reads a file. Language and flags are taken from the file name: `film.de.forced.srt` and `film.forced.de.srt` are German and forced.
    /// - Parameter content: the content of a remote file.
    package init(_ file: URL, content: Data? = nil) throws(MediaError) {
        try self.init(describing: file, content: content)
        guard !cues.isEmpty else {
            throw MediaError(
                .formatNotRecognized,
                "“\(file.lastPathComponent)” contains no captions; check that it is a SubRip, WebVTT, SubStation Alpha or TTML file.",
                url: file)
        }
    }

    /// Reads a file that may contain no captions.
    package init(describing file: URL, content: Data? = nil) throws(MediaError) {
        let bytes = if let content { content } else { try Self.bytes(of: file) }
        let format = Format(file)
        track = Self.track(named: file.lastPathComponent, format)
        // An XML document states its encoding itself.
        let text = format == .timedText ? nil : CaptionText(bytes, language: track.language)
        encoding = text?.encoding
        let content = text?.text ?? ""
        let found: [TimedText]
        switch format {
        case .webVTT: found = Self.cues(content, track.index)
        case .subRip:
            let subRip = SubRipText(content)
            faults = subRip.faults
            found = Self.cues(subRip.webVTT, track.index)
        case .subStation:
            let script = SubStationFile(content)
            faults = script.faults
            found = script.captions(ofTrack: track.index)
        case .timedText:
            let document = try TimedTextDocument([UInt8](bytes)[...])
            faults = document.faults
            if track.language == nil { track.language = document.language.flatMap(LanguageTag.bcp47) }
            found = Self.cues(document, track.index)
        }
        cues = found.sorted { $0.range.start < $1.range.start }
    }

    private enum Format: String {
        case webVTT = "webvtt"
        case subRip = "subrip"
        case subStation = "ass"
        case timedText = "ttml"

        init(_ file: URL) {
            switch file.pathExtension.lowercased() {
            case "srt": self = .subRip
            case "ass", "ssa": self = .subStation
            case "ttml", "dfxp", "itt": self = .timedText
            default: self = .webVTT
            }
        }
    }

    private static func cues(_ webVTT: String, _ track: Int) -> [TimedText] {
        let parsed = WebVTTFile.parse(Array(webVTT.utf8))
        let sheet = WebVTTStyleSheet(parsed.styles)
        let cues = parsed.cues.flatMap { SubtitleCues.Cue.list($0, sheet: sheet) }
        return cues.filter { $0.start < $0.end && !$0.text.isEmpty }.map { $0.timedText(track) }
    }

    /// Returns the captions of a document. Those without an end are displayed until the end of the media.
    private static func cues(_ document: TimedTextDocument, _ track: Int) -> [TimedText] {
        document.cues.compactMap { cue in
            let flat = cue.block.flattened()
            let end = cue.end ?? latestEnd
            guard cue.start < end, !flat.text.isEmpty else { return nil }
            var caption = TimedText(
                range: CMTimeRange(start: cue.start.time, end: end.time), text: flat.text, trackIndex: track,
                placement: cue.block.placement, styles: flat.styles)
            caption.annotations = flat.annotations
            return caption
        }
    }

    /// Later than the end of any media.
    private static let latestEnd: Nanoseconds = 1_000_000 * 3_600 * .second

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
            // Files of chapters are WebVTT, too.
            guard !name.contains(".chapters.") else { return false }
            // Between base and extension there are at most a language and two flags.
            return name.dropFirst(base.count).split(separator: ".").count <= 4
        }
        .sorted().map { media.deletingLastPathComponent().appendingPathComponent($0) }
    }

    /// Creates the description of a file's track from the file's name.
    private static func track(named name: String, _ format: Format) -> TrackInfo {
        var track = TrackInfo(
            index: firstTrackIndex, trackID: Int32(firstTrackIndex), kind: .subtitle,
            codec: format.rawValue, title: (name as NSString).deletingPathExtension)
        // From the end of the name, because the film's own name may contain points, too.
        for part in name.split(separator: ".").dropFirst().dropLast().reversed() {
            switch part.lowercased() {
            case "forced": track.isForced = true
            case "sdh", "cc": track.isHearingImpaired = true
            default:
                guard track.language == nil, let language = LanguageTag.bcp47(String(part)) else { return track }
                track.language = language
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
}
