import Synchronization

/// The latest value of something, and the one listener that hears of it. Any thread.
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

    /// Replaces the listener, which hears of the present value at once.
    func listen(_ listener: @escaping Listener) {
        let value = state.withLock { state in
            state.listener = listener
            return state.value
        }
        if let value { listener(value) }
    }
}
