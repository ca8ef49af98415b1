import CoreMedia
import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

/// Streams whose audio arrives late: the server's clock stands still until the test advances it (hls.md section 12).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .timeLimit(.minutes(5)))
struct VideoFirstTests {
    private static let recipe = LadderRecipe.small

    /// A session on a stream whose audio is held back.
    private struct Run {
        let probe: SessionProbe
        let origin: Origin
        /// The clock of the server.
        let serverClock = FakeHostClock()
        let clock = FakeHostClock()

        /// - Parameter held: the audio resources that the server holds back.
        init(held: String, options: (inout PlaybackSession.Options) -> Void = { _ in }) async throws {
            origin = try Origin(try await Ladder.make(VideoFirstTests.recipe), clock: serverClock)
            origin.inject(.delay(seconds: 1_000), for: .suffix(held))
            probe = SessionProbe(origin.url("/main.m3u8")) { [clock] in
                $0.hostClock = clock
                $0.playsAudio = true
                $0.makeAudioOutput = { NullOutput(clock: clock) }
                options(&$0)
            }
        }

        var core: SessionCore { probe.session.core }
        var isReady: Bool { probe.events.contains { if case .ready = $0 { true } else { false } } }

        func ready() async -> MediaInfo? {
            let event = await probe.event { if case .ready = $0 { true } else { false } }
            if case .ready(let info) = event { return info }
            return nil
        }

        /// Lets the server deliver the audio.
        func release() {
            origin.clearFaults()
            serverClock.advance(by: 2_000 * 1_000_000_000)
        }

        /// - Returns: whether a frame at that time was displayed.
        func play(to seconds: Nanoseconds) async throws -> Bool {
            await eventually(within: SessionProbe.timeout, every: .milliseconds(1)) {
                if core.read({ ($0.video.displayed?.time ?? 0) >= seconds * .second }) { return true }
                // The presenter, the audio output and the decoder wait for time to advance.
                if clock.isAwaited, core.read({ $0.video.frames.count >= 2 }) { clock.advance(by: 5_000_000) }
                return false
            }
        }

        func stop() {
            probe.session.close()
            release()
            origin.stop()
        }
    }

    @Test(
        "the first frame is displayed before any audio arrives, time runs once both are buffered, and they are in sync [hls.md 12: video before audio]",
        arguments: ["/a0/index.m3u8", "/a0/0.m4s"])
    func frameWithoutAudio(_ held: String) async throws {
        let run = try await Run(held: held)
        defer { run.stop() }
        run.probe.session.setRate(1)
        #expect(await run.probe.firstPicture())
        #expect(run.probe.mark.map { FrameMark.frame(of: $0) } == 0)
        // Only the first frame is reported: the audio tracks are not known yet, and time does not move.
        #expect(!run.isReady)
        #expect(run.core.read { !$0.source.isComplete && $0.clock.rate == 0 })
        run.clock.advance(by: 3 * .second)
        #expect(run.probe.session.currentTime == .zero)
        #expect(!run.isReady)
        #expect(
            !run.origin.records.contains { $0.path.hasSuffix("/1.m4s") },
            "the second segment is not requested before audio arrives")

        run.release()
        let info = try #require(await run.ready())
        #expect(info.tracks.contains { $0.kind == .audio && $0.audio != nil && $0.language == "en" })
        #expect(info.tracks.contains { $0.kind == .video })
        #expect(run.probe.session.selectedTrack(.audio) == StreamTracks.firstAudio)
        #expect(await run.probe.event { if case .effectiveRateChanged(1) = $0 { true } else { false } } != nil)
        #expect(try await run.play(to: 2))
        let host = run.clock.time
        let (media, shown, sound) = run.core.read {
            ($0.time(at: host), $0.video.displayed?.time ?? 0, $0.isAudioMaster)
        }
        #expect(sound)
        #expect(abs(media - shown) < 150 * .millisecond, "\(media) and \(shown)")
        let order = run.probe.events.compactMap { event -> String? in
            switch event {
            case .ready: "ready"
            case .effectiveRateChanged: "rate"
            case .bufferStateChanged: "buffer"
            default: nil
            }
        }
        #expect(order.first == "ready", "\(order)")
    }

    @Test("a paused stream displays its first frame without audio, and is seekable before the audio arrives")
    func seekWithoutAudio() async throws {
        let run = try await Run(held: "/a0/index.m3u8")
        defer { run.stop() }
        #expect(await run.probe.firstPicture())
        let landing = await run.probe.seek(9)
        #expect(landing.finished && landing.reachedTime == 9)
        #expect(run.probe.mark.map { FrameMark.frame(of: $0) } == 9 * 24)
        #expect(!run.isReady)
        run.release()
        #expect(await run.ready() != nil)
        run.probe.session.setRate(1)
        #expect(try await run.play(to: 10))
        #expect(run.core.read { $0.isAudioMaster })
    }

    @Test("a paused live stream becomes ready when its audio arrives after its video")
    func pausedLiveWithLateAudio() async throws {
        let clock = SystemHostClock()
        let origin = try Origin(try LiveLadder(try await Ladder.make(Self.recipe), clock: clock), clock: clock)
        defer { origin.stop() }
        // Meanwhile the video that is requested before the start has arrived.
        origin.inject(.delay(seconds: 2), for: .prefix("/a0"))
        let probe = SessionProbe(origin.url("/main.m3u8")) {
            $0.playsAudio = true
            $0.makeAudioOutput = { NullOutput(clock: SystemHostClock()) }
        }
        defer { probe.session.close() }
        #expect(await probe.firstPicture())
        #expect(await probe.event { if case .ready = $0 { true } else { false } } != nil)
    }

    @Test("when the audio cannot be loaded, the video plays without it")
    func noAudio() async throws {
        let run = try await Run(held: "/a0/index.m3u8")
        defer { run.stop() }
        #expect(await run.probe.firstPicture())
        run.origin.clearFaults()
        run.origin.inject(.status(404), for: .prefix("/a"))
        run.serverClock.advance(by: 2_000 * 1_000_000_000)
        run.probe.session.setRate(1)
        // The held resource is delivered, but not those after it.
        let info = try #require(await run.ready())
        #expect(!info.tracks.contains { $0.kind == .audio })
        #expect(try await run.play(to: 5))
        #expect(
            run.probe.events.contains { event in
                if case .streamFault(let fault) = event { fault.error.httpStatus == 404 } else { false }
            })
    }

    @Test(
        "callers that load the asset get its info with the audio tracks, also if the session that opened it was closed before"
    )
    func assetInfo() async throws {
        let run = try await Run(held: "/a0/index.m3u8")
        defer { run.stop() }
        #expect(await run.probe.firstPicture())
        let asset = run.probe.session.asset
        #expect(asset.loadedInfo == nil)
        async let loaded = asset.load()
        run.probe.session.close()
        run.release()
        #expect(try await loaded.tracks.contains { $0.kind == .audio && $0.audio != nil })
        #expect(asset.loadedInfo != nil)
    }
}
