import Foundation
import Synchronization

/// The decoder threads of the process: one for each core, shared by all sessions, and at least one for each session.
final class ThreadBudget: Sendable {
    static let shared = ThreadBudget(total: max(2, ProcessInfo.processInfo.activeProcessorCount))

    private let total: Int
    private let used = Mutex(0)

    init(total: Int) { self.total = total }

    /// Takes up to `wanted` threads. Pass the result to `release` after use.
    func take(_ wanted: Int) -> Int {
        used.withLock { used in
            let count = max(1, min(wanted, total - used))
            used += count
            return count
        }
    }

    func release(_ count: Int) { used.withLock { $0 -= count } }
}
