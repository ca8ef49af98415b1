import Foundation

/// A blocking queue of limited length between threads.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // Safe: all mutable state is only accessed with the condition locked.
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var isClosed = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Appends an element, blocking while the queue is full.
    /// - Returns: false after `close()`.
    func put(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= limit, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Removes the first element, blocking while the queue is empty. Returns nil when the queue is closed and empty.
    func take() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        defer { condition.broadcast() }
        return elements.removeFirst()
    }

    /// Rejects further elements. Elements already in the queue can still be taken.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
