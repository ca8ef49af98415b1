import Dispatch

/// The clock of a session: the machine's monotonic clock, or a test's.
public protocol HostClock: Sendable {
    /// Nanoseconds since a fixed time; never decreases.
    var now: Int64 { get }

    /// Waits on `condition`, whose lock the caller holds, until it is signalled or the clock reaches `deadline` (nil: no deadline).
    func wait(on condition: Condition, until deadline: Int64?)
}

/// The machine's monotonic clock, which is also the clock of `CMClock.hostTimeClock`.
public struct SystemHostClock: HostClock {
    public init() {}

    public var now: Int64 {
        // Dispatch reads CLOCK_MONOTONIC. `timespec` is avoided because its owning module depends on the import order.
        Int64(clamping: DispatchTime.now().uptimeNanoseconds)
    }

    public func wait(on condition: Condition, until deadline: Int64?) {
        guard let deadline else { return condition.wait() }
        guard deadline > now else { return }
        condition.wait(untilMonotonic: deadline)
    }
}
