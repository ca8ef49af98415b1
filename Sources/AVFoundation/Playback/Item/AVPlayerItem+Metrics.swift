/// Metric events of an item.
extension AVPlayerItem: AVMetricEventStreamPublisher {
    public nonisolated func metrics<MetricEvent: AVMetricEvent>(
        forType type: MetricEvent.Type
    ) -> AVMetrics<MetricEvent> {
        let queue = MetricQueue(self, capacity: AVMetrics<MetricEvent>.capacity)
        core.addMetricListener(
            MetricListener(
                receive: { event in
                    if event is MetricEvent { queue.append(event) }
                },
                end: { queue.finish() }))
        return AVMetrics(queue)
    }

    public nonisolated func allMetrics() -> AVMetrics<AVMetricEvent> { metrics(forType: AVMetricEvent.self) }
}
