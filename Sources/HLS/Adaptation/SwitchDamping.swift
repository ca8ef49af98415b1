/// Keeps quality from swinging (spec section 11, point 5): no quick return to a rung that was just left, and small steps up at first.
struct SwitchDamping: Sendable {
    /// Seconds for which a rung that was left downwards is not taken again.
    static let rest = 8.0
    /// The same in segments.
    static let segmentsOfRest = 2.0
    /// The rate that makes every step welcome, against what a rung needs.
    static let plenty = 2.0

    /// The lowest rung that was left downwards, and until when it rests.
    private var resting: (rung: Int, until: Double)?

    /// The choice, lowered where it would come back too soon. A full buffer shows by itself that the fall is over.
    func limit(
        _ choice: Int, candidates: [Int], bits: [Double], rate: Double, isFull: Bool, state: AdaptationState
    ) -> Int {
        guard let resting, state.now < resting.until, let previous = state.previousRung,
            candidates[choice] > previous, candidates[choice] >= resting.rung
        else { return choice }
        let isFull = isFull || state.buffered >= state.bufferGoal - (state.upcoming.first?.duration ?? 0)
        let isPlenty = bits[choice] * Self.plenty <= rate * (state.upcoming.first?.duration ?? 0) / state.drain
        if isFull || isPlenty { return choice }
        // What was come back to since then is no reason to go down again.
        return candidates.indices.last { candidates[$0] < max(resting.rung, previous + 1) && $0 <= choice } ?? 0
    }

    mutating func chose(_ rung: Int, state: AdaptationState, segment: AdaptationSegment) {
        if let previous = state.previousRung, rung < previous {
            resting = (previous, state.now + max(Self.rest, Self.segmentsOfRest * segment.duration))
        } else if let resting, state.now >= resting.until {
            self.resting = nil
        }
    }
}
