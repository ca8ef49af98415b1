/// An asynchronous sequence of events from several metrics, by their dates. `AVMetrics.chronologicalMerge(with:_:)` creates it.
///
///     for await (event, publisher) in stalls.chronologicalMerge(with: seeks) { … }
public struct AVMergedMetrics<
    MetricEvent1: AVMetricEvent, MetricEvent2: AVMetricEvent, each MetricEventPack: AVMetricEvent
>: AsyncSequence, Sendable {
    /// An event, and the item that reported it.
    public typealias Element = (AVMetricEvent, any AVMetricEventStreamPublisher)
    public typealias Failure = Never

    private let queues: [MetricQueue]

    init(_ queues: [MetricQueue]) { self.queues = queues }

    public struct AsyncIterator: AsyncIteratorProtocol {
        public typealias Element = (AVMetricEvent, any AVMetricEventStreamPublisher)

        private let queues: [MetricQueue]
        private var changes: AsyncStream<Void>.AsyncIterator

        init(_ queues: [MetricQueue]) {
            self.queues = queues
            changes = MetricQueue.changes(of: queues).makeAsyncIterator()
        }

        public mutating func next() async -> Element? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            while true {
                while let (event, publisher) = popFirst() {
                    if let publisher { return (event, publisher) }
                }
                guard !queues.allSatisfy(\.isFinished), await changes.next(isolation: actor) != nil else { return nil }
            }
        }

        /// Removes the earliest event.
        private func popFirst() -> (AVMetricEvent, (any AVMetricEventStreamPublisher)?)? {
            let first = queues.compactMap { queue in queue.firstDate.map { (queue, $0) } }.min { $0.1 < $1.1 }
            guard let queue = first?.0, let event = queue.popFirst() else { return nil }
            return (event, queue.publisher)
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queues) }
}
