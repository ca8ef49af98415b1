import CoreMedia
import MediaEngine

/// Playback that starts at a time of the host clock.
extension PlayerCore {
    /// Plays so that the item's time is `time` at `hostTime`. Where a seek is needed and takes longer than the remaining time, the start is
    /// late.
    func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
        let now = environment.hostClock.now
        let start = hostTime.isNumeric ? hostTime.convertScale(Self.nanoseconds, method: .default).value : now
        // Shorter waits are within the time that reading the clock takes.
        let waits = rate != 0 && start > now &+ Self.shortestHold
        if time.isNumeric, let core = currentCore {
            let late = max(0, (Double(now) - Double(start)) / 1e9) * Double(rate)
            let target = max(.zero, time + CMTime(seconds: late, preferredTimescale: Self.lateTimescale))
            if abs((target - core.currentTime()).seconds) > Self.sameTimeSeconds {
                core.seek(.init(time: target, before: .zero, after: .zero), handler: nil)
            }
        }
        update(.client, setting: "rate") { state in
            endPreroll(false, &state)
            state.scheduledStart.cancel()
            if waits {
                state.current?.setRate(0)
                state.scheduledStart.begin { serial in
                    environment.schedule(start) { [weak self] in self?.startScheduled(serial) }
                }
            }
            perform(state.transport.setRate(rate, immediately: true), &state)
        }
    }

    private func startScheduled(_ serial: UInt64) {
        update(.playback) { state in
            guard state.scheduledStart.isPending, state.scheduledStart.serial == serial else { return }
            state.scheduledStart.cancel()
            state.current?.setRate(state.transport.sessionRate)
        }
    }

    private static let nanoseconds: CMTimeScale = 1_000_000_000
    private static let shortestHold: Int64 = 1_000_000
    private static let sameTimeSeconds = 0.001
    private static let lateTimescale: CMTimeScale = 90_000
}
