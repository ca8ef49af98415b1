import CoreMedia
import Testing

@Suite struct CMTimeTests {
    @Test("S1.9: CMTime(1,2) equals CMTime(300,600) and has the same hash")
    func equalRationals_anyTimescale_equalAndHashAlike() {
        let half = CMTime(value: 1, timescale: 2)
        let other = CMTime(value: 300, timescale: 600)
        #expect(half == other)
        #expect(half.hashValue == other.hashValue)
        #expect(Set([half, other]).count == 1)
        #expect(CMTime(value: -1, timescale: 2) != half)
    }

    @Test("S1.1: a sum keeps a common timescale, and uses the least common multiple of different ones")
    func sum_timescales_leastCommonMultiple() {
        let same = CMTime(value: 1, timescale: 600) + CMTime(value: 599, timescale: 600)
        #expect(same.value == 600 && same.timescale == 600)
        let mixed = CMTime(value: 1, timescale: 4) + CMTime(value: 1, timescale: 6)
        #expect(mixed.value == 5 && mixed.timescale == 12)
        #expect(!mixed.hasBeenRounded)
    }

    @Test("S1.1: a sum beyond the largest timescale is rounded to it and flagged")
    func sum_multipleTooLarge_roundsAtMaximum() {
        let a = CMTime(value: 1, timescale: 2_147_483_647)
        let b = CMTime(value: 1, timescale: 2_147_483_629)
        let sum = a + b
        #expect(sum.timescale == kCMTimeMaxTimescale)
        #expect(sum.value == 2)
        #expect(sum.hasBeenRounded)
        #expect((sum + CMTime.zero).hasBeenRounded)
        #expect((CMTime(value: 1, timescale: 2) - sum).hasBeenRounded)
    }

    @Test("S1.2: overflow halves the timescale; at timescale 1 the result is infinite")
    func sum_overflow_halvesThenInfinity() {
        let large = CMTime(value: .max, timescale: 1000)
        let sum = large + large
        #expect(sum.timescale == 500)
        #expect(sum.value == .max)
        #expect(!sum.hasBeenRounded)
        let rounded = large + CMTime(value: .max - 1, timescale: 1000)
        #expect(rounded.timescale == 500 && rounded.hasBeenRounded)

        let seconds = CMTime(value: .max, timescale: 1)
        #expect((seconds + seconds).isPositiveInfinity)
        #expect((CMTime(value: .min, timescale: 1) - seconds).isNegativeInfinity)
        #expect((seconds - seconds) == .zero)
    }

    @Test("S1.3: sums with non-numeric times are non-numeric", arguments: [false, true])
    func sum_nonNumeric_propagates(swapped: Bool) {
        let one = CMTime(value: 1, timescale: 1)
        func add(_ a: CMTime, _ b: CMTime) -> CMTime { swapped ? b + a : a + b }
        #expect(!add(.invalid, .positiveInfinity).isValid)
        #expect(!add(.invalid, one).isValid)
        #expect(add(.positiveInfinity, one).isPositiveInfinity)
        #expect(add(.negativeInfinity, .indefinite).isNegativeInfinity)
        #expect(!add(.positiveInfinity, .negativeInfinity).isValid)
        #expect(add(.indefinite, one).isIndefinite)
        #expect(add(.positiveInfinity, .positiveInfinity).isPositiveInfinity)
        #expect(!(CMTime.positiveInfinity - .positiveInfinity).isValid)
        #expect((CMTime.positiveInfinity - .negativeInfinity).isPositiveInfinity)
        #expect((one - .positiveInfinity).isNegativeInfinity)
    }

    @Test("S1.4: sums of times combine epochs only with epoch 0")
    func sum_epochs_combineOnlyWithDurations() {
        func time(_ value: Int64, epoch: Int64) -> CMTime {
            CMTime(value: value, timescale: 10, flags: .valid, epoch: epoch)
        }
        #expect(!(time(1, epoch: 1) + time(1, epoch: 2)).isValid)
        #expect(!(time(1, epoch: 1) - time(1, epoch: 2)).isValid)
        #expect((time(5, epoch: 2) - time(3, epoch: 2)) == time(2, epoch: 0))
        #expect((time(5, epoch: 2) + time(3, epoch: 0)).epoch == 2)
        #expect((time(5, epoch: 0) + time(3, epoch: 7)).epoch == 7)
        #expect(time(1, epoch: 3) > time(1_000_000, epoch: 2))
    }

    @Test("S1.5: times sort as -inf, numeric times, indefinite, +inf, invalid")
    func order_kinds_areTotal() {
        let sorted: [CMTime] = [
            .negativeInfinity, CMTime(value: .min, timescale: 1), CMTime(value: -1, timescale: 3), .zero,
            CMTime(value: 1, timescale: 3), CMTime(value: 334, timescale: 1000), CMTime(value: .max, timescale: 1),
            .indefinite, .positiveInfinity, .invalid,
        ]
        for (i, a) in sorted.enumerated() {
            for (j, b) in sorted.enumerated() {
                #expect((a < b) == (i < j))
                #expect((a > b) == (i > j))
                #expect((a == b) == (i == j))
                #expect((a <= b) == (i <= j))
            }
        }
    }

    @Test(
        "S1.6 S1.7: the seconds of non-numeric times are NaN or infinite; a timescale of 0 or less gives an invalid time"
    )
    func seconds_nonNumeric_areFloatingCounterparts() {
        #expect(CMTime.invalid.seconds.isNaN)
        #expect(CMTime.indefinite.seconds.isNaN)
        #expect(CMTime.positiveInfinity.seconds == .infinity)
        #expect(CMTime.negativeInfinity.seconds == -.infinity)
        #expect(!CMTime(seconds: 1, preferredTimescale: 0).isValid)
        #expect(!CMTime(seconds: 1, preferredTimescale: -600).isValid)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTime(seconds: -.infinity, preferredTimescale: 600).isNegativeInfinity)
        #expect(!CMTime(value: 1, timescale: 0).isValid)
    }

    @Test("seconds are rounded to the nearest tick, and flagged if inexact")
    func initSeconds_rounding_isNearestAndFlagged() {
        let exact = CMTime(seconds: 2.5, preferredTimescale: 600)
        #expect(exact.value == 1500 && exact.timescale == 600 && !exact.hasBeenRounded)
        let third = CMTime(seconds: 1.0 / 3, preferredTimescale: 1000)
        #expect(third.value == 333 && third.hasBeenRounded)
        #expect(CMTime(seconds: -0.0015, preferredTimescale: 1000).value == -2)
        let large = CMTime(seconds: 1e17, preferredTimescale: 600)
        #expect(large.isNumeric && large.timescale < 600 && abs(large.seconds - 1e17) < 1e3)
        #expect(CMTime(seconds: 1e30, preferredTimescale: 600).isPositiveInfinity)
        #expect(CMTime(seconds: -1e30, preferredTimescale: 600).isNegativeInfinity)
    }

    @Test("S1.1 S1.5: sums and comparisons agree with exact fractions for 20,000 random pairs")
    func sum_randomPairs_matchOracle() {
        var generator = SplitMix(state: 42)
        for _ in 0..<20_000 {
            let (na, da) = (generator.signed(bits: 24), Int64(generator.next() % 50_000) + 1)
            let (nb, db) = (generator.signed(bits: 24), Int64(generator.next() % 30_000) + 1)
            let a = CMTime(value: na, timescale: Int32(da)), b = CMTime(value: nb, timescale: Int32(db))
            let sum = a + b, difference = a - b
            #expect(!sum.hasBeenRounded)
            // sum == (na·db + nb·da) / (da·db), cross-multiplied
            let numerator = Int128(na) * Int128(db) + Int128(nb) * Int128(da)
            #expect(Int128(sum.value) * Int128(da) * Int128(db) == numerator * Int128(sum.timescale))
            #expect(Int64(sum.timescale) == da / gcd(da, db) * db)
            #expect(difference + b == a)
            #expect((a < b) == (na * db < nb * da))
            #expect((a == b) == (na * db == nb * da))
            if a == b { #expect(a.hashValue == b.hashValue) }
        }
    }

    @Test("S1.1-S1.4: sums of arbitrary bit patterns never trap and are close to the floating-point sum")
    func sum_anyBits_nearFloatingSum() {
        var generator = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let a = CMTime(value: Int64(bitPattern: generator.next()), timescale: Int32(generator.next() >> 33) | 1)
            let b = CMTime(
                value: Int64(bitPattern: generator.next()) >> Int64(generator.next() % 60),
                timescale: Int32(generator.next() >> 33) | 1)
            let expected = a.seconds + b.seconds
            let sum = a + b
            let tolerance = max(1 / Double(max(sum.timescale, 1)), (abs(a.seconds) + abs(b.seconds)) * 1e-15)
            #expect(sum.isNumeric && abs(sum.seconds - expected) <= tolerance)
            #expect((b + a) == sum)
        }
    }

    private func gcd(_ a: Int64, _ b: Int64) -> Int64 { b == 0 ? a : gcd(b, a % b) }
}

/// A small generator with a fixed seed, so that failures are reproducible.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
    mutating func signed(bits: UInt64) -> Int64 { Int64(next() % (1 << bits)) - (1 << (bits - 1)) }
}
