import Foundation

public let kCMTimebaseError_MissingRequiredParameter: OSStatus = -12748
public let kCMTimebaseError_InvalidParameter: OSStatus = -12749
public let kCMTimebaseError_AllocationFailed: OSStatus = -12750
public let kCMTimebaseError_ReadOnly: OSStatus = -12757

@discardableResult
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

@discardableResult
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

@discardableResult
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Sets the time; returns 0 or an error code.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
    status { try timebase.setTime(time) }
}

/// Sets the rate; returns 0 or an error code.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
    status { try timebase.setRate(rate) }
}

/// Sets rate and anchor times; returns 0 or an error code.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
    _ timebase: CMTimebase, rate: Float64, anchorTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    status { try timebase.setRateAndAnchorTime(rate: rate, anchorTime: anchorTime, referenceTime: immediateSourceTime) }
}

/// Creates a timebase at time zero, with rate 0; returns 0 or an error code.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
    allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    status { timebaseOut.pointee = try CMTimebase(sourceClock: sourceClock) }
}

/// Creates a timebase at time zero, with rate 0, that runs relative to another timebase; returns 0 or an error code.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
    allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    status { timebaseOut.pointee = try CMTimebase(sourceTimebase: sourceTimebase) }
}

/// The former name of `CMTimebaseCreateWithSourceClock`.
@discardableResult
public func CMTimebaseCreateWithMasterClock(
    allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
    CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}

/// Returns the source clock; nil where the source is a timebase.
@discardableResult
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// Returns the source timebase; nil where the source is a clock.
@discardableResult
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

@discardableResult
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// Returns the time in a timescale.
@discardableResult
public func CMTimebaseGetTimeWithTimeScale(
    _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
    timebase.time.convertScale(timescale, method: method)
}

/// Returns the time and the rate; always 0.
@discardableResult
public func CMTimebaseGetTimeAndRate(
    _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
    timeOut?.pointee = timebase.time
    rateOut?.pointee = timebase.rate
    return noErr
}

/// Sets the anchor: the timeline is at `timebaseTime` when the source is at `immediateSourceTime`; returns 0 or an error code.
@discardableResult
public func CMTimebaseSetAnchorTime(
    _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
    status {
        try timebase.setRateAndAnchorTime(
            rate: timebase.rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
    }
}

private func status(_ body: () throws -> Void) -> OSStatus {
    do {
        try body()
        return 0
    } catch let error as NSError {
        return OSStatus(truncatingIfNeeded: error.code)
    }
}
