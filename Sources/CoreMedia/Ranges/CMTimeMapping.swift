/// A mapping of a source range to a target range; the ratio of their durations is the speed.
public struct CMTimeMapping: Sendable {
    public var source: CMTimeRange
    public var target: CMTimeRange

    /// Creates a mapping of invalid ranges.
    public init() {
        self.init(source: .invalid, target: .invalid)
    }

    public init(source: CMTimeRange, target: CMTimeRange) {
        self.source = source
        self.target = target
    }

    /// Whether the target is valid; with an invalid source, the mapping is an empty edit.
    public var isValid: Bool { target.isValid }
    public var isEmpty: Bool { isValid && !source.isValid }
}

// Apple's structure has no conformance, so that a client may declare its own. These operators are for this package only.
extension CMTimeMapping {
    package static func == (a: CMTimeMapping, b: CMTimeMapping) -> Bool {
        a.source == b.source && a.target == b.target
    }
}

@discardableResult
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: source, target: target)
}

@discardableResult
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
    CMTimeMapping(source: .invalid, target: target)
}

public let kCMTimeMappingInvalid = CMTimeMapping()

/// Returns the nearest time inside the range, including its end; the time itself where it is not numeric or the range is invalid.
@discardableResult
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
    guard time.isValid, range.isValid else { return time }
    return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Maps a time from `fromRange` to `toRange` proportionally, also beyond the ranges.
///
/// Invalid where `fromRange` is empty or a range is invalid.
@discardableResult
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard fromRange.isValid, toRange.isValid else { return .invalid }
    guard t.isNumeric else { return t }
    return CMTimeMapDurationFromRangeToRange(t - fromRange.start, fromRange: fromRange, toRange: toRange)
        + toRange.start
}

/// Scales a duration by the ratio of `toRange` to `fromRange`. Invalid where `fromRange` is empty or a range is invalid.
@discardableResult
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
    guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty else { return .invalid }
    guard dur.isNumeric else { return dur }
    let (from, to) = (fromRange.duration, toRange.duration)
    guard from.isNumeric, to.isNumeric else { return .invalid }
    guard from != to else { return dur }

    // to / from in lowest terms; both products are below 2^94.
    var numerator = Int128(to.value) * Int128(from.timescale)
    var denominator = Int128(from.value) * Int128(to.timescale)
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    (numerator, denominator) = (numerator / divisor, denominator / divisor)
    var flags = dur.flags.union(from.flags).union(to.flags)
    flags.formIntersection([.valid, .hasBeenRounded])
    let limit: Int128 = 1 << 31
    if numerator < limit, denominator < limit {
        var result = dur.multiplied(by: numerator, over: denominator)
        if result.isNumeric { result.flags.formUnion(flags) }
        return result
    }
    var result = CMTime(
        seconds: dur.seconds * (Double(numerator) / Double(denominator)),
        preferredTimescale: max(dur.timescale, to.timescale))
    if result.isNumeric {
        result.flags.formUnion([.valid, .hasBeenRounded])
        result.epoch = dur.epoch
    }
    return result
}

/// Shifts the time by multiples of the range's duration until it is inside, for loops. Invalid where the range is empty or invalid.
@discardableResult
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
    guard foldRange.isValid, !foldRange.isEmpty else { return .invalid }
    guard time.isNumeric, foldRange.start.isNumeric, foldRange.duration.isNumeric else { return time }
    let offset = time - foldRange.start
    guard offset.isNumeric else { return offset }
    let length = foldRange.duration
    // In units of 1 / (timescale of the offset · timescale of the length): both below 2^94.
    let position = Int128(offset.value) * Int128(length.timescale)
    let period = Int128(length.value) * Int128(offset.timescale)
    var rest = position % period
    if rest < 0 { rest += period }
    let divisor = greatestCommonDivisor(UInt32(offset.timescale), UInt32(length.timescale))
    let folded = CMTime.make(
        rest / Int128(divisor), over: Int128(offset.timescale) * Int128(length.timescale) / Int128(divisor),
        flags: offset.flags, epoch: offset.epoch)
    return foldRange.start + folded
}
