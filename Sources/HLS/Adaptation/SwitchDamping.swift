/// Prevents oscillation of quality (spec section 11, point 5): no quick return to a variant after a switch down, and small steps up at
/// first.
struct SwitchDamping: Sendable {
    /// Seconds after a switch down during which the abandoned variant is not chosen again.
    static let rest = 8.0
    /// The same, in segments.
    static let segmentsOfRest = 2.0
    /// The ratio of the link's rate to a variant's bit rate above which every step up is allowed.
    static let plenty = 2.0

    /// The lowest variant that was switched down from, and until when it is blocked.
    private var resting: (variant: Int, until: Double)?

    /// Lowers the choice where it would return to a blocked variant, unless the buffer is full or the rate is high:
    /// both show that the link has recovered.
    func limit(
        _ choice: Int, candidates: [Int], bits: [Double], rate: Double, isFull: Bool, state: AdaptationState
    ) -> Int {
        guard let resting, state.now < resting.until, let previous = state.previousVariant,
            candidates[choice] > previous, candidates[choice] >= resting.variant
        else { return choice }
        let isFull = isFull || state.buffered >= state.bufferGoal - (state.upcoming.first?.duration ?? 0)
        let isPlenty = bits[choice] * Self.plenty <= rate * (state.upcoming.first?.duration ?? 0) / state.drain
        if isFull || isPlenty { return choice }
        // A blocked variant that has been returned to since does not force another switch down.
        return candidates.indices.last { candidates[$0] < max(resting.variant, previous + 1) && $0 <= choice } ?? 0
    }

    mutating func chose(_ variant: Int, state: AdaptationState, segment: AdaptationSegment) {
        if let previous = state.previousVariant, variant < previous {
            resting = (previous, state.now + max(Self.rest, Self.segmentsOfRest * segment.duration))
        } else if let resting, state.now >= resting.until {
            self.resting = nil
        }
    }
}
