import ArgumentParser
import AVKit
import Foundation
import ReportText

/// `avplayer inspect URL`: prints the contents of a media file or a playlist.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract:
            "Prints the container, tracks, metadata, chapters and selection groups of a media file; or an HLS playlist "
            + "or a WebVTT file, and its errors."
    )

    @Argument(help: "A path or an http, https or file URL.", completion: .file())
    var url: String

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    func validate() throws {
        if MediaURL.url(for: url) == nil { throw ValidationError("'\(url)' is neither a path nor a URL.") }
    }

    func run() throws {
        guard let mediaURL = MediaURL.url(for: url) else { return }
        do {
            switch try MediaInspection.load(mediaURL) {
            case .playlist(let playlist): try tell(playlist)
            case .captions(let captions): try tell(captions)
            case .media(let report):
                if json {
                    Report.json(try Self.json(report))
                } else {
                    Report.line(Self.text(report, mediaURL: url), isError: false)
                }
            }
        } catch let exit as ExitCode {
            throw exit
        } catch {
            let failure = PlaybackFailure(error)
            if json {
                Report.line(JSONText.object([("event", .text("failed"))] + failure.fields).description, isError: false)
            }
            Report.printError("\(url): \(failure.line(about: url))")
            throw ExitCode(failure.exit(hasReceivedMedia: false).rawValue)
        }
    }

    /// Prints the report of a playlist, also of an unusable one, which then ends the command with an error.
    private func tell(_ playlist: PlaylistInspection) throws {
        if json {
            Report.json(try playlist.json())
        } else {
            Report.line("\(url)\n\(playlist.text)", isError: false)
        }
        guard !playlist.isUsable else { return }
        Report.printError("\(url): \(playlist.unusableReason ?? "the playlist cannot be used.")")
        throw ExitCode(PlayerExit.playbackFailed.rawValue)
    }

    /// Prints the report of a WebVTT file, also of an unusable one, which then ends the command with an error.
    private func tell(_ captions: CaptionInspection) throws {
        if !json { Report.line(url, isError: false) }
        let reason = try captions.report(asJSON: json) { try FileHandle.standardOutput.write(contentsOf: $0) }
        guard let reason else { return }
        Report.printError("\(url): \(reason)")
        throw ExitCode(PlayerExit.playbackFailed.rawValue)
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
        add("bit rate", report.bitsPerSecond.map { "\($0 / 1000) kbit/s" })
        add("seekable", report.isSeekable ? "yes" : "no")
        for track in report.tracks { add("track \(track.identifier)", track.summary) }
        for warning in report.warnings { add("warning", warning) }
        for finding in report.findings { add("finding", finding) }
        for chapter in report.chapters {
            let title = String(repeating: "  ", count: chapter.level ?? 0) + (chapter.title ?? "")
            add("chapter", "\(time(chapter.startSeconds))  \(chapter.language.map { "[\($0)] " } ?? "")\(title)")
        }
        for picture in report.chapterPictures { add("chapter image", time(picture.startSeconds)) }
        for group in report.selections { add(group.characteristic, group.options.joined(separator: ", ")) }
        for entry in report.metadata {
            add(entry.name, (entry.info.map { "[\($0)] " } ?? "") + entry.value)
        }
        return lines.joined(separator: "\n")
    }

    private static func time(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)))
        return String(
            format: "%d:%02d:%02d.%03d", whole / 3600, whole / 60 % 60, whole % 60,
            Int((seconds - Double(whole)) * 1000))
    }
}
