public import Foundation

/// A source of time that runs at a steady rate and cannot be set.
public final class CMClock: NSObject, Sendable {
    /// The machine's monotonic clock, in nanoseconds since some moment before the process began.
    public static let hostTimeClock = CMClock()

    private override init() { super.init() }

    /// The time now. Any thread.
    public var time: CMTime {
        var spec = timespec()
        clock_gettime(CLOCK_MONOTONIC, &spec)
        return CMTime(
            value: Int64(spec.tv_sec) &* Self.nanosecondsPerSecond &+ Int64(spec.tv_nsec),
            timescale: CMTimeScale(Self.nanosecondsPerSecond))
    }

    static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// The clock's time and that of another one at the same moment.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        let now = time
        return (now, now)
    }
}

@discardableResult
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

@discardableResult
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// A moment of the host clock, in nanoseconds, as a count of host ticks.
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    let nanoseconds = hostTime.convertScale(CMTimeScale(CMClock.nanosecondsPerSecond), method: .default)
    return nanoseconds.isNumeric && nanoseconds.value > 0 ? UInt64(nanoseconds.value) : 0
}

/// The time on the host clock of a count of host ticks: nanoseconds.
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: hostTime), timescale: CMTimeScale(CMClock.nanosecondsPerSecond))
}
