import Synchronization

/// Performs what was decided under a lock, in the order of the decisions, with no lock held, on one thread at a time.
///
/// Post inside the lock that protects the decision, and call `drain` after leaving it. Work may post and drain again.
final class Outbox: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isDraining = false
    }

    private let state = Mutex(State())

    func post(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.work.append(work) }
    }

    /// Returns when everything is done, or when another thread is at it.
    func drain() {
        let isMine = state.withLock { state in
            guard !state.isDraining, !state.work.isEmpty else { return false }
            state.isDraining = true
            return true
        }
        guard isMine else { return }
        while true {
            let batch = state.withLock { state in
                let batch = state.work
                state.work = []
                if batch.isEmpty { state.isDraining = false }
                return batch
            }
            guard !batch.isEmpty else { return }
            for work in batch { work() }
        }
    }
}
