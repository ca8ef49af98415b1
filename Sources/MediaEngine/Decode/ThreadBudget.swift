import Foundation
import Synchronization

/// The decoder threads of the process: as many as cores, shared by all that play, and at least one each.
final class ThreadBudget: Sendable {
    static let shared = ThreadBudget(total: max(2, ProcessInfo.processInfo.activeProcessorCount))

    private let total: Int
    private let used = Mutex(0)

    init(total: Int) { self.total = total }

    /// Takes up to `wanted` threads. Give back the result with `release`.
    func take(_ wanted: Int) -> Int {
        used.withLock { used in
            let count = max(1, min(wanted, total - used))
            used += count
            return count
        }
    }

    func release(_ count: Int) { used.withLock { $0 -= count } }
}
