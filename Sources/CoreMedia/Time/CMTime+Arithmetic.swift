/// The rounding of a value between two ticks.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    case roundHalfAwayFromZero = 1
    case roundTowardZero = 2
    case roundAwayFromZero = 3
    /// Towards zero for a coarser timescale, away from zero for a finer one; a negative time never becomes 0.
    case quickTime = 4
    case roundTowardPositiveInfinity = 5
    case roundTowardNegativeInfinity = 6

    public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

extension CMTime {
    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime {
        sum(addend1, addend2, subtracting: false)
    }

    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime {
        sum(minuend, subtrahend, subtracting: true)
    }

    /// Returns the time in units of `newTimescale`; invalid where that is 0 or less, infinite where the value overflows.
    public func convertScale(_ newTimescale: CMTimeScale, method: CMTimeRoundingMethod) -> CMTime {
        guard kind == .numeric else { return self }
        guard newTimescale > 0 else { return .invalid }
        guard newTimescale != timescale else { return self }
        let (ticks, exact) = divide(
            Int128(value) * Int128(newTimescale), by: Int128(timescale),
            method == .quickTime && newTimescale > timescale ? .roundAwayFromZero : method)
        guard let value = Int64(exactly: ticks) else { return .infinity(negative: ticks < 0) }
        return CMTime(
            value: value, timescale: newTimescale, flags: exact ? flags : flags.union(.hasBeenRounded), epoch: epoch)
    }
}

extension CMTime {
    static func infinity(negative: Bool) -> CMTime { negative ? .negativeInfinity : .positiveInfinity }

    private static func sum(_ a: CMTime, _ b: CMTime, subtracting: Bool) -> CMTime {
        let kindA = a.kind
        var kindB = b.kind
        if subtracting {
            if kindB == .positiveInfinity {
                kindB = .negativeInfinity
            } else if kindB == .negativeInfinity {
                kindB = .positiveInfinity
            }
        }
        guard kindA == .numeric, kindB == .numeric else { return combined(kindA, kindB) }

        guard let epoch = epoch(a.epoch, b.epoch, subtracting: subtracting) else { return .invalid }
        let rounded = a.flags.union(b.flags).contains(.hasBeenRounded)
        let flags: CMTimeFlags = rounded ? [.valid, .hasBeenRounded] : .valid
        if a.timescale == b.timescale {
            let (value, overflow) =
                subtracting ? a.value.subtractingReportingOverflow(b.value) : a.value.addingReportingOverflow(b.value)
            if !overflow { return CMTime(value: value, timescale: a.timescale, flags: flags, epoch: epoch) }
        }
        let divisor = Int128(greatestCommonDivisor(UInt32(a.timescale), UInt32(b.timescale)))
        let (scaleA, scaleB) = (Int128(a.timescale), Int128(b.timescale))
        // 63 bits by 31, twice: below 2^95.
        let left = Int128(a.value) * (scaleB / divisor)
        let right = Int128(b.value) * (scaleA / divisor)
        return make(
            subtracting ? left - right : left + right, over: scaleA / divisor * scaleB, flags: flags, epoch: epoch)
    }

    /// Adds times of which at least one is not numeric.
    private static func combined(_ a: Kind, _ b: Kind) -> CMTime {
        let kinds = [a, b]
        if kinds.contains(.invalid) { return .invalid }
        switch (kinds.contains(.positiveInfinity), kinds.contains(.negativeInfinity)) {
        case (true, true): return .invalid
        case (true, false): return .positiveInfinity
        case (false, true): return .negativeInfinity
        case (false, false): return .indefinite
        }
    }

    /// Returns the epoch of a sum or difference. Epoch 0 marks durations, which combine with every epoch; the difference of two times of
    /// one epoch is a duration. nil: the epochs do not combine.
    private static func epoch(_ a: CMTimeEpoch, _ b: CMTimeEpoch, subtracting: Bool) -> CMTimeEpoch? {
        if a == b { return subtracting ? 0 : a }
        return a == 0 ? b : b == 0 ? a : nil
    }

    /// Returns `numerator / denominator` seconds as a time: exactly if denominator and value fit, else with the finest timescale possible.
    ///
    /// - Parameter denominator: above 0, below 2^62; the numerator's magnitude is below 2^96.
    static func make(
        _ numerator: Int128, over denominator: Int128, flags: CMTimeFlags, epoch: CMTimeEpoch
    ) -> CMTime {
        var scale = min(denominator, Int128(kCMTimeMaxTimescale))
        while true {
            let (ticks, exact) =
                scale == denominator
                ? (numerator, true) : divide(numerator * scale, by: denominator, .roundHalfAwayFromZero)
            if let value = Int64(exactly: ticks) {
                return CMTime(
                    value: value, timescale: CMTimeScale(scale), flags: exact ? flags : flags.union(.hasBeenRounded),
                    epoch: epoch)
            }
            if scale == 1 { return .infinity(negative: numerator < 0) }
            scale /= 2
        }
    }
}

/// Divides and rounds, and returns whether the quotient is exact. The divisor is above 0.
func divide(_ numerator: Int128, by divisor: Int128, _ method: CMTimeRoundingMethod) -> (quotient: Int128, exact: Bool)
{
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: divisor)
    if remainder == 0 { return (quotient, true) }
    let isNegative = numerator < 0
    let away: Int128 = isNegative ? -1 : 1
    let goesAway =
        switch method {
        case .roundHalfAwayFromZero: remainder.magnitude >= divisor.magnitude - remainder.magnitude
        case .roundTowardZero: false
        case .roundAwayFromZero: true
        case .quickTime: isNegative && quotient == 0
        case .roundTowardPositiveInfinity: !isNegative
        case .roundTowardNegativeInfinity: isNegative
        }
    return (goesAway ? quotient + away : quotient, false)
}
