import AVKit
import ArgumentParser
import Foundation
import ReportText
import Synchronization

/// `avplayer download URL`: saves a stream as a folder that plays without a network.
struct DownloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Downloads an HLS stream into a folder that plays without a network.",
        usage: "avplayer download <url> [<options>]",
        discussion: """
            An interrupted download resumes when the same command is run again; where the server has changed the stream meanwhile \
            (its ETag, Last-Modified or length, and its bytes), everything is downloaded again. Encrypted streams stay encrypted; their \
            keys are stored in files that only you can read. Every segment is checked. A segment that ends early or is damaged is \
            requested again; if the server's copy is damaged, too, the segment is stored with a warning, because playback continues \
            after the damage. A resource that is not media, such as a web page, or a key of the wrong length ends the download.

            A stream of a public server that leads into a private network is refused, unless --allow-private is given.

            Exit codes: 0 downloaded; 1 the download failed, or the stream cannot be stored; 2 wrong usage; 3 nothing could be read; \
            130 Ctrl-C.
            """)

    @Argument(help: ArgumentHelp("The http or https URL of a playlist.", valueName: "url"))
    var urls: [String]

    private var url: String { urls.first ?? "" }

    @Option(
        help: ArgumentHelp(
            "The folder in which the download's folder, TITLE.movpkg, is created.", valueName: "folder"),
        completion: .directory)
    var to = "."

    @Option(help: "The title of the download; default: derived from the URL.")
    var title: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Choose the variant with the lowest bit rate of at least this value in bits per second, such as 2500000; default: the "
                + "variant with the highest bit rate.", valueName: "bits-per-second"))
    var minimumBitRate: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The maximum size of all downloads in the folder in megabytes, such as 2000; default: the free disk space.",
            valueName: "megabytes"))
    var storageLimit: Int?

    @Flag(help: "Allow a public stream to lead into private networks.")
    var allowPrivate = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard urls.count < 2 else {
            throw ValidationError(
                "download takes one URL, and \(urls.count) are named: '\(url)', '\(urls[1])'"
                    + (urls.count > 2 ? " and others" : "")
                    + ". Download one after the other, such as avplayer download '\(url)'.")
        }
        guard let mediaURL = MediaURL.url(for: url), ["http", "https"].contains(mediaURL.scheme?.lowercased() ?? "")
        else {
            throw ValidationError(
                "'\(url)' is not an http or https URL of a playlist, such as https://example.com/main.m3u8.")
        }
        if let title, title.isEmpty || title.contains("/") || title.hasPrefix(".") {
            throw ValidationError("'\(title)' cannot be the name of a folder.")
        }
        let problems = [
            OptionRange("--storage-limit", 0...1e9, "megabytes", example: "2000").problem(storageLimit),
            OptionRange("--minimum-bit-rate", 0...OptionRange.unlimited, "bits per second", example: "2500000").problem(
                minimumBitRate),
        ]
        if let problem = problems.compactMap(\.self).first { throw ValidationError(problem) }
    }

    func run() throws {
        guard let mediaURL = MediaURL.url(for: url) else { return }
        let name = title ?? Self.title(of: mediaURL)
        let download = FolderDownload(
            mediaURL, into: URL(fileURLWithPath: to), title: name, minimumBitRate: minimumBitRate,
            storageLimit: storageLimit.map { Int64($0) * 1_000_000 }, allowsPrivateAddresses: allowPrivate)
        signal(SIGINT, SIG_IGN)
        let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        interrupt.setEventHandler { download.cancel() }
        interrupt.resume()
        defer { interrupt.cancel() }
        let outcome = Mutex<(failure: (any Error)?, reason: FolderDownload.Reason, hasReceivedMedia: Bool)>(
            (nil, .other, false))
        let over = DispatchSemaphore(value: 0)
        let printer = DownloadPrinter(json: json)
        download.start { event in
            printer.report(event)
            switch event {
            case .progress: outcome.withLock { $0.hasReceivedMedia = true }
            case .failed(let error, let reason):
                outcome.withLock {
                    $0.failure = error
                    $0.reason = reason
                }
                over.signal()
            case .finished: over.signal()
            case .warning(let error): printer.warn(PlaybackFailure(error), about: url)
            case .located, .chosen: break
            }
        }
        over.wait()
        let (failure, reason, hasReceivedMedia) = outcome.withLock { $0 }
        guard let failure else { return }
        let playbackFailure = PlaybackFailure(failure)
        if json {
            Report.line(
                JSONText.object([("event", .text("failed"))] + playbackFailure.fields).description, isError: false)
        }
        Report.printError("\(url): \(playbackFailure.line(about: url))")
        if hasReceivedMedia, reason == .other || reason == .privateAddress {
            Report.printError("What has been downloaded is kept: the same command requests the rest only.")
        }
        if reason == .cancelled { throw ExitCode(PlayerExit.interrupted.rawValue) }
        // The stream was read, or not requested yet, where a file of the download is the obstacle.
        let isAboutStorage = reason == .diskFull || playbackFailure.url?.isFileURL == true
        throw ExitCode(playbackFailure.exit(hasReceivedMedia: hasReceivedMedia || isAboutStorage).rawValue)
    }

    /// Returns a title from the URL: the last path component that is not a generic name such as "index".
    private static func title(of mediaURL: URL) -> String {
        let genericNames: Set<String> = ["main", "index", "master", "playlist", "manifest", "prog_index", ""]
        let parts = mediaURL.deletingPathExtension().pathComponents.filter { $0 != "/" }
        let name =
            parts.last { !genericNames.contains($0.lowercased()) && !$0.hasPrefix(".") } ?? mediaURL.host ?? "film"
        return String(name.map { $0 == "/" ? "_" : $0 }.prefix(100))
    }
}

/// Prints the progress of a download as text or as JSON.
private final class DownloadPrinter: Sendable {
    private let json: Bool
    /// The last printed progress, in tenths.
    private let tenths = Mutex(0)
    private let bytes = Mutex<Int64>(0)

    init(json: Bool) { self.json = json }

    func report(_ event: FolderDownload.Event) {
        switch event {
        case .located(let package):
            print([("event", .text("located")), ("file", .text(package.path))], text: package.path)
        case .chosen(let bandwidth, let width, let height):
            let size = width.flatMap { width in height.map { "\(width)x\($0), " } } ?? ""
            print(
                [
                    ("event", .text("chosen")), ("bandwidth", .integer(bandwidth)),
                    ("width", width.map { .integer($0) } ?? .null), ("height", height.map { .integer($0) } ?? .null),
                ], text: "  \(size)\(bandwidth / 1_000 + (bandwidth % 1_000 >= 500 ? 1 : 0)) kbit/s")
        case .progress(let fraction, let bytes):
            self.bytes.withLock { $0 = bytes }
            let tenth = Int(fraction * 10)
            let isNewTenth = tenths.withLock { printed in
                defer { printed = max(printed, tenth) }
                return tenth > printed
            }
            print(
                [
                    ("event", .text("progress")), ("fraction", .number(fraction)),
                    ("bytes", .integer(Int(clamping: bytes))),
                ], text: isNewTenth ? "  \(tenth * 10) %" : nil)
        case .finished:
            let size = bytes.withLock { $0 }
            print(
                [("event", .text("finished"))],
                text: size > 0 ? "  complete: \(DisplayText.bytes(Int(clamping: size)))" : "  complete")
        case .warning, .failed: break
        }
    }

    func warn(_ failure: PlaybackFailure, about url: String) {
        if json {
            Report.line(JSONText.object([("event", .text("warning"))] + failure.fields).description, isError: false)
        } else {
            Report.printError("warning: \(failure.line(about: url))")
        }
    }

    private func print(_ fields: [(String, JSONText)], text: String?) {
        if json {
            Report.line(JSONText.object(fields).description, isError: false)
        } else if let text {
            Report.line(text, isError: false)
        }
    }
}
