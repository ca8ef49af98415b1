/// Measures how irregularly a live playlist grows. The spread is added to the stream's own hold-back to avoid stalls (spec/hls.md section
/// 6: recommendedTimeOffsetFromLive).
public struct LiveUpdateJitter: Sendable, Hashable {
    /// The number of updates remembered.
    public static let maximumUpdates = 32
    /// Seconds of jump of the live edge against the clock above which the stream counts as restarted.
    public static let restartThreshold = 30.0

    private var lags: [Double] = []

    public init() {}

    /// Records that media up to `edge` is available since `now`; both in seconds, on any two clocks of constant rate.
    public mutating func grew(to edge: Double, at now: Double) {
        let lag = now - edge
        guard lag.isFinite else { return }
        if let last = lags.last, abs(lag - last) > Self.restartThreshold { lags.removeAll() }
        lags.append(lag)
        if lags.count > Self.maximumUpdates { lags.removeFirst() }
    }

    /// Returns the seconds between the earliest and the latest update relative to the clock, less the polling interval; rounded up to
    /// tenths.
    /// - Parameter interval: the time between two reloads of the playlist; 0 where the server blocks its responses until there is an
    ///   update.
    public func spread(beyond interval: Double) -> Double {
        guard let least = lags.min(), let most = lags.max() else { return 0 }
        let spread = max(0, most - least - max(0, interval))
        // Ignore hundredths of a second as measurement noise.
        return spread < 0.05 ? 0 : (spread * 10).rounded(.up) / 10
    }
}
