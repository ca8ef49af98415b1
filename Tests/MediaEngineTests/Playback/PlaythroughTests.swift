import CoreMedia
import Foundation
import FrameConversion
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

@Suite(.enabled(if: StreamMaker.isAvailable))
struct PlaythroughTests {
    /// Advances the clock, but only while the decoder is ahead and the presenter has caught up, so that the load of the machine has no
    /// influence.
    private func playOn(_ probe: SessionProbe, _ clock: FakeHostClock) async throws {
        let core = probe.session.core
        _ = await eventually(within: SessionProbe.timeout, every: .milliseconds(1)) {
            let isAhead = core.read { machine in
                if case .reversing(let run) = machine.mode { return !run.isCollecting }
                return machine.video.frames.count >= 2 || machine.video.isDrained
            }
            if isAhead, clock.isAwaited { clock.advance(by: 5_000_000) }
            return core.read { $0.isEnded }
        }
    }

    @Test("a file plays to its end with every frame in order and none dropped")
    func play_wholeFile_everyFrameOnce() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 48))
        let clock = FakeHostClock()
        let probe = SessionProbe(url) { $0.hostClock = clock }
        let shown = Mutex<[Int]>([])
        let video = probe.session.video
        video.setChangeHandler(for: ObjectIdentifier(probe)) {
            guard let picture = video.copyPixels(),
                let mark = FrameMark.read(from: picture.bytes, width: picture.width, height: picture.height)
            else { return }
            shown.withLock { $0.append(mark) }
        }
        #expect(await probe.firstPicture())
        probe.session.setRate(1)
        try await playOn(probe, clock)
        #expect(await probe.ended())
        // The first frame may have been displayed before the handler was set.
        let marks = shown.withLock { $0 }
        #expect(Array(Set(marks)).sorted() == Array((marks.first ?? 0)..<48))
        #expect(marks == marks.sorted())
        #expect(abs(probe.session.currentTime.seconds - 2) < 0.05)
        #expect(probe.session.effectiveRate == 0)
        probe.session.close()
    }

    @Test("any rate muted: reverse playback displays earlier frames and ends at the start")
    func play_backwards_reachesStart() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 120))
        let clock = FakeHostClock()
        let probe = SessionProbe(url) { $0.hostClock = clock }
        #expect(await probe.firstPicture())
        let shown = Mutex<[Double]>([])
        let video = probe.session.video
        _ = await probe.seek(2)
        video.setChangeHandler(for: ObjectIdentifier(probe)) {
            shown.withLock { $0.append(video.presentationTime.seconds) }
        }
        probe.session.setRate(-2)
        try await playOn(probe, clock)
        #expect(await probe.ended())
        let times = shown.withLock { $0 }
        #expect(times.count > 40)
        #expect(times == times.sorted(by: >))
        #expect(probe.session.currentTime.seconds == 0)
        probe.session.close()
    }

    @Test("any rate muted: reverse playback from the middle of a file displays unread media, frame by frame")
    func play_backwardsFromTheMiddle_readsWhatComesBefore() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 240))
        let clock = FakeHostClock()
        let probe = SessionProbe(url) {
            $0.hostClock = clock
            $0.startTime = CMTime(value: 8, timescale: 1)
        }
        #expect(await probe.firstPicture())
        let marks = Mutex<[Int]>([])
        probe.session.video.setChangeHandler(for: ObjectIdentifier(probe)) { [weak probe] in
            if let mark = probe?.mark { marks.withLock { $0.append(mark) } }
        }
        probe.session.setRate(-1)
        try await playOn(probe, clock)
        #expect(await probe.ended())
        let seen = marks.withLock { $0 }
        #expect(seen == seen.sorted(by: >))
        // Every frame, except the few that the start of a section may cost.
        #expect(seen.count > 185 && seen.last == 0, "\(seen.count)")
        #expect(probe.session.currentTime.seconds == 0)
        #expect(probe.warnings.isEmpty)
        probe.session.close()
    }

    @Test("S7.10: forwardPlaybackEndTime ends playback early")
    func play_endTime_endsThere() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 120))
        let probe = SessionProbe(url)
        probe.session.setForwardEndTime(CMTime(value: 1, timescale: 2))
        probe.session.setRate(1)
        #expect(await probe.ended())
        #expect(abs(probe.session.currentTime.seconds - 0.5) < 0.001)
        probe.session.close()
    }

    @Test("S7.5: ready is sent before the first frame, and the display size before both are used")
    func events_order() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 24))
        let probe = SessionProbe(url)
        #expect(await probe.firstPicture())
        let names = probe.events.map { event -> String in
            switch event {
            case .ready: "ready"
            case .presentationSizeChanged: "size"
            case .firstFrame: "picture"
            default: ""
            }
        }.filter { !$0.isEmpty }
        #expect(names == ["ready", "size", "picture"])
        probe.session.close()
    }

    @Test("R83: playback starts exactly at a start position")
    func start_position_isTheFirstFrame() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 120))
        let probe = SessionProbe(url) { $0.startTime = CMTime(value: 61, timescale: 24) }
        #expect(await probe.firstPicture())
        #expect(probe.mark == 61)
        probe.session.close()
    }

    @Test("releasing a playing session ends its threads")
    func release_whilePlaying_freesCore() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 120))
        weak var weakVideo: VideoOutput?
        do {
            let probe = SessionProbe(url)
            #expect(await probe.firstPicture())
            probe.session.setRate(1)
            weakVideo = probe.session.video
            #expect(weakVideo != nil)
        }
        #expect(await eventually { weakVideo == nil })
    }
}

@Suite(.enabled(if: StreamMaker.isAvailable))
struct SlowDeviceTests {
    /// An output that opens only when the test allows it.
    private final class SlowOutput: AudioOutput {
        let inner = NullOutput(clock: SystemHostClock())
        let isOpening = DispatchSemaphore(value: 0)
        let mayOpen = DispatchSemaphore(value: 0)
        func start(
            format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
        ) throws(MediaError) {
            isOpening.signal()
            _ = mayOpen.wait(timeout: .now() + 20)
            try inner.start(format: format, render: render, events: events)
        }
        func setPaused(_ paused: Bool) { inner.setPaused(paused) }
        func flush() { inner.flush() }
        func wake() { inner.wake() }
        func position() -> AudioPosition { inner.position() }
        var deviceName: String { inner.deviceName }
        func stop() { inner.stop() }
    }

    @Test("playback that starts while the audio device opens is audible once the device is open, and ends")
    func playWhileOpening() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 48).with { $0.audio = [AudioRecipe()] })
        let output = SlowOutput()
        let probe = SessionProbe(clip) { options in
            options.playsAudio = true
            options.makeAudioOutput = { output }
        }
        defer { probe.session.close() }
        try #require(await probe.firstPicture())
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = output.isOpening.wait(timeout: .now() + 20)
                continuation.resume()
            }
        }
        probe.session.setRate(1)
        #expect(await eventually { probe.session.currentTime.seconds >= 0.2 })
        output.mayOpen.signal()
        #expect(await probe.ended())
        #expect(output.position().framesPlayed > 24_000)
    }
}
