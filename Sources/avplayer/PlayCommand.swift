import AVKit
import ArgumentParser
import Foundation

/// `avplayer URL…`: plays one film after the other.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays files and URLs, one after the other (the default).",
        discussion: """
            Without a display it plays headless: the same events, no window; it ends with the film.

            --json prints one object a line: event (ready, firstFrame, playing, paused, waiting, stalled, seekDone, selection, caption, variant, \
            request, interstitial, warning, ended, failed), ms since the process began, position in seconds or null, item (counted from 0), \
            and what belongs to the event: failed has domain, code, message and cause; waiting a reason, \
            Apple's or seeking (a seek has not landed after two seconds); interstitial an id and a state, began or ended; \
            request (one request of a stream, reported when it has ended) its URL, its bytes, and when it was sent, answered and complete \
            (sentMs, answeredMs, endedMs: ms since the process began).

            --control reads one JSON command a line: {"id": 1, "command": NAME, …} with NAME one of play, pause, quit; seek (to, before, \
            after: seconds; without before and after any nearby picture will do); rate (value); step (count); select (group: audible, \
            legible or visual; option: an index, a language or null); screenshot (file). Each is answered when its effect can be seen: \
            {"event": "done", "id": 1, "ok": true, "error": null}.
            """)

    enum Idiom: String, ExpressibleByArgument, CaseIterable { case desktop, tv }

    @Argument(help: ArgumentHelp("What to play: paths or http, https and file URLs.", valueName: "url"))
    var urls: [String]

    @Flag(help: "Play without a window.")
    var headless = false

    @Flag(help: "Open the window on the whole display.")
    var fullScreen = false

    @Flag(help: "Print events on standard output, one JSON object a line.")
    var json = false

    @Flag(help: "Read commands from standard input, one JSON object a line. Implies --json.")
    var control = false

    @Option(help: "How the player is used: desktop (pointer and keyboard) or tv (remote control).")
    var idiom = Idiom.desktop

    @Option(help: ArgumentHelp("Seconds at which the first film starts.", valueName: "seconds"))
    var start: Double?

    @Option(help: ArgumentHelp("Write a PNG of the picture when the program ends.", valueName: "file"))
    var screenshot: String?

    @Option(
        help: ArgumentHelp(
            "End after the first frame, the end of the last film, or so many seconds.",
            valueName: "firstFrame|end|seconds"))
    var exitAfter: ExitCondition?

    enum ExitCondition: ExpressibleByArgument, Equatable {
        case firstFrame
        case end
        case seconds(Double)

        init?(argument: String) {
            switch argument {
            case "firstFrame": self = .firstFrame
            case "end": self = .end
            default:
                guard let seconds = Double(argument), seconds.isFinite, seconds >= 0 else { return nil }
                self = .seconds(seconds)
            }
        }
    }

    func validate() throws {
        guard !urls.isEmpty else { throw ValidationError("Say what to play: avplayer URL…") }
        if let start, !start.isFinite || start < 0 { throw ValidationError("--start takes seconds, 0 or more.") }
        for url in urls where MediaAddress.url(for: url) == nil {
            throw ValidationError("'\(url)' is no path and no URL.")
        }
    }

    func run() throws {
        var options = PlayerOptions(urls: urls.compactMap(MediaAddress.url(for:)))
        options.isHeadless = headless || !Self.hasDisplay
        options.printsEvents = json || control
        options.readsCommands = control
        options.isFullScreen = fullScreen && !options.isHeadless
        options.isTelevision = idiom == .tv
        options.startSeconds = start
        options.screenshotFile = screenshot
        options.exitCondition = exitAfter ?? (options.isHeadless && !control ? .end : nil)
        if !Self.hasDisplay && !headless {
            Report.complain("there is no display (DISPLAY is not set), so it plays headless")
        }
        let code = MainActor.assumeIsolated { PlayerApplication.run(options) }
        if code != PlayerExit.fine.rawValue { throw ExitCode(code) }
    }

    private static var hasDisplay: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    }
}

/// What `avplayer` was asked for.
struct PlayerOptions {
    var urls: [URL]
    var isHeadless = false
    var printsEvents = false
    var readsCommands = false
    var isTelevision = false
    var isFullScreen = false
    var startSeconds: Double?
    var screenshotFile: String?
    /// nil: until somebody ends it.
    var exitCondition: PlayCommand.ExitCondition?
}
