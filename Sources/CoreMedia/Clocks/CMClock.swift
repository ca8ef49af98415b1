public import Foundation

/// A source of time that runs at a steady rate and cannot be set.
public final class CMClock: NSObject, Sendable {
    /// The machine's monotonic clock, in nanoseconds since some time before the process started.
    public static let hostTimeClock = CMClock()

    private override init() { super.init() }

    /// The present time. Thread-safe.
    public var time: CMTime {
        var spec = timespec()
        clock_gettime(CLOCK_MONOTONIC, &spec)
        return CMTime(
            value: Int64(spec.tv_sec) &* Self.nanosecondsPerSecond &+ Int64(spec.tv_nsec),
            timescale: CMTimeScale(Self.nanosecondsPerSecond))
    }

    static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// Returns the clock's time and the time of another clock at the same moment.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        let now = time
        return (now, now)
    }
}

@discardableResult
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

@discardableResult
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Converts a time of the host clock to host ticks, which are nanoseconds.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let nanoseconds = hostTime.convertScale(CMTimeScale(CMClock.nanosecondsPerSecond), method: .default)
    return nanoseconds.isNumeric && nanoseconds.value > 0 ? UInt64(nanoseconds.value) : 0
}

/// Converts host ticks, which are nanoseconds, to a time of the host clock.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: hostTime), timescale: CMTimeScale(CMClock.nanosecondsPerSecond))
}
