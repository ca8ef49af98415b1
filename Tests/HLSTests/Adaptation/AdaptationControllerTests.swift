import Testing

@testable import HLS

@Suite("Variant decisions")
struct AdaptationControllerTests {
    private let variants = [0.3, 0.75, 1.2, 1.85, 2.85, 4.3].map {
        AdaptationVariant(bandwidth: $0 * 1.2e6, averageBandwidth: $0 * 1e6)
    }

    private func state(
        _ phase: AdaptationState.Phase = .playing, buffered: Double = 15, previous: Int? = 3, now: Double = 100
    ) -> AdaptationState {
        AdaptationState(
            now: now, phase: phase, buffered: buffered, variants: variants, previousVariant: previous,
            upcoming: Array(repeating: AdaptationSegment(duration: 4), count: 8))
    }

    /// Returns a controller that has measured a constant rate.
    private func controller(rate: Double, until end: Double = 100) -> AdaptationController {
        var controller = AdaptationController()
        for index in 0..<6 {
            let start = end - 30 + Double(index) * 5
            controller.transferStarted(index, at: start)
            controller.transferProgressed(index, byteCount: 1, at: start + 0.05)
            for tick in 1...40 {
                controller.transferProgressed(
                    index, byteCount: Int(rate / 80 * Double(tick)), at: start + 0.05 + Double(tick) / 10)
            }
            controller.transferFinished(index, byteCount: Int(rate / 2), at: start + 4.05)
            _ = controller.chooseVariant(state())
            controller.segmentLoaded(
                variant: 3, of: variants, byteCount: 925_000, duration: 4, seconds: 0.05 + 7.4e6 / rate)
        }
        return controller
    }

    @Test(
        "an unknown network starts at a low variant, a remembered one at the variant whose first segment arrives within a second"
    )
    func start() {
        var fresh = AdaptationController()
        let first = fresh.chooseVariant(state(.starting, buffered: 0, previous: nil))
        #expect(first.variant == 0 && first.reason == .startup && first.estimate == nil)
        var known = AdaptationController(
            remembered: StoredThroughput(bitsPerSecond: 20e6, latency: 0.05, storedAt: 100))
        #expect(known.chooseVariant(state(.starting, buffered: 0, previous: nil)).variant == 4)
    }

    @Test("a higher rate never gives a lower variant, at any buffer", arguments: [2.0, 6, 12, 20, 30])
    func monotonousInRate(buffered: Double) {
        let choices = [0.2, 0.4, 0.7, 1, 1.5, 2, 3, 4, 6, 10, 30].map { megabits in
            var controller = controller(rate: megabits * 1e6)
            return controller.chooseVariant(state(buffered: buffered)).variant
        }
        #expect(choices == choices.sorted())
        #expect(choices.first == 0 || buffered > 6)
        #expect(choices.last == 5)
    }

    @Test("a fuller buffer never gives a lower variant", arguments: [0.6e6, 1.4e6, 2.4e6, 4e6])
    func monotonousInBuffer(rate: Double) {
        let choices = stride(from: 1.0, through: 30, by: 1).map { buffered in
            var controller = controller(rate: rate)
            return controller.chooseVariant(state(buffered: buffered)).variant
        }
        #expect(choices == choices.sorted())
    }

    @Test(
        "a live stream with a short buffer uses the variant that the link carries and no better one",
        arguments: [(0.2, 0, 0), (1.1, 0, 1), (2.4, 1, 3), (30, 4, 5)], [8.0, 2.0])
    func live(_ link: (megabits: Double, least: Int, carried: Int), made: Double) {
        var controller = controller(rate: link.megabits * 1e6)
        var variant = 0
        for second in 0..<12 {
            var state = state(buffered: made, previous: variant, now: 100 + Double(second) * 4)
            state.liveness = .live
            state.bufferGoal = made
            variant = controller.chooseVariant(state).variant
        }
        #expect(variant <= link.carried && variant >= link.least, "\(link) \(made): \(variant)")
    }

    @Test(
        "with a full buffer an on-demand item exceeds the network's rate for a while, and a live stream never does"
    )
    func liveNeverBeyondItsNetwork() {
        // The variants chosen with a full buffer, as fractions of the network's rate.
        func climbs(_ liveness: AdaptationState.Liveness) -> [Double] {
            stride(from: 0.5, through: 6, by: 0.1).compactMap { megabits in
                var controller = controller(rate: megabits * 1e6)
                var state = state(buffered: 45, previous: 0)
                state.bufferGoal = 45
                state.liveness = liveness
                let decision = controller.chooseVariant(state)
                guard decision.variant > 0, let estimate = decision.estimate else { return nil }
                return variants[decision.variant].expectedBandwidth / estimate
            }
        }
        let share = AdaptationTuning().upShare
        #expect(climbs(.onDemand).contains { $0 > share * 1.2 })
        for liveness in [AdaptationState.Liveness.live, .lowLatency] {
            let found = climbs(liveness)
            #expect(found.count > 20)
            #expect(found.allSatisfy { $0 <= share * 1.001 }, "\(found)")
        }
    }

    @Test("playback at rate 2 needs twice the network rate")
    func rate() {
        var normal = controller(rate: 4e6)
        var fast = normal
        var state = state(buffered: 8, previous: 4)
        let usual = normal.chooseVariant(state).variant
        state.rate = 2
        let doubled = fast.chooseVariant(state).variant
        #expect(doubled < usual)
        state.rate = 0
        var paused = controller(rate: 4e6)
        #expect(paused.chooseVariant(state).variant == usual)
    }

    @Test("the bit rate of other media is not available for video")
    func companion() {
        var alone = controller(rate: 4e6)
        var shared = alone
        var state = state(buffered: 5, previous: 4)
        let usual = alone.chooseVariant(state).variant
        state.companionBandwidth = 2.4e6
        #expect(shared.chooseVariant(state).variant < usual)
    }

    @Test("known segment sizes override declared rates")
    func sizes() {
        var controller = controller(rate: 2.2e6)
        var state = state(buffered: 6, previous: 2)
        // Every segment is three times the size that the declared rate implies.
        state.upcoming = state.upcoming.map {
            AdaptationSegment(duration: $0.duration, byteCounts: variants.map { Int($0.expectedBandwidth * 4 / 8 * 3) })
        }
        #expect(controller.chooseVariant(state).variant <= 1)
    }

    @Test("the reason is .limit when only a limit prevents a better variant")
    func limitReason() {
        var controller = controller(rate: 20e6)
        var state = state(buffered: 25, previous: 2)
        state.limits.excludedVariants = [3, 4, 5]
        let decision = controller.chooseVariant(state)
        #expect(decision.variant == 2 && decision.reason == .limit)
    }

    @Test("a seek keeps the variant when its segment loads fast, and otherwise switches down by at least one")
    func seek() {
        var fast = controller(rate: 60e6)
        #expect(fast.chooseVariant(state(.seeking, buffered: 0, previous: 4)).variant == 4)
        var slow = controller(rate: 3e6)
        #expect(slow.chooseVariant(state(.seeking, buffered: 0, previous: 4)).variant <= 3)
    }

    @Test(
        "spec section 11, point 5: after a switch down, the abandoned variant is blocked for eight seconds, unless the buffer is full"
    )
    func damping() {
        var left = controller(rate: 2.4e6)
        let lower = left.chooseVariant(state(buffered: 4, previous: 5)).variant
        #expect(lower < 5)
        // The link recovers at once: enough for the variant, but not for twice its rate.
        for index in 0..<4 {
            let start = 100.1 + Double(index)
            left.transferStarted(50 + index, at: start)
            left.transferProgressed(50 + index, byteCount: 1, at: start + 0.05)
            for tick in 1...8 {
                left.transferProgressed(
                    50 + index, byteCount: Int(6.5e6 / 80 * Double(tick)), at: start + 0.05 + Double(tick) / 10)
            }
            left.transferFinished(50 + index, byteCount: 650_000, at: start + 0.85)
        }
        func later(_ now: Double, buffered: Double) -> AdaptationDecision {
            var copy = left
            return copy.chooseVariant(state(buffered: buffered, previous: lower, now: now))
        }
        let soon = later(105, buffered: 16)
        #expect(soon.variant == 4 && soon.reason == .damped)
        #expect(later(109, buffered: 22).variant == 5)
        #expect(later(105, buffered: 29).variant == 5)
    }

    @Test(
        "spec section 11, point 5: a blocked variant that was returned to is not abandoned again because of the block")
    func dampingKeeps() {
        var damping = SwitchDamping()
        damping.chose(3, state: state(previous: 4), segment: AdaptationSegment(duration: 4))
        let bits = variants.map { $0.expectedBandwidth * 4 }
        func limited(previous: Int, to choice: Int) -> Int {
            damping.limit(
                choice, candidates: Array(variants.indices), bits: bits, rate: 5e6, isFull: false,
                state: state(previous: previous, now: 104))
        }
        #expect(limited(previous: 3, to: 5) == 3)
        #expect(limited(previous: 4, to: 5) == 4)
        #expect(limited(previous: 4, to: 2) == 2)
    }

    @Test("an empty list of variants or segments gives a decision instead of a trap")
    func nothing() {
        var controller = AdaptationController()
        var state = state()
        state.upcoming = []
        #expect(controller.chooseVariant(state).variant == 0)
        state.variants = []
        #expect(controller.chooseVariant(state).variant == 0)
        #expect(controller.reviewRunning(.init(id: 1, variant: 3, startedAt: 0, byteCount: 0), state) == .keep)
    }

    @Test("the same history gives the same decisions [hls.md 14: adaptation]")
    func deterministic() {
        var one = controller(rate: 1.7e6)
        var two = controller(rate: 1.7e6)
        #expect(one.chooseVariant(state()) == two.chooseVariant(state()))
    }

    @Test("the buffer may be used up at the end of the stream, and only there")
    func end() {
        var middle = controller(rate: 2.8e6)
        var last = middle
        var state = state(buffered: 16, previous: 3)
        let usual = middle.chooseVariant(state).variant
        state.upcoming = Array(state.upcoming.prefix(4))
        state.secondsBeyond = 0
        #expect(last.chooseVariant(state).variant > usual)
    }

    @Test("the cost of a short buffer at the plan's end shrinks as the end of the stream approaches")
    func beyond() {
        let controller = controller(rate: 2e6)
        for buffered in stride(from: 2.0, through: 14, by: 4) {
            for choice in variants.indices {
                let values = [nil, 60, 20, 4, 0].map { (beyond: Double?) in
                    var state = state(buffered: buffered)
                    state.secondsBeyond = beyond
                    let planner = controller.planner(candidates: Array(variants.indices), state: state)
                    return planner.values(
                        of: [.init(candidate: choice, bits: 4 * variants[choice].expectedBandwidth, latency: 0.05)],
                        rateScenarios: controller.rateScenarios(around: 2e6, for: planner))[0]
                }
                #expect(values == values.sorted())
                #expect(values[0] < values[3])
            }
        }
    }

    // MARK: Running transfers

    /// A running segment of variant 4, while the link has dropped to a rate three seconds ago.
    private func fallen(to rate: Double) -> (AdaptationController, RunningSegment) {
        var controller = controller(rate: 4e6, until: 96)
        controller.transferStarted(50, at: 97)
        controller.transferProgressed(50, byteCount: 1, at: 97.05)
        var bytes = 0
        for tick in 1...29 {
            bytes = Int(rate / 80 * Double(tick))
            controller.transferProgressed(50, byteCount: bytes, at: 97.05 + Double(tick) / 10)
        }
        return (
            controller,
            RunningSegment(id: 50, variant: 4, startedAt: 97, byteCount: bytes, expectedByteCount: 1_425_000)
        )
    }

    @Test("a transfer that would outlast the buffer is abandoned for a smaller one")
    func abandons() throws {
        let (controller, running) = fallen(to: 0.7e6)
        guard
            case .abandon(let variant, let explanation) = controller.reviewRunning(
                running, state(buffered: 3, previous: 4))
        else {
            Issue.record("kept")
            return
        }
        #expect(variant < 2)
        #expect(!explanation.isEmpty)
    }

    @Test(
        "on a silent link the transfer waits while the buffer lasts; then a smaller segment is requested"
    )
    func silence() {
        let (controller, running) = fallen(to: 0)
        #expect(controller.reviewRunning(running, state(buffered: 8, previous: 4)) == .keep)
        guard case .abandon(let variant, _) = controller.reviewRunning(running, state(buffered: 1, previous: 4)) else {
            Issue.record("kept")
            return
        }
        #expect(variant < 3)
    }

    @Test("a running transfer is not abandoned while the buffer lasts, nor in the lowest variant")
    func keeps() {
        var (controller, running) = fallen(to: 0.7e6)
        #expect(controller.reviewRunning(running, state(buffered: 25, previous: 4)) == .keep)
        (controller, running) = fallen(to: 0.1e6)
        running.variant = 0
        #expect(controller.reviewRunning(running, state(buffered: 1, previous: 4)) == .keep)
    }

    @Test(
        "spec section 11, point 4: because drops usually recover, a transfer is abandoned only when little is buffered",
        arguments: [(7.0, true), (10, true), (4, false), (2, false)])
    func waits(_ wait: (buffered: Double, isKept: Bool)) {
        let (controller, running) = fallen(to: 0.7e6)
        // About twelve more seconds are needed at this rate.
        let review = controller.reviewRunning(running, state(buffered: wait.buffered, previous: 4))
        #expect((review == .keep) == wait.isKept)
    }

    @Test(
        "spec section 11, point 4: on a link that has been slow for long, a transfer is abandoned while much is still buffered",
        arguments: [(3.0, true), (14.0, false)])
    func abandonsEarlierTheLongerTheLinkIsSlow(_ wait: (slow: Double, isKept: Bool)) {
        var controller = controller(rate: 4e6, until: 96)
        controller.transferStarted(50, at: 97)
        controller.transferProgressed(50, byteCount: 1, at: 97.05)
        // Most of the segment is missing, and needs half a minute at this rate.
        var bytes = 0
        let ticks = Int(wait.slow * 10)
        for tick in 1...ticks {
            bytes = Int(0.3e6 / 80 * Double(tick))
            controller.transferProgressed(50, byteCount: bytes, at: 97.05 + Double(tick) / 10)
        }
        let running = RunningSegment(id: 50, variant: 4, startedAt: 97, byteCount: bytes, expectedByteCount: 1_425_000)
        let state = state(buffered: 10, previous: 4, now: 97.05 + wait.slow)
        #expect((controller.reviewRunning(running, state) == .keep) == wait.isKept)
    }
}
