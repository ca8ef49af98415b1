import CoreMedia
import MediaEngine

/// Starting at a moment of the host's clock.
extension PlayerCore {
    /// A start that waits for its moment. The transport plays already; the session does not.
    struct HeldStart: Sendable {
        let timer: any PlaybackTimer
        let serial: UInt64
    }

    /// Plays so that the item's `time` is met at `hostTime`. Where a seek is needed for that, and there is less time than it takes, by that late.
    func setRate(_ rate: Float, time: CMTime, atHostTime hostTime: CMTime) {
        let now = environment.hostClock.now
        let start = hostTime.isNumeric ? hostTime.convertScale(Self.nanoseconds, method: .default).value : now
        // Above what a clock's reading itself takes.
        let waits = rate != 0 && start > now &+ Self.shortestHold
        if time.isNumeric, let core = currentCore {
            let late = max(0, (Double(now) - Double(start)) / 1e9) * Double(rate)
            let target = max(.zero, time + CMTime(seconds: late, preferredTimescale: Self.lateTimescale))
            if abs((target - core.currentTime()).seconds) > Self.sameTimeSeconds {
                core.seek(.init(time: target, before: .zero, after: .zero), handler: nil)
            }
        }
        update { state in
            endPreroll(false, &state)
            if waits, let core = state.current { post { core.setRate(0) } }
            state.dropHeldStart()
            if waits { state.heldStart = hold(until: start, &state) }
            perform(state.transport.setRate(rate, immediately: true), &state)
        }
    }

    private static let nanoseconds: CMTimeScale = 1_000_000_000
    private static let shortestHold: Int64 = 1_000_000
    private static let sameTimeSeconds = 0.001
    private static let lateTimescale: CMTimeScale = 90_000

    private func hold(until hostTime: Int64, _ state: inout State) -> HeldStart {
        state.startSerial &+= 1
        let serial = state.startSerial
        let timer = environment.schedule(hostTime) { [weak self] in
            self?.update { state in
                guard state.heldStart?.serial == serial else { return }
                state.heldStart = nil
                let core = state.current
                let rate = state.transport.sessionRate
                self?.post { core?.setRate(rate) }
            }
        }
        return HeldStart(timer: timer, serial: serial)
    }
}
