package import AVFoundation
import Foundation
import KeyValueObserving

/// A change of an observed player.
package enum PlayerEvent {
    /// `timeControlStatus` or `reasonForWaitingToPlay` has changed. Changes in quick succession are each reported, but the values read then
    /// may already be the latest ones.
    case transportChanged
    /// The rate has changed; true: playback was requested.
    case rateChanged(isPlaying: Bool)
    /// The default rate, the volume, muting, the status, or `preventsDisplaySleepDuringVideoPlayback`.
    case settingsChanged
    case itemChanged
}

/// Reports the changes of one player on the main actor, in order, for as long as the observation is retained. Retains the player.
@MainActor
package final class PlayerObservation {
    package let player: AVPlayer
    private var observations: [NSKeyValueObservation] = []
    private var timeToken: Any?

    package init(_ player: AVPlayer, handler: @escaping @MainActor (PlayerEvent) -> Void) {
        self.player = player
        let report: @Sendable (PlayerEvent) -> Void = { [weak self] event in
            Task { @MainActor in if self != nil { handler(event) } }
        }
        observations = [
            player.observe(\.timeControlStatus) { _, _ in report(.transportChanged) },
            player.observe(\.reasonForWaitingToPlay) { _, _ in report(.transportChanged) },
            player.observe(\.rate, options: .new) { _, change in report(.rateChanged(isPlaying: change.newValue != 0))
            },
            player.observe(\.defaultRate) { _, _ in report(.settingsChanged) },
            player.observe(\.volume) { _, _ in report(.settingsChanged) },
            player.observe(\.isMuted) { _, _ in report(.settingsChanged) },
            player.observe(\.preventsDisplaySleepDuringVideoPlayback) { _, _ in report(.settingsChanged) },
            player.observe(\.status) { _, _ in report(.settingsChanged) },
            player.observe(\.currentItem) { _, _ in report(.itemChanged) },
        ]
    }

    /// Calls `handler` every `seconds` seconds while the player plays, and after time jumps, until `stopTime` or another call.
    package func startTime(every seconds: Double, _ handler: @escaping @MainActor (CMTime) -> Void) {
        stopTime()
        let interval = CMTime(seconds: seconds, preferredTimescale: 600)
        timeToken = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { time in
            MainActor.assumeIsolated { handler(time) }
        }
    }

    package func stopTime() {
        if let timeToken { player.removeTimeObserver(timeToken) }
        timeToken = nil
    }

    isolated deinit { stopTime() }
}
