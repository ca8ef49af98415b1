/// A source of metric events.
public protocol AVMetricEventStreamPublisher: AnyObject, Sendable {
    /// Returns the events of one type and its subclasses, from now on.
    func metrics<MetricEvent: AVMetricEvent>(forType type: MetricEvent.Type) -> AVMetrics<MetricEvent>
    /// Returns the events of every type, from now on.
    func allMetrics() -> AVMetrics<AVMetricEvent>
}

/// An asynchronous sequence of metric events. It ends when the item is deallocated; iterating does not retain the item.
///
///     for await stall in item.metrics(forType: AVMetricPlayerItemStallEvent.self) { … }
public struct AVMetrics<MetricEvent: AVMetricEvent>: AsyncSequence, Sendable {
    public typealias Element = MetricEvent
    public typealias Failure = Never

    /// The number of events that are buffered for the iterator; when there are more, the oldest are dropped.
    static var capacity: Int { 10_000 }

    private let queue: MetricQueue

    init(_ queue: MetricQueue) { self.queue = queue }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private let queue: MetricQueue
        private var changes: AsyncStream<Void>.AsyncIterator

        init(_ queue: MetricQueue) {
            self.queue = queue
            changes = queue.changes().makeAsyncIterator()
        }

        public mutating func next() async -> MetricEvent? { await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> MetricEvent? {
            while true {
                if let event = queue.popFirst() as? MetricEvent { return event }
                guard !queue.isFinished, await changes.next(isolation: actor) != nil else { return nil }
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(queue) }
}

// The first two methods have the contents of the third: Swift 6.3 does not compile a call of the third inside of `for await … in`.
extension AVMetrics {
    /// Returns the events of these metrics and of others, by their dates, each with the item that reported it.
    ///
    /// The merged sequence takes the events out of these metrics. It ends when all items are deallocated, and does not retain them; events of
    /// a deallocated item are dropped.
    public func chronologicalMerge<OtherSecondMetric: AVMetricEvent>(
        with secondMetric: AVMetrics<OtherSecondMetric>
    ) -> AVMergedMetrics<MetricEvent, OtherSecondMetric> {
        AVMergedMetrics([queue, secondMetric.queue])
    }

    /// Returns the events of three metrics; see `chronologicalMerge(with:)`.
    public func chronologicalMerge<OtherSecondMetric: AVMetricEvent, OtherThirdMetric: AVMetricEvent>(
        with secondMetric: AVMetrics<OtherSecondMetric>, _ thirdMetric: AVMetrics<OtherThirdMetric>
    ) -> AVMergedMetrics<MetricEvent, OtherSecondMetric, OtherThirdMetric> {
        AVMergedMetrics([queue, secondMetric.queue, thirdMetric.queue])
    }

    /// Returns the events of any number of metrics; see `chronologicalMerge(with:)`.
    ///
    /// Assign the result to a constant, and iterate that.
    public func chronologicalMerge<OtherSecondMetric: AVMetricEvent, each MetricEventPack: AVMetricEvent>(
        with secondMetric: AVMetrics<OtherSecondMetric>, _ metrics: repeat AVMetrics<each MetricEventPack>
    ) -> AVMergedMetrics<MetricEvent, OtherSecondMetric, repeat each MetricEventPack> {
        var queues = [queue, secondMetric.queue]
        for metric in repeat each metrics { queues.append(metric.queue) }
        return AVMergedMetrics(queues)
    }
}
