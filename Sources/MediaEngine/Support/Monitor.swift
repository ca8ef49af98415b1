/// State that is accessible only while its lock is held, with a condition to wait for changes of the state.
///
/// Thread-safe. Clients must not be called inside a closure: perform the consequences of a change after it.
final class Monitor<State: Sendable>: @unchecked Sendable {
    /// The result of an attempt inside `wait`.
    enum Attempt<Result> {
        case done(Result)
        /// Not done: try again after a `broadcast`, or when the clock reaches this time in nanoseconds (nil: only after a broadcast).
        case wait(until: Int64?)
    }

    // Sendable because `state` is accessed only in `withLock` and `wait`, which hold the lock of `condition`.
    private var state: State
    private let condition = Condition()

    init(_ initial: State) { state = initial }

    func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return try body(&state)
    }

    /// Makes every thread in `wait` try again.
    func broadcast() { condition.broadcast() }

    /// Blocks until `attempt` is done. The lock is held during attempts, and not while waiting.
    /// - Parameter clock: the clock of the deadlines.
    func wait<Result>(on clock: any HostClock, _ attempt: (inout State) -> Attempt<Result>) -> Result {
        condition.lock()
        defer { condition.unlock() }
        while true {
            switch attempt(&state) {
            case .done(let result): return result
            case .wait(let deadline): clock.wait(on: condition, until: deadline)
            }
        }
    }
}
