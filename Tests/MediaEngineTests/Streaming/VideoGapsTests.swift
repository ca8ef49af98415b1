import CoreMedia
import MediaTesting
import Testing

@testable import MediaEngine

/// Ranges without video (`spec/hls.md` section 7).
struct VideoGapsTests {
    @Test("section 7: adjacent gaps are merged; overlapping gaps count once")
    func covered() {
        var holes = VideoGaps()
        holes.note(from: 10 * .second, to: 14 * .second)
        holes.note(from: 14 * .second, to: 18 * .second)
        holes.note(from: 30 * .second, to: 40 * .second)
        holes.note(from: 35 * .second, to: 36 * .second)
        #expect(holes.covered(from: 0, to: 100 * .second) == 18 * .second)
        #expect(holes.covered(from: 12 * .second, to: 32 * .second) == 8 * .second)
        #expect(holes.covered(from: 18 * .second, to: 30 * .second) == 0)
        #expect(holes.covered(from: 5, to: 5) == 0)
        holes.note(from: 7, to: 7)
        #expect(holes.covered(from: 0, to: 10 * .second) == 0)
    }

    @Test("section 7: the oldest gaps of a long stream are dropped")
    func bounded() {
        var holes = VideoGaps()
        for number in 0..<1_000 {
            let start = Nanoseconds(number) * 10 * .second
            holes.note(from: start, to: start + .second)
        }
        #expect(holes.covered(from: 0, to: 10_000 * .second) == Nanoseconds(VideoGaps.maximumCount) * .second)
    }
}

/// The gaps known to a reader, from an origin on loopback and on a fake clock.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct FoundHolesTests {
    private static let recipe = LadderRecipe.small.with { $0.segmentSeconds = 2 }

    @Test("section 7: a gap declared by a playlist is known, and so is a segment that no server delivers")
    func gapsAndLosses() async throws {
        let run = try await LiveRun(Self.recipe.with { $0.gaps = [15] })
        defer { run.stop() }
        run.origin.inject(.status(404), for: .suffix("/20.m4s"))
        // The window started with segment 6.
        #expect(run.play(60) { run.reached > 40 })
        #expect(run.reader.knownGap(from: 0, to: 60 * .second) == 4 * .second)
        #expect(run.reader.knownGap(from: 17 * .second, to: 19 * .second) == .second)
    }
}
