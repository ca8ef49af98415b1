import AVKit
import ArgumentParser
import Foundation
import ReportText

/// `avplayer URL…`: plays items one after the other.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays files and URLs, one after the other (the default).",
        discussion: """
            In a window: Space pauses, arrows skip and change the volume, J and L skip, comma and period step frames, F, F11 and Alt+Return \
            toggle full screen, M mutes, N and P change the item, C changes the subtitles, S saves a screenshot, Shift+L sets the points A \
            and B of a loop and ends it, Ctrl with plus and minus delays the audio, Z and Shift+Z the subtitles, Ctrl+O opens files, \
            Ctrl+P or F8 shows the playlist, Ctrl+comma the settings; Q, Ctrl+Q and Ctrl+W quit. A drag on the video moves the window. \
            Dropped files are played. .srt, .vtt, .ass and .ttml files become subtitles if they are dropped, or if they are in the folder of \
            the video and have its name (video.de.srt for video.mp4). When an item cannot be played, the window shows the reason.

            Without a display, avplayer plays headless: with the same events but no window. It then exits at the end of the last item. When \
            the display is lost, playback continues headless.

            --json prints one object a line: event (ready, firstFrame, playing, paused, waiting, stalled, seekDone, selection, caption, \
            variant, request, interstitial, warning, ended, failed), ms since the process started, position in seconds or null, item \
            (from 0), and fields of the event: failed has domain, code, message and cause; waiting has a reason, one of \
            AVPlayer.WaitingReason or "seeking" (a seek takes longer than two seconds); interstitial has an id and a state, began or \
            ended; request (one request of a stream, reported at its end) has a URL, a byte count, and the times of sending, first \
            response and end (sentMs, answeredMs, endedMs: ms since the process started).

            --control reads one JSON command a line: {"id": 1, "command": NAME, ...} with NAME one of play, pause, quit; seek (to, before, \
            after: seconds; before and after are tolerances, without them any frame near the time is shown); rate (value); step (count); \
            select (group: audible, legible or visual; option: an index, a language or null); screenshot (file); status. A command is \
            answered when its effect is observable: {"event": "done", "id": 1, "ok": true, "error": null}; id is a number or a text, else \
            null. The answer to status has state \
            (playing, paused or waiting), rate, item, url, duration, seekable and buffered (ranges in seconds), selection (the option of \
            each group), variant (bits per second) and error (that of the item); the answer to select and the event selection have selection. The end of \
            the input ends the player like quit: keep the input open for as long as it shall play.
            """)

    enum Idiom: String, ExpressibleByArgument, CaseIterable { case desktop, tv }

    @Argument(
        help: ArgumentHelp("The media to play: paths or http, https and file URLs.", valueName: "url"),
        completion: .file())
    var urls: [String]

    @Flag(help: "Play without a window.")
    var headless = false

    @Flag(help: "Open the window in full screen.")
    var fullScreen = false

    @Flag(help: "Open the window without a frame.")
    var borderless = false

    @Flag(help: "Keep the window above other windows.")
    var alwaysOnTop = false

    @Flag(help: "Give the window the video's aspect ratio, and keep the ratio when the window is resized.")
    var keepAspectRatio = false

    @Flag(help: "Show the video on a second display while there is one; the controls stay in the window.")
    var externalScreen = false

    @Flag(help: "Print events on standard output, one JSON object a line.")
    var json = false

    @Flag(help: "Read commands from standard input, one JSON object a line. Implies --json.")
    var control = false

    @Option(help: "User interface: desktop (pointer and keyboard) or tv (remote control, in full screen).")
    var idiom = Idiom.desktop

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The start time in the first item, in seconds: 0 or more, such as 90 or 12.5.", valueName: "seconds"))
    var start: Double?

    @Flag(
        help: """
            Play from the beginning, and record nothing. Otherwise an item in a window resumes where the viewer left off, unless --start, \
            --exit-after or --control is given.
            """)
    var noResume = false

    @Option(
        help: ArgumentHelp("Write a PNG of the window's content when the program ends.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var screenshot: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Exit after the first frame, at the end of the last item, or after a number of seconds of 0 or more, such as 30.",
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
        guard !urls.isEmpty else { throw ValidationError("Name at least one file or URL, such as avplayer clip.mp4.") }
        if let problem = OptionRange("--start", 0...1e9, "seconds", example: "90").problem(start) {
            throw ValidationError(problem)
        }
        for url in urls where MediaURL.url(for: url) == nil {
            throw ValidationError("'\(url)' is neither a path nor a URL.")
        }
    }

    func run() throws {
        var options = PlayerOptions(urls: urls.compactMap(MediaURL.url(for:)))
        options.isHeadless = headless || !Self.hasDisplay
        options.printsEvents = json || control
        options.readsCommands = control
        options.windowStyle = WindowStyle(
            isFullScreen: (fullScreen || idiom == .tv) && !options.isHeadless, isBorderless: borderless,
            isAlwaysOnTop: alwaysOnTop,
            keepsAspectRatio: keepAspectRatio)
        options.usesExternalScreen = externalScreen
        options.isTelevision = idiom == .tv
        options.startSeconds = start
        options.resumes = !options.isHeadless && !noResume && !control && start == nil && exitAfter == nil
        options.screenshotFile = screenshot
        options.exitCondition = exitAfter ?? (options.isHeadless && !control ? .end : nil)
        if !Self.hasDisplay && !headless {
            Report.printError("there is no display (DISPLAY is not set): playing headless")
        }
        let code = MainActor.assumeIsolated { PlayerApplication.run(options) }
        if code != PlayerExit.fine.rawValue { throw ExitCode(code) }
    }

    private static var hasDisplay: Bool {
        let environment = ProcessInfo.processInfo.environment
        return ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(environment[$0] ?? "").isEmpty }
    }
}

/// The command-line options of `avplayer play`.
struct PlayerOptions {
    var urls: [URL]
    var isHeadless = false
    var printsEvents = false
    var readsCommands = false
    var isTelevision = false
    var usesExternalScreen = false
    var windowStyle = WindowStyle()
    var startSeconds: Double?
    /// Whether items resume where the viewer left off.
    var resumes = false
    var screenshotFile: String?
    /// nil: until the window is closed or a signal or command ends the program.
    var exitCondition: PlayCommand.ExitCondition?
}
