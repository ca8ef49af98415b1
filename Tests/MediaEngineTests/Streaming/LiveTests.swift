import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Live streams from an origin on loopback, on a fake clock (`spec/hls.md` sections 6 and 7).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct LiveTests {
    /// Segments of two seconds; six in the window unless a test specifies otherwise.
    private static let recipe = LadderRecipe.small.with { $0.segmentSeconds = 2 }
    private static let framesPerSecond = 24.0

    /// Checks that every frame occurs once and in order, and audio without a gap.
    static func check(_ run: LiveRun, sourceLocation: SourceLocation = #_sourceLocation) {
        let frame = Int64(1e9 / framesPerSecond)
        for (one, next) in zip(run.video, run.video.dropFirst())
        where abs(next.decodeTime - one.decodeTime - frame) > frame / 4 {
            Issue.record(
                "consecutive frames at \(one.decodeTime) and \(next.decodeTime)", sourceLocation: sourceLocation)
        }
        for (one, next) in zip(run.sound, run.sound.dropFirst()) {
            let step = next.time - one.time
            if step <= 0 || step > 60_000_000 {
                Issue.record(
                    "consecutive audio samples at \(one.time) and \(next.time)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(
        "section 11: a live stream reaches the variant that its network supports, though only a segment or two can be buffered"
    )
    func climbs() async throws {
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = true
        let run = try await LiveRun(Self.recipe, preferences: preferences)
        defer { run.stop() }
        func variant() -> Int? { run.reader.query { $0.main?.variant } }
        #expect(run.play(40) { variant() == 1 })
        #expect(run.play(20) { run.reached > 20 })
        Self.check(run)
    }

    @Test(
        "hls.md section 6: playback joins at the hold-back from the end; the window and the seekable range advance [hls.md 6: live position, hls.md 6: seekable range]"
    )
    func join() async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        // Six segments of 2 s, minus three target durations of hold-back.
        #expect(run.reader.startPosition == 6 * .second)
        #expect(run.reader.seekableRange == 0...6 * .second)
        #expect(run.reader.info.isLive && run.reader.info.isSeekable)
        #expect(run.reader.info.duration == .indefinite)
        #expect(run.play(30) { run.reached > 30 })
        Self.check(run)
        #expect(abs((run.video.first?.time ?? 0) - 6 * .second) < 50 * .millisecond)
        let range = try #require(run.reader.seekableRange)
        #expect(range.upperBound - range.lowerBound == 6 * .second)
        #expect(range.lowerBound >= 18 * .second)
        #expect(run.reported.all == [])
    }

    @Test(
        "hls.md section 6: EXT-X-START changes the start, but never inside the hold-back [hls.md 6: EXT-X-START]",
        arguments: [
            (-10.0, 2.0), (-1, 6), (3, 2), (100, 6),
        ])
    func startPoint(_ offset: Double, _ expected: Double) async throws {
        let run = try await LiveRun(Self.recipe.with { $0.start = .init(offset: offset) })
        defer { run.stop() }
        #expect(run.reader.startPosition.seconds == expected)
    }

    @Test(
        "section 6: a DVR window is seekable like VOD, and plays on from there [hls.md 14: virtual clock and transport]"
    )
    func digitalRecorder() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.window = .sliding(60)
            $0.secondsBefore = 120
        }
        defer { run.stop() }
        #expect(run.reader.seekableRange == 0...114 * .second)
        try run.seek(to: 41 * .second)
        #expect(run.play(10) { run.reached > 60 })
        Self.check(run)
        #expect(abs((run.video.first?.time ?? 0) - 40 * .second) < 50 * .millisecond)
        // Times beyond the ends are clamped.
        #expect(try run.reader.nearestSeekable(to: .never) >= 114 * .second)
        #expect(try run.reader.nearestSeekable(to: -5 * .second) >= 0)
    }

    @Test(
        "hls.md section 6: after a pause longer than the window, playback reports it and joins the live edge again [hls.md 6: behind the window]"
    )
    func behindTheWindow() async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 10 })
        run.pause()
        _ = run.play(120)
        run.resume()
        #expect(run.play(20) { run.failure != nil })
        #expect(run.failure?.code == .behindLiveWindow)
        // The buffered media is still contiguous.
        Self.check(run)
        try run.seek(to: .never)
        #expect(run.play(30) { run.reached > 140 })
        Self.check(run)
        #expect((run.video.first?.time ?? 0) > 120 * .second)
    }

    @Test(
        "section 13: a recent segment that is missing is requested again after half a target duration, and nothing is lost",
        arguments: [["/v0/", "/v1/"], ["/audio"]])
    func lateSegment(_ folders: [String]) async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        let paths = Set(run.origin.records.map(\.path).filter { $0.hasSuffix(".m4s") && !$0.contains("init") })
        let sound = try #require(paths.first { !$0.hasPrefix("/v") }).split(separator: "/").dropLast().joined(
            separator: "/")
        let late = folders == ["/audio"] ? ["/\(sound)/"] : folders
        for folder in late { run.origin.inject(.status(404), for: .path("\(folder)15.m4s"), times: 1) }
        #expect(run.play(30) { run.reached > 34 })
        LiveTests.check(run)
        #expect(run.reported.all.contains { $0.contains("requested again in 1") }, "\(run.reported.all)")
        #expect(run.reader.query(\.variants.excludedUntil.isEmpty))
    }

    @Test("section 13: a segment that is still missing is skipped, and the next one is played")
    func missingSegment() async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        run.origin.inject(.status(404), for: .suffix("/15.m4s"))
        #expect(run.play(30) { run.reached > 34 })
        #expect(run.failure == nil)
        let holes = zip(run.video, run.video.dropFirst()).filter { $1.decodeTime - $0.decodeTime > .second }
        #expect(holes.map { $1.decodeTime - $0.decodeTime }.allSatisfy { abs($0 - 2 * .second) < 100 * .millisecond })
        #expect(holes.count == 1)
        #expect(run.reported.all.contains { $0.contains("are skipped") }, "\(run.reported.all)")
    }

    @Test("section 6: a pause within the window loses nothing")
    func shortPause() async throws {
        let run = try await LiveRun(Self.recipe) {
            $0.window = .sliding(60)
            $0.secondsBefore = 120
        }
        defer { run.stop() }
        #expect(run.play(5) { run.reached > 118 })
        run.pause()
        _ = run.play(60)
        run.resume()
        #expect(run.play(20) { run.reached > 170 })
        Self.check(run)
        #expect(run.failure == nil)
    }

    @Test("section 6: EXT-X-ENDLIST ends the stream after the last segment")
    func endList() async throws {
        let run = try await LiveRun(Self.recipe) { $0.endsAfter = 18 }
        defer { run.stop() }
        #expect(run.play(60) { run.isAtEnd })
        Self.check(run)
        // 18 segments are 36 s, of which the first 12 s had left the window.
        #expect(abs(run.reached - 24) < 0.1)
        #expect(run.failure == nil)
    }

    @Test(
        "hls.md section 6: playlists that lag, shrink, jump or contradict themselves are played without a gap [hls.md 6: overlap]",
        arguments: [
            LiveFault.behind(segments: 1), .behind(segments: 3), .shrinking(segments: 1), .contradicting,
            .dateJump(seconds: 3_600), .targetDuration(5), .sequenceReset(by: 7),
        ])
    func brokenPlaylists(_ fault: LiveFault) async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        run.live.inject(fault)
        #expect(run.play(40) { run.reached > 36 })
        Self.check(run)
        #expect(run.failure == nil)
    }

    @Test(
        "section 6: numbers that restart while the dates continue neither repeat nor skip a segment"
    )
    func restartWithDates() async throws {
        let run = try await LiveRun(Self.recipe) { $0.secondsBefore = 60 }
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        run.live.inject(.sequenceReset(by: 20))
        #expect(run.play(30) { run.reached > 30 })
        Self.check(run)
        #expect(!run.reported.all.isEmpty)
        // And back again, which looks like a gap in the numbers.
        run.live.clearFaults()
        #expect(run.play(30) { run.reached > 50 })
        Self.check(run)
        let numbers = run.origin.records.compactMap { record -> Int? in
            let parts = record.path.split(separator: "/")
            guard parts.count == 2, parts[0].hasPrefix("v"), parts[1].hasSuffix(".m4s") else { return nil }
            return Int(parts[1].dropLast(4))
        }
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + numbers.count))
    }

    @Test(
        "sections 6 and 10: a playlist that is frozen, empty or invalid is reported, and playback continues when it recovers [hls.md 6: stale playlist]",
        arguments: [LiveFault.stale, .empty, .garbage])
    func brokenForAWhile(_ fault: LiveFault) async throws {
        let run = try await LiveRun(Self.recipe) { $0.window = .sliding(30) }
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        run.live.inject(fault)
        _ = run.play(20)
        #expect(!run.reported.all.isEmpty)
        run.live.clearFaults()
        #expect(run.play(30) { run.reached > 50 })
        Self.check(run)
        #expect(run.failure == nil)
    }

    @Test("section 10: a live stream that never advances fails within ninety seconds with a descriptive error")
    func silence() async throws {
        let run = try await LiveRun(Self.recipe)
        defer { run.stop() }
        #expect(run.play(10) { run.reached > 12 })
        run.live.inject(.stale)
        #expect(run.play(100) { run.failure != nil })
        #expect(run.failure?.code == .networkTimedOut)
    }

    @Test("section 7: times map to dates and dates to times within the window")
    func dates() async throws {
        let date = Date(timeIntervalSince1970: 1_790_000_000)
        let run = try await LiveRun(Self.recipe) { $0.date = date }
        defer { run.stop() }
        // The window's first segment started 12 s after the program.
        #expect(run.reader.date(at: 0) == date + 12)
        #expect(run.reader.date(at: 3 * .second) == date + 15)
        #expect(run.reader.time(of: date + 16.5) == 4_500 * .millisecond)
        #expect(run.reader.time(of: date) == nil)
        #expect(run.play(30) { run.reached > 30 })
        #expect(run.reader.date(at: 25 * .second) == date + 37)
        let late = try #require(run.reader.time(of: date + 37))
        #expect(abs(late - 25 * .second) < .millisecond)
    }
}

/// The seekable range and the start position, without a network (`spec/hls.md` section 6).
struct LiveWindowTests {
    @Test("hls.md section 6: hold-back, the app's distance, and EXT-X-START determine the start [hls.md 6: hold-back]")
    func joining() throws {
        let list = try mediaPlaylist((0..<10).map { "s\($0)" }, head: ["#EXT-X-SERVER-CONTROL:HOLD-BACK=14"])
        var window = LiveWindow(playlist: list, windowStart: 100 * .second)
        #expect(window.seekable == 100 * .second...126 * .second)
        #expect(window.join(nil) == 124 * .second)
        #expect(window.join(StartPoint(timeOffset: 9, precise: false)) == 108 * .second)
        #expect(window.join(StartPoint(timeOffset: 9, precise: true)) == 109 * .second)
        #expect(window.join(StartPoint(timeOffset: -1, precise: true)) == 126 * .second)
        #expect(window.join(StartPoint(timeOffset: -1e300, precise: true)) == 100 * .second)
        window.configuredDistance = 20 * .second
        #expect(window.latest == 120 * .second)
        window.configuredDistance = 1
        #expect(window.latest == 136 * .second)
    }

    @Test("hls.md section 6: VOD starts at its beginning, or at EXT-X-START [hls.md 6: PRECISE]")
    func films() throws {
        let window = LiveWindow(playlist: try mediaPlaylist(["a", "b"], ends: true), windowStart: 0)
        #expect(window.seekable == 0...8 * .second)
        #expect(window.join(nil) == 0)
        #expect(window.join(StartPoint(timeOffset: -3, precise: false)) == 4 * .second)
        #expect(window.join(StartPoint(timeOffset: 99, precise: true)) == 4 * .second)
        #expect(LiveWindow(playlist: try mediaPlaylist([]), windowStart: 0).seekable == nil)
    }
}
