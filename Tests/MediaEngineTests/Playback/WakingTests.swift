import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// The number of times that the threads of a session wake.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct WakingTests {
    /// Counts the waits of a session's threads: a thread that wakes without work waits again.
    private final class CountingClock: HostClock {
        let fake = FakeHostClock()
        private let count = Atomic(0)
        var waits: Int { count.load(ordering: .relaxed) }
        var now: Int64 { fake.now }

        func wait(on condition: Condition, until deadline: Int64?) {
            count.add(1, ordering: .relaxed)
            fake.wait(on: condition, until: deadline)
        }
    }

    @Test("during steady playback the threads of a session wait at most five times for each frame")
    func steadyPlayback() async throws {
        let clock = CountingClock()
        let url = try await StreamMaker.shared.clip(.marked(frames: 120))
        let probe = SessionProbe(url) { $0.hostClock = clock }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        let core = probe.session.core
        func play(until seconds: Double) async throws {
            let isReached = await eventually(every: .microseconds(200)) {
                if core.currentTime.seconds >= seconds { return true }
                let isReady = core.read { $0.video.frames.count >= 3 || $0.video.isDrained }
                if clock.fake.isAwaited, isReady { clock.fake.advance(by: 5_000_000) }
                return false
            }
            try #require(isReached, "time stopped at \(core.currentTime.seconds)")
        }
        try await play(until: 1)
        let before = (clock.waits, core.read { $0.statistics.shownFrames })
        try await play(until: 4)
        let (waits, frames) = (clock.waits - before.0, core.read { $0.statistics.shownFrames } - before.1)
        #expect(frames > 60)
        #expect(waits <= frames * 5, "\(waits) waits for \(frames) frames")
    }

    @Test("frames of 24 fps are decoded two in a row, and two remain queued meanwhile")
    func bursts() async throws {
        let clock = FakeHostClock()
        let probe = SessionProbe(try await StreamMaker.shared.clip(.marked(frames: 96))) { $0.hostClock = clock }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        let core = probe.session.core
        var queued: [Int] = []
        let isReached = await eventually(every: .microseconds(500)) {
            if core.currentTime.seconds >= 2 { return true }
            // Time advances while the decoder rests.
            guard clock.isAwaited, core.read({ !$0.hasVideoJob }) else { return false }
            queued.append(core.read { $0.video.frames.count })
            clock.advance(by: 5_000_000)
            return false
        }
        #expect(isReached)
        #expect(Set(queued.suffix(200)) == [3, 4])
    }
}
