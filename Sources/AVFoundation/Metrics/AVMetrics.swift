/// What tells of metric events.
public protocol AVMetricEventStreamPublisher: AnyObject, Sendable {
    /// Events of one kind, the kinds below it included, from now on.
    func metrics<MetricEvent: AVMetricEvent>(forType type: MetricEvent.Type) -> AVMetrics<MetricEvent>
    /// Events of every kind from now on.
    func allMetrics() -> AVMetrics<AVMetricEvent>
}

/// Metric events as they come. Ends when the item is gone; whoever iterates does not keep it.
///
///     for await stall in item.metrics(forType: AVMetricPlayerItemStallEvent.self) { … }
public struct AVMetrics<MetricEvent: AVMetricEvent>: AsyncSequence, Sendable {
    public typealias Element = MetricEvent
    public typealias Failure = Never

    /// Events that wait for whoever iterates; older ones are left out.
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
