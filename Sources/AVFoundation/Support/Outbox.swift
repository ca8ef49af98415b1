import Synchronization

/// Performs work that was decided on under a lock, in the order of the decisions, with no lock held, on one thread at a time.
///
/// Post work inside the lock that protects the decision, and call `drain` after releasing it. Work may post and drain again.
final class Outbox: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isDraining = false
    }

    private let state = Mutex(State())

    func post(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.work.append(work) }
    }

    /// Performs the posted work. Returns when it is done, or when another thread performs it.
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
