import AVKit
import Foundation

/// Watches a player and tells, on the main actor and in order, what happens to it.
@MainActor
final class PlaybackReporter {
    enum Event {
        case ready(item: Int)
        case firstFrame(item: Int)
        case playing
        case paused
        case waiting(reason: String)
        case stalled
        case jumped
        case selection
        /// What shows from now on; empty: nothing.
        case caption(String)
        /// Something was lost, and playing goes on; the code is the engine's, or an HTTP status.
        case warning(item: Int, code: Int, message: String, url: String?)
        /// Segments are loaded of it from now on; the first choice as well.
        case variant(item: Int, AVMetricPlayerItemVariantSwitchEvent)
        /// A request of a stream has ended.
        case request(item: Int, AVMetricMediaResourceRequestEvent)
        /// Something plays in between (true), or has ended.
        case interstitial(id: String, isPlaying: Bool)
        case ended(item: Int)
        case failed(item: Int, (any Error)?, wasReady: Bool)
    }

    private let player: AVPlayer
    private var items: [AVPlayerItem] = []
    private let handler: @MainActor (Event) -> Void
    private var observations: [NSKeyValueObservation] = []
    private var tokens: [any NSObjectProtocol] = []
    private var echoes: [CaptionEcho] = []
    private var readyItems: Set<Int> = []
    private var finishedItems: Set<Int> = []
    private var metrics: [Task<Void, Never>] = []
    private var lastTimeControl = ""
    private let monitor: AVPlayerInterstitialEventMonitor
    private var presentEvent: String?
    /// How many entries of each item's error log have been told.
    private var warningsTold: [Int: Int] = [:]

    init(player: AVPlayer, handler: @escaping @MainActor (Event) -> Void) {
        self.player = player
        self.handler = handler
        monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
        observations.append(
            player.observe(\.timeControlStatus, options: []) { [weak self] _, _ in onMain { self?.timeControlChanged() }
            })
        tokens.append(
            NotificationCenter.default.addObserver(
                forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: monitor, queue: nil
            ) { [weak self] _ in onMain { self?.currentEventChanged() } })
        watch(AVPlayerItem.didPlayToEndTimeNotification) { reporter, index, _ in
            reporter.finish(index, .ended(item: index))
        }
        watch(AVPlayerItem.failedToPlayToEndTimeNotification) { reporter, index, error in
            reporter.finish(
                index,
                .failed(
                    item: index, error ?? reporter.items[index].error, wasReady: reporter.readyItems.contains(index)))
        }
        watch(AVPlayerItem.newErrorLogEntryNotification) { reporter, index, _ in reporter.tellWarnings(of: index) }
        watch(AVPlayerItem.playbackStalledNotification) { reporter, _, _ in reporter.handler(.stalled) }
        watch(AVPlayerItem.timeJumpedNotification) { reporter, _, _ in reporter.handler(.jumped) }
        watch(AVPlayerItem.mediaSelectionDidChangeNotification) { reporter, _, _ in reporter.handler(.selection) }
    }

    /// Watches one more item, whose number is the count of those before it.
    func add(_ item: AVPlayerItem) {
        let index = items.count
        items.append(item)
        echoes.append(
            CaptionEcho.attach(to: item) { [weak self] texts in self?.handler(.caption(texts.joined(separator: "\n"))) }
        )
        let switches = item.metrics(forType: AVMetricPlayerItemVariantSwitchEvent.self)
        metrics.append(
            Task { [weak self] in
                for await event in switches { self?.handler(.variant(item: index, event)) }
            })
        let all = item.allMetrics()
        metrics.append(
            Task { [weak self] in
                for await event in all {
                    if let request = Self.request(of: event) { self?.handler(.request(item: index, request)) }
                }
            })
        observations.append(
            item.observe(\.status, options: [.initial]) { [weak self] _, _ in onMain { self?.statusChanged(index) } })
    }

    private static func request(of event: AVMetricEvent) -> AVMetricMediaResourceRequestEvent? {
        switch event {
        case let event as AVMetricMediaResourceRequestEvent: event
        case let event as AVMetricHLSMediaSegmentRequestEvent: event.mediaResourceRequestEvent
        case let event as AVMetricHLSPlaylistRequestEvent: event.mediaResourceRequestEvent
        case let event as AVMetricContentKeyRequestEvent: event.mediaResourceRequestEvent
        default: nil
        }
    }

    isolated deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        for task in metrics { task.cancel() }
    }

    /// Tells of the first frame each time that `layer` has one for another item.
    func watchFirstFrame(of layer: AVPlayerLayer) {
        observations.append(
            layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { [weak self] layer, _ in
                if layer.isReadyForDisplay { onMain { self?.pictureIsReady() } }
            })
    }

    func watchFirstFrame(of controller: AVPlayerViewController) {
        observations.append(
            controller.observe(\.isReadyForDisplay, options: [.initial, .new]) { [weak self] _, _ in
                onMain { [weak controller] in if controller?.isReadyForDisplay == true { self?.pictureIsReady() } }
            })
    }

    private func pictureIsReady() {
        guard let item = player.currentItem, let index = items.firstIndex(where: { $0 === item }) else { return }
        handler(.firstFrame(item: index))
    }

    private func statusChanged(_ index: Int) {
        switch items[index].status {
        case .readyToPlay where readyItems.insert(index).inserted: handler(.ready(item: index))
        case .failed: finish(index, .failed(item: index, items[index].error, wasReady: readyItems.contains(index)))
        default: break
        }
    }

    private func tellWarnings(of index: Int) {
        let events = items[index].errorLog()?.events ?? []
        for event in events.dropFirst(warningsTold[index] ?? 0) {
            handler(
                .warning(item: index, code: event.errorStatusCode, message: event.errorComment ?? "", url: event.uri))
        }
        warningsTold[index] = events.count
    }

    private func currentEventChanged() {
        let present = monitor.currentEvent?.identifier
        guard present != presentEvent else { return }
        if let presentEvent { handler(.interstitial(id: presentEvent, isPlaying: false)) }
        presentEvent = present
        if let present { handler(.interstitial(id: present, isPlaying: true)) }
    }

    private func timeControlChanged() {
        let reason = player.reasonForWaitingToPlay?.rawValue ?? ""
        // Changes come one by one, and are read when several may have happened.
        let state = "\(player.timeControlStatus.rawValue) \(reason)"
        guard state != lastTimeControl else { return }
        lastTimeControl = state
        switch player.timeControlStatus {
        case .paused: handler(.paused)
        case .playing:
            // Where it broke off, playing on is a new attempt, with an end of its own.
            if let index = items.firstIndex(where: { $0 === player.currentItem }), items[index].status != .failed {
                finishedItems.remove(index)
            }
            handler(.playing)
        case .waitingToPlayAtSpecifiedRate: handler(.waiting(reason: reason))
        @unknown default: break
        }
    }

    /// An item ends once: its end, or the first failure.
    private func finish(_ index: Int, _ event: Event) {
        if case .failed = event {
            guard finishedItems.insert(index).inserted else { return }
        }
        handler(event)
    }

    private func watch(
        _ name: Notification.Name, _ body: @escaping @MainActor (PlaybackReporter, Int, (any Error)?) -> Void
    ) {
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
            let object = note.object.map { ObjectIdentifier($0 as AnyObject) }
            let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error
            onMain {
                guard let self, let index = self.items.firstIndex(where: { ObjectIdentifier($0) == object }) else {
                    return
                }
                body(self, index, error)
            }
        }
        tokens.append(token)
    }
}
