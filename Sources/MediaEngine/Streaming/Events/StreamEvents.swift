import Foundation
import Synchronization

/// Tells whoever listens, in order; what happens before somebody listens is kept, where it is for a log. Any thread.
final class StreamEvents: Sendable {
    typealias Listener = @Sendable (StreamEvent) -> Void

    /// Events that wait for a listener; older ones go first.
    static let maximumWaiting = 100

    private struct State {
        var listener: Listener?
        var waiting: [StreamEvent] = []
    }

    private let state = Mutex(State())

    /// The listener must be quick and must not call back: it may be called with locks held.
    func listen(_ listener: @escaping Listener) {
        let waiting = state.withLock { state in
            state.listener = listener
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for event in waiting { listener(event) }
    }

    /// - Parameter comment: what was done about it; the error's own message stands before it.
    func tell(_ error: MediaError, _ comment: String) {
        tell(.fault(StreamFault(date: Date(), error: error, comment: "\(error.message) \(comment)")))
    }

    func tell(_ event: StreamEvent) {
        let listener = state.withLock { state in
            if state.listener == nil {
                state.waiting.append(event)
                if state.waiting.count > Self.maximumWaiting { state.waiting.removeFirst() }
            }
            return state.listener
        }
        listener?(event)
    }

    func seekableRangeChanged() { state.withLock { $0.listener }?(.seekableRangeChanged) }
}
