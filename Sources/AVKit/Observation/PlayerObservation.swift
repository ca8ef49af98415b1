package import AVFoundation
import Foundation
import KeyValueObserving

/// What happens to a player while it is observed.
package enum PlayerEvent {
    /// `timeControlStatus` or `reasonForWaitingToPlay`. Changes that follow each other at once are reported once each, with the last values.
    case transportChanged
    /// The rate: true where playback was requested.
    case rateChanged(isPlaying: Bool)
    /// The default rate, the volume, muting, the status, or whether the display is kept awake.
    case settingsChanged
    case itemChanged
}

/// Reports on the main actor, in order, what happens to one player. It does so for as long as it is retained, and retains the player.
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

    /// Calls `handler` so often while the player plays, and after jumps, until `stopTime` or another call.
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
