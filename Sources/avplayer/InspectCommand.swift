import ArgumentParser
import AVKit
import Foundation
import ReportText
import StreamInspection
import StreamRules

/// `avplayer inspect URL`: prints the contents of a media file or a playlist.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Prints the container, tracks, metadata, chapters and selection groups of a media file; or an HLS playlist "
            + "or a caption file, and its errors; with --deep a whole stream.",
        usage: "avplayer inspect <url> [<options>]",
        discussion: """
            With --deep, every variant, rendition, I-frame list and segment of an HLS stream is loaded and measured: bit rates, \
            durations, key frames, timestamps, codecs, encryption, subtitles, responses of the server; a live stream is watched. \
            Each finding has a level: fatal (nothing can be played), error, warning or info.

            docs/file-report.schema.json describes the JSON of a media file, docs/stream-report.schema.json that of --deep.

            Exit codes: 0 no finding at the level of --fail-on or above; 1 there is one, or the media cannot be used; 2 wrong usage; \
            3 nothing could be read. Code 1 also means that a report could not be written.
            """
    )

    @Argument(help: ArgumentHelp("A path or an http, https or file URL.", valueName: "url"), completion: .file())
    var urls: [String] = []

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @OptionGroup(title: "Streams") var deep: DeepOptions

    func validate() throws {
        guard let url = urls.first else {
            if deep.rules { return }
            throw ValidationError("Name a file or a URL, such as avplayer inspect clip.mp4; or use --rules.")
        }
        guard urls.count == 1 else {
            throw ValidationError(
                "inspect takes one file or URL, and \(urls.count) are named: '\(url)', '\(urls[1])'"
                    + (urls.count > 2 ? " and others" : "")
                    + ". Inspect one after the other, such as avplayer inspect '\(url)'.")
        }
        if MediaURL.url(for: url) == nil { throw ValidationError("'\(url)' is neither a path nor a URL.") }
        if json, let format = deep.format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) contradict each other: write one of them.")
        }
    }

    func run() throws {
        if deep.rules, json { return Report.line(DeepInspection.ruleList(asJSON: true), isError: false) }
        if deep.rules { return Report.text(DeepInspection.ruleList(asJSON: false)) }
        guard let url = urls.first, let mediaURL = MediaURL.url(for: url) else { return }
        if let problem = UnsupportedContents.pipe(mediaURL) {
            Report.printError("\(url): \(problem)")
            throw ExitCode(PlayerExit.nothingRead.rawValue)
        }
        if deep.deep {
            if let problem = StreamInspector.problem(ofDownload: mediaURL) {
                Report.printError("\(url): \(problem)")
                throw ExitCode(PlayerExit.nothingRead.rawValue)
            }
            let code = try DeepInspection(url: StreamFolder.playlist(in: mediaURL), options: deep, json: json).run()
            if code != 0 { throw ExitCode(code) }
            return
        }
        try inspect(url, mediaURL)
    }

    private func inspect(_ url: String, _ mediaURL: URL) throws {
        do {
            switch try MediaInspection.load(mediaURL, allowsPrivateAddresses: deep.allowPrivate) {
            case .playlist(let playlist): try tell(playlist, url)
            case .captions(let captions): try tell(captions, url)
            case .media(let report):
                if report.durationSeconds ?? 0 <= 0, tellSegment(url, mediaURL) { return }
                if json {
                    Report.json(deep.masked(try Self.json(report)))
                } else {
                    Report.text(deep.masked(Self.text(report, mediaURL: url)))
                }
                if let lowest = deep.failOn?.level, let level = Self.level(of: report), level >= lowest {
                    throw ExitCode(PlayerExit.playbackFailed.rawValue)
                }
            }
        } catch let exit as ExitCode {
            throw exit
        } catch {
            if tellSegment(url, mediaURL) { return }
            let failure = PlaybackFailure(error)
            let line = UnsupportedContents.description(of: mediaURL) ?? failure.line(about: url)
            if json {
                let failed = JSONText.object([("event", .text("failed"))] + failure.fields)
                Report.line(deep.masked(failed.description), isError: false)
            }
            Report.printError("\(url): \(line)")
            throw ExitCode(failure.exit(hasReceivedMedia: false).rawValue)
        }
    }

    /// The level of what is wrong with a media file; nil where nothing is: missing bytes are an error, other findings are warnings.
    private static func level(of report: AssetReport) -> StreamRule.Level? {
        if report.declaredByteCount != nil { return .error }
        return report.findings.isEmpty && report.warnings.isEmpty ? nil : .warning
    }

    /// Describes a part of a stream that cannot be played by itself.
    /// - Returns: false where it is none.
    private func tellSegment(_ url: String, _ mediaURL: URL) -> Bool {
        guard let segment = SegmentFile.load(mediaURL, allowsPrivateAddresses: deep.allowPrivate) else { return false }
        if json {
            Report.line(deep.masked(segment.json(url: mediaURL.absoluteString).description), isError: false)
        } else {
            Report.text(deep.masked("\(url)\n\(segment.text)"))
        }
        return true
    }

    /// Prints the report of a playlist, also of an unusable one, which then ends the command with an error.
    private func tell(_ playlist: PlaylistInspection, _ url: String) throws {
        let facts = StreamInspector.facts(of: playlist.bytes, url: playlist.baseURL)
        // The faults of the parser are in the playlist's own report.
        let findings = StreamReport(facts, deep.lint.check(facts)).findings.filter { !$0.rule.hasPrefix("hls.") }
        let unexamined = Self.unexamined(facts)
        if json {
            Report.json(deep.masked(try Self.json(playlist, findings, unexamined)))
        } else {
            var lines = [url, playlist.text]
            for finding in findings {
                let line = finding.place.line.map { "line \($0): " } ?? ""
                lines.append(
                    "  \(DisplayText.padded(finding.level.rawValue, 16))\(DisplayText.line("\(line)\(finding.message) [\(finding.rule)]"))"
                )
            }
            lines.append("  not looked at   \(unexamined)")
            Report.text(deep.masked(lines.joined(separator: "\n")))
        }
        guard playlist.isUsable else {
            Report.printError("\(url): \(playlist.unusableReason ?? "the playlist cannot be used.")")
            throw ExitCode(PlayerExit.playbackFailed.rawValue)
        }
        if let lowest = deep.failOn?.level, deep.lint.check(facts).contains(where: { $0.level >= lowest }) {
            throw ExitCode(PlayerExit.playbackFailed.rawValue)
        }
    }

    /// Prints the report of a caption file, also of an unusable one, which then ends the command with an error.
    private func tell(_ captions: CaptionInspection, _ url: String) throws {
        if !json { Report.line(deep.masked(url), isError: false) }
        let reason = try captions.report(asJSON: json) { StandardOutput.write($0) }
        guard let reason else { return }
        Report.printError("\(url): \(reason)")
        throw ExitCode(PlayerExit.playbackFailed.rawValue)
    }

    /// What an inspection of one playlist leaves out, in one sentence.
    private static func unexamined(_ facts: StreamFacts) -> String {
        let what =
            facts.multivariant == nil
            ? "The segments were not loaded" : "The playlists and segments that this playlist names were not loaded"
        return what + ": bit rates, durations, codecs, key frames, encryption and timestamps are unknown. Use --deep."
    }

    private static func json(
        _ playlist: PlaylistInspection, _ findings: [StreamFinding], _ unexamined: String
    ) throws -> String {
        let known = try JSONSerialization.jsonObject(with: Data(try playlist.json().utf8))
        guard var object = known as? [String: Any] else { return try playlist.json() }
        object["findings"] = findings.map { finding -> [String: Any] in
            var entry: [String: Any] = [
                "rule": finding.rule, "level": finding.level.rawValue, "message": finding.message,
                "remedy": finding.remedy,
                "count": finding.count,
            ]
            if let line = finding.place.line { entry["line"] = line }
            return entry
        }
        object["unexamined"] = [unexamined]
        let data = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data, as: UTF8.self)
    }

    private static func json(_ report: AssetReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    private static func text(_ report: AssetReport, mediaURL: String) -> String {
        var lines = [mediaURL]
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty {
                lines.append(
                    "  " + name.padding(toLength: max(14, name.count + 1), withPad: " ", startingAt: 0) + value)
            }
        }
        add("container", report.container)
        add("duration", report.durationSeconds.map(Self.time) ?? "unknown")
        add("size", report.byteCount.map { "\($0) bytes" })
        add("bit rate", report.bitsPerSecond.map { "\(($0 + 500) / 1000) kbit/s" })
        add("seekable", report.isSeekable ? "yes" : "no")
        add("start time", report.startSeconds.map { String(format: "%.3f s", $0) })
        add("fast start", report.isFastStart.map { $0 ? "yes" : "no: the index is behind the media" })
        for edit in report.editLists ?? [] {
            let start = edit.mediaStartSeconds.map { String(format: "from %.3f s of the media", $0) } ?? "empty"
            let isRest = edit.durationSeconds == 0 && edit.mediaStartSeconds != nil
            let length = isRest ? "to the end" : String(format: "%.3f s", edit.durationSeconds)
            add("edit list", "track \(edit.track): \(length), \(start)")
        }
        for track in report.tracks { add("track \(track.identifier)", track.summary) }
        for warning in report.warnings { add("warning", warning) }
        for finding in report.findings { add("finding", finding) }
        for chapter in report.chapters {
            let title = String(repeating: "  ", count: chapter.level ?? 0) + (chapter.title ?? "")
            add("chapter", "\(time(chapter.startSeconds))  \(chapter.language.map { "[\($0)] " } ?? "")\(title)")
        }
        for (index, edition) in (report.editions ?? []).enumerated() { add("edition \(index + 1)", edition.summary) }
        for picture in report.chapterPictures { add("chapter image", time(picture.startSeconds)) }
        for group in report.selections { add(group.characteristic, group.options.joined(separator: ", ")) }
        add("caption files", report.captionFiles?.joined(separator: ", "))
        for entry in report.metadata {
            add(entry.name, (entry.info.map { "[\($0)] " } ?? "") + entry.value)
        }
        return lines.joined(separator: "\n")
    }

    private static func time(_ seconds: Double) -> String {
        let thousandths = Int((max(0, min(seconds, 1e9)) * 1000).rounded())
        let whole = thousandths / 1000
        return String(
            format: "%d:%02d:%02d.%03d", whole / 3600, whole / 60 % 60, whole % 60, thousandths % 1000)
    }
}
