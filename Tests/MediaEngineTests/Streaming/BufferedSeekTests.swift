import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// `spec/hls.md` section 12: what is held is not asked for again.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct BufferedSeekTests {
    @Test("section 12: seeks within what is held ask the server for nothing")
    func seeksWithoutRequests() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/main.m3u8"))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let end = Double(ladder.recipe.seconds) - 0.5
        let patience = ContinuousClock.now + SessionProbe.patience
        while probe.session.loadedRanges.first?.end.seconds ?? 0 < end, ContinuousClock.now < patience {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(probe.session.loadedRanges.first?.end.seconds ?? 0 >= end)
        let before = origin.records.count
        for seconds in [11.3, 2, 14.9, 0, 7.5] {
            let (finished, landed) = await probe.seek(seconds)
            #expect(finished && abs(landed - seconds) < 0.001)
        }
        #expect(origin.records.count == before, "\(origin.records.dropFirst(before).map(\.path))")
    }
}
