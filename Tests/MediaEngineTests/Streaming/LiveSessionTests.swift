import CoreMedia
import Foundation
import HLS
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// A whole session on a live stream, with audio, in real time (`spec/hls.md` section 6).
@Suite(.enabled(if: StreamMaker.isAvailable))
struct LiveSessionTests {
    @Test("section 6: item time starts where a live stream is joined, and continues from there with the audio")
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
        #expect(
            await eventually(within: SessionProbe.timeout) {
                earliest = min(earliest, probe.session.currentTime.seconds)
                return probe.session.video.presentationTime.seconds >= joined + 0.5
            })
        #expect(earliest > joined - 0.05)
    }

    /// Returns a playing low-latency stream with audio, and its server.
    private func lowLatency(keepsDistance: Bool) async throws -> (LiveLadder, Origin, SessionProbe) {
        let recipe = LadderRecipe.small.with {
            $0.segmentSeconds = 2
            $0.keyFrameSeconds = 2
        }
        let live = try LiveLadder(try await Ladder.make(recipe)) {
            $0.isLowLatency = true
            $0.window = .sliding(20)
            // Playback joins just before the next part, nearly a whole part too far behind.
            $0.secondsBefore = 24.4
        }
        let origin = try Origin(live)
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: SystemHostClock()) }
            $0.streaming.keepsLiveDistance = keepsDistance
        }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        try #require(await Self.become { probe.session.effectiveRate > 0 })
        return (live, origin, probe)
    }

    private static func become(_ condition: () -> Bool) async -> Bool {
        await eventually(within: SessionProbe.timeout, condition)
    }

    /// Returns the distance of playback to the newest part.
    private static func distance(_ live: LiveLadder, _ probe: SessionProbe) -> Double {
        live.publishedSeconds - (probe.session.currentDate?.timeIntervalSince(live.date) ?? 0)
    }

    @Test(
        "section 6: a low-latency stream that is joined late jumps once to its distance, as soon as that is known")
    func settles() async throws {
        // A machine that is too slow may jump once more, but not in every attempt.
        for attempt in 1...3 {
            let (live, origin, probe) = try await lowLatency(keepsDistance: false)
            defer {
                probe.session.close()
                origin.stop()
            }
            #expect(await Self.become { Self.distance(live, probe) < live.partHoldBack + LivePace.leastStartJump })
            // No jump if playback happened to join just after a part.
            if Self.jumps(probe) <= 1 { return }
            #expect(attempt < 3 || probe.session.statistics.stalls > 0, "\(Self.jumps(probe)) jumps")
        }
    }

    @Test("section 6: a low-latency stream is caught up with by rate, with audio and without a jump")
    func catchesUpByRate() async throws {
        let (live, origin, probe) = try await lowLatency(keepsDistance: true)
        defer {
            probe.session.close()
            origin.stop()
        }
        let near = { Self.distance(live, probe) < live.partHoldBack + LivePace.leastStartJump }
        #expect(await Self.become { near() && probe.session.currentTime > .zero })
        probe.session.setRate(0)
        let before = live.publishedSeconds
        #expect(await Self.become { live.publishedSeconds >= before + 1 })
        let jumps = Self.jumps(probe)
        probe.session.setRate(1)
        #expect(await Self.become { probe.session.effectiveRate > 0 })
        // Playback that resumed late has jumped.
        #expect(await Self.become { probe.session.effectiveRate > 1.01 || Self.jumps(probe) > jumps })
        #expect(probe.session.effectiveRate <= 1.051)
        // In steps of half a second, so that a sample just before the next part is accepted.
        #expect(await Self.become(near))
    }

    private static func jumps(_ probe: SessionProbe) -> Int {
        probe.events.count { if case .timeJumped = $0 { true } else { false } }
    }

    @Test(
        "with a preserved offset playback jumps after a long pause, without one the delay is kept",
        arguments: [true, false])
    func pause(_ keepsDistance: Bool) async throws {
        let (live, origin, probe) = try await lowLatency(keepsDistance: keepsDistance)
        defer {
            probe.session.close()
            origin.stop()
        }
        // Joining has its own position.
        try #require(
            await Self.become {
                Self.distance(live, probe) < live.partHoldBack + LivePace.leastStartJump
                    && probe.session.effectiveRate > 0
            })
        let (first, stalls) = (Self.jumps(probe), probe.session.statistics.stalls)
        probe.session.setRate(0)
        let paused = probe.session.currentTime.seconds
        let before = live.publishedSeconds
        #expect(await Self.become { live.publishedSeconds > before + LivePace.greatestDrift + 2 })
        probe.session.setRate(1)
        #expect(await Self.become { probe.session.effectiveRate > 0 && probe.session.currentTime.seconds > paused })
        // Stalls because of a slow machine do not count as pauses.
        if !keepsDistance, probe.session.statistics.stalls > stalls { return }
        if keepsDistance {
            // The event follows the jump on another queue.
            #expect(await Self.become { Self.jumps(probe) > first })
            #expect(probe.session.currentTime.seconds > paused + LivePace.greatestDrift)
        } else {
            #expect(Self.jumps(probe) == first)
            #expect(Self.distance(live, probe) > live.partHoldBack + LivePace.greatestDrift)
        }
    }

    /// Returns a live stream with audio on the test's clock, paused at the start of its window.
    private func atWindowStart(_ origin: Origin) async throws -> (SessionProbe, FakeHostClock) {
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.hostClock = clock
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: clock) }
        }
        try #require(await probe.firstPicture())
        let landed = Landed()
        probe.session.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .positiveInfinity) { _, _ in
            landed.raise()
        }
        try #require(await Self.become { landed.isRaised })
        return (probe, clock)
    }

    @Test(
        "section 7: frames with timestamps far ahead do not stop a live stream: playback joins the live edge and reports it"
    )
    func standstill() async throws {
        let origin = try Origin(
            try LiveLadder(
                // Another variant would start at the right position, and hide the error.
                try await Ladder.make(
                    LadderRecipe.small.with { ($0.segmentSeconds, $0.variants) = (2, [$0.variants[0]]) })
            ) {
                $0.window = .sliding(60)
                $0.secondsBefore = 130
            })
        let (probe, clock) = try await atWindowStart(origin)
        defer {
            probe.session.close()
            origin.stop()
        }
        let reader = try #require(probe.session.core.reader as? StreamingReader)
        // The stream has started already: the server's clock is real time, and is irrelevant here.
        let ahead = 100 * Nanoseconds.second
        reader.update { state in
            // The next video segment is after a nonexistent gap.
            guard let start = state.machine.main?.tracker.windowStart else { return }
            state.machine.abandonLoad(.main)
            state.machine.renditions[.main]?.tracker.place(at: start &+ ahead)
            state.machine.windowChanged()
        }
        probe.session.setRate(1)
        func isReported() -> Bool { probe.warnings.contains { $0.message.contains("was stuck") } }
        let wasReported = await Self.pass(clock, until: isReported)
        let core = probe.session.core
        let state = core.read {
            "at \($0.time.seconds) s, rate \($0.clock.rate), displayed to \($0.video.displayed?.end.seconds ?? -1), next \($0.video.frames.first?.time.seconds ?? -1), buffered \($0.aheadOfPlayHead.seconds)"
        }
        #expect(wasReported, "\(state), \(probe.warnings.map(\.message))")
        let reported = probe.session.video.presentationTime.seconds
        #expect(await Self.pass(clock) { probe.session.video.presentationTime.seconds > reported + 60 })
    }

    @Test(
        "section 7: during a declared video gap the last frame stays, audio continues, and no error is detected"
    )
    func announcedGap() async throws {
        let live = try LiveLadder(try await Ladder.make(LadderRecipe.small.with { $0.segmentSeconds = 2 })) {
            $0.window = .sliding(60)
            $0.secondsBefore = 130
        }
        // 24 seconds of video only.
        let gaps = (12..<24).map { "\($0).m4s" }
        let content = EditedContent(
            live,
            playlists: { path, text in
                guard path.hasPrefix("/v") else { return text }
                return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
                    gaps.contains(String(line)) ? "#EXT-X-GAP\n\(line)" : String(line)
                }.joined(separator: "\n")
            })
        let origin = try Origin(content)
        let (probe, clock) = try await atWindowStart(origin)
        defer {
            probe.session.close()
            origin.stop()
        }
        probe.session.setRate(1)
        var shown: [Double] = []
        let isOver = await Self.pass(clock) {
            let time = probe.session.video.presentationTime.seconds
            if shown.last != time { shown.append(time) }
            return time > 45
        }
        #expect(isOver)
        #expect(zip(shown, shown.dropFirst()).contains { $1 - $0 > 20 }, "there was a gap")
        #expect(probe.warnings.map(\.message) == [])
        #expect(!origin.records.contains { $0.path.hasPrefix("/v") && $0.path.hasSuffix("/15.m4s") })
    }

    @Test(
        "hls.md section 6: when the next segment has left the window, playback joins the live edge after the buffered video, regardless of the buffered audio"
    )
    func behindWindowWithAudio() async throws {
        // Video for 8 s, and audio for 16 s.
        let content = EditedContent(
            try await Ladder.make(.small),
            playlists: { path, text in
                guard path.hasPrefix("/v"), path.hasSuffix("index.m3u8"), let end = text.range(of: "1.m4s\n") else {
                    return text
                }
                return text[..<end.upperBound] + "#EXT-X-ENDLIST\n"
            })
        let origin = try Origin(content)
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.hostClock = clock
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: clock) }
        }
        defer {
            probe.session.close()
            origin.stop()
        }
        let core = probe.session.core
        try #require(await probe.firstPicture())
        try #require(await Self.become { core.read { $0.cache.isAtEnd } })
        core.update {
            $0.source.readFailure = MediaError(
                .behindLiveWindow, "Playback has fallen behind the live window.")
        }
        probe.session.setRate(1)
        var seenAt: Int64?
        _ = await eventually(within: SessionProbe.timeout, every: .milliseconds(1)) {
            guard core.read({ $0.source.readFailure != nil }) else { return true }
            if seenAt == nil, core.read({ ($0.video.displayed?.end ?? 0) >= 8 * .second - 10 * .millisecond }) {
                seenAt = clock.now
            }
            if clock.isAwaited, core.read({ $0.video.frames.count >= 2 || $0.video.isDrained }) {
                clock.advance(by: 5_000_000)
            }
            return false
        }
        // Seconds of the session's clock; the audio would have continued for eight.
        let waited = seenAt.map { (clock.now - $0).seconds }
        #expect(waited.map { $0 < 1 } == true, "\(String(describing: waited)) s")
    }

    /// Advances the clock until a condition holds: in steps of a tenth of a second, at most ten minutes.
    private static func pass(_ clock: FakeHostClock, until condition: () -> Bool) async -> Bool {
        var steps = 0
        let isSo = await eventually(within: .seconds(90), every: .milliseconds(10)) {
            guard !condition(), steps < 6_000 else { return true }
            clock.advance(by: 100 * .millisecond)
            steps += 1
            return false
        }
        return isSo && condition()
    }

    private final class Landed: Sendable {
        private let state = Mutex(false)
        func raise() { state.withLock { $0 = true } }
        var isRaised: Bool { state.withLock { $0 } }
    }

    @Test(
        "canUseNetworkResourcesForLiveStreamingWhilePaused: a paused live stream requests nothing until it plays, or only playlists",
        arguments: [false, true])
    func pausedLive_network_followsPreference(isPermitted: Bool) async throws {
        let recipe = LadderRecipe.small.with {
            $0.segmentSeconds = 1
            $0.keyFrameSeconds = 1
        }
        let live = try LiveLadder(try await Ladder.make(recipe)) { $0.window = .sliding(8) }
        let origin = try Origin(live)
        defer { origin.stop() }
        let probe = SessionProbe(origin.url("/main.m3u8"))
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        probe.session.setRate(1)
        #expect(await Self.become { probe.session.effectiveRate > 0 })
        if isPermitted {
            var preferences = StreamingPreferences()
            preferences.usesNetworkWhilePaused = true
            probe.session.prefer(preferences)
        }
        probe.session.setRate(0)
        // What is under way arrives, and what a start needs is buffered.
        #expect(await Self.quiet(1500, isPermitted ? "segment" : nil, origin))
        let (count, before) = (origin.records.count, probe.session.seekableRanges.first?.end ?? .zero)
        func hasGrown() -> Bool { (probe.session.seekableRanges.first?.end ?? .zero) > before }
        // Permitted reloads appear after a target duration; forbidden ones do not appear for longer than that.
        let hasReloaded = await eventually(within: .seconds(isPermitted ? 30 : 3), every: .milliseconds(10)) {
            isPermitted ? hasGrown() : origin.records.count > count
        }
        let after = Self.paths(origin).dropFirst(count)
        #expect(hasReloaded == isPermitted)
        if isPermitted {
            #expect(!after.isEmpty)
            #expect(after.allSatisfy { $0.hasSuffix(".m3u8") }, "\(after)")
        } else {
            #expect(after.isEmpty, "\(after)")
        }
        let paused = origin.records.count
        let time = probe.session.currentTime
        probe.session.setRate(1)
        #expect(await Self.become { probe.session.currentTime > time + CMTime(value: 1, timescale: 2) })
        #expect(await Self.become { Self.paths(origin).dropFirst(paused).contains { !$0.hasSuffix(".m3u8") } })
    }

    private static func paths(_ origin: Origin) -> [String] { origin.records.map(\.path) }

    /// Waits until nothing is requested for so many milliseconds; with `kind`, no media.
    private static func quiet(_ milliseconds: Int, _ kind: String?, _ origin: Origin) async -> Bool {
        func count() -> Int { kind == nil ? origin.records.count : paths(origin).count { !$0.hasSuffix(".m3u8") } }
        var last = (count: count(), at: ContinuousClock.now)
        return await eventually(within: SessionProbe.timeout, every: .milliseconds(10)) {
            if count() != last.count { last = (count(), .now) }
            return ContinuousClock.now - last.at > .milliseconds(milliseconds)
        }
    }
}
