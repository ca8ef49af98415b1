/// Metric events of an item.
extension AVPlayerItem: AVMetricEventStreamPublisher {
    public nonisolated func metrics<MetricEvent: AVMetricEvent>(
        forType type: MetricEvent.Type
    ) -> AVMetrics<MetricEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: type, bufferingPolicy: .bufferingNewest(AVMetrics<MetricEvent>.capacity))
        core.addMetricListener(
            MetricListener(
                receive: { event in
                    if let event = event as? MetricEvent { continuation.yield(event) }
                },
                end: { continuation.finish() }))
        return AVMetrics(stream)
    }

    public nonisolated func allMetrics() -> AVMetrics<AVMetricEvent> { metrics(forType: AVMetricEvent.self) }
}
