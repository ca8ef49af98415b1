import AVFoundation
import Foundation

/// Fades a player's audio with a gesture (R31). The volume that the viewer and the client see stays as it is.
///
/// Main thread only. Does not retain the player. The audio of a player that is no longer followed is at its full volume.
@MainActor
final class AudioFade {
    private(set) weak var player: AVPlayer?
    /// The factor of the volume, 0 to 1.
    private(set) var level: Float = 1
    private let timer = MainTimer()
    private let clock = ContinuousClock()

    /// Fades another player from now on.
    func follow(_ player: AVPlayer?) {
        guard player !== self.player else { return }
        self.player?.interfaceGain = 1
        self.player = player
        player?.interfaceGain = level
    }

    func set(_ level: Float) {
        timer.cancel()
        apply(level)
    }

    /// Changes the level over a quarter of a second.
    func ramp(to level: Float) {
        step(VolumeRamp(from: self.level, to: level), begun: clock.now)
    }

    private func step(_ ramp: VolumeRamp, begun: ContinuousClock.Instant) {
        let time = begun.duration(to: clock.now)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        apply(ramp.value(after: seconds))
        guard !ramp.isOver(after: seconds) else { return }
        timer.fire(after: .seconds(VolumeRamp.stepSeconds)) { [weak self] in self?.step(ramp, begun: begun) }
    }

    private func apply(_ level: Float) {
        self.level = level
        player?.interfaceGain = level
    }

    isolated deinit { player?.interfaceGain = 1 }
}
