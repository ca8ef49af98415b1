import Foundation

/// A mutex with a condition variable, for the engine's threads. Never held during a call of a client.
public final class Condition: @unchecked Sendable {
    // Sendable because pthread's mutexes and conditions are thread-safe, and these do not move in memory.
    private let lockOwner: LockMemory
    private let variable: UnsafeMutablePointer<pthread_cond_t>

    private var mutex: UnsafeMutablePointer<pthread_mutex_t> { lockOwner.mutex }

    private final class LockMemory {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

        init() {
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    }

    /// - Parameter other: a condition whose mutex this one shares, so that threads with different concerns wait for the same state; nil: a
    ///   mutex of its own.
    public init(sharing other: Condition? = nil) {
        lockOwner = other?.lockOwner ?? LockMemory()
        variable = .allocate(capacity: 1)
        variable.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(variable, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(variable)
        variable.deallocate()
    }

    public func lock() { pthread_mutex_lock(mutex) }
    public func unlock() { pthread_mutex_unlock(mutex) }
    public func wait() { pthread_cond_wait(variable, mutex) }
    public func broadcast() { pthread_cond_broadcast(variable) }

    /// Waits until a broadcast, or until the monotonic clock reaches a time in nanoseconds.
    func wait(untilMonotonic nanoseconds: Int64) {
        let second: Int64 = 1_000_000_000
        // The layout of `timespec`, whose owning module depends on the import order.
        var deadline = (Int(nanoseconds / second), Int(nanoseconds % second))
        withUnsafePointer(to: &deadline) { pointer in
            pointer.withMemoryRebound(to: timespec.self, capacity: 1) { deadline in
                _ = pthread_cond_timedwait(variable, mutex, deadline)
            }
        }
    }

    public func withLock<T>(_ body: () throws -> T) rethrows -> T {
        lock()
        defer { unlock() }
        return try body()
    }
}
