import Foundation
import Synchronization

/// Tells whoever listens of every fault, in order; what happens before somebody listens is kept. Any thread.
final class StreamFaultLog: Sendable {
    typealias Listener = @Sendable (StreamFault) -> Void

    /// Faults that wait for a listener; older ones go first.
    static let maximumWaiting = 100

    private struct State {
        var listener: Listener?
        var waiting: [StreamFault] = []
        var count = 0
    }

    private let state = Mutex(State())

    /// All that were told so far.
    var count: Int { state.withLock { $0.count } }

    /// The listener must be quick and must not call back: it may be called with locks held.
    func listen(_ listener: @escaping Listener) {
        let waiting = state.withLock { state in
            state.listener = listener
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for fault in waiting { listener(fault) }
    }

    /// - Parameter comment: what was done about it; the error's own message stands before it.
    func tell(_ error: MediaError, _ comment: String) {
        let fault = StreamFault(date: Date(), error: error, comment: "\(error.message) \(comment)")
        let listener = state.withLock { state in
            state.count += 1
            if state.listener == nil {
                state.waiting.append(fault)
                if state.waiting.count > Self.maximumWaiting { state.waiting.removeFirst() }
            }
            return state.listener
        }
        listener?(fault)
    }
}
