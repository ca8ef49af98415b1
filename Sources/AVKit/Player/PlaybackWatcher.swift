import AVFoundation
import Foundation
import KeyValueObserving

/// Watches a player and its item for the player's face: many small changes become one call on the main thread.
@MainActor
final class PlaybackWatcher {
    /// Something that the controls show has changed.
    var onChange: @MainActor () -> Void = {}
    /// Another item is the current one, or none.
    var onItem: @MainActor (AVPlayerItem?) -> Void = { _ in }
    /// The current item has played to its end.
    var onEnd: @MainActor (AVPlayerItem) -> Void = { _ in }
    /// The current item goes on in spite of an error, which its log now has.
    var onTrouble: @MainActor (AVPlayerItem) -> Void = { _ in }
    var onTime: @MainActor (CMTime) -> Void = { _ in }

    private(set) var player: AVPlayer?
    private(set) var item: AVPlayerItem?
    /// Why the item stopped before its end; nil once it plays or was sought again.
    private(set) var endFailure: (any Error)?
    private var playerObservations: [NSKeyValueObservation] = []
    private var itemObservations: [NSKeyValueObservation] = []
    private var tokens: [any NSObjectProtocol] = []
    private var timeToken: Any?
    private var isUpdatePending = false

    func watch(_ player: AVPlayer?) {
        guard player !== self.player else { return }
        stopTime()
        playerObservations = []
        self.player = player
        if let player {
            let changed: @Sendable () -> Void = { [weak self] in self?.schedule() }
            playerObservations = [
                player.observe(\.timeControlStatus) { _, _ in changed() },
                player.observe(\.reasonForWaitingToPlay) { _, _ in changed() },
                player.observe(\.rate, options: .new) { [weak self] _, change in
                    if change.newValue != 0 { Task { @MainActor in self?.endFailure = nil } }
                    changed()
                },
                player.observe(\.defaultRate) { _, _ in changed() },
                player.observe(\.volume) { _, _ in changed() },
                player.observe(\.isMuted) { _, _ in changed() },
                player.observe(\.status) { _, _ in changed() },
                player.observe(\.currentItem) { _, _ in changed() },
            ]
        }
        followItem()
        onChange()
    }

    /// Calls `onTime` so often while the player plays, and after jumps. The token lives until `stopTime`.
    func startTime(every seconds: Double) {
        stopTime()
        guard let player else { return }
        let interval = CMTime(seconds: seconds, preferredTimescale: 600)
        timeToken = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
            MainActor.assumeIsolated { self?.onTime(time) }
        }
    }

    func stopTime() {
        if let timeToken, let player { player.removeTimeObserver(timeToken) }
        timeToken = nil
    }

    /// Any thread: changes that come together are reported together.
    private nonisolated func schedule() {
        Task { @MainActor [weak self] in
            guard let self, !isUpdatePending else { return }
            isUpdatePending = true
            Task { @MainActor [weak self] in
                guard let self else { return }
                isUpdatePending = false
                if player?.currentItem !== item { followItem() }
                onChange()
            }
        }
    }

    private func followItem() {
        let item = player?.currentItem
        guard item !== self.item else { return }
        itemObservations = []
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        tokens = []
        self.item = item
        endFailure = nil
        if let item {
            let changed: @Sendable () -> Void = { [weak self] in self?.schedule() }
            itemObservations = [
                item.observe(\.status) { _, _ in changed() },
                item.observe(\.duration) { _, _ in changed() },
                item.observe(\.loadedTimeRanges) { _, _ in changed() },
                item.observe(\.presentationSize) { _, _ in changed() },
            ]
            let center = NotificationCenter.default
            tokens = [
                center.addObserver(forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil) {
                    [weak self, weak item] _ in
                    Task { @MainActor in
                        guard let self, let item else { return }
                        self.onEnd(item)
                    }
                },
                center.addObserver(
                    forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil
                ) { [weak self, weak item] note in
                    let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error
                    Task { @MainActor in
                        guard let self, self.item === item else { return }
                        self.endFailure = error ?? AVError(.unknown)
                    }
                    changed()
                },
                center.addObserver(forName: AVPlayerItem.newErrorLogEntryNotification, object: item, queue: nil) {
                    [weak self, weak item] _ in
                    Task { @MainActor in
                        guard let self, let item, self.item === item else { return }
                        self.onTrouble(item)
                    }
                    changed()
                },
                center.addObserver(forName: AVPlayerItem.timeJumpedNotification, object: item, queue: nil) {
                    [weak self] _ in
                    Task { @MainActor in self?.endFailure = nil }
                    changed()
                },
                center.addObserver(forName: AVPlayerItem.mediaSelectionDidChangeNotification, object: item, queue: nil)
                { _ in
                    changed()
                },
            ]
        }
        onItem(item)
    }

    isolated deinit {
        stopTime()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
