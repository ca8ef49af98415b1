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
        /// Whether a thread is delivering the buffered events, behind which later ones are buffered.
        var isCatchingUp = false

        mutating func add(_ event: StreamEvent) {
            waiting.append(event)
            if listener == nil, waiting.count > StreamEvents.maximumWaiting { waiting.removeFirst() }
        }

        /// Returns the next buffered event and its listener; nil after the last one.
        mutating func next() -> (StreamEvent, Listener)? {
            guard let listener, !waiting.isEmpty else {
                isCatchingUp = false
                return nil
            }
            return (waiting.removeFirst(), listener)
        }
    }

    private let state = Mutex(State())

    /// Replaces the listener. The listener must return quickly and must not call the stream: locks may be held while it runs.
    func listen(_ listener: @escaping Listener) {
        let isFirst = state.withLock { state in
            state.listener = listener
            defer { state.isCatchingUp = true }
            return !state.isCatchingUp
        }
        guard isFirst else { return }
        while let (event, listener) = state.withLock({ $0.next() }) { listener(event) }
    }

    /// Reports a fault.
    /// - Parameter comment: how playback continues; appended to the error's message.
    func report(_ error: MediaError, _ comment: String) {
        report(.fault(StreamFault(date: Date(), error: error, comment: "\(error.message) \(comment)")))
    }

    func report(_ event: StreamEvent) {
        let listener = state.withLock { state -> Listener? in
            if let listener = state.listener, !state.isCatchingUp { return listener }
            state.add(event)
            return nil
        }
        listener?(event)
    }

    /// Reports a change of the seekable range, which is not buffered without a listener.
    func seekableRangeChanged() {
        guard state.withLock({ $0.listener != nil }) else { return }
        report(.seekableRangeChanged)
    }
}
