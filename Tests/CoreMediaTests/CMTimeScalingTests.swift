import CoreMedia
import Testing

@Suite struct CMTimeScalingTests {
    @Test(
        "convertScale rounds by the given method",
        arguments: [
            (CMTimeRoundingMethod.default, 3, -3), (.roundHalfAwayFromZero, 3, -3), (.roundTowardZero, 2, -2),
            (.roundAwayFromZero, 3, -3), (.roundTowardPositiveInfinity, 3, -2), (.roundTowardNegativeInfinity, 2, -3),
        ])
    func convertScale_methods_round(method: CMTimeRoundingMethod, up: Int64, down: Int64) {
        let time = CMTime(value: 25, timescale: 100).convertScale(10, method: method)
        #expect(time.value == up && time.timescale == 10 && time.hasBeenRounded)
        #expect(CMTime(value: -25, timescale: 100).convertScale(10, method: method).value == down)
    }

    @Test("QuickTime rounding truncates to coarser timescales and never makes a negative time 0")
    func convertScale_quickTime_keepsNegative() {
        #expect(CMTime(value: -1, timescale: 100).convertScale(10, method: .quickTime).value == -1)
        #expect(CMTime(value: 19, timescale: 100).convertScale(10, method: .quickTime).value == 1)
        #expect(CMTime(value: 1, timescale: 3).convertScale(10, method: .quickTime).value == 4)
    }

    @Test("convertScale handles zero, negative, infinite and overflowing values")
    func convertScale_edges() {
        let exact = CMTime(value: 1, timescale: 2).convertScale(600, method: .default)
        #expect(exact.value == 300 && !exact.hasBeenRounded)
        #expect(!CMTime(value: 1, timescale: 2).convertScale(0, method: .default).isValid)
        #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default).isPositiveInfinity)
        #expect(CMTime(value: .min, timescale: 1).convertScale(2, method: .default).isNegativeInfinity)
        #expect(CMTime.indefinite.convertScale(10, method: .default).isIndefinite)
    }

    @Test("multiplication by integers and fractions is exact")
    func multiply_wholeAndRatio_exact() {
        let third = CMTime(value: 1, timescale: 3)
        #expect(CMTimeMultiply(third, multiplier: 3) == CMTime(value: 1, timescale: 1))
        let ratio = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: 600), multiplier: 1001, divisor: 30_000)
        #expect(ratio == CMTime(value: 1001, timescale: 18_000_000) && !ratio.hasBeenRounded)
        #expect(CMTimeMultiplyByRatio(third, multiplier: -1, divisor: -1) == third)
        #expect(!CMTimeMultiplyByRatio(third, multiplier: 1, divisor: 0).isValid)
        #expect(CMTimeMultiply(CMTime(value: .max, timescale: 4), multiplier: 4).timescale == 1)
        #expect(CMTimeMultiply(CMTime(value: .max, timescale: 1), multiplier: 2).isPositiveInfinity)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1).isNegativeInfinity)
        #expect(CMTimeAbsoluteValue(CMTime(value: -3, timescale: 4)) == CMTime(value: 3, timescale: 4))
        #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    }

    @Test("multiplication by floating-point numbers is close, and exact where possible")
    func multiply_float64_nearAndExact() {
        let half = CMTimeMultiplyByFloat64(CMTime(value: 1, timescale: 1), multiplier: 0.5)
        #expect(half == CMTime(value: 1, timescale: 2) && !half.hasBeenRounded)
        #expect(!CMTimeMultiplyByFloat64(half, multiplier: .nan).isValid)
        #expect(CMTimeMultiplyByFloat64(half, multiplier: .infinity).isPositiveInfinity)
        #expect(CMTimeMultiplyByFloat64(half, multiplier: -1e300).isNegativeInfinity)
        #expect(CMTimeMultiplyByFloat64(half, multiplier: 1e-300).value == 0)
        var generator = SplitMix(state: 3)
        for _ in 0..<5000 {
            let value = Int64(bitPattern: generator.next()) >> Int64(generator.next() % 62)
            let time = CMTime(value: value, timescale: Int32(generator.next() % 100_000) + 1)
            let factor = Double(generator.signed(bits: 30)) / Double(1 << 20)
            let product = CMTimeMultiplyByFloat64(time, multiplier: factor)
            let expected = time.seconds * factor
            guard product.isNumeric else {
                #expect(abs(expected) > 9e18)
                continue
            }
            #expect(abs(product.seconds - expected) <= 1 / Double(product.timescale) + abs(expected) * 1e-14)
        }
        // Arbitrary bit patterns must not trap.
        for _ in 0..<5000 {
            let time = CMTime(value: Int64(bitPattern: generator.next()), timescale: Int32(generator.next() >> 33) | 1)
            _ = CMTimeMultiplyByFloat64(time, multiplier: Double(bitPattern: generator.next()))
            let (a, b) = (Int32(truncatingIfNeeded: generator.next()), Int32(truncatingIfNeeded: generator.next()))
            _ = CMTimeMultiplyByRatio(time, multiplier: a, divisor: b)
            _ = time.convertScale(b, method: .default)
        }
    }

    @Test("api 1.1: the C functions, the dictionary and the description agree with the members")
    func cSpellings_agreeWithMembers() {
        let time = CMTimeMake(value: 3, timescale: 2)
        #expect(CMTimeMake(3, 2) == time && CMTimeGetSeconds(time) == 1.5)
        #expect(CMTimeCompare(time, kCMTimeZero) == 1 && CMTIME_COMPARE_INLINE(time, >=, kCMTimeZero))
        #expect(CMTimeMaximum(time, .zero) == time && CMTimeMinimum(time, .zero) == .zero)
        #expect(CMTIME_IS_NUMERIC(time) && CMTIME_IS_INVALID(kCMTimeInvalid) && CMTIME_IS_INDEFINITE(kCMTimeIndefinite))
        #expect(CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault)) == time)
        #expect(!CMTimeMakeFromDictionary(nil).isValid)
        #expect(CMTimeCopyDescription(allocator: nil, time: time) == "{3/2 = 1.500}")
        #expect(CMTimeCopyDescription(allocator: nil, time: .indefinite) == "{INDEFINITE}")
    }
}
