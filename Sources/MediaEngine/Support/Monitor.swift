/// State that is accessible only while its lock is held, with conditions to wait for changes of the state.
///
/// Threads wait in channels, so that a change wakes only the threads that it concerns.
///
/// Thread-safe. Clients must not be called inside a closure: perform the consequences of a change after it.
final class Monitor<State: Sendable>: @unchecked Sendable {
    /// The result of an attempt inside `wait`.
    enum Attempt<Result> {
        case done(Result)
        /// Not done: try again after a `broadcast`, or when the clock reaches this time in nanoseconds (nil: only after a broadcast).
        case wait(until: Int64?)
    }

    // Sendable because `state` is accessed only in `withLock` and `wait`, which hold the lock that all conditions share.
    private var state: State
    /// By channel.
    private let conditions: [Condition]

    private var condition: Condition { conditions[0] }

    init(_ initial: State, channels: Int = 1) {
        precondition(channels > 0, "a monitor without a channel has no lock")
        state = initial
        let first = Condition()
        conditions = [first] + (1..<channels).map { _ in Condition(sharing: first) }
    }

    func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body(&state)
    }

    /// Makes every thread in `wait` try again.
    func broadcast() {
        for condition in conditions { condition.broadcast() }
    }

    /// Makes the threads that wait in one channel try again.
    func broadcast(channel: Int) { conditions[channel].broadcast() }

    /// Blocks until `attempt` is done. The lock is held during attempts, and not while waiting.
    /// - Parameter clock: the clock of the deadlines.
    func wait<Result>(
        on clock: any HostClock, channel: Int = 0, _ attempt: (inout State) -> Attempt<Result>
    ) -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            switch attempt(&state) {
            case .done(let result): return result
            case .wait(let deadline): clock.wait(on: conditions[channel], until: deadline)
            }
        }
    }
}
