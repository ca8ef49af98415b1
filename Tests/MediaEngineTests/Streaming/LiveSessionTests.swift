import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// A whole session on a live stream, with sound, in real time (`spec/hls.md` section 6).
@Suite(.enabled(if: StreamMaker.isAvailable))
struct LiveSessionTests {
    @Test("section 6: item time begins where a live stream is joined, and goes on from there with the sound")
    func timeBeginsAtTheJoin() async throws {
        let clock = SystemHostClock()
        let recipe = LadderRecipe.small.with { $0.segmentSeconds = 2 }
        let origin = try Origin(try LiveLadder(try await Ladder.make(recipe), clock: clock) { _ in }, clock: clock)
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: SystemHostClock()) }
        }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        let joined = probe.session.currentTime.seconds
        #expect(joined > 5)
        probe.session.setRate(1)
        var earliest = joined
        let patience = ContinuousClock.now + SessionProbe.patience
        while ContinuousClock.now < patience, probe.session.video.presentationTime.seconds < joined + 0.5 {
            earliest = min(earliest, probe.session.currentTime.seconds)
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(probe.session.video.presentationTime.seconds >= joined + 0.5)
        #expect(earliest > joined - 0.05)
    }
}
