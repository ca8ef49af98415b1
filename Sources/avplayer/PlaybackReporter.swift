import AVKit
import Foundation

/// Reports the events of a player and its items, in order, on the main actor.
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
        /// The captions that are displayed from now on; empty: none.
        case caption(String)
        /// An error occurred and playback continues; the code is that of a `MediaError`, or an HTTP status.
        case warning(item: Int, code: Int, message: String, url: String?)
        /// Segments are loaded from this variant from now on; also reported for the initial variant.
        case variant(item: Int, AVMetricPlayerItemVariantSwitchEvent)
        /// A request of a stream has ended.
        case request(item: Int, AVMetricMediaResourceRequestEvent)
        /// An interstitial event has begun (true) or ended.
        case interstitial(id: String, isPlaying: Bool)
        case ended(item: Int)
        case failed(item: Int, (any Error)?, wasReady: Bool)
    }

    private let player: AVPlayer
    private var items: [AVPlayerItem] = []
    private let handler: @MainActor (Event) -> Void
    private var playerObservation: PlayerObservation?
    private var itemObservations: [ItemObservation] = []
    private let interstitials = InterstitialWatcher()
    private var pictureObservation: NSKeyValueObservation?
    private var captions: [CaptionFeed] = []
    private var readyItems: Set<Int> = []
    private var finishedItems: Set<Int> = []
    private var metrics: [Task<Void, Never>] = []
    private var transport = TransportFacts.paused
    private var seekWait = WaitRule<ContinuousClock.Instant>()
    private let seekWaitTimer = MainTimer()
    private var currentEvent: String?
    /// The number of reported entries of each item's error log.
    private var reportedWarnings: [Int: Int] = [:]

    init(player: AVPlayer, handler: @escaping @MainActor (Event) -> Void) {
        self.player = player
        self.handler = handler
        playerObservation = PlayerObservation(player) { [weak self] event in
            if case .transportChanged = event { self?.transportChanged() }
        }
        interstitials.onChange = { [weak self] in self?.currentEventChanged() }
        interstitials.watch(player)
    }

    /// Observes another item; its index is the number of items before it.
    func add(_ item: AVPlayerItem) {
        let index = items.count
        items.append(item)
        captions.append(
            CaptionFeed(item: item) { [weak self] in
                self?.handler(.caption($0.map(\.string).joined(separator: "\n")))
            })
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
        itemObservations.append(ItemObservation(item) { [weak self] in self?.happened($0, to: index) })
    }

    /// Observes another item in place of an item: one that plays the same media again.
    func replace(_ index: Int, by item: AVPlayerItem) {
        items[index] = item
        readyItems.remove(index)
        finishedItems.remove(index)
        reportedWarnings[index] = nil
        captions[index] = CaptionFeed(item: item) { [weak self] in
            self?.handler(.caption($0.map(\.string).joined(separator: "\n")))
        }
        itemObservations[index] = ItemObservation(item) { [weak self] in self?.happened($0, to: index) }
    }

    private func happened(_ event: ItemEvent, to index: Int) {
        switch event {
        case .statusChanged: statusChanged(index)
        case .playedToEnd: finish(index, .ended(item: index))
        case .failedToPlayToEnd(let error):
            finish(
                index, .failed(item: index, error ?? items[index].error, wasReady: readyItems.contains(index)))
        case .errorLogged: reportWarnings(of: index)
        case .stalled: handler(.stalled)
        case .jumped: handler(.jumped)
        case .selectionChanged: handler(.selection)
        case .seekPendingChanged: updateSeekWait()
        case .propertiesChanged: break
        }
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
        for task in metrics { task.cancel() }
    }

    /// Reports the first frame of each item that `layer` displays.
    func watchFirstFrame(of layer: AVPlayerLayer) {
        pictureObservation = layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { [weak self] layer, _ in
            if layer.isReadyForDisplay { onMain { self?.pictureIsReady() } }
        }
    }

    func watchFirstFrame(of controller: AVPlayerViewController) {
        pictureObservation = controller.observe(\.isReadyForDisplay, options: [.initial, .new]) {
            [weak self] _, _ in
            onMain { [weak controller] in if controller?.isReadyForDisplay == true { self?.pictureIsReady() } }
        }
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

    private func reportWarnings(of index: Int) {
        let events = items[index].errorLog()?.events ?? []
        for event in events.dropFirst(reportedWarnings[index] ?? 0) {
            handler(
                .warning(item: index, code: event.errorStatusCode, message: event.errorComment ?? "", url: event.uri))
        }
        reportedWarnings[index] = events.count
    }

    private func currentEventChanged() {
        let present = interstitials.current?.identifier
        guard present != currentEvent else { return }
        if let currentEvent { handler(.interstitial(id: currentEvent, isPlaying: false)) }
        currentEvent = present
        if let present { handler(.interstitial(id: present, isPlaying: true)) }
    }

    private func transportChanged() {
        let transport = TransportFacts(player)
        guard transport != self.transport else { return }
        self.transport = transport
        switch transport {
        case .paused: handler(.paused)
        case .playing:
            // Resuming after an early end is a new attempt, whose end is reported again.
            if let index = items.firstIndex(where: { $0 === player.currentItem }), items[index].status != .failed {
                finishedItems.remove(index)
            }
            handler(.playing)
        case .waiting: report(wait: transport.waitReason(isSeekPending: false))
        }
        updateSeekWait()
    }

    private func report(wait reason: WaitReason?) { handler(.waiting(reason: reason?.name ?? "")) }

    /// Reports a seek that takes longer than two seconds as a wait, which ends when playback resumes.
    private func updateSeekWait() {
        let clock = ContinuousClock()
        let reason = transport.waitReason(isSeekPending: player.currentItem?.isSeekPending ?? false)
        if let isLong = seekWait.update(isWaiting: reason == .seeking, at: clock.now) {
            if isLong {
                report(wait: .seeking)
            } else if transport == .playing {
                handler(.playing)
            }
        }
        guard let deadline = seekWait.deadline else { return seekWaitTimer.cancel() }
        seekWaitTimer.fire(after: clock.now.duration(to: deadline)) { [weak self] in self?.updateSeekWait() }
    }

    /// Reports the end of an item; a failure is reported only once.
    private func finish(_ index: Int, _ event: Event) {
        if case .failed = event {
            guard finishedItems.insert(index).inserted else { return }
        }
        handler(event)
    }
}
