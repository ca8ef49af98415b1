/// State that can be reached only while its lock is held, joined with a condition to wait for changes of it.
///
/// Any thread. Clients must not be called inside a closure: what follows from a change is performed after it.
final class Monitor<State: Sendable>: @unchecked Sendable {
    /// What an attempt inside `wait` found.
    enum Attempt<Result> {
        case done(Result)
        /// Nothing yet: try again after a `broadcast`, or when the clock reaches this time in nanoseconds (nil: only after a broadcast).
        case wait(until: Int64?)
    }

    // Safe: `state` is read and written only in `withLock` and `wait`, which hold the lock of `condition`.
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
    /// - Parameter clock: what deadlines are measured on.
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
