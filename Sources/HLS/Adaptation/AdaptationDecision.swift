/// A chosen rung, why, and what was known when it was chosen.
public struct AdaptationDecision: Sendable, Equatable {
    public enum Reason: String, Sendable {
        /// The first segment: what arrives inside the start budget.
        case startup
        /// The first segment after a seek.
        case seek
        /// Only one rung may be chosen.
        case onlyCandidate
        /// The network carries this rung and no better one.
        case throughput
        /// The buffer allows a rung above what the network carries now, or forbids the one that it carries.
        case buffer
        /// A better rung would be carried, but a view, an application's limit or a decoder stands in the way.
        case limit
        /// A better rung would be carried, but one was left a moment ago.
        case damped
        /// The buffer ran dry.
        case stalled
        /// Nothing with a picture can be carried.
        case lastResort
    }

    /// The index in ``AdaptationState/rungs``.
    public var rung: Int
    public var reason: Reason
    /// Bits per second that the network is taken to carry; nil when nothing has been measured or remembered.
    public var estimate: Double?
    /// Seconds until the segment is expected to be here.
    public var expectedDuration: Double
    /// One line for a log, in English.
    public var explanation: String

    public init(
        rung: Int, reason: Reason, estimate: Double?, expectedDuration: Double, explanation: String
    ) {
        self.rung = rung
        self.reason = reason
        self.estimate = estimate
        self.expectedDuration = expectedDuration
        self.explanation = explanation
    }
}

/// What becomes of a transfer that is under way.
public enum RunningReview: Sendable, Equatable {
    case keep
    /// Cancel it and load the same segment in another rung.
    case abandon(toRung: Int, explanation: String)
}
