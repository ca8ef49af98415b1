import Testing

@testable import HLS

/// Errors that plans remade for every segment must avoid: staying low because of risks that no variant changes, saving for ever, and
/// staying low after a drop.
@Suite("Plans remade for every segment")
struct AdaptationSteadinessTests {
    private static let ladder = [0.145, 0.365, 0.73, 1.1, 2.0, 3.0, 4.5, 6.0, 7.8]

    private func variants(_ megabits: [Double]) -> [AdaptationVariant] {
        megabits.map { AdaptationVariant(bandwidth: $0 * 1e6, averageBandwidth: $0 * 1e6) }
    }

    /// Reports transfers at the given rates, each with a second of flow.
    private func teach(_ controller: inout AdaptationController, megabits: [Double], until end: Double) {
        for (index, rate) in megabits.enumerated() {
            let start = end - Double(megabits.count - index) * 1.1
            controller.transferStarted(index, at: start)
            controller.transferProgressed(index, byteCount: 1, at: start + 0.05)
            for tick in 1...10 {
                controller.transferProgressed(
                    index, byteCount: Int(rate * 1e6 / 80 * Double(tick)), at: start + 0.05 + Double(tick) / 10)
            }
            controller.transferFinished(index, byteCount: Int(rate * 1e6 / 8), at: start + 1.05)
        }
    }

    private func state(
        _ megabits: [Double], buffered: Double, previous: Int, now: Double = 100, segment: Double = 2, left: Int = 16
    ) -> AdaptationState {
        AdaptationState(
            now: now, phase: .playing, buffered: buffered, bufferGoal: 45, variants: variants(megabits),
            previousVariant: previous, upcoming: Array(repeating: AdaptationSegment(duration: segment), count: left))
    }

    @Test(
        "spec section 11: a live stream of short segments reaches the variant that the link carries, however short its buffer",
        arguments: [(0.5, 0), (1.3, 2), (2.6, 3), (6.5, 5)], [4.8, 2.8])
    func liveClimbs(_ link: (megabits: Double, variant: Int), made: Double) {
        var controller = AdaptationController()
        teach(&controller, megabits: Array(repeating: link.megabits, count: 20), until: 100)
        var variant = 0
        for segment in 0..<12 {
            var state = state(Self.ladder, buffered: made, previous: variant, now: 100 + Double(segment) / 10)
            state.liveness = .live
            state.bufferGoal = made
            variant = controller.chooseVariant(state).variant
        }
        #expect(variant >= link.variant, "\(variant) at \(link.megabits) Mb/s")
        #expect(Self.ladder[variant] < link.megabits)
    }

    @Test(
        "spec section 11: a variant that the link carries is not abandoned to save for a better one",
        arguments: [5, 8, 10, 16], [12.0, 16, 21, 26, 35])
    func noSaving(left: Int, buffered: Double) {
        let ladder = [0.3, 0.6, 1.0, 1.8, 3.0, 5.0]
        for megabits in stride(from: 1.3, through: 1.9, by: 0.1) {
            var controller = AdaptationController()
            // The link has improved recently, and most measurements are older.
            teach(&controller, megabits: (0..<20).map { 0.8 + (megabits - 0.8) * Double($0) / 19 }, until: 100)
            var state = state(ladder, buffered: buffered, previous: 2, left: left)
            state.secondsBeyond = left < 16 ? 0 : nil
            let decision = controller.chooseVariant(state)
            #expect(decision.variant >= 2, "\(megabits) Mb/s: \(decision.explanation)")
        }
    }

    @Test(
        "spec section 11, point 5: a full buffer ends the block on an abandoned variant",
        arguments: [16.0, 26])
    func blockEnds(buffered: Double) {
        let ladder = [0.3, 0.6, 1.0, 1.8, 3.0, 5.0]
        var controller = AdaptationController()
        teach(&controller, megabits: Array(repeating: 3.4, count: 16) + Array(repeating: 0.3, count: 6), until: 90)
        let lower = controller.chooseVariant(state(ladder, buffered: 5, previous: 3, now: 90, segment: 4)).variant
        #expect(lower < 3)
        // The link carries the blocked variant, but not twice its rate.
        teach(&controller, megabits: Array(repeating: 3.4, count: 4), until: 96)
        let decision = controller.chooseVariant(state(ladder, buffered: buffered, previous: lower, now: 96, segment: 4))
        if buffered > 0.55 * 45 {
            #expect(decision.variant >= 3, "\(decision.explanation)")
        } else {
            #expect(decision.variant < 3, "\(decision.explanation)")
        }
    }

    @Test("spec section 11, point 5: while a variant is blocked the choice stays below it, unless the buffer is full")
    func limit() {
        let state = state([1, 2, 3, 4], buffered: 20, previous: 3, now: 10)
        var damping = SwitchDamping()
        damping.chose(0, state: state, segment: AdaptationSegment(duration: 2))
        var later = self.state([1, 2, 3, 4], buffered: 20, previous: 0, now: 14)
        func choice(isFull: Bool) -> Int {
            damping.limit(
                3, candidates: [0, 1, 2, 3], bits: [2e6, 4e6, 6e6, 8e6], rate: 5e6, isFull: isFull, state: later)
        }
        #expect(choice(isFull: false) == 2)
        #expect(choice(isFull: true) == 3)
        later.now = 19
        #expect(choice(isFull: false) == 3)
    }

    @Test(
        "spec section 11: a variant that needs nearly all of the link is chosen only when the buffer can survive a drop",
        arguments: [(4.0, false), (10, false), (16, false), (22, true)])
    func stepUpNeedsBuffer(_ wait: (buffered: Double, isTaken: Bool)) {
        let ladder = [0.3, 0.6, 1.0, 1.8, 3.0, 5.0]
        var controller = AdaptationController()
        teach(&controller, megabits: Array(repeating: 5.6, count: 16), until: 100)
        let decision = controller.chooseVariant(state(ladder, buffered: wait.buffered, previous: 4, segment: 4))
        #expect(decision.variant == (wait.isTaken ? 5 : 4), "\(decision.explanation)")
    }

    @Test(
        "spec section 11: the second segment uses the variant that the link carries with margin, not the lowest one",
        arguments: [(3.2, 3), (6.0, 4), (20, 5)])
    func startClimbsAtOnce(_ link: (megabits: Double, variant: Int)) {
        let ladder = [0.3, 0.6, 1.0, 1.8, 3.0, 5.0]
        var controller = AdaptationController()
        teach(&controller, megabits: [link.megabits], until: 1)
        let decision = controller.chooseVariant(state(ladder, buffered: 4, previous: 0, now: 1, segment: 4))
        #expect(decision.variant >= link.variant - 1, "\(decision.explanation)")
        #expect(ladder[decision.variant] < link.megabits)
    }
}
