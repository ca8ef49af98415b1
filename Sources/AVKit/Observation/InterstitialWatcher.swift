package import AVFoundation
import Foundation

/// Observes the interstitial events of a player. Main thread only.
@MainActor
package final class InterstitialWatcher {
    /// Called when the list of events or the current event has changed.
    package var onChange: @MainActor () -> Void = {}
    /// Called when the displayed state of the current event has changed.
    var onTick: @MainActor () -> Void = {}

    private(set) var controller: AVPlayerInterstitialEventController?
    package private(set) var current: AVPlayerInterstitialEvent?
    /// Number of items of this ad break that have finished.
    private var finished = 0
    private var item: AVPlayerItem?
    /// Seconds played of the current event's earlier items.
    private var earlierSeconds = 0.0
    private var tokens: [any NSObjectProtocol] = []
    private var timeToken: Any?

    /// The player of the interstitial items; nil while no event plays.
    var player: AVQueuePlayer? { current == nil ? nil : controller?.interstitialPlayer }

    var events: [AVPlayerInterstitialEvent] { controller?.events ?? [] }

    /// Whether the viewer may neither seek forward nor play faster.
    var isRestricted: Bool { current?.restrictions.contains(.requiresPlaybackAtPreferredRateForAdvancement) ?? false }

    package init() {}

    package func watch(_ player: AVPlayer?) {
        stop()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        tokens = []
        current = nil
        controller = player.map { AVPlayerInterstitialEventController(primaryPlayer: $0) }
        guard let controller else { return }
        let names = [
            AVPlayerInterstitialEventMonitor.eventsDidChangeNotification,
            AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification,
            AVPlayerInterstitialEventMonitor.currentEventSkippableStateDidChangeNotification,
        ]
        tokens = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: controller, queue: nil) { [weak self] _ in
                Task { @MainActor in self?.update() }
            }
        }
        update()
    }

    func skip() { controller?.skipCurrentEvent() }

    /// The displayed state of the current event; nil while no event plays.
    var content: BreakContent? {
        guard let current, let controller, let player else { return nil }
        noteItem()
        var content = BreakContent()
        let items = player.items()
        content.index = finished + 1
        content.count = finished + max(1, items.count)
        let time = player.currentTime().seconds
        let end = player.currentItem.map { item in
            let (limit, duration) = (item.forwardPlaybackEndTime, item.duration)
            return limit.isNumeric ? (duration.isNumeric ? min(limit, duration) : limit) : duration
        }
        if let end, end.isNumeric, time.isFinite { content.remaining = end.seconds - time }
        let state = controller.currentEventSkippableState
        content.skipLabel = nil
        switch state {
        case .eligible: content.skip = .now
        case .notYetEligible:
            let start = current.skipControlTimeRange.start
            content.skip = BreakContent.skip(
                elapsed: earlierSeconds + (time.isFinite ? time : 0),
                range: start.isNumeric ? start.seconds..<max(start.seconds, .greatestFiniteMagnitude) : nil)
        case .notSkippable, .noLongerEligible: content.skip = .none
        }
        return content
    }

    private func noteItem() {
        guard let present = player?.currentItem, present !== item else { return }
        if let item {
            finished += 1
            let seconds = item.currentTime().seconds
            if seconds.isFinite { earlierSeconds += seconds }
        }
        item = present
    }

    private func update() {
        let event = controller?.currentEvent
        if event !== current {
            if event == nil || current == nil { finished = 0 }
            if current != nil, event != nil { finished += 1 }
            item = nil
            earlierSeconds = 0
            current = event
            if event == nil { stop() } else { start() }
        }
        onChange()
    }

    private func start() {
        guard timeToken == nil, let player = controller?.interstitialPlayer else { return }
        timeToken = player.addPeriodicTimeObserver(
            forInterval: CMTime(value: 1, timescale: 4), queue: .main
        ) { [weak self] _ in MainActor.assumeIsolated { self?.onTick() } }
    }

    private func stop() {
        if let timeToken { controller?.interstitialPlayer.removeTimeObserver(timeToken) }
        timeToken = nil
    }

    isolated deinit {
        stop()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
