import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Live streams whose numbers restart, jump or do not advance while their media is continuous, from an origin on
/// loopback and on a fake clock (`spec/hls.md` sections 6 and 13).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct RenumberingTests {
    private static let recipe = LadderRecipe.small.with { $0.segmentSeconds = 2 }

    @Test(
        "section 6: numbers that restart during an outage of a variant, and return afterwards, lose or move no segment",
        arguments: [50, 10])
    func renumberedWhileAVariantIsGone(_ shift: Int) async throws {
        let run = try await LiveRun(Self.recipe) { $0.window = .sliding(8) }
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        for _ in 0..<6 {
            run.live.inject(.sequenceReset(by: shift))
            _ = run.play(10)
            run.live.clearFaults()
            run.origin.inject(.status(503), for: .prefix("/v1/"), times: .max)
            _ = run.play(10)
            run.origin.clearFaults()
        }
        #expect(run.play(30) { run.reached > 136 })
        LiveTests.check(run)
        #expect(run.lag < 12)
        #expect(run.failure == nil)
        #expect(run.reported.all.contains { $0.contains("live playlist was renumbered") }, "\(run.reported.all)")
    }

    @Test(
        "section 6: a playlist whose numbers never advance, without EXT-X-MEDIA-SEQUENCE, is played like any other"
    )
    func constantNumbers() async throws {
        let run = try await LiveRun(Self.recipe, faults: [.sequenceReset(by: 100_000)])
        defer { run.stop() }
        #expect(run.play(60) { run.reached > 60 })
        LiveTests.check(run)
        #expect(run.failure == nil)
        // Once for each of the two active playlists, and again after a minute.
        #expect(run.reported.all.count <= 4, "\(run.reported.all)")
    }

    @Test("sections 5 and 13: a segment with random timestamps is requested again, and no frame is far ahead")
    func noise() async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        for seed in 1...12 {
            run.origin.inject(.noise(bytes: 400, seed: UInt64(seed)), for: .suffix(".m4s"), times: 1)
            _ = run.play(6)
        }
        #expect(run.play(20) { run.reached > 88 })
        #expect(run.failure == nil)
        let end = Double(run.clock.now) / 1e9
        #expect(run.packets.allSatisfy { $0.time.seconds < end + 60 })
        // Every lost segment was reported.
        let holes = zip(run.video, run.video.dropFirst()).filter { $1.decodeTime - $0.decodeTime > 600 * .millisecond }
        #expect(holes.isEmpty, "\(run.reported.all)")
    }
}

/// The same with explicit times instead of a network.
struct RenumberedTrackerTests {
    /// Returns a tracker that has received `names` from number 10 on, at 100 s; the window starts at 40 s.
    private func tracker(_ names: [String], before: [String: [String]] = [:]) throws -> PlaylistTracker {
        var tracker = PlaylistTracker(url: try testURL())
        let list = try mediaPlaylist(names, from: 10, before: before)
        _ = try tracker.received(list, requestedAt: .seconds(100), now: .seconds(100))
        tracker.place(at: 40 * .second)
        return tracker
    }

    @Test(
        "section 6: media whose numbers restart, jump or do not advance keeps its position",
        arguments: [0, 60, 10])
    func placedByMedia(_ first: Int) throws {
        var tracker = try tracker(["a", "b", "c", "d"])
        let fresh = try mediaPlaylist(["b", "c", "d", "e"], from: first)
        let change = try tracker.received(fresh, requestedAt: .seconds(104), now: .seconds(104))
        #expect(change == .renumbered(common: .init(old: 3, new: 2)))
        #expect(tracker.windowStart == 44 * .second)
        #expect(tracker.era == 0)
        #expect(tracker.numbering == 1)
    }

    @Test(
        "section 6: numbers that jump by fifty in four seconds are not a gap: media is placed by date, else by elapsed time"
    )
    func jumps() throws {
        let names = ["a", "b", "c", "d"]
        var plain = try tracker(names)
        let change = try plain.received(
            try mediaPlaylist(["w", "x", "y", "z"], from: 64), requestedAt: .seconds(104), now: .seconds(104))
        #expect(change == .renumbered(common: nil))
        #expect(plain.windowStart == 44 * .second)
        var dated = try tracker(names, before: ["a": ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"]])
        let fresh = try mediaPlaylist(
            ["w", "x", "y", "z"], from: 64, before: ["w": ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:08Z"]])
        _ = try dated.received(fresh, requestedAt: .seconds(104), now: .seconds(104))
        #expect(dated.windowStart == 48 * .second)
        // Implausible dates are ignored.
        var wrong = try tracker(names, before: ["a": ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"]])
        let ahead = try mediaPlaylist(
            ["w", "x", "y", "z"], from: 64, before: ["w": ["#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:24Z"]])
        _ = try wrong.received(ahead, requestedAt: .seconds(104), now: .seconds(104))
        #expect(wrong.windowStart == 44 * .second)
    }

    @Test("section 6: a gap is accepted after its duration has passed; a cache's age counts")
    func plausibleGaps() throws {
        var late = try tracker(["a", "b"])
        let fresh = try mediaPlaylist(["x", "y"], from: 32)
        _ = try late.received(fresh, requestedAt: .seconds(188), now: .seconds(188))
        #expect(late.windowStart == 128 * .second)
        var aged = PlaylistTracker(url: try testURL())
        _ = try aged.received(
            try mediaPlaylist(["a", "b"], from: 10), age: 90, requestedAt: .seconds(100), now: .seconds(100))
        let change = try aged.received(fresh, requestedAt: .seconds(104), now: .seconds(104))
        #expect(change == .gap(missing: 20))
    }

    @Test("section 6: a chunk of an older numbering is followed by the chunk that starts at its end")
    func chunkUnderWay() throws {
        let list = try mediaPlaylist(["a", "b", "c", "d"], from: 10)
        var pipeline = RenditionMachine(
            role: .main, variant: 0, url: try testURL(), at: 0)
        _ = try pipeline.tracker.received(list, requestedAt: .zero, now: .zero)
        guard case .chunk(let chunk) = pipeline.upcoming() else { throw MediaError(.empty, "no chunk") }
        #expect(chunk.sequenceNumber == 10)
        let fresh = try mediaPlaylist(["b", "c", "d", "e"], from: 0)
        _ = try pipeline.tracker.received(fresh, requestedAt: .seconds(4), now: .seconds(4))
        pipeline.renumber()
        pipeline.pass(chunk)
        guard case .chunk(let next) = pipeline.upcoming() else { throw MediaError(.empty, "no chunk") }
        #expect(next.url.lastPathComponent == "b")
        pipeline.pass(next)
        #expect(pipeline.next == .segment(1))
    }
}

/// The alignment of another variant's window when the known one is old and has other numbers (`spec/hls.md` section 5).
struct OldWindowTests {
    private func dated(_ names: [String], from first: Int, _ date: String) throws -> MediaPlaylist {
        try mediaPlaylist(names, from: first, before: [names[0]: ["#EXT-X-PROGRAM-DATE-TIME:\(date)"]])
    }

    @Test("section 5: dates override numbers where the elapsed time confirms them")
    func datesAndTime() throws {
        let known = WindowAlignment(
            playlist: try dated(["a", "b", "c", "d"], from: 0, "2026-01-01T00:00:00Z"), windowStart: 100 * .second,
            seenAt: .seconds(50))
        // Also numbered from 0, twelve seconds later.
        let other = try dated(["a2", "b2", "c2", "d2"], from: 0, "2026-01-01T00:00:12Z")
        #expect(known.start(of: other, seenAt: .seconds(62)) == 112 * .second)
        #expect(known.start(of: other, seenAt: .seconds(50)) == 100 * .second)
    }

    @Test(
        "section 5: without common dates and numbers the end advances by the elapsed time, in whole segments")
    func byEnd() throws {
        let known = WindowAlignment(
            playlist: try mediaPlaylist(["a", "b", "c"], from: 10), windowStart: 100 * .second, seenAt: .seconds(50))
        let other = try mediaPlaylist(["x", "y"], from: 500)
        #expect(known.start(of: other, seenAt: .seconds(51)) == 104 * .second)
        #expect(known.start(of: other, seenAt: .seconds(63)) == 116 * .second)
    }
}
