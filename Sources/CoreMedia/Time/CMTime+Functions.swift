public import Foundation

// The C spellings of the members of CMTime.

@discardableResult
public func CMTimeMake(value: CMTimeValue, timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

@discardableResult
public func CMTimeMake(_ value: CMTimeValue, _ timescale: CMTimeScale) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

@discardableResult
public func CMTimeMakeWithEpoch(value: CMTimeValue, timescale: CMTimeScale, epoch: CMTimeEpoch) -> CMTime {
    var time = CMTime(value: value, timescale: timescale)
    time.epoch = epoch
    return time
}

@discardableResult
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: CMTimeScale) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

@discardableResult
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 { time.seconds }

/// Returns -1, 0 or 1, in the order of `CMTime`'s operators.
@discardableResult
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 { Int32(CMTime.order(time1, time2)) }

@discardableResult
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

@discardableResult
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

@discardableResult
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

@discardableResult
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

@discardableResult
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: CMTimeScale, method: CMTimeRoundingMethod)
    -> CMTime
{
    time.convertScale(newTimescale, method: method)
}

/// Returns a description for logs, such as `{1/2 = 0.500}`.
@discardableResult
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> String? { time.logDescription }

/// Prints what `CMTimeCopyDescription` returns.
public func CMTimeShow(_ time: CMTime) { print(time.logDescription) }

public let kCMTimeValueKey = "value"
public let kCMTimeScaleKey = "timescale"
public let kCMTimeEpochKey = "epoch"
public let kCMTimeFlagsKey = "flags"

/// Returns the four fields under `kCMTimeValueKey` and the other keys, as property list values.
@discardableResult
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> NSDictionary? {
    NSDictionary(
        objects: [
            NSNumber(value: time.value), NSNumber(value: time.timescale), NSNumber(value: time.epoch),
            NSNumber(value: time.flags.rawValue),
        ],
        forKeys: [kCMTimeValueKey, kCMTimeScaleKey, kCMTimeEpochKey, kCMTimeFlagsKey].map { NSString(string: $0) })
}

/// Returns the time from a dictionary of `CMTimeCopyAsDictionary`; invalid where a field is missing.
@discardableResult
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: NSDictionary?) -> CMTime {
    func number(_ key: String) -> NSNumber? {
        dictionaryRepresentation?.object(forKey: NSString(string: key)) as? NSNumber
    }
    guard let value = number(kCMTimeValueKey), let timescale = number(kCMTimeScaleKey),
        let epoch = number(kCMTimeEpochKey), let flags = number(kCMTimeFlagsKey)
    else { return .invalid }
    return CMTime(
        value: value.int64Value, timescale: timescale.int32Value, flags: CMTimeFlags(rawValue: flags.uint32Value),
        epoch: epoch.int64Value)
}

extension CMTime {
    var logDescription: String {
        switch kind {
        case .invalid: return "{INVALID}"
        case .indefinite: return "{INDEFINITE}"
        case .positiveInfinity: return "{+INFINITY}"
        case .negativeInfinity: return "{-INFINITY}"
        case .numeric:
            let seconds = String(format: "%.3f", self.seconds)
            let epoch = epoch == 0 ? "" : ", epoch = \(epoch)"
            return "{\(value)/\(timescale) = \(seconds)\(epoch)\(hasBeenRounded ? ", rounded" : "")}"
        }
    }
}

public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
public func CMTIME_IS_POSITIVE_INFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
public func CMTIME_IS_NEGATIVE_INFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// Compares with an operator: `CMTIME_COMPARE_INLINE(a, <, b)`.
public func CMTIME_COMPARE_INLINE(_ time1: CMTime, _ comparator: (Int32, Int32) -> Bool, _ time2: CMTime) -> Bool {
    comparator(CMTimeCompare(time1, time2), 0)
}

public let kCMTimeZero = CMTime.zero
public let kCMTimeInvalid = CMTime.invalid
public let kCMTimeIndefinite = CMTime.indefinite
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
