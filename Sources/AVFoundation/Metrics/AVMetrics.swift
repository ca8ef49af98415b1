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

    private let stream: AsyncStream<MetricEvent>

    init(_ stream: AsyncStream<MetricEvent>) { self.stream = stream }

    public struct AsyncIterator: AsyncIteratorProtocol {
        private var base: AsyncStream<MetricEvent>.AsyncIterator
        init(_ base: AsyncStream<MetricEvent>.AsyncIterator) { self.base = base }
        public mutating func next() async -> MetricEvent? { await base.next() }
        public mutating func next(isolation actor: isolated (any Actor)?) async -> MetricEvent? {
            await base.next(isolation: actor)
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream.makeAsyncIterator()) }
}
