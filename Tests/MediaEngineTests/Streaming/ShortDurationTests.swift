import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable), .ownThreads)
struct ShortDurationTests {
    @Test(
        "hls.md section 13: segments with more media than their EXTINF states: all frames are displayed, then playback ends"
    )
    func longSegments() async throws {
        let ladder = try await Ladder.make(.small.with { $0.seconds = 8 })
        let content = EditedContent(
            ladder,
            playlists: { _, text in
                text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { $0.hasPrefix("#EXTINF:") ? "#EXTINF:3.5," : $0 }.joined(separator: "\n")
            })
        let origin = try Origin(content)
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        probe.session.setRate(1)
        try await probe.playOn(clock)
        #expect(await probe.ended(), "\(probe.events)")
        let core = probe.session.core
        let (shownEnd, duration) = core.read {
            ($0.video.displayed?.end.seconds ?? 0, $0.source.duration?.seconds ?? 0)
        }
        #expect(duration == 7)
        #expect(shownEnd > 7.9)
        #expect(probe.session.statistics.droppedFrames == 0)
        #expect(probe.session.currentTime.seconds == 7)
    }
}
