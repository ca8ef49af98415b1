/// How a player keeps its distance from the live edge: when to go a little faster or slower, when to jump, and when to stay
/// (spec/hls.md section 6, semantics section 7).
///
/// Times are seconds "behind": behind the latest place at which the stream, or the app, wants to be played.
public struct LivePace: Sendable, Hashable {
    /// What the stream is and what the app wants.
    public struct Conditions: Sendable, Hashable {
        /// Parts are played: every second counts, so that small differences are made up for by rate.
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
        /// Nothing has been played yet: the way from the join to the first picture.
        case start
    }

    /// Differences up to this are made up for by rate in a low-latency stream; greater ones by a jump, or not at all.
    public static let greatestDrift = 2.0
    /// A difference in a low-latency stream that is left out at the start, where playing goes on from what is held.
    public static let leastStartJump = 0.3
    /// Seconds by which a stream grows until its start is over.
    public static let settlingGrowth = 3.0
    /// A difference in a classic stream that is worth a jump.
    public static let leastJump = 1.0
    /// Media ahead without which nobody hurries.
    public static let leastAhead = 0.75
    public static let rates: ClosedRange<Double> = 0.97...1.05
    /// For the last half second.
    private static let gentle = 1.02
    /// The latest place at the join, while the start is not over. How old the newest part of a first playlist is nobody knows before the next one comes.
    private var startEdge: Double?

    /// Seconds behind that are wanted: 0 at the live edge, more after a seek back.
    public private(set) var offset = 0.0
    /// What the rate is multiplied by now.
    public private(set) var rate = 1.0

    public init() {}

    /// Playing was put somewhere: a seek has landed.
    public mutating func placed(_ behind: Double, _ conditions: Conditions) {
        rate = 1
        startEdge = nil
        offset = conditions.isLowLatency && behind <= Self.greatestDrift ? 0 : max(0, behind)
    }

    /// Playing is about to go on.
    /// - Parameter joined: the latest place when the stream was joined.
    /// - Parameter ahead: seconds of media that are held.
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
            // Nobody has seen anything of it: what has grown old on the way is left out.
            startEdge = joined
            return drift > Self.greatestDrift || isWorthLeavingOut(drift, ahead)
        case .stall, .pause:
            if conditions.preservesOffset {
                return drift > (conditions.isLowLatency ? Self.greatestDrift : Self.leastJump)
            }
            if interruption == .stall, conditions.isLowLatency, drift <= Self.greatestDrift { return false }
            offset = max(0, behind)
            return false
        }
    }

    /// Just after the start, now and then: once the stream has grown it is known how far behind it was joined.
    /// - Parameter edge: the latest place, as far as it has been seen.
    /// - Parameter ahead: seconds of media that are held.
    /// - Returns: whether to jump to `offset` behind, once.
    public mutating func settles(_ behind: Double, edge: Double, ahead: Double, _ conditions: Conditions) -> Bool {
        guard let first = startEdge, conditions.isLowLatency, edge > first else { return false }
        let isWorthIt = isWorthLeavingOut(behind - offset, ahead)
        if isWorthIt || edge > first + Self.settlingGrowth { startEdge = nil }
        return isWorthIt
    }

    private func isWorthLeavingOut(_ drift: Double, _ ahead: Double) -> Bool {
        drift >= Self.leastStartJump && ahead - drift >= Self.leastAhead
    }

    /// While playing, now and then.
    /// - Parameter ahead: seconds of media that are held.
    /// - Returns: what the rate is to be multiplied by.
    public mutating func follow(_ behind: Double, ahead: Double, _ conditions: Conditions) -> Double {
        guard conditions.isLowLatency else {
            rate = 1
            return rate
        }
        let drift = behind - offset
        // Each step is left at another place than where it is taken, so that the rate does not change to and fro.
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
