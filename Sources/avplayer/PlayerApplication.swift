import AVKit
import DBus
import Foundation
import MediaPlayer
import ReportText

/// The running player: a window unless headless, a queue of items, event output and command input.
@MainActor
final class PlayerApplication: UIResponder, UIApplicationDelegate {
    private static var options = PlayerOptions(urls: [])

    var window: UIWindow?
    private let options = PlayerApplication.options
    private lazy var printer = EventPrinter(isOn: options.printsEvents)
    private let list = MediaList()
    private let player = AVQueuePlayer()
    private let selection = ViewerSelection()
    private var reporter: PlaybackReporter?
    private var controlReader: ControlReader?
    /// What makes the first-frame event available in headless mode.
    private var unseen: Unseen?
    private enum Unseen {
        case layer(AVPlayerLayer)
        /// A controller without a window, which also publishes what is played on the session bus.
        case controller(AVPlayerViewController)
    }
    private var itemsWithPicture: Set<Int> = []
    private var playableItems: Set<Int> = []
    private var isEnding = false
    private var commander: Commander?
    private var isLastItemOver = false
    /// nil without a window.
    private var manners: DesktopManners?
    /// nil where items do not resume where the viewer left off.
    private lazy var resume = options.resumes ? ResumeKeeper() : nil
    private let linkStart = LinkStart()
    private var currentItemObservation: NSKeyValueObservation?
    /// The index of the current item, for recording where the viewer left it.
    private(set) var currentIndex: Int?

    /// The highest exit code of any item so far.
    private static var worst = PlayerExit.fine

    /// Runs the player until it ends. Main thread only.
    /// - Returns: the highest exit code of the items, or that of the signal that ended the program.
    static func run(_ options: PlayerOptions) -> Int32 {
        if options.isHeadless { UIApplication.isHeadless = true }
        UIApplication.hasTextInput = false
        if options.isTelevision { UIDevice.current.setIdiom(.tv) }
        Self.options = options
        let code = UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "avplayer.PlayerApplication")
        return max(code, worst.rawValue)
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        player.usesExternalPlaybackWhileExternalScreenIsActive = options.usesExternalScreen
        let reporter = PlaybackReporter(player: player) { [weak self] in self?.happened($0) }
        self.reporter = reporter
        selection.follow(player)
        for url in options.urls { append(url) }
        if let start = options.startSeconds, let first = list.entries.first {
            first.item.seek(
                to: CMTime(seconds: start, preferredTimescale: 90000), toleranceBefore: .zero, toleranceAfter: .zero,
                completionHandler: nil)
        }
        if !options.isHeadless || options.screenshotFile != nil || options.readsCommands {
            openWindow(reporter)
        } else {
            playUnseen(reporter)
        }
        OpenableMedia.announce { [weak self] in self?.opened($0) ?? false }
        if options.readsCommands {
            let commander = Commander(player: player, application: self)
            self.commander = commander
            controlReader = ControlReader { [weak self] line in
                guard let line else { return self?.end() ?? () }
                commander.perform(line) { id, error, fields in
                    guard let self else { return }
                    self.printer.answer(id: id, error: error, position: self.position, fields)
                }
            }
        }
        if case .seconds(let seconds) = options.exitCondition {
            DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
                MainActor.assumeIsolated { self?.end() }
            }
        }
        currentItemObservation = player.observe(\.currentItem, options: .initial) { [weak self] _, _ in
            onMain { self?.currentItemDidChange() }
        }
        player.play()
        return true
    }

    /// Plays a file that the desktop opens immediately, before the remaining queue.
    func application(_ application: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any])
        -> Bool
    {
        opened(url)
    }

    private func opened(_ url: URL) -> Bool {
        if let manners { return manners.opened([url]) }
        open([url])
        return true
    }

    override var keyCommands: [UIKeyCommand]? { manners?.keyCommands }

    private func append(_ url: URL) {
        let index = list.append(url)
        let item = list.entries[index].item
        reporter?.add(item)
        // --start precedes the resume time of the first link.
        if index > 0 || options.startSeconds == nil { prepareStart(of: item, url) }
        player.insert(item, after: nil)
        letLastFrameStay()
    }

    /// Lets an item begin at the resume time of its link, else where the viewer left it.
    private func prepareStart(of item: AVPlayerItem, _ url: URL) {
        if !linkStart.prepare(item, url) { resume?.prepare(item, url) }
    }

    /// Follows items that the player's controls have made for an entry again, and records where the viewer left the former item.
    private func currentItemDidChange() {
        if let currentIndex, list.entries[currentIndex].item !== player.currentItem { recordPosition() }
        let item = player.currentItem
        currentIndex = list.index(of: item)
        if let currentIndex, let item, list.entries[currentIndex].item !== item {
            list.replaceItem(of: currentIndex, by: item)
            reporter?.replace(currentIndex, by: item)
            playableItems.remove(currentIndex)
        }
        manners?.updateTitle()
    }

    private func recordPosition() {
        guard let currentIndex else { return }
        let entry = list.entries[currentIndex]
        resume?.record(entry.item, entry.url)
    }

    /// Called for a closed window or a signal; `run` returns the exit code.
    func applicationWillTerminate(_ application: UIApplication) { finish() }

    private func openWindow(_ reporter: PlaybackReporter) {
        // Picture in Picture requires the category (R101).
        try? AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
        let controller = AVPlayerViewController()
        controller.player = player
        reporter.watchFirstFrame(of: controller)
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = controller
        options.windowStyle.apply(to: window)
        window.makeKeyAndVisible()
        self.window = window
        let manners = DesktopManners(
            controller, window, player: player, list: list, keepsRatio: options.windowStyle.keepsAspectRatio,
            host: self)
        self.manners = manners
        controller.program.clearHistory = { [weak self] in
            WatchHistory().clear()
            self?.manners?.hintHistoryCleared()
        }
        _ = NotificationCenter.default.addObserver(
            forName: UIWindow.didBecomeHiddenNotification, object: window, queue: nil
        ) { [weak self] _ in
            onMain { self?.windowWasLost() }
        }
    }

    /// Plays without a window.
    private func playUnseen(_ reporter: PlaybackReporter) {
        if BusAddress.session() != nil {
            let controller = AVPlayerViewController()
            controller.player = player
            unseen = .controller(controller)
            reporter.watchFirstFrame(of: controller)
        } else {
            let layer = AVPlayerLayer(player: player)
            unseen = .layer(layer)
            reporter.watchFirstFrame(of: layer)
        }
    }

    /// Continues without a window after its display was lost.
    private func windowWasLost() {
        if isLastItemOver { lastItemIsOver() }
    }

    /// Pauses at the end of the last item: a queue player would otherwise remove it, and the window would turn black.
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
            let item = list.entries[index].item
            linkStart.itemIsReady(item)
            if item === player.currentItem { manners?.videoSizeDidChange() }
            printer.print(
                "ready", position: position,
                [
                    ("item", .integer(index)), ("url", .text(list.entries[index].url.absoluteString)),
                    ("duration", JSONText(item.duration.isNumeric ? item.duration.seconds : nil)),
                    ("width", .number(item.presentationSize.width)), ("height", .number(item.presentationSize.height)),
                ])
        case .firstFrame(let index):
            if let seconds = resume?.takeResumedPosition(of: list.entries[index].item) {
                manners?.hintResumed(at: seconds)
            }
            guard itemsWithPicture.insert(index).inserted else { return }
            printer.print("firstFrame", position: position, [("item", .integer(index))])
            manners?.videoSizeDidChange()
            if options.exitCondition == .firstFrame { end() }
        case .playing: printer.print("playing", position: position, [("rate", .number(Double(player.rate)))])
        case .paused:
            printer.print("paused", position: position)
            recordPosition()
        case .waiting(let reason): printer.print("waiting", position: position, [("reason", .text(reason))])
        case .stalled: printer.print("stalled", position: position)
        case .jumped: printer.print("seekDone", position: position)
        case .selection:
            printer.print(
                "selection", position: position, [("selection", PlaybackStatus.selection(of: player.currentItem))])
        case .caption(let text): printer.print("caption", position: position, [("text", .text(text))])
        case .warning(let index, let code, let message, let url):
            printer.print(
                "warning", position: position,
                [
                    ("item", .integer(index)), ("code", .integer(code)), ("message", .text(message)),
                    ("url", url.map(JSONText.text) ?? .null),
                ])
            // The video or audio of an item failed to decode. An item that ends early is reported as failed instead.
            if Self.decodingCodes.contains(code), list.entries[index].item.status == .readyToPlay {
                Report.printError("\(list.entries[index].location): \(message)")
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
            if list.isLast(index) { lastItemIsOver() }
        case .failed(let index, let error, let wasReady): failed(index, error, wasReady: wasReady)
        }
    }

    /// The codes of `MediaError` for decoders.
    private static let decodingCodes = 4000..<5000

    private func failed(_ index: Int, _ error: (any Error)?, wasReady: Bool) {
        let failure = PlaybackFailure(error)
        let entry = list.entries[index]
        Self.worst = max(Self.worst, failure.exit(hasReceivedMedia: wasReady, requested: entry.url))
        printer.print("failed", position: position, [("item", .integer(index))] + failure.fields)
        Report.printError("\(entry.location): \(failure.line(about: entry.location))")
        if !list.isLast(index) {
            if player.currentItem === entry.item { player.advanceToNextItem() } else { player.remove(entry.item) }
            letLastFrameStay()
            player.play()
            manners?.hintSkipped(index, error)
        } else {
            lastItemIsOver()
        }
    }

    private func lastItemIsOver() {
        isLastItemOver = true
        // A window on a display shows the error, with ways back. Without one, the program ends as in headless mode.
        let showsError = window?.isOnDisplay == true
        let hasNothingToShow = (playableItems.isEmpty && !showsError) || window?.isHidden == true
        if options.exitCondition != nil || (hasNothingToShow && !options.readsCommands) { end() }
    }

    /// Ends the process with the highest exit code of the items.
    func end() {
        finish()
        NowPlayingProgram.shared.service.end()
        PlayerExit.leave(Self.worst.rawValue)
    }

    /// Takes the requested screenshot and pauses. Later calls do nothing.
    private func finish() {
        guard !isEnding else { return }
        isEnding = true
        commander?.end()
        recordPosition()
        if let file = options.screenshotFile, let problem = takeScreenshot(to: file) {
            Report.printError(problem)
            Self.worst = max(Self.worst, .playbackFailed)
        }
        player.pause()
    }

    /// - Returns: an error message; nil on success.
    func takeScreenshot(to file: String) -> String? {
        guard let window else { return "there is no window for a screenshot" }
        guard let data = Screenshot.png(of: window) else { return "the screenshot could not be rendered" }
        do {
            try NamedFile.write(data, to: file)
            return nil
        } catch {
            return "\(file) cannot be written: \(FileFailure.reason(error))"
        }
    }
}

extension PlayerApplication: DesktopHost {
    func open(_ urls: [URL]) {
        guard !urls.isEmpty else { return }
        let current = player.currentItem
        var index = list.index(of: current)
        var last = current
        for url in urls {
            let new = list.append(url, after: index)
            let item = list.entries[new].item
            reporter?.add(item)
            prepareStart(of: item, url)
            player.insert(item, after: last)
            (index, last) = (new, item)
        }
        if current != nil { player.advanceToNextItem() }
        resumePlayback()
    }

    func play(entry index: Int) {
        recordPosition()
        let indices = list.renewItems(from: index)
        player.removeAllItems()
        for index in indices {
            let entry = list.entries[index]
            reporter?.replace(index, by: entry.item)
            playableItems.remove(index)
            player.insert(entry.item, after: nil)
        }
        let earlier = list.order.prefix { $0 != index }
        manners?.controller.program.playedItems = earlier.map { list.entries[$0].item }
        resumePlayback()
    }

    func remove(entry index: Int) {
        let item = list.entries[index].item
        list.remove(index)
        if player.currentItem === item {
            // The entry after the removed one is played; at the end of the list the one before.
            if player.items().count > 1 {
                player.advanceToNextItem()
            } else if let last = list.order.last {
                play(entry: last)
            }
        } else {
            player.remove(item)
        }
        letLastFrameStay()
    }

    private func resumePlayback() {
        isLastItemOver = false
        letLastFrameStay()
        player.play()
    }
}
