/// Prevents oscillation of quality (spec section 11, point 5): no quick return to a variant after a switch down, and small steps up at
/// first.
struct SwitchDamping: Sendable {
    /// Seconds after a switch down during which the abandoned variant is not chosen again.
    static let blockedSeconds = 8.0
    /// The same, in segments.
    static let blockedSegments = 2.0
    /// The ratio of the link's rate to a variant's bit rate above which every step up is allowed.
    static let ampleRateRatio = 2.0

    /// The lowest variant that was switched down from, and until when it is blocked.
    private var blocked: (variant: Int, until: Double)?

    /// Lowers the choice where it would return to a blocked variant, unless the buffer is full or the rate is high:
    /// both show that the link has recovered.
    func limit(
        _ choice: Int, candidates: [Int], bits: [Double], rate: Double, isFull: Bool, state: AdaptationState
    ) -> Int {
        guard let blocked, state.now < blocked.until, let previous = state.previousVariant,
            candidates[choice] > previous, candidates[choice] >= blocked.variant
        else { return choice }
        let isFull = isFull || state.buffered >= state.bufferGoal - (state.upcoming.first?.duration ?? 0)
        let hasAmpleRate =
            bits[choice] * Self.ampleRateRatio <= rate * (state.upcoming.first?.duration ?? 0) / state.drain
        if isFull || hasAmpleRate { return choice }
        // A blocked variant that has been returned to since does not force another switch down.
        return candidates.indices.last { candidates[$0] < max(blocked.variant, previous + 1) && $0 <= choice } ?? 0
    }

    mutating func chose(_ variant: Int, state: AdaptationState, segment: AdaptationSegment) {
        if let previous = state.previousVariant, variant < previous {
            blocked = (previous, state.now + max(Self.blockedSeconds, Self.blockedSegments * segment.duration))
        } else if let blocked, state.now >= blocked.until {
            self.blocked = nil
        }
    }
}
