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

    @Test("a range as a dictionary becomes the same range")
    func rangeDictionary() {
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 5, timescale: 600))
        let list = CMTimeRangeCopyAsDictionary(range, allocator: kCFAllocatorDefault)
        #expect(list.map(CMTimeRangeMakeFromDictionary) == range)
        #expect(!CMTimeRangeMakeFromDictionary([:] as CFDictionary).isValid)
    }
}
