import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Rates at which not every frame can be read (`spec/hls.md` section 8, data/semantics.tsv, section 6).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct ScanTests {
    /// The displayed frames with their times.
    private final class Shown: Sendable {
        private let list = Mutex<[(seconds: Double, host: Int64)]>([])
        init(_ probe: SessionProbe, _ clock: FakeHostClock) {
            let video = probe.session.video
            video.setChangeHandler(for: ObjectIdentifier(probe)) { [weak self] in
                self?.list.withLock { $0.append((video.presentationTime.seconds, clock.now)) }
            }
        }
        var all: [(seconds: Double, host: Int64)] { list.withLock { $0 } }
        var seconds: [Double] { all.map(\.seconds) }
    }

    /// Advances the clock as fast as frames are decoded, until `isOver`.
    private func run(
        _ probe: SessionProbe, _ clock: FakeHostClock, until isOver: (SessionMachine) -> Bool
    ) async throws {
        let core = probe.session.core
        _ = await eventually(within: SessionProbe.timeout, every: .milliseconds(1)) {
            let now = clock.time
            let isFree = core.read { machine in
                switch machine.mode {
                case .seeking: false
                case .scanning(let scan): !scan.isDecoding && scan.nextAt > now
                case .reversing(let run): !run.isCollecting
                default: machine.video.frames.count >= 2 || machine.video.isDrained
                }
            }
            if isFree, clock.isAwaited { clock.advance(by: 10_000_000) }
            return core.read(isOver)
        }
    }

    private func isSettled(_ machine: SessionMachine) -> Bool { machine.isEnded && machine.pendingSeek == nil }

    @Test(
        "hls.md section 8: fast forward displays key frames, at most eight a second, and ends at the end [hls.md 8: fast forward]"
    )
    func forward() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        // Nothing of it is loaded before it is needed.
        #expect(origin.records(for: .suffix("iframes.m3u8")).isEmpty)
        let shown = Shown(probe, clock)
        let began = clock.now
        probe.session.setRate(8)
        try await run(probe, clock) { isSettled($0) }
        #expect(probe.session.currentTime.seconds == 16)
        #expect(abs(Double(clock.now - began) / 1e9 - 2) < 0.3)
        // The last one is the item's own last frame. It is displayed just after the machine has finished.
        #expect(await eventually(within: SessionProbe.timeout) { shown.all.last?.seconds ?? 0 > 15.9 })
        let scanned = shown.all.dropLast()
        #expect(scanned.count >= 4)
        #expect(scanned.allSatisfy { $0.seconds.truncatingRemainder(dividingBy: 2) < 0.001 }, "\(shown.seconds)")
        #expect(scanned.map(\.seconds) == scanned.map(\.seconds).sorted())
        for (one, next) in zip(scanned, scanned.dropFirst()) { #expect(next.host - one.host >= 120_000_000) }
        #expect(origin.records(for: .suffix("iframes.m3u8")).count == 1)
        #expect(probe.events.contains { if case .ended = $0 { true } else { false } })
    }

    @Test("hls.md section 8: fast reverse returns to the start, ends there, and plays forwards from it")
    func backward() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        _ = await probe.seek(15)
        let shown = Shown(probe, clock)
        probe.session.setRate(-8)
        try await run(probe, clock) { isSettled($0) }
        // Read once: a frame may still be added.
        let descending = shown.seconds
        #expect(descending == descending.sorted(by: >))
        #expect(shown.all.count >= 4)
        #expect(probe.session.currentTime.seconds == 0)
        #expect(probe.mark.map(FrameMark.frame) == 0)
        probe.session.setRate(1)
        try await run(probe, clock) { $0.video.displayed.map { $0.time > 1_000_000_000 } ?? false }
        #expect(probe.session.currentTime.seconds < 1.5)
    }

    @Test(
        "after a scan, playback at a normal rate continues exactly at the current time",
        arguments: [8.0, -8.0])
    func resuming(rate: Double) async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        _ = await probe.seek(8)
        probe.session.setRate(rate)
        let goal = clock.now + 500_000_000
        try await run(probe, clock) { _ in clock.now >= goal }
        let stands = probe.session.currentTime.seconds
        #expect(abs(stands - (8 + rate * 0.5)) < 0.2)
        probe.session.setRate(0)
        try await run(probe, clock) { $0.pendingSeek == nil }
        #expect(probe.session.currentTime.seconds == stands)
        // The frame is delivered after the state has changed.
        let frame = Int((stands * 24 + 0.001).rounded(.down))
        #expect(await eventually { probe.mark.map(FrameMark.frame) == frame })
        #expect(!probe.events.contains { if case .timeJumped(let time) = $0 { time.seconds == stands } else { false } })
    }

    @Test("hls.md section 8: reverse playback continues with key frames where the buffer ends")
    func reverseBeyondBuffer() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.hostClock = clock
            $0.startTime = CMTime(value: 9, timescale: 1)
        }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        let shown = Shown(probe, clock)
        probe.session.setRate(-2)
        try await run(probe, clock) { isSettled($0) }
        #expect(probe.session.currentTime.seconds == 0)
        // Read once: a frame may still be added.
        let descending = shown.seconds
        #expect(descending == descending.sorted(by: >))
        // The buffered range was displayed frame by frame, the rest by key frames.
        #expect(shown.seconds.filter { $0 > 8 }.count > 10)
        let rest = shown.seconds.filter { $0 < 8 && $0 > 0 }
        #expect(!rest.isEmpty && rest.allSatisfy { $0.truncatingRemainder(dividingBy: 2) < 0.001 }, "\(rest)")
    }

    @Test("files at rates beyond decoding display key frames from the index")
    func file() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 480, keyFrameInterval: 24))
        let clock = FakeHostClock()
        let probe = SessionProbe(url) { $0.hostClock = clock }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        let shown = Shown(probe, clock)
        probe.session.setRate(20)
        try await run(probe, clock) { isSettled($0) }
        #expect(probe.session.currentTime.seconds == 20)
        let scanned = shown.seconds.dropLast()
        #expect(scanned.count >= 4)
        #expect(scanned.allSatisfy { $0.truncatingRemainder(dividingBy: 1) < 0.001 }, "\(shown.seconds)")
    }

    @Test("hls.md section 8: missing scan frames do not stop time, and are reported once")
    func withoutVideo() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let clock = FakeHostClock()
        let probe = SessionProbe(origin.url("/main.m3u8")) { $0.hostClock = clock }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        // Playback is buffered already; scanning requests the playlist.
        origin.inject(.status(404), for: .every)
        probe.session.setRate(8)
        let goal = clock.now + 1_000_000_000
        try await run(probe, clock) { _ in clock.now >= goal }
        #expect(probe.session.currentTime.seconds > 6)
        #expect(probe.events.filter { if case .warning = $0 { true } else { false } }.count == 1)
    }
}
