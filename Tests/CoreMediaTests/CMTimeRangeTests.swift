import CoreMedia
import Foundation
import Testing

@Suite struct CMTimeRangeTests {
    private func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }
    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

    @Test("S1.8: a range contains its start but not its end; an empty range contains no time")
    func containsTime_edges() {
        let range = range(2, 5)
        #expect(range.containsTime(time(2)) && range.containsTime(CMTime(value: 4999, timescale: 1000)))
        #expect(!range.containsTime(time(5)) && !range.containsTime(time(1)) && !range.containsTime(.invalid))
        #expect(!self.range(2, 2).containsTime(time(2)))
        let forEver = CMTimeRange(start: .zero, duration: .positiveInfinity)
        #expect(forEver.containsTime(time(1_000_000)) && !forEver.containsTime(.positiveInfinity))
    }

    @Test("S1.8: ranges are valid, empty or indefinite according to their times")
    func validity_rules() {
        #expect(range(2, 5).isValid && range(2, 5).end == time(5))
        #expect(!range(5, 2).isValid)
        #expect(!CMTimeRange(start: .invalid, duration: time(1)).isValid)
        var duration = time(1)
        duration.epoch = 1
        #expect(!CMTimeRange(start: .zero, duration: duration).isValid)
        #expect(CMTimeRange.zero.isEmpty && CMTimeRange.zero.isValid && !CMTimeRange.invalid.isEmpty)
        #expect(CMTimeRange(start: .zero, duration: .indefinite).isIndefinite)
        #expect(CMTIMERANGE_IS_INVALID(kCMTimeRangeInvalid) && CMTIMERANGE_IS_EMPTY(kCMTimeRangeZero))
    }

    @Test("api 1.2: union and intersection")
    func union_intersection() {
        #expect(range(0, 2).union(range(5, 7)) == range(0, 7))
        #expect(range(0, 5).intersection(range(3, 9)) == range(3, 5))
        #expect(range(0, 3).intersection(range(3, 9)) == .zero)
        #expect(!range(0, 3).union(.invalid).isValid)
        #expect(range(0, 9).containsTimeRange(range(0, 9)) && !range(0, 9).containsTimeRange(range(0, 10)))
        #expect(
            CMTimeRangeEqual(range(1, 2), CMTimeRange(start: CMTime(value: 600, timescale: 600), duration: time(1))))
    }

    @Test("api 1.2: clamping, mapping, folding")
    func mapping_isExact() {
        #expect(CMTimeClampToRange(time(9), range: range(2, 5)) == time(5))
        #expect(CMTimeClampToRange(time(1), range: range(2, 5)) == time(2))
        #expect(
            CMTimeMapTimeFromRangeToRange(time(3), fromRange: range(2, 5), toRange: range(10, 11))
                == CMTime(value: 31, timescale: 3))
        #expect(CMTimeMapDurationFromRangeToRange(time(3), fromRange: range(0, 2), toRange: range(0, 4)) == time(6))
        #expect(!CMTimeMapTimeFromRangeToRange(time(3), fromRange: .zero, toRange: range(0, 4)).isValid)
        #expect(CMTimeFoldIntoRange(time(11), foldRange: range(2, 5)) == time(2))
        #expect(CMTimeFoldIntoRange(time(-1), foldRange: range(2, 5)) == time(2))
        #expect(
            CMTimeFoldIntoRange(CMTime(value: 11, timescale: 2), foldRange: range(2, 5))
                == CMTime(value: 5, timescale: 2))
    }

    @Test("api section 0: times and ranges box into NSValue, with equality, hash and copy by value")
    func nsValue_boxes() {
        let value = NSValue(time: CMTime(value: 1, timescale: 2))
        #expect(value.timeValue == CMTime(value: 300, timescale: 600))
        #expect(value == NSValue(time: CMTime(value: 300, timescale: 600)))
        #expect(value != NSValue(time: .zero))
        #expect(Set([value, NSValue(time: CMTime(value: 2, timescale: 4))]).count == 1)
        #expect((value.copy() as? NSValue)?.timeValue == value.timeValue)
        let ranges: [NSValue] = [NSValue(timeRange: range(1, 2)), NSValue(timeRange: range(4, 9))]
        #expect(ranges.map(\.timeRangeValue) == [range(1, 2), range(4, 9)])
        #expect(!ranges[0].timeValue.isValid)
        #expect(!NSValue(range: NSRange(location: 1, length: 2)).timeRangeValue.isValid)
        let mapping = CMTimeMapping(source: range(0, 1), target: range(0, 2))
        #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
        var copied = CMTime()
        value.getValue(&copied)
        #expect(copied == value.timeValue && String(cString: value.objCType) == "{?=qiIq}")
        #expect(NSArray(array: [value]).index(of: NSValue(time: CMTime(value: 1, timescale: 2))) == 0)
    }

    @Test("api section 0: NSErrorPointer takes &error and nil")
    func errorPointer_takesInoutAndNil() {
        func fail(_ error: NSErrorPointer) { error?.pointee = NSError(domain: "d", code: 7) }
        var error: NSError?
        fail(&error)
        fail(nil)
        #expect(error?.code == 7)
    }
}
