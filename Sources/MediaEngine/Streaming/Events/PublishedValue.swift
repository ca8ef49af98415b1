import Synchronization

/// A value with one listener, which is called with each new value, in order and by one thread at a time. Thread-safe.
final class PublishedValue<Value: Sendable>: Sendable {
    typealias Listener = @Sendable (Value) -> Void

    private struct State {
        var value: Value?
        var listener: Listener?
        /// The values that the listener has not received yet.
        var waiting: [Value] = []
        /// Whether a thread is delivering the waiting values.
        var isDelivering = false

        /// - Returns: whether the caller has to deliver the waiting values.
        mutating func begin() -> Bool {
            defer { isDelivering = true }
            return !isDelivering
        }

        /// Returns the next value and its listener; nil after the last one.
        mutating func next() -> (Value, Listener)? {
            guard let listener, !waiting.isEmpty else {
                isDelivering = false
                return nil
            }
            return (waiting.removeFirst(), listener)
        }
    }

    private let state = Mutex(State())

    func publish(_ value: Value) {
        let isFirst = state.withLock { state in
            state.value = value
            guard state.listener != nil else { return false }
            state.waiting.append(value)
            return state.begin()
        }
        if isFirst { deliver() }
    }

    /// Replaces the listener and calls it with the current value.
    func listen(_ listener: @escaping Listener) {
        let isFirst = state.withLock { state in
            state.listener = listener
            state.waiting = state.value.map { [$0] } ?? []
            return state.begin()
        }
        if isFirst { deliver() }
    }

    private func deliver() {
        while let (value, listener) = state.withLock({ $0.next() }) { listener(value) }
    }
}
