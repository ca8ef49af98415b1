import Foundation
import Synchronization

/// What a stream tells its session between packets.
enum StreamEvent: Sendable {
    case fault(StreamFault)
    /// What may be sought has become another stretch.
    case seekableRangeChanged
}

/// Tells whoever listens, in order; faults that happen before somebody listens are kept. Any thread.
final class StreamEvents: Sendable {
    typealias Listener = @Sendable (StreamEvent) -> Void

    /// Faults that wait for a listener; older ones go first.
    static let maximumWaiting = 100

    private struct State {
        var listener: Listener?
        var waiting: [StreamFault] = []
    }

    private let state = Mutex(State())

    /// The listener must be quick and must not call back: it may be called with locks held.
    func listen(_ listener: @escaping Listener) {
        let waiting = state.withLock { state in
            state.listener = listener
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for fault in waiting { listener(.fault(fault)) }
    }

    /// - Parameter comment: what was done about it; the error's own message stands before it.
    func tell(_ error: MediaError, _ comment: String) {
        let fault = StreamFault(date: Date(), error: error, comment: "\(error.message) \(comment)")
        let listener = state.withLock { state in
            if state.listener == nil {
                state.waiting.append(fault)
                if state.waiting.count > Self.maximumWaiting { state.waiting.removeFirst() }
            }
            return state.listener
        }
        listener?(.fault(fault))
    }

    func seekableRangeChanged() { state.withLock { $0.listener }?(.seekableRangeChanged) }
}
