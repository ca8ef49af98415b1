import Dispatch
import Foundation

/// The clock of a session: the machine's monotonic clock, or a test's.
public protocol HostClock: Sendable {
    /// Nanoseconds since a fixed time; never decreases.
    var now: Int64 { get }

    /// Waits on `condition`, whose lock the caller holds, until it is signalled or the clock reaches `deadline` (nil: no deadline).
    func wait(on condition: Condition, until deadline: Int64?)
}

/// A mutex with one condition variable, for the engine's threads. Never held during a call of a client.
public final class Condition: Sendable {
    // NSCondition is thread-safe; this class only restricts its interface.
    private let condition = NSCondition()

    public init() {}

    public func lock() { condition.lock() }
    public func unlock() { condition.unlock() }
    public func wait() { condition.wait() }
    func wait(until date: Date) { _ = condition.wait(until: date) }
    public func broadcast() { condition.broadcast() }

    public func withLock<T>(_ body: () throws -> T) rethrows -> T {
        condition.lock()
        defer { condition.unlock() }
        return try body()
    }
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
        let remaining = deadline - now
        guard remaining > 0 else { return }
        condition.wait(until: Date(timeIntervalSinceNow: Double(remaining) / 1e9))
    }
}
