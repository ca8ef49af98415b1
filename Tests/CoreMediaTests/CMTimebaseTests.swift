import CoreMedia
import Foundation
import Synchronization
import Testing

@Suite struct CMTimebaseTests {
    @Test("api 1.3: the host clock is monotonic")
    func hostClock_isMonotonic() {
        let clock = CMClockGetHostTimeClock()
        let first = clock.time, second = CMClockGetTime(clock)
        #expect(first <= second && first > .zero)
        #expect(CMClockMakeHostTimeFromSystemUnits(CMClockConvertHostTimeToSystemUnits(first)) == first)
    }

    @Test("api 1.3: a timebase is stopped at rate 0, and runs from its anchor at other rates")
    func timebase_anchors() throws {
        let clock = CMClock.hostTimeClock
        let timebase = try CMTimebase(sourceClock: clock)
        #expect(timebase.time == .zero && timebase.rate == 0)
        try timebase.setTime(CMTime(value: 5, timescale: 1))
        #expect(timebase.time == CMTime(value: 5, timescale: 1))
        // Anchored ten seconds ago at double rate: the time is at least 20 s, and less than hours.
        let reference = clock.time - CMTime(value: 10, timescale: 1)
        try timebase.setRateAndAnchorTime(
            rate: 2, anchorTime: CMTime(value: 100, timescale: 600), referenceTime: reference)
        let seconds = timebase.time.seconds
        #expect(seconds >= 20 + 1.0 / 6 - 1e-6 && seconds < 600)
        #expect(clock.convertTime(reference, to: timebase).seconds - 1.0 / 6 < 1e-6)
        let back = timebase.convertTime(CMTime(value: 2000, timescale: 100), to: clock)
        #expect(abs((back - reference).seconds - (20 - 1.0 / 6) / 2) < 1e-6)
        #expect(timebase.rate(relativeTo: clock) == 2 && clock.rate(relativeTo: timebase) == 0.5)
        try timebase.setRate(0)
        let stopped = timebase.time
        #expect(stopped == timebase.time && stopped.seconds >= seconds)
        #expect(!timebase.convertTime(stopped, to: clock).isValid)
    }

    @Test("api 1.3: timebases form chains; a read-only timebase throws when it is set")
    func timebase_chainsAndReadOnly() throws {
        let inner = try CMTimebase(sourceClock: .hostTimeClock)
        let outer = try CMTimebase(sourceTimebase: inner)
        try outer.setRate(0.5)
        try inner.setRate(3)
        #expect(outer.effectiveRate == 1.5 && outer.rate == 0.5)
        #expect(outer.ultimateSourceClock === CMClock.hostTimeClock && outer.sourceTimebase === inner)

        let shown = CMTimebase(showingTime: { CMTime(value: 7, timescale: 1) }, rate: { 2 })
        #expect(shown.time == CMTime(value: 7, timescale: 1) && shown.rate == 2)
        #expect(throws: NSError.self) { try shown.setRate(1) }
        #expect(CMTimebaseSetTime(shown, time: .zero) == kCMTimebaseError_ReadOnly)
        #expect(CMTimebaseSetTime(inner, time: .invalid) == kCMTimebaseError_InvalidParameter)
    }

    @Test("api 1.3: changes of rate and time jumps post notifications")
    func timebase_posts() throws {
        let timebase = try CMTimebase(sourceClock: .hostTimeClock)
        let names = Mutex<[Notification.Name]>([])
        let tokens = [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped].map { name in
            NotificationCenter.default.addObserver(forName: name, object: timebase, queue: nil) { note in
                let name = note.name
                names.withLock { $0.append(name) }
            }
        }
        try timebase.setRate(1)
        try timebase.setRate(1)
        try timebase.setTime(.zero)
        #expect(names.withLock { $0 } == [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped])
        tokens.forEach(NotificationCenter.default.removeObserver)
    }

    @Test("api 1.3: format descriptions return media type, codec and dimensions")
    func formatDescription_geometry() throws {
        let video = try CMFormatDescription(videoCodecType: .h264, width: 720, height: 576)
        #expect(video.mediaType == .video && video.mediaSubType == "avc1")
        #expect(CMVideoFormatDescriptionGetDimensions(video) == CMVideoDimensions(width: 720, height: 576))
        #expect(CMFormatDescriptionGetMediaType(video) == kCMMediaType_Video)
        let anamorphic = CMFormatDescription(
            mediaType: .video, mediaSubType: .h264, dimensions: CMVideoDimensions(width: 720, height: 576),
            sampleAspectRatio: 64.0 / 45, aperture: CGRect(x: 8, y: 6, width: 704, height: 560))
        #expect(anamorphic.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 8, y: 6, width: 704, height: 560))
        #expect(anamorphic.cleanAperture(originIsAtTopLeft: false) == CGRect(x: 8, y: 10, width: 704, height: 560))
        #expect(abs(anamorphic.presentationDimensions().width - 704 * 64 / 45) < 1e-6)
        #expect(anamorphic.presentationDimensions(usePixelAspectRatio: false, useCleanAperture: false).width == 720)
        #expect(video != anamorphic && CMFormatDescriptionEqual(video, otherFormatDescription: video))
        #expect(throws: (any Error).self) { try CMFormatDescription(videoCodecType: .h264, width: -1, height: 2) }
        var audio = AudioStreamBasicDescription()
        (audio.mSampleRate, audio.mFormatID, audio.mChannelsPerFrame) = (
            48_000, CMFormatDescription.MediaSubType.mpeg4AAC.rawValue, 6
        )
        let described = try CMFormatDescription(audioStreamBasicDescription: audio).audioStreamBasicDescription
        #expect(described?.mSampleRate == 48_000 && described?.mChannelsPerFrame == 6)
        #expect(described?.mFormatID == CMFormatDescription.MediaSubType.mpeg4AAC.rawValue)
    }
}
