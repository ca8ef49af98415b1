import CoreMedia

/// A receiver of metric events. Called on any thread, with no lock held.
struct MetricListener: Sendable {
    var hear: @Sendable (AVMetricEvent) -> Void
    var end: @Sendable () -> Void
}

/// What metric events are made from.
struct MetricState: Sendable {
    var listeners: [MetricListener] = []
    var tally = MetricTally()
    var variant: AVAssetVariant?
    /// All that was asked for before playing could begin; nil afterwards.
    var earlyRequests: [AVMetricEvent]? = []
    /// Since when there is not enough to go on.
    var waitingSince: Double?
    var rate = 0.0
    /// A stall or a seek that has told of the rate already.
    var hasToldStop = false
    var soughtInBuffer: Bool?
    /// Where time was when a seek was asked for.
    var soughtFrom = CMTime.invalid

    /// Requests that the first event lists at the most.
    static let maximumEarlyRequests = 1_000
}
