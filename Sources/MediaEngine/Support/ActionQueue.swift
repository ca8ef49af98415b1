import Foundation

/// Performs actions in the order in which they were appended, on one thread at a time, with no lock held.
///
/// Append inside the lock that protects the decision, and call `perform` after releasing it. Actions may append and perform further
/// actions. Thread-safe.
final class ActionQueue<Action: Sendable>: Sendable {
    /// The behavior of `perform` while another thread performs actions.
    enum Contention {
        /// Returns at once; the other thread performs the actions.
        case returns
        /// Blocks until all actions appended before have been performed.
        case waits
    }

    private struct State {
        var actions: [Action] = []
        /// The thread that currently performs actions.
        var performer: pthread_t?
    }

    private enum Role { case performer, bystander }

    private let state = Monitor(State())

    func append(_ actions: [Action]) {
        guard !actions.isEmpty else { return }
        state.withLock { $0.actions += actions }
    }

    /// Performs the appended actions. A call from inside an action returns at once; its actions follow after the current one.
    func perform(during contention: Contention = .returns, _ body: (Action) -> Void) {
        guard takeRole(contention) == .performer else { return }
        while true {
            let batch = state.withLock { state in
                let batch = state.actions
                state.actions = []
                if batch.isEmpty { state.performer = nil }
                return batch
            }
            if batch.isEmpty { break }
            for action in batch { body(action) }
        }
        state.broadcast()
    }

    private func takeRole(_ contention: Contention) -> Role {
        let thread = pthread_self()
        return state.wait(on: SystemHostClock()) { state in
            if let performer = state.performer {
                return contention == .returns || performer == thread ? .done(.bystander) : .wait(until: nil)
            }
            guard !state.actions.isEmpty else { return .done(.bystander) }
            state.performer = thread
            return .done(.performer)
        }
    }
}
