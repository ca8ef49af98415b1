import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// The time of a playback machine in states that random inputs seldom reach.
@Suite struct MachineTimeTests {
    private typealias Machine = PlaybackMachine<ModelSample, ModelFrame>

    /// Returns a machine that has opened media of 10 s with one track.
    private func opened(_ kind: TrackInfo.Kind = .audio, _ change: (inout Machine) -> Void = { _ in }) -> Machine {
        var machine = Machine(url: URL(fileURLWithPath: "/model"))
        machine.now = HostTime(nanoseconds: 1_000_000_000)
        change(&machine)
        var track = TrackInfo(
            index: 0, trackID: 1, kind: kind, codec: "model", duration: CMTime(value: 10, timescale: 1))
        if kind == .video {
            track.video = VideoTrackInfo(width: 16, height: 16)
        } else {
            track.audio = AudioTrackInfo(sampleRate: 48_000, channels: 2, channelLayout: "stereo")
        }
        let info = MediaInfo(
            container: "model", duration: CMTime(value: 10, timescale: 1), startTime: .zero, bitsPerSecond: nil,
            byteCount: nil, isSeekable: true, isLive: false, tracks: [track], chapters: [], metadata: [], covers: [])
        machine.prepare()
        machine.opened(info, isComplete: true, startPosition: 0, packetTracks: [0])
        return machine
    }

    @Test("time is the start time as soon as the media is open, not zero until the start seek completes")
    func startTime() {
        let machine = opened { $0.transport.startTime = 2_000 * .millisecond }
        #expect(machine.time == 2_000 * .millisecond)
    }

    @Test("an end time before the current time does not change the time, and playback ends there")
    func endTimeBehind() {
        var machine = opened()
        machine.audioDeviceOpening()
        machine.audioDeviceFailed(MediaError(.audioOutputFailed, "none"))
        machine.setRate(1)
        machine.now = machine.now &+ 1_500 * .millisecond
        let before = machine.time
        #expect(before == 1_500 * .millisecond)
        machine.setEndTime(1_000 * .millisecond)
        #expect(machine.time == before)
        _ = machine.tick(.init())
        #expect(machine.isEnded)
        #expect(machine.time == before)
    }

    @Test(
        "a start seek that is cancelled before the reader has begun it returns time to the start at once")
    func cancelledStartSeek() {
        var machine = opened {
            $0.seek(
                SeekRequest(
                    to: 20 * .second, toleranceBefore: .zero, toleranceAfter: .zero, origin: .client(SeekID())))
        }
        machine.cancelSeeks()
        #expect(machine.time == 0)
    }

    @Test(
        "a seek that is cancelled before or after the media is open leaves time at the start time",
        arguments: [false, true])
    func cancelledSeekWithStartTime(isOpen: Bool) {
        var machine = opened {
            $0.transport.startTime = 2_000 * .millisecond
            $0.seek(
                SeekRequest(
                    to: 7 * .second, toleranceBefore: .zero, toleranceAfter: .zero, origin: .client(SeekID())))
            guard !isOpen else { return }
            $0.cancelSeeks()
            #expect($0.time == 2_000 * .millisecond)
        }
        machine.cancelSeeks()
        #expect(machine.time == 2_000 * .millisecond)
    }

    @Test(
        "a seek in audio that is cancelled before the reader has begun it leaves time where playback was")
    func cancelledAudioSeek() {
        var machine = opened()
        machine.audioDeviceOpening()
        machine.audioDeviceFailed(MediaError(.audioOutputFailed, "none"))
        machine.setRate(1)
        machine.now = machine.now &+ 1_500 * .millisecond
        machine.seek(
            SeekRequest(to: 7 * .second, toleranceBefore: .zero, toleranceAfter: .zero, origin: .client(SeekID())))
        #expect(machine.time == 7 * .second)
        machine.cancelSeeks()
        #expect(machine.time == 1_500 * .millisecond)
    }

    private func clientSeek(to seconds: Nanoseconds, tolerance: CMTime = .zero) -> SeekRequest {
        SeekRequest(
            to: seconds * .second, toleranceBefore: tolerance, toleranceAfter: tolerance, origin: .client(SeekID()))
    }

    private func keyFrame(at seconds: Nanoseconds) -> ModelSample {
        ModelSample(trackIndex: 0, time: seconds * .second, duration: 40 * .millisecond, isKey: true)
    }

    @Test("a seek beyond the media that is requested while opening is cancelled, and time never leaves the start time")
    func seekOutside() throws {
        var machine = opened {
            $0.transport.startTime = 2 * .second
            $0.transport.cancelsSeeksOutside = true
            $0.seek(clientSeek(to: 20))
        }
        #expect(machine.time == 2 * .second)
        let answers = machine.takeActions().compactMap {
            if case .complete(_, let finished, _) = $0 { finished } else { nil }
        }
        #expect(answers == [false])
    }

    @Test("a seek within tolerance that is cancelled after reading has time at the key frame that will be displayed")
    func cancelledAfterReading() throws {
        var machine = opened(.video)
        let request = clientSeek(to: 7, tolerance: .positiveInfinity)
        machine.seek(request)
        guard case .read(let resolved, _, _) = machine.planSeek(request.number, target: request.target) else {
            Issue.record("the reader has nothing to do")
            return
        }
        machine.seekRead(resolved, first: [keyFrame(at: 5)])
        #expect(machine.time == 7 * .second)
        machine.cancelSeeks()
        #expect(machine.time == 5 * .second)
    }

    @Test(
        "a seek that is cancelled after an older one was read or interrupted continues with media from the displayed frame",
        arguments: [false, true])
    func cancelledAfterOlderSeek(isInterrupted: Bool) throws {
        var machine = opened(.video)
        machine.read(keyFrame(at: 0))
        machine.take(ModelFrame(keyFrame(at: 0), epoch: 0))
        #expect(machine.pendingSeek == nil)
        let older = clientSeek(to: 5)
        machine.seek(older)
        guard case .read(let resolved, _, _) = machine.planSeek(older.number, target: older.target) else {
            Issue.record("the reader has nothing to do")
            return
        }
        machine.seek(clientSeek(to: 7))
        if isInterrupted {
            machine.seekFailed(resolved, MediaError(.cancelled, "Reading was interrupted."))
        } else {
            machine.seekRead(resolved, first: [keyFrame(at: 5)])
        }
        machine.cancelSeeks()
        #expect(machine.time == 0)
        #expect(machine.pendingSeek?.request.target == 0)
    }

    @Test("a starting clock returns no earlier time for a host time read before")
    func momentBeforeStart() {
        let start = HostTime(nanoseconds: 1_000_000_000)
        var clock = MediaClock()
        clock.set(4_000 * .millisecond, at: start)
        let moment = start &+ 10 * .millisecond
        #expect(clock.time(at: moment) == 4_000 * .millisecond)
        clock.start(at: 4_000 * .millisecond, rate: 1.5, at: moment &+ 6 * .millisecond)
        #expect(clock.time(at: moment) == 4_000 * .millisecond)
    }

    @Test(
        "at the host time that the clock returns for a media time, it has reached that time, at every rate",
        arguments: [0.3, 0.5, 1, 1.5, 2, 3.7, 8, -1, -1.5, -7])
    func hostTimes(rate: Double) throws {
        let start = HostTime(nanoseconds: 1_000_000_123)
        var clock = MediaClock()
        clock.set(10_000 * .millisecond, at: start)
        clock.setRate(rate, at: start)
        for step in 1...2_000 {
            let distance = Nanoseconds(step) &* 1_041_667
            let media = (10_000 * .millisecond) &+ (rate > 0 ? distance : 0 &- distance)
            let host = try #require(clock.host(at: media))
            let reached = clock.time(at: host)
            #expect(rate > 0 ? reached >= media : reached <= media)
        }
    }

    @Test("a seek that is cancelled by its own late interruption is carried out again")
    func lateInterruption() {
        var machine = opened()
        let id = SeekID()
        let request = SeekRequest(
            to: 5_000 * .millisecond, toleranceBefore: .zero, toleranceAfter: .zero, origin: .client(id))
        machine.seek(request)
        guard case .read(let resolved, _, _) = machine.planSeek(request.number, target: request.target) else {
            Issue.record("the reader has nothing to do")
            return
        }
        _ = machine.takeActions()
        machine.seekFailed(resolved, MediaError(.cancelled, "Reading was interrupted."))
        #expect(machine.takeActions().isEmpty)
        guard case .seek(let again) = machine.readerJob() else {
            Issue.record("the seek is not carried out again")
            return
        }
        #expect(again.number == request.number)
        #expect(!machine.isEnded)
    }

    @Test("removing an end time that was reached continues playback from there")
    func endTimeRemoved() {
        var machine = opened()
        machine.audioDeviceOpening()
        machine.audioDeviceFailed(MediaError(.audioOutputFailed, "none"))
        machine.setEndTime(1_000 * .millisecond)
        machine.setRate(1)
        machine.now = machine.now &+ 1_200 * .millisecond
        _ = machine.tick(.init())
        #expect(machine.isEnded && machine.time == 1_000 * .millisecond)
        machine.setEndTime(nil)
        #expect(!machine.isEnded)
        #expect(machine.pendingSeek?.request.target == 1_000 * .millisecond)
    }
}
