/// A lock that owns the state it protects.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // Sendable: the state is only reached with the lock held, or through the closures of `withLockUnchecked`, whose callers answer for it.

    /// Whether the calling thread is expected to hold the lock.
    public enum Ownership: Sendable, Hashable {
        case owner
        case notOwner
    }

    private final class Storage {
        let lock: os_unfair_lock_t
        var state: State

        init(_ state: State) {
            self.state = state
            lock = .allocate(capacity: 1)
            lock.initialize(to: os_unfair_lock())
        }

        deinit { lock.deallocate() }
    }

    private let storage: Storage

    /// Creates a lock with a state that need not be sendable.
    public init(uncheckedState initialState: State) { storage = Storage(initialState) }

    /// Runs `body` with the lock held, and returns its result. `body` must not take the lock again.
    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
        os_unfair_lock_lock(storage.lock)
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs `body` with the lock held, and returns its result. `body` must not take the lock again.
    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R {
        try withLockUnchecked(body)
    }

    /// Runs `body` if the lock is free.
    /// - Returns: nil where a thread holds the lock.
    public func withLockIfAvailableUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R? {
        guard os_unfair_lock_trylock(storage.lock) else { return nil }
        defer { os_unfair_lock_unlock(storage.lock) }
        return try body(&storage.state)
    }

    /// Runs `body` if the lock is free.
    /// - Returns: nil where a thread holds the lock.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Terminates the process unless the calling thread holds, or does not hold, the lock.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock with its state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without state.
    public init() { self.init(uncheckedState: ()) }

    /// Runs `body` with the lock held, and returns its result.
    public func withLockUnchecked<R>(_ body: () throws -> R) rethrows -> R { try withLockUnchecked { _ in try body() } }

    /// Runs `body` with the lock held, and returns its result.
    public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R { try withLockUnchecked(body) }

    /// Runs `body` if the lock is free; returns nil otherwise.
    public func withLockIfAvailable<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R? {
        try withLockIfAvailableUnchecked { _ in try body() }
    }

    /// Waits for the lock; `unlock()` must follow on the same thread.
    @available(*, noasync, message: "use withLock: the thread may differ after a suspension")
    public func lock() { os_unfair_lock_lock(storage.lock) }

    /// Releases the lock.
    @available(*, noasync, message: "use withLock: the thread may differ after a suspension")
    public func unlock() { os_unfair_lock_unlock(storage.lock) }

    /// Takes the lock if it is free; `unlock()` must follow on the same thread.
    @available(*, noasync, message: "use withLockIfAvailable: the thread may differ after a suspension")
    public func lockIfAvailable() -> Bool { os_unfair_lock_trylock(storage.lock) }
}
