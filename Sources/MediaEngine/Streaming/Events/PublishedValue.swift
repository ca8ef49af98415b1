import Synchronization

/// A value with one listener, which is called with each new value. Thread-safe.
final class PublishedValue<Value: Sendable>: Sendable {
    typealias Listener = @Sendable (Value) -> Void

    private struct State {
        var value: Value?
        var listener: Listener?
    }

    private let state = Mutex(State())

    func publish(_ value: Value) {
        let listener = state.withLock { state in
            state.value = value
            return state.listener
        }
        listener?(value)
    }

    /// Replaces the listener and calls it with the current value.
    func listen(_ listener: @escaping Listener) {
        let value = state.withLock { state in
            state.listener = listener
            return state.value
        }
        if let value { listener(value) }
    }
}
