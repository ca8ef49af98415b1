import Foundation
import Synchronization

/// Delivers events in order to one listener. Events reported before a listener is set are buffered. Thread-safe.
final class StreamEvents: Sendable {
    typealias Listener = @Sendable (StreamEvent) -> Void

    /// The maximum number of events buffered without a listener; the oldest are dropped first.
    static let maximumWaiting = 100

    private struct State {
        var listener: Listener?
        var waiting: [StreamEvent] = []
    }

    private let state = Mutex(State())

    /// Replaces the listener. The listener must return quickly and must not call the stream: locks may be held while it runs.
    func listen(_ listener: @escaping Listener) {
        let waiting = state.withLock { state in
            state.listener = listener
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for event in waiting { listener(event) }
    }

    /// Reports a fault.
    /// - Parameter comment: how playback continues; appended to the error's message.
    func report(_ error: MediaError, _ comment: String) {
        report(.fault(StreamFault(date: Date(), error: error, comment: "\(error.message) \(comment)")))
    }

    func report(_ event: StreamEvent) {
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
