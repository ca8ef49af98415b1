import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable), .ownThreads)
struct MissingEndTests {
    @Test(
        "hls.md section 10: VOD whose last segment is missing on every server plays to its end, and the missing segment is reported once"
    )
    func lastSegment() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.status(404), for: .suffix("/3.m4s"))
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.playsAudio = true; $0.makeAudioOutput = { NullOutput(clock: SystemHostClock()) }
        }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        _ = await probe.seek(11.5)
        probe.session.setRate(1)
        #expect(await probe.ended(), "\(probe.events)")
        #expect(probe.session.currentTime.seconds == 16)
        #expect(!probe.warnings.contains { $0.code == .truncated }, "\(probe.warnings)")
        let reported = probe.events.compactMap { if case .streamFault(let fault) = $0 { fault.comment } else { nil } }
        #expect(reported.contains { $0.contains("skipped") }, "\(reported)")
    }
}
