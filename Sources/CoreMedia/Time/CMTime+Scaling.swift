// Multiplication of times by numbers. Results are exact where they fit into a 31-bit timescale and a 63-bit value.

/// Returns the absolute value of a time.
@discardableResult
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    switch time.kind {
    case .negativeInfinity: return .positiveInfinity
    case .numeric where time.value < 0: return CMTimeMultiply(time, multiplier: -1)
    default: return time
    }
}

/// Multiplies a time by an integer; on overflow the timescale is halved until the value fits, or the result is infinite.
@discardableResult
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard let special = time.multipliedIfNoNumber(bySign: multiplier.signum()) else {
        return .make(
            Int128(time.value) * Int128(multiplier), over: Int128(time.timescale), flags: time.flags, epoch: time.epoch)
    }
    return special
}

/// Multiplies a time by a fraction: exactly where the timescale is at most `kCMTimeMaxTimescale`, else rounded to it. Invalid if `divisor`
/// is 0.
@discardableResult
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard divisor != 0 else { return .invalid }
    guard let special = time.multipliedIfNoNumber(bySign: multiplier.signum() * divisor.signum()) else {
        let sign: Int128 = divisor < 0 ? -1 : 1
        return time.multiplied(by: Int128(multiplier) * sign, over: Int128(divisor) * sign)
    }
    return special
}

/// Multiplies a time by a floating-point number.
///
/// Timescales below 65,536 are doubled up to that while the result becomes more exact.
@discardableResult
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard !multiplier.isNaN else { return .invalid }
    if let special = time.multipliedIfNoNumber(bySign: multiplier > 0 ? 1 : multiplier < 0 ? -1 : 0) { return special }
    guard multiplier.isFinite else {
        return time.value == 0 ? .invalid : .infinity(negative: (time.value < 0) != (multiplier < 0))
    }
    guard multiplier != 0, time.value != 0 else {
        return CMTime(value: 0, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
    }
    // multiplier = significand · 2^exponent, where the significand is an odd whole number of at most 53 bits.
    var significand = Int128(multiplier.significandBitPattern)
    if multiplier.isNormal { significand |= 1 << Int128(Double.significandBitCount) }
    var exponent = Int(max(multiplier.exponentBitPattern, 1)) - 1023 - Double.significandBitCount
    let zeros = significand.trailingZeroBitCount
    significand >>= Int128(zeros)
    exponent += zeros
    var numerator = Int128(time.value) * (multiplier < 0 ? -significand : significand)  // below 2^117
    var timescale = time.timescale
    while exponent < 0, timescale < CMTime.fineTimescale {
        timescale *= 2
        exponent += 1
    }
    if exponent >= 0 {
        let room = numerator.magnitude.leadingZeroBitCount - 1
        guard exponent <= room else {
            return .coarse(numerator, exponent, timescale, flags: time.flags, epoch: time.epoch)
        }
        numerator <<= Int128(exponent)
        guard numerator.magnitude < 1 << 95 else {
            return .coarse(numerator, 0, timescale, flags: time.flags, epoch: time.epoch)
        }
        return .make(numerator, over: Int128(timescale), flags: time.flags, epoch: time.epoch)
    }
    guard exponent > -126 else {
        return CMTime(value: 0, timescale: timescale, flags: time.flags.union(.hasBeenRounded), epoch: time.epoch)
    }
    let (ticks, exact) = divide(numerator, by: 1 << Int128(-exponent), .roundHalfAwayFromZero)
    guard ticks.magnitude < 1 << 95 else {
        return .coarse(ticks, 0, timescale, flags: time.flags, epoch: time.epoch)
    }
    return .make(
        ticks, over: Int128(timescale), flags: exact ? time.flags : time.flags.union(.hasBeenRounded), epoch: time.epoch
    )
}

extension CMTime {
    /// The timescale up to which `CMTimeMultiplyByFloat64` refines timescales.
    static let fineTimescale: CMTimeScale = 65_536

    /// Returns the product for a time that is not numeric, by the multiplier's sign; nil for numeric times.
    fileprivate func multipliedIfNoNumber(bySign sign: Int32) -> CMTime? {
        switch kind {
        case .numeric: nil
        case .invalid, .indefinite: self
        case .positiveInfinity, .negativeInfinity:
            sign == 0 ? .invalid : sign > 0 ? self : .infinity(negative: kind == .positiveInfinity)
        }
    }

    /// Multiplies a numeric time by a fraction whose parts are below 2^31 (numerator by magnitude; the denominator is above 0).
    func multiplied(by numerator: Int128, over denominator: Int128) -> CMTime {
        let product = Int128(value) * numerator
        if product % denominator == 0 {
            return .make(product / denominator, over: Int128(timescale), flags: flags, epoch: epoch)
        }
        let divisor = greatestCommonDivisor(UInt128(product.magnitude), UInt128(denominator))
        return .make(
            product / Int128(divisor), over: Int128(timescale) * (denominator / Int128(divisor)), flags: flags,
            epoch: epoch)
    }

    /// Returns a number too large for its timescale with a coarser one: ticks · 2^exponent of `timescale`.
    fileprivate static func coarse(
        _ ticks: Int128, _ exponent: Int, _ timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch
    ) -> CMTime {
        var time = CMTime(
            seconds: Double(ticks) * Double(sign: .plus, exponent: exponent, significand: 1) / Double(timescale),
            preferredTimescale: timescale)
        if time.isNumeric {
            time.flags.formUnion(flags.union(.hasBeenRounded))
            time.epoch = epoch
        }
        return time
    }
}
