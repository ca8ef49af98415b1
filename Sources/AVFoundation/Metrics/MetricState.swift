import CoreMedia

/// A receiver of metric events. Called on any thread, with no lock held.
struct MetricListener: Sendable {
    var receive: @Sendable (AVMetricEvent) -> Void
    var end: @Sendable () -> Void
}

/// The state from which an item's metric events are made.
struct MetricState: Sendable {
    var listeners: [MetricListener] = []
    var tally = MetricTally()
    var variant: AVAssetVariant?
    /// The requests before playback could start; nil afterwards.
    var earlyRequests: [AVMetricEvent]? = []
    /// The time in seconds since which the buffer has been insufficient; nil while it suffices.
    var waitingSince: Double?
    var rate = 0.0
    /// Whether a stall or seek event has already reported the change of rate.
    var hasReportedStop = false
    var soughtInBuffer: Bool?
    /// The current time when the seek was requested.
    var soughtFrom = CMTime.invalid

    /// The largest number of requests that the initial likely-to-keep-up event lists.
    static let maximumEarlyRequests = 1_000
}
