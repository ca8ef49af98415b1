import HLS

/// The variant adaptation of a stream: the controller, its latest decisions, and when the throughput was last stored.
struct VariantAdaptation {
    /// The number of decisions retained for the log.
    private static let keptDecisions = 200
    /// The minimum seconds between two stores of the throughput.
    static let storeInterval = 10.0

    var controller: AdaptationController
    private(set) var decisions: [AdaptationDecision] = []
    private var storedAt = -Double.infinity

    init(remembered: StoredThroughput?) { controller = AdaptationController(remembered: remembered) }

    /// Chooses the variant of the next chunk.
    mutating func choose(_ state: AdaptationState) -> AdaptationDecision {
        let decision = controller.chooseVariant(state)
        decisions.append(decision)
        if decisions.count > Self.keptDecisions { decisions.removeFirst() }
        return decision
    }

    /// Returns the measured throughput if it is due to be stored again.
    mutating func takeThroughput(atLeastAfter seconds: Double, now: Double) -> StoredThroughput? {
        guard now - storedAt >= seconds, controller.estimator.measuredSeconds > 0.5,
            let measured = controller.stored(at: now)
        else { return nil }
        storedAt = now
        return measured
    }
}

/// The reason for a variant switch.
struct SwitchCause {
    var reason: String
    var explanation: String
    var estimate: Double?

    init(reason: String, explanation: String, estimate: Double? = nil) {
        self.reason = reason
        self.explanation = explanation
        self.estimate = estimate
    }

    init(_ decision: AdaptationDecision) {
        reason = decision.reason.rawValue
        explanation = decision.explanation
        estimate = decision.estimate
    }

    /// The cause when a chunk or playlist of the previous variant failed.
    static func failure(_ error: MediaError?) -> SwitchCause {
        SwitchCause(
            reason: "failure", explanation: "the previous variant failed: \(error?.message ?? "a gap")")
    }

    /// The cause when the decoder cannot play the previous variant.
    static func decoder(_ error: MediaError) -> SwitchCause {
        SwitchCause(
            reason: "decoder", explanation: "the previous variant is excluded: \(error.message)")
    }
}
