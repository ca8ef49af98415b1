import Foundation
import MediaTesting

@testable import MediaEngine

/// Whole films on a fake clock.
extension SessionProbe {
    /// Lets time go on where the decoder is so many pictures ahead of it.
    func playOn(_ clock: FakeHostClock, until isOver: () -> Bool = { false }) async throws {
        let core = session.core
        let patience = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < patience, !isOver(), !core.gate.withLock({ core.isEnded || core.phase == .failed })
        {
            // Whoever presents has caught up, and so has the decoder.
            let isDue = core.gate.withLock {
                let next = core.frames.first.map { $0.time > core.mediaTime() &+ SessionCore.showsEarly } ?? true
                return next && (core.frames.count >= 2 || core.isVideoDrained)
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
