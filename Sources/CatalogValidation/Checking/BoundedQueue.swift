import Foundation

/// Hands things from one thread to others, a few at a time.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // Safe: everything below is only touched with the condition locked.
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var isClosed = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Waits until there is room.
    /// - Returns: false once nobody takes anything any more.
    func put(_ element: Element) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while elements.count >= limit, !isClosed { condition.wait() }
        guard !isClosed else { return false }
        elements.append(element)
        condition.broadcast()
        return true
    }

    /// Waits for something. nil: nothing will come any more.
    func take() -> Element? {
        condition.lock()
        defer { condition.unlock() }
        while elements.isEmpty, !isClosed { condition.wait() }
        guard !elements.isEmpty else { return nil }
        defer { condition.broadcast() }
        return elements.removeFirst()
    }

    /// What is inside can still be taken.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }
}
