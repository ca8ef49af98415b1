import AVFoundation
import Foundation

/// Changes a player's volume for the viewer; muting ramps over a quarter of a second (R30).
///
/// Main thread only. Does not retain the player.
@MainActor
final class VolumeControl {
    /// A volume ramp in progress.
    private struct Session {
        var ramp: VolumeRamp
        var begun: ContinuousClock.Instant
        /// The volume on the slider and at the end of the ramp.
        var target: Float
        var mutesAtEnd: Bool
        /// The player's volume at this time of the ramp.
        var momentary: Float
    }

    /// Called with the intermediate volume during a ramp, and with nil at its end.
    var onChange: @MainActor (_ momentary: Float?) -> Void = { _ in }
    private weak var player: AVPlayer?
    private var session: Session?
    private let timer = MainTimer()
    private let clock = ContinuousClock()

    /// The volume that the viewer has chosen, 0 to 1.
    var volume: Float { session?.target ?? player?.volume ?? 1 }
    /// The volume that the slider shows: that of the ramp, if one is in progress, and 0 for a muted player.
    var shownVolume: Float { session?.momentary ?? (isMuted ? 0 : volume) }
    /// Whether the player is muted, or will be at the end of the ramp.
    var isMuted: Bool { session.map { $0.mutesAtEnd } ?? player?.isMuted ?? false }

    /// Ends a running ramp and switches to another player.
    func follow(_ player: AVPlayer?) {
        finish()
        self.player = player
    }

    /// Sets the volume, rounded to hundredths, and unmutes a muted player if the volume is not 0.
    func set(_ volume: Float) {
        finish()
        guard let player, volume.isFinite else { return }
        let value = max(0, min(1, (volume * 100).rounded() / 100))
        player.volume = value
        if player.isMuted, value > 0 { player.isMuted = false }
        onChange(nil)
    }

    /// - Returns: the new volume; nil without a player.
    func change(by step: Float) -> Float? {
        finish()
        guard let player else { return nil }
        set((player.isMuted ? 0 : player.volume) + step)
        return player.volume
    }

    /// R30: the volume ramps down before the player is muted, and up after it is unmuted.
    func setMuted(_ muted: Bool) {
        guard let player else { return }
        let loudness = session?.target ?? player.volume
        let now = player.isMuted ? 0 : player.volume
        timer.cancel()
        if !muted {
            player.volume = now
            player.isMuted = false
        }
        let target = loudness > 0.001 ? loudness : 0.5
        session = Session(
            ramp: VolumeRamp(from: now, to: muted ? 0 : target), begun: clock.now, target: target, mutesAtEnd: muted,
            momentary: now)
        step()
    }

    private func step() {
        guard let session, let player else { return }
        let time = session.begun.duration(to: clock.now)
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        guard !session.ramp.isOver(after: seconds) else { return finish() }
        let value = session.ramp.value(after: seconds)
        self.session?.momentary = value
        player.volume = value
        onChange(value)
        timer.fire(after: .seconds(VolumeRamp.stepSeconds)) { [weak self] in self?.step() }
    }

    /// Ends the ramp. A muted player keeps its previous volume for unmuting.
    private func finish() {
        timer.cancel()
        guard let session else { return }
        self.session = nil
        guard let player else { return }
        if session.mutesAtEnd { player.isMuted = true }
        player.volume = session.target
        onChange(nil)
    }
}
