import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// `spec/hls.md` section 12: buffered media is not requested again.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct BufferedSeekTests {
    private static func wait(until condition: () -> Bool) async throws {
        try #require(await eventually(within: SessionProbe.timeout, condition))
    }

    @Test("section 12: seeks inside the buffer send no request [hls.md 12: seek inside the buffer]")
    func seeksWithoutRequests() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/main.m3u8"))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        let end = Double(ladder.recipe.seconds) - 0.5
        try await Self.wait { probe.session.loadedRanges.first?.end.seconds ?? 0 >= end }
        let before = origin.records.count
        for seconds in [11.3, 2, 14.9, 0, 7.5] {
            let (finished, reachedTime) = await probe.seek(seconds)
            #expect(finished && abs(reachedTime - seconds) < 0.001)
        }
        #expect(origin.records.count == before, "\(origin.records.dropFirst(before).map(\.path))")
    }

    @Test("section 12: a seek inside the buffer does not wait for pending loads")
    func seeksBesideTheNetwork() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        // The third segment of every rendition never arrives.
        origin.inject(.silence, for: .suffix("/2.m4s"))
        let probe = SessionProbe(origin.url("/main.m3u8"))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        try await Self.wait { probe.session.loadedRanges.first?.end.seconds ?? 0 >= 7.5 }
        for seconds in [6.3, 1, 5.2] {
            let (finished, reachedTime) = await probe.seek(seconds)
            #expect(finished && abs(reachedTime - seconds) < 0.001)
        }
        // A seek that waited for the network would only complete after the timeout.
        #expect(probe.events.allSatisfy { if case .streamFault = $0 { false } else { true } })
        #expect(!origin.records(for: .suffix("/2.m4s")).isEmpty)
    }

    @Test("section 12: a seek outside the buffer does not wait for pending loads, nor does the next seek")
    func seeksAwayFromTheNetwork() async throws {
        let ladder = try await Ladder.make(.small.with { $0.seconds = 32 })
        let origin = try Origin(ladder)
        defer { origin.stop() }
        for number in [1, 2, 3, 4, 5] { origin.inject(.silence, for: .suffix("/\(number).m4s")) }
        let probe = SessionProbe(origin.url("/main.m3u8"))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        try await Self.wait { !origin.records(for: .suffix("/1.m4s")).isEmpty }
        async let mute = probe.seek(14)
        try await Self.wait { !origin.records(for: .suffix("/3.m4s")).isEmpty }
        let (finished, reachedTime) = await probe.seek(25)
        #expect(finished && abs(reachedTime - 25) < 0.001)
        #expect(await !mute.0)
        #expect(probe.events.allSatisfy { if case .streamFault = $0 { false } else { true } })
    }
}
