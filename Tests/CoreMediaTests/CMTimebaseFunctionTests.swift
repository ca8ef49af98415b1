import CoreMedia
import Foundation
import Testing

@Suite("Functions over timebases and ranges (issue 18)")
struct CMTimebaseFunctionTests {
    @Test("a timebase is created from a clock, and another one from the timebase")
    func sources() throws {
        let clock = CMClockGetHostTimeClock()
        var made: CMTimebase?
        #expect(
            CMTimebaseCreateWithSourceClock(allocator: kCFAllocatorDefault, sourceClock: clock, timebaseOut: &made)
                == noErr)
        let timebase = try #require(made)
        #expect(CMTimebaseCopySourceClock(timebase) === clock && CMTimebaseCopySourceTimebase(timebase) == nil)
        CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: timebase, timebaseOut: &made)
        let derived = try #require(made)
        #expect(CMTimebaseCopySourceTimebase(derived) === timebase && CMTimebaseCopySourceClock(derived) == nil)
        #expect(CMTimebaseCopyUltimateSourceClock(derived) === clock)
        CMTimebaseCreateWithMasterClock(allocator: nil, masterClock: clock, timebaseOut: &made)
        #expect(made !== derived && made?.sourceClock === clock)
    }

    @Test("time and rate are set and read by functions")
    func timeAndRate() throws {
        let timebase = try CMTimebase(sourceClock: .hostTimeClock)
        CMTimebaseSetTime(timebase, time: CMTime(value: 3, timescale: 2))
        #expect(
            CMTimebaseGetTimeWithTimeScale(timebase, timescale: 600, method: .default)
                == CMTime(value: 900, timescale: 600))
        let reference = CMClock.hostTimeClock.time
        #expect(
            CMTimebaseSetAnchorTime(
                timebase, timebaseTime: CMTime(value: 8, timescale: 1), immediateSourceTime: reference) == noErr)
        var time = CMTime.invalid
        var rate = -1.0
        CMTimebaseGetTimeAndRate(timebase, timeOut: &time, rateOut: &rate)
        #expect(time == CMTime(value: 8, timescale: 1) && rate == 0)
    }

    @Test("an anchor time keeps the rate; a time in a timescale is rounded by the method")
    func anchors() throws {
        let timebase = try CMTimebase(sourceClock: .hostTimeClock)
        #expect(CMTimebaseSetRate(timebase, rate: 2) == noErr && CMTimebaseGetRate(timebase) == 2)
        let hour = CMTime(value: 3600, timescale: 1)
        let now = CMClock.hostTimeClock.time
        CMTimebaseSetAnchorTime(timebase, timebaseTime: hour, immediateSourceTime: now)
        #expect(CMTimebaseGetRate(timebase) == 2)
        CMTimebaseSetRateAndAnchorTime(timebase, rate: 0, anchorTime: hour, immediateSourceTime: now)
        #expect(CMTimebaseGetRate(timebase) == 0 && CMTimebaseGetTime(timebase) == hour)
        CMTimebaseSetTime(timebase, time: CMTime(value: 19, timescale: 10))
        for (method, seconds) in [(CMTimeRoundingMethod.roundTowardZero, Int64(1)), (.default, 2)] {
            #expect(
                CMTimebaseGetTimeWithTimeScale(timebase, timescale: 1, method: method)
                    == CMTime(value: seconds, timescale: 1))
        }
    }

    @Test("the rate of a timebase does not contain that of its source; the effective rate does")
    func rates() throws {
        let source = try CMTimebase(sourceClock: .hostTimeClock)
        let timebase = try CMTimebase(sourceTimebase: source)
        CMTimebaseSetRate(source, rate: 3)
        CMTimebaseSetRate(timebase, rate: 2)
        var rate = 0.0
        #expect(CMTimebaseGetTimeAndRate(timebase, timeOut: nil, rateOut: &rate) == noErr)
        #expect(rate == 2 && CMTimebaseGetEffectiveRate(timebase) == 6)
    }

    @Test("a range as a dictionary becomes the same range")
    func rangeDictionary() {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 5, timescale: 600))
        let list = CMTimeRangeCopyAsDictionary(range, allocator: kCFAllocatorDefault)
        #expect(list.map(CMTimeRangeMakeFromDictionary) == range)
        #expect(!CMTimeRangeMakeFromDictionary([:] as CFDictionary).isValid)
    }
}
