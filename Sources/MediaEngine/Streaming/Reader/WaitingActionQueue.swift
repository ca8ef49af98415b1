import Foundation
import Synchronization

/// Performs actions in the order in which they were added, one at a time, without the lock of whoever added them.
///
/// `drain` returns when every action added before is performed; a call from inside an action returns at once. Any thread.
final class WaitingActionQueue<Action: Sendable>: Sendable {
    private let state = Mutex<[Action]>([])
    /// Held while actions are performed. Recursive, since an action may lead back here on its own thread.
    private let performing = NSRecursiveLock()
    private let isPerforming = Mutex(false)

    /// Callers add in the order in which the actions are to be performed, from inside the closure that produces them.
    func add(_ actions: [Action]) {
        guard !actions.isEmpty else { return }
        state.withLock { $0 += actions }
    }

    func drain(_ perform: (Action) -> Void) {
        guard state.withLock({ !$0.isEmpty }) || isPerforming.withLock({ $0 }) else { return }
        performing.lock()
        defer { performing.unlock() }
        // Only the thread that performs can find the flag raised with the lock held.
        let isInside = isPerforming.withLock { flag in
            defer { flag = true }
            return flag
        }
        if isInside { return }
        defer { isPerforming.withLock { $0 = false } }
        while let action = state.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { perform(action) }
    }
}
