import Synchronization

/// The decision about each caller of an exported object: made once, because a bus never assigns a unique name twice.
final class CallerGate: Sendable {
    enum Decision: Sendable {
        case permitted
        case denied(BusError)

        static func denied(_ message: String, name: String = "org.freedesktop.DBus.Error.AccessDenied") -> Decision {
            .denied(.answer(name, message))
        }
    }

    /// The number of callers whose decision is stored. Beyond it the oldest decision is made anew at the caller's next call.
    static let maximumCallers = 256
    /// The number of calls of one caller that wait for a decision.
    static let maximumPendingCalls = 64

    private enum Caller: Sendable {
        case pending([@Sendable (Decision) -> Void])
        case decided(Bool)
    }

    private struct State: Sendable {
        var callers: [String: Caller] = [:]
        /// Callers with a decision, the oldest first.
        var order: [String] = []
    }

    private let state = Mutex(State())
    private let permits: @Sendable (String) async -> Bool

    init(_ permits: @escaping @Sendable (String) async -> Bool) {
        self.permits = permits
    }

    private enum Step {
        case answer(Decision)
        case ask
        case wait
    }

    /// Calls `body` with the decision about a caller: synchronously if it is known, else later on the bus thread, in the order of the
    /// caller's calls. Bus thread only.
    func check(_ caller: String, _ body: @escaping @Sendable (Decision) -> Void) {
        let step: Step = state.withLock { state in
            switch state.callers[caller] {
            case .decided(let isPermitted): return .answer(Self.decision(isPermitted))
            case .pending(let calls) where calls.count >= Self.maximumPendingCalls:
                return .answer(
                    .denied("There are too many calls.", name: "org.freedesktop.DBus.Error.LimitsExceeded"))
            case .pending(let calls):
                state.callers[caller] = .pending(calls + [body])
                return .wait
            case nil:
                state.callers[caller] = .pending([body])
                return .ask
            }
        }
        switch step {
        case .answer(let decision): body(decision)
        case .wait: return
        case .ask:
            Task { [self] in
                let isPermitted = await permits(caller)
                BusThread.shared.perform { [self] in decide(caller, isPermitted) }
            }
        }
    }

    private func decide(_ caller: String, _ isPermitted: Bool) {
        let calls = state.withLock { state -> [@Sendable (Decision) -> Void] in
            guard case .pending(let calls) = state.callers[caller] else { return [] }
            state.callers[caller] = .decided(isPermitted)
            state.order.append(caller)
            if state.order.count > Self.maximumCallers { state.callers[state.order.removeFirst()] = nil }
            return calls
        }
        for call in calls { call(Self.decision(isPermitted)) }
    }

    private static func decision(_ isPermitted: Bool) -> Decision {
        isPermitted ? .permitted : .denied("This object is for programs of the user that runs the app.")
    }
}
