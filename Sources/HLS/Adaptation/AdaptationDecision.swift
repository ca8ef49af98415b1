/// A variant choice, its reason, and the estimates behind it.
public struct AdaptationDecision: Sendable, Equatable {
    public enum Reason: String, Sendable {
        /// The first segment: the best variant that arrives within the start budget.
        case startup
        /// The first segment after a seek.
        case seek
        /// Only one variant is eligible.
        case onlyCandidate
        /// The network carries this variant and no better one.
        case throughput
        /// The buffer allows a variant above the network's rate, or rules out the one at the network's rate.
        case buffer
        /// The network carries a better variant, but the view size, an application's limit or a decoder excludes it.
        case limit
        /// The network carries a better variant, but playback switched down from it recently.
        case damped
        /// The buffer ran empty.
        case stalled
        /// The network carries no variant with video.
        case lastResort
    }

    /// The index in ``AdaptationState/variants``.
    public var variant: Int
    public var reason: Reason
    /// Estimated bits per second of the network; nil without a measurement or a stored estimate.
    public var estimate: Double?
    /// Expected seconds until the segment has arrived.
    public var expectedDuration: Double
    /// A one-line explanation for a log, in English.
    public var explanation: String

    public init(
        variant: Int, reason: Reason, estimate: Double?, expectedDuration: Double, explanation: String
    ) {
        self.variant = variant
        self.reason = reason
        self.estimate = estimate
        self.expectedDuration = expectedDuration
        self.explanation = explanation
    }
}

/// Whether a running transfer continues.
public enum RunningReview: Sendable, Equatable {
    case keep
    /// Cancel the transfer and load the same segment in another variant.
    case abandon(toVariant: Int, explanation: String)
}
