import Foundation
import MediaTesting

@testable import MediaEngine

/// Complete playbacks on a fake clock.
extension SessionProbe {
    /// Advances the clock while the decoder is this many frames ahead.
    func playOn(_ clock: FakeHostClock, until isOver: () -> Bool = { false }) async throws {
        let core = session.core
        func isFinished(_ machine: SessionMachine) -> Bool {
            if case .failed = machine.mode { true } else { machine.isEnded }
        }
        _ = await eventually(within: .seconds(120), every: .milliseconds(1)) {
            // The presenter and the decoder have caught up.
            let now = clock.time
            let isDue = core.read { machine in
                let next = machine.video.frames.first?.time ?? .never
                let isShown = next > machine.time(at: now) &+ PlaybackLimits.displayLead
                return isShown && (machine.video.frames.count >= 2 || machine.video.isDrained)
            }
            if isDue { clock.advance(by: 5_000_000) }
            return isOver() || core.read(isFinished)
        }
    }

    /// The stream's entries of an error log.
    var streamFaults: [StreamFault] {
        events.compactMap { if case .streamFault(let fault) = $0 { fault } else { nil } }
    }
}
