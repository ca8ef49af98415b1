import Foundation
public import MediaEngine
import Synchronization

/// A clock that stands still until it is advanced; waits end when it passes their deadlines.
public final class FakeHostClock: HostClock {
    private struct Waiter {
        var condition: Condition
        var deadline: Int64
        var id: Int
    }
    private struct State {
        var now: Int64
        var waiters: [Waiter] = []
        var nextID = 0
    }
    private let state: Mutex<State>

    public init(now: Int64 = 1_000_000_000) { state = Mutex(State(now: now)) }

    public var now: Int64 { state.withLock { $0.now } }

    /// How many threads wait for a moment to come.
    public var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// The moments, earliest first, that threads wait for and that have not come.
    public var pendingDeadlines: [Int64] {
        state.withLock { state in state.waiters.map(\.deadline).filter { $0 > state.now } }.sorted()
    }

    /// Whether somebody waits for a moment to come, and nobody is still waking up for one that has: time may go on, and nobody misses any.
    public var isAwaited: Bool {
        state.withLock { state in !state.waiters.isEmpty && state.waiters.allSatisfy { $0.deadline > state.now } }
    }

    /// Moves time on and wakes everybody whose deadline has come. Call it without holding any of their locks.
    public func advance(by nanoseconds: Int64) {
        let due = state.withLock { state in
            state.now += max(0, nanoseconds)
            return state.waiters.filter { $0.deadline <= state.now }
        }
        for waiter in due { waiter.condition.withLock { waiter.condition.broadcast() } }
    }

    public func wait(on condition: Condition, until deadline: Int64?) {
        guard let deadline else { return condition.wait() }
        // The caller holds the condition's lock, so that a wake-up between registering and waiting is not lost.
        let id: Int? = state.withLock { state in
            guard deadline > state.now else { return nil }
            state.nextID += 1
            state.waiters.append(Waiter(condition: condition, deadline: deadline, id: state.nextID))
            return state.nextID
        }
        guard let id else { return }
        condition.wait()
        state.withLock { state in state.waiters.removeAll { $0.id == id } }
    }
}
