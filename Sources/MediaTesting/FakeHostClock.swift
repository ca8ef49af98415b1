import Foundation
public import MediaEngine
import Synchronization

/// A clock that advances only on request; waits end when the time passes their deadlines.
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

    /// The number of threads that wait for a deadline.
    public var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// The deadlines in the future that threads wait for, earliest first.
    public var pendingDeadlines: [Int64] {
        state.withLock { state in state.waiters.map(\.deadline).filter { $0 > state.now } }.sorted()
    }

    /// Whether threads wait, all of them for future deadlines: time can advance without any thread missing its deadline.
    public var isAwaited: Bool {
        state.withLock { state in !state.waiters.isEmpty && state.waiters.allSatisfy { $0.deadline > state.now } }
    }

    /// Advances the time and wakes all threads whose deadlines have passed. Must not be called with any of their locks held.
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
