import AVKit
import Foundation

/// The running player: a window (or none), a queue of films, events out and commands in.
@MainActor
final class PlayerApplication: UIResponder, UIApplicationDelegate {
    private static var options = PlayerOptions(urls: [])

    var window: UIWindow?
    private let options = PlayerApplication.options
    private lazy var printer = EventPrinter(isOn: options.printsEvents)
    /// Every film that was ever asked for, in order: the command's, then those dropped on the window.
    private var urls: [URL] = []
    private var items: [AVPlayerItem] = []
    private let player = AVQueuePlayer()
    private var reporter: PlaybackReporter?
    private var controlReader: ControlReader?
    /// Keeps the first frame's news coming where there is no window.
    private var unseenLayer: AVPlayerLayer?
    private var itemsWithPicture: Set<Int> = []
    private var playableItems: Set<Int> = []
    private var isEnding = false

    /// What went worst with any film so far.
    private static var worst = PlayerExit.fine

    /// Runs until the end. Main thread only.
    /// - Returns: the exit code of what was played, or of the signal that ended it.
    static func run(_ options: PlayerOptions) -> Int32 {
        if options.isHeadless { UIApplication.isHeadless = true }
        if options.isTelevision { UIDevice.current.setIdiom(.tv) }
        Self.options = options
        let code = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "avplayer.PlayerApplication")
        return max(code, worst.rawValue)
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let reporter = PlaybackReporter(player: player) { [weak self] in self?.happened($0) }
        self.reporter = reporter
        for url in options.urls { append(url) }
        if let start = options.startSeconds, let first = items.first {
            first.seek(
                to: CMTime(seconds: start, preferredTimescale: 90000), toleranceBefore: .zero, toleranceAfter: .zero,
                completionHandler: nil)
        }
        if !options.isHeadless || options.screenshotFile != nil || options.readsCommands {
            openWindow(reporter)
        } else {
            let layer = AVPlayerLayer(player: player)
            unseenLayer = layer
            reporter.watchFirstFrame(of: layer)
        }
        if options.readsCommands {
            let commander = Commander(player: player, application: self)
            controlReader = ControlReader { [weak self] line in
                guard let line else { return self?.end() ?? () }
                commander.perform(line) { id, error in
                    guard let self else { return }
                    self.printer.answer(id: id, error: error, position: self.position)
                }
            }
        }
        if case .seconds(let seconds) = options.exitCondition {
            DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
                MainActor.assumeIsolated { self?.end() }
            }
        }
        player.play()
        return true
    }

    /// A film dropped on the window, or handed over by the desktop: it plays now, before what else is waiting.
    func application(_ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any])
        -> Bool
    {
        let index = items.count
        append(url, after: player.currentItem)
        if player.currentItem !== items[index] { player.advanceToNextItem() }
        letLastFrameStay()
        player.play()
        return true
    }

    private func append(_ url: URL, after current: AVPlayerItem? = nil) {
        let item = AVPlayerItem(url: url)
        urls.append(url)
        items.append(item)
        reporter?.add(item)
        player.insert(item, after: current)
        letLastFrameStay()
    }

    /// A closed window or a signal: `run` says the exit code.
    func applicationWillTerminate(_ application: UIApplication) { finish() }

    private func openWindow(_ reporter: PlaybackReporter) {
        let controller = AVPlayerViewController()
        controller.player = player
        reporter.watchFirstFrame(of: controller)
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = controller
        window.isFullScreen = options.isFullScreen
        window.makeKeyAndVisible()
        self.window = window
    }

    /// A queue drops its last item when that ends; a player's window keeps showing it.
    private func letLastFrameStay() {
        player.actionAtItemEnd = player.items().count > 1 ? .advance : .pause
    }

    private var position: Double? {
        guard let item = player.currentItem, item.status == .readyToPlay else { return nil }
        let time = item.currentTime()
        return time.isNumeric ? time.seconds : nil
    }

    private func happened(_ event: PlaybackReporter.Event) {
        switch event {
        case .ready(let index):
            playableItems.insert(index)
            let item = items[index]
            printer.print(
                "ready", position: position,
                [
                    ("item", .integer(index)), ("url", .text(urls[index].absoluteString)),
                    ("duration", JSONText(item.duration.isNumeric ? item.duration.seconds : nil)),
                    ("width", .number(item.presentationSize.width)), ("height", .number(item.presentationSize.height)),
                ])
        case .firstFrame(let index):
            guard itemsWithPicture.insert(index).inserted else { return }
            printer.print("firstFrame", position: position, [("item", .integer(index))])
            if options.exitCondition == .firstFrame { end() }
        case .playing: printer.print("playing", position: position, [("rate", .number(Double(player.rate)))])
        case .paused: printer.print("paused", position: position)
        case .waiting(let reason): printer.print("waiting", position: position, [("reason", .text(reason))])
        case .stalled: printer.print("stalled", position: position)
        case .jumped: printer.print("seekDone", position: position)
        case .selection: printer.print("selection", position: position)
        case .caption(let text): printer.print("caption", position: position, [("text", .text(text))])
        case .warning(let index, let code, let message, let url):
            printer.print(
                "warning", position: position,
                [
                    ("item", .integer(index)), ("code", .integer(code)), ("message", .text(message)),
                    ("url", url.map(JSONText.text) ?? .null),
                ])
            // A film without its picture or sound; what breaks off is told as a failure.
            if Self.decodingCodes.contains(code), items[index].status == .readyToPlay {
                Report.complain("\(name(index)): \(message)")
            }
        case .variant(let index, let change):
            printer.print(
                "variant", position: position,
                [
                    ("item", .integer(index)), ("url", .text(change.toVariant.url.absoluteString)),
                    ("bandwidth", JSONText(change.toVariant.peakBitRate)),
                    ("averageBandwidth", JSONText(change.toVariant.averageBitRate)),
                    ("estimate", JSONText(change.estimatedBitRate)), ("reason", .text(change.explanation)),
                ])
        case .request(let index, let request):
            let now = (ms: ProcessAge.milliseconds, date: Date())
            func ms(_ date: Date) -> JSONText {
                .integer(now.ms + Int((date.timeIntervalSince(now.date) * 1000).rounded()))
            }
            printer.print(
                "request", position: position,
                [
                    ("item", .integer(index)), ("url", JSONText(request.url?.absoluteString)),
                    ("sentMs", ms(request.requestStartTime)), ("answeredMs", ms(request.responseStartTime)),
                    ("endedMs", ms(request.responseEndTime)), ("bytes", .integer(Int(request.byteCount))),
                    ("error", JSONText(request.errorEvent?.error.localizedDescription)),
                ])
        case .interstitial(let id, let isPlaying):
            printer.print(
                "interstitial", position: position,
                [("id", .text(id)), ("state", .text(isPlaying ? "began" : "ended"))])
        case .ended(let index):
            letLastFrameStay()
            printer.print("ended", position: position, [("item", .integer(index))])
            if index == items.count - 1 { lastItemIsOver() }
        case .failed(let index, let error, let wasReady): failed(index, error, wasReady: wasReady)
        }
    }

    /// The engine's errors about decoders.
    private static let decodingCodes = 4000..<5000

    private func name(_ index: Int) -> String { urls[index].isFileURL ? urls[index].path : urls[index].absoluteString }

    private func failed(_ index: Int, _ error: (any Error)?, wasReady: Bool) {
        let failure = PlaybackFailure(error)
        Self.worst = max(Self.worst, failure.exit(bytesCame: wasReady, requested: urls[index]))
        printer.print("failed", position: position, [("item", .integer(index))] + failure.fields)
        Report.complain("\(name(index)): \(failure.line(about: name(index)))")
        if index < items.count - 1 {
            if player.currentItem === items[index] { player.advanceToNextItem() } else { player.remove(items[index]) }
            letLastFrameStay()
            player.play()
        } else {
            lastItemIsOver()
        }
    }

    private func lastItemIsOver() {
        // A window with nothing to show would only be in the way.
        if options.exitCondition != nil || (playableItems.isEmpty && !options.readsCommands) { end() }
    }

    /// Ends the process with the exit code of what was played.
    func end() {
        finish()
        PlayerExit.leave(Self.worst.rawValue)
    }

    /// Takes the screenshot that was asked for and falls silent; once.
    private func finish() {
        guard !isEnding else { return }
        isEnding = true
        if let file = options.screenshotFile, let problem = takeScreenshot(to: file) {
            Report.complain(problem)
            Self.worst = max(Self.worst, .playbackFailed)
        }
        player.pause()
    }

    /// - Returns: what went wrong; nil if the file is written.
    func takeScreenshot(to file: String) -> String? {
        guard let window else { return "there is no window to take a picture of" }
        guard let data = Screenshot.png(of: window) else { return "the window's picture cannot be made" }
        do {
            try data.write(to: URL(fileURLWithPath: file), options: .atomic)
            return nil
        } catch {
            return "\(file) cannot be written: \(error.localizedDescription)"
        }
    }
}
