import Foundation
import Synchronization

/// The events of one sequence of metrics that no iterator has taken yet.
final class MetricQueue: @unchecked Sendable {
    // Sendable: the weak variable is written by `init` only, and the rest is locked.

    private struct State {
        var events: [AVMetricEvent] = []
        /// The place of the first event in the list.
        var start = 0
        var isFinished = false
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastObserver = 0

        /// Removes the first event. The list is shortened only now and then, because that moves all other events.
        mutating func dropFirst() {
            start += 1
            guard start * 2 >= events.count else { return }
            events.removeFirst(start)
            start = 0
        }
    }

    /// The item that reports the events; nil once it has been deallocated.
    private(set) weak var publisher: (any AVMetricEventStreamPublisher)?
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: the number of events; when there are more, the oldest are dropped.
    init(_ publisher: any AVMetricEventStreamPublisher, capacity: Int) {
        self.publisher = publisher
        self.capacity = capacity
    }

    func append(_ event: AVMetricEvent) {
        notify { state in
            guard !state.isFinished else { return }
            state.events.append(event)
            if state.events.count - state.start > capacity { state.dropFirst() }
        }
    }

    func finish() { notify { $0.isFinished = true } }

    private func notify(_ change: (inout State) -> Void) {
        let observers = state.withLock { state in
            change(&state)
            return state.observers
        }
        for observer in observers.values { observer.yield() }
    }

    /// Whether no event follows and none is left.
    var isFinished: Bool { state.withLock { $0.isFinished && $0.start == $0.events.count } }

    var firstDate: Date? { state.withLock { $0.start < $0.events.count ? $0.events[$0.start].date : nil } }

    func popFirst() -> AVMetricEvent? {
        state.withLock { state in
            guard state.start < state.events.count else { return nil }
            defer { state.dropFirst() }
            return state.events[state.start]
        }
    }

    /// A sequence with an element after changes; several changes may have one.
    func changes() -> AsyncStream<Void> { Self.changes(of: [self]) }

    static func changes(of queues: [MetricQueue]) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let tokens = queues.map { ($0, $0.add(continuation)) }
        // The iterator is gone.
        continuation.onTermination = { _ in for (queue, token) in tokens { queue.remove(token) } }
        return stream
    }

    private func add(_ observer: AsyncStream<Void>.Continuation) -> Int {
        state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = observer
            return state.lastObserver
        }
    }

    private func remove(_ token: Int) { _ = state.withLock { $0.observers.removeValue(forKey: token) } }
}
