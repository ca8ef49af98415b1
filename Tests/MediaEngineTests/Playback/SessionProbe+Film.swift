import Foundation
import MediaTesting

@testable import MediaEngine

/// Whole films on a fake clock.
extension SessionProbe {
    /// Lets time go on where the decoder is so many pictures ahead of it.
    func playOn(_ clock: FakeHostClock, until isOver: () -> Bool = { false }) async throws {
        let core = session.core
        let patience = ContinuousClock.now + .seconds(120)
        func isFinished(_ machine: SessionMachine) -> Bool {
            if case .failed = machine.mode { true } else { machine.isEnded }
        }
        while ContinuousClock.now < patience, !isOver(), !core.read(isFinished) {
            // The presenter has caught up, and so has the decoder.
            let now = clock.time
            let isDue = core.read { machine in
                let next = machine.video.frames.first?.time ?? .never
                let isShown = next > machine.time(at: now) &+ PlaybackLimits.displayLead
                return isShown && (machine.video.frames.count >= 2 || machine.video.isDrained)
            }
            if isDue { clock.advance(by: 5_000_000) }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// What an error log would hold of the stream.
    var streamFaults: [StreamFault] {
        events.compactMap { if case .streamFault(let fault) = $0 { fault } else { nil } }
    }
}
