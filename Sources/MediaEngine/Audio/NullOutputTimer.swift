import Synchronization

/// The thread that drives the running null outputs of one clock; it ends when none is running.
///
/// All outputs on the system clock share one timer and thus one thread. A clock that is an object, such as a test's, has its own timer,
/// because a thread can wait for one clock only.
final class NullOutputTimer: Sendable {
    private struct Entry {
        weak var output: NullOutput?
    }

    private struct State {
        var running: [ObjectIdentifier: Entry] = [:]
        var hasThread = false
        var nextTick: Int64 = 0
    }

    private let clock: any HostClock
    private let state = Monitor(State())

    /// The interval at which frames are consumed, in nanoseconds.
    static let interval: Int64 = 10 * .millisecond

    private init(clock: any HostClock) { self.clock = clock }

    // MARK: - One timer per clock

    private struct Reference {
        weak var timer: NullOutputTimer?
    }

    private static let shared = Mutex<[ObjectIdentifier: Reference]>([:])

    /// Returns the timer of `clock`. It exists while an output uses it, and retains the clock, so that no other clock can get the same
    /// identity.
    static func timer(for clock: any HostClock) -> NullOutputTimer {
        let identity: ObjectIdentifier
        if type(of: clock) is AnyClass {
            identity = ObjectIdentifier(clock as AnyObject)
        } else if clock is SystemHostClock {
            identity = ObjectIdentifier(SystemHostClock.self)
        } else {
            return NullOutputTimer(clock: clock)
        }
        return shared.withLock { timers in
            if let timer = timers[identity]?.timer { return timer }
            timers = timers.filter { $0.value.timer != nil }
            let timer = NullOutputTimer(clock: clock)
            timers[identity] = Reference(timer: timer)
            return timer
        }
    }

    // MARK: - Running

    /// Whether its thread runs.
    var hasThread: Bool { state.withLock { $0.hasThread } }

    /// Calls the output's `advance` every `interval` until the output is removed or released.
    func add(_ output: NullOutput) {
        let needsThread = state.withLock { state in
            if state.running.isEmpty { state.nextTick = clock.now + Self.interval }
            state.running[ObjectIdentifier(output)] = Entry(output: output)
            defer { state.hasThread = true }
            return !state.hasThread
        }
        state.broadcast()
        if needsThread { EngineThread.start("silence") { [self] in run() } }
    }

    /// Removes an output. A call of `advance` may still be in progress when this returns.
    func remove(_ output: NullOutput) {
        state.withLock { state in state.running[ObjectIdentifier(output)] = nil }
        state.broadcast()
    }

    private func run() {
        while true {
            let due = state.wait(on: clock) { state -> Monitor<State>.Attempt<[NullOutput]> in
                state.running = state.running.filter { $0.value.output != nil }
                guard !state.running.isEmpty else {
                    state.hasThread = false
                    return .done([])
                }
                let now = clock.now
                guard now >= state.nextTick else { return .wait(until: state.nextTick) }
                state.nextTick = now + Self.interval
                return .done(state.running.values.compactMap(\.output))
            }
            guard !due.isEmpty else { return }
            for output in due { output.advance() }
        }
    }
}
