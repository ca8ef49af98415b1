import Synchronization

/// Performs actions in the order in which they were decided, one thread at a time, with no lock held.
///
/// Append inside the lock that protects the decision, and call `perform` after leaving it. Actions may append and perform again.
final class ActionQueue<Action: Sendable>: Sendable {
    private struct State {
        var actions: [Action] = []
        var isPerforming = false
    }

    private let state = Mutex(State())

    func append(_ actions: [Action]) {
        guard !actions.isEmpty else { return }
        state.withLock { $0.actions += actions }
    }

    /// Returns when every action has been performed, or when another thread is performing them.
    func perform(_ body: (Action) -> Void) {
        let isMine = state.withLock { state in
            guard !state.isPerforming, !state.actions.isEmpty else { return false }
            state.isPerforming = true
            return true
        }
        guard isMine else { return }
        while true {
            let batch = state.withLock { state in
                let batch = state.actions
                state.actions = []
                if batch.isEmpty { state.isPerforming = false }
                return batch
            }
            guard !batch.isEmpty else { return }
            for action in batch { body(action) }
        }
    }
}
