/// Controls the distance from the live edge: small changes of rate, jumps, or neither (spec/hls.md section 6, semantics section 7).
///
/// Values named `behind` are seconds behind the latest position that the stream's hold-back, or the application, allows.
public struct LivePace: Sendable, Hashable {
    /// Properties of the stream and settings of the application.
    public struct Conditions: Sendable, Hashable {
        /// Whether partial segments are played. Small differences are then corrected by rate.
        public var isLowLatency: Bool
        /// `automaticallyPreservesTimeOffsetFromLive`.
        public var preservesOffset: Bool

        public init(isLowLatency: Bool, preservesOffset: Bool) {
            self.isLowLatency = isLowLatency
            self.preservesOffset = preservesOffset
        }
    }

    public enum Interruption: Sendable, Hashable {
        case stall
        case pause
        /// Nothing has been played yet: the time from joining to the first frame.
        case start
    }

    /// In a low-latency stream, the largest difference that is corrected by rate; larger ones are corrected by a jump or not at all.
    public static let greatestDrift = 2.0
    /// In a low-latency stream, the smallest difference that is skipped at the start by jumping within the buffer.
    public static let leastStartJump = 0.3
    /// Seconds by which the stream grows until the start phase is over.
    public static let settlingGrowth = 3.0
    /// In a stream without parts, the smallest difference that is corrected by a jump.
    public static let leastJump = 1.0
    /// Seconds of buffered media below which the rate is not raised.
    public static let leastAhead = 0.75
    public static let rates: ClosedRange<Double> = 0.97...1.05
    /// The raised rate for differences of less than half a second.
    private static let gentle = 1.02
    /// The latest position at the join, until the start phase is over. The age of the newest part in a first playlist is unknown until the
    /// next reload.
    private var startEdge: Double?

    /// Seconds behind to keep: 0 at the live edge, more after a seek back.
    public private(set) var offset = 0.0
    /// The present factor on the playback rate.
    public private(set) var rate = 1.0

    public init() {}

    /// Records that a seek has completed.
    public mutating func placed(_ behind: Double, _ conditions: Conditions) {
        rate = 1
        startEdge = nil
        offset = conditions.isLowLatency && behind <= Self.greatestDrift ? 0 : max(0, behind)
    }

    /// Updates the state before playback starts or resumes.
    /// - Parameter joined: the latest position when the stream was joined.
    /// - Parameter ahead: seconds of buffered media.
    /// - Returns: whether to jump to `offset` behind first.
    public mutating func resumed(
        _ behind: Double, after interruption: Interruption, joined: Double, ahead: Double, _ conditions: Conditions
    ) -> Bool {
        rate = 1
        let drift = behind - offset
        switch interruption {
        case .start:
            guard conditions.isLowLatency else {
                offset = max(0, behind)
                return false
            }
            // Nothing of the stream has been displayed: skip the media that became old during loading.
            startEdge = joined
            return drift > Self.greatestDrift || maySkip(drift, ahead)
        case .stall, .pause:
            if conditions.preservesOffset {
                return drift > (conditions.isLowLatency ? Self.greatestDrift : Self.leastJump)
            }
            if interruption == .stall, conditions.isLowLatency, drift <= Self.greatestDrift { return false }
            offset = max(0, behind)
            return false
        }
    }

    /// Updates the state periodically just after the start: once the stream has grown, the delay at the join is known.
    /// - Parameter edge: the latest position seen.
    /// - Parameter ahead: seconds of buffered media.
    /// - Returns: whether to jump to `offset` behind; true at most once.
    public mutating func updateAfterStart(_ behind: Double, edge: Double, ahead: Double, _ conditions: Conditions)
        -> Bool
    {
        guard let first = startEdge, conditions.isLowLatency, edge > first else { return false }
        let mayJump = maySkip(behind - offset, ahead)
        if mayJump || edge > first + Self.settlingGrowth { startEdge = nil }
        return mayJump
    }

    private func maySkip(_ drift: Double, _ ahead: Double) -> Bool {
        drift >= Self.leastStartJump && ahead - drift >= Self.leastAhead
    }

    /// Updates the rate periodically during playback.
    /// - Parameter ahead: seconds of buffered media.
    /// - Returns: the factor on the playback rate.
    public mutating func follow(_ behind: Double, ahead: Double, _ conditions: Conditions) -> Double {
        guard conditions.isLowLatency else {
            rate = 1
            return rate
        }
        let drift = behind - offset
        // Each rate has different thresholds for entering and leaving, so that it does not oscillate.
        if drift > 0, ahead < Self.leastAhead {
            rate = 1
        } else if drift >= 0.5 || rate == Self.rates.upperBound && drift >= 0.25 {
            rate = Self.rates.upperBound
        } else if drift >= 0.1 || rate > 1 && drift >= 0.02 {
            rate = Self.gentle
        } else if drift <= -0.4 || rate < 1 && drift <= -0.15 {
            rate = Self.rates.lowerBound
        } else {
            rate = 1
        }
        return rate
    }
}
