import Testing

@testable import HLS

@Suite("Which rung comes next")
struct AdaptationControllerTests {
    private let rungs = [0.3, 0.75, 1.2, 1.85, 2.85, 4.3].map {
        AdaptationRung(bandwidth: $0 * 1.2e6, averageBandwidth: $0 * 1e6)
    }

    private func state(
        _ phase: AdaptationState.Phase = .playing, buffered: Double = 15, previous: Int? = 3, now: Double = 100
    ) -> AdaptationState {
        AdaptationState(
            now: now, phase: phase, buffered: buffered, rungs: rungs, previousRung: previous,
            upcoming: Array(repeating: AdaptationSegment(duration: 4), count: 8))
    }

    /// A controller that has seen a link of one rate.
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
            _ = controller.chooseRung(state())
            controller.segmentLoaded(rung: 3, of: rungs, byteCount: 925_000, duration: 4, seconds: 0.05 + 7.4e6 / rate)
        }
        return controller
    }

    @Test("unknown networks start low, remembered ones where their first segment comes in a second")
    func start() {
        var fresh = AdaptationController()
        let first = fresh.chooseRung(state(.starting, buffered: 0, previous: nil))
        #expect(first.rung == 0 && first.reason == .startup && first.estimate == nil)
        var known = AdaptationController(
            remembered: StoredThroughput(bitsPerSecond: 20e6, latency: 0.05, storedAt: 100))
        #expect(known.chooseRung(state(.starting, buffered: 0, previous: nil)).rung == 4)
    }

    @Test("more network never means a lower rung, at any buffer", arguments: [2.0, 6, 12, 20, 30])
    func monotonousInRate(buffered: Double) {
        let choices = [0.2, 0.4, 0.7, 1, 1.5, 2, 3, 4, 6, 10, 30].map { megabits in
            var controller = controller(rate: megabits * 1e6)
            return controller.chooseRung(state(buffered: buffered)).rung
        }
        #expect(choices == choices.sorted())
        #expect(choices.first == 0 || buffered > 6)
        #expect(choices.last == 5)
    }

    @Test("more buffer never means a lower rung", arguments: [0.6e6, 1.4e6, 2.4e6, 4e6])
    func monotonousInBuffer(rate: Double) {
        let choices = stride(from: 1.0, through: 30, by: 1).map { buffered in
            var controller = controller(rate: rate)
            return controller.chooseRung(state(buffered: buffered)).rung
        }
        #expect(choices == choices.sorted())
    }

    @Test(
        "a live stream, of which little can be buffered, gets the rung that the link carries and no better one",
        arguments: [(0.2, 0, 0), (1.1, 0, 1), (2.4, 1, 3), (30, 4, 5)], [8.0, 2.0])
    func live(_ link: (megabits: Double, least: Int, carried: Int), made: Double) {
        var controller = controller(rate: link.megabits * 1e6)
        var rung = 0
        for second in 0..<12 {
            var state = state(buffered: made, previous: rung, now: 100 + Double(second) * 4)
            state.liveness = .live
            state.bufferGoal = made
            rung = controller.chooseRung(state).rung
        }
        #expect(rung <= link.carried && rung >= link.least, "\(link) \(made): \(rung)")
    }

    @Test(
        "a full buffer lets a film live beyond its network for a while, and never a live stream, whatever is held of it"
    )
    func liveNeverBeyondItsNetwork() {
        // The better rungs that a full buffer leads to, as shares of what the network carries.
        func climbs(_ liveness: AdaptationState.Liveness) -> [Double] {
            stride(from: 0.5, through: 6, by: 0.1).compactMap { megabits in
                var controller = controller(rate: megabits * 1e6)
                var state = state(buffered: 45, previous: 0)
                state.bufferGoal = 45
                state.liveness = liveness
                let decision = controller.chooseRung(state)
                guard decision.rung > 0, let estimate = decision.estimate else { return nil }
                return rungs[decision.rung].expectedBandwidth / estimate
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

    @Test("twice the speed needs twice the network")
    func rate() {
        var normal = controller(rate: 4e6)
        var fast = normal
        var state = state(buffered: 8, previous: 4)
        let usual = normal.chooseRung(state).rung
        state.rate = 2
        let doubled = fast.chooseRung(state).rung
        #expect(doubled < usual)
        state.rate = 0
        var paused = controller(rate: 4e6)
        #expect(paused.chooseRung(state).rung == usual)
    }

    @Test("what other streams take is not there for the picture")
    func companion() {
        var alone = controller(rate: 4e6)
        var shared = alone
        var state = state(buffered: 5, previous: 4)
        let usual = alone.chooseRung(state).rung
        state.companionBandwidth = 2.4e6
        #expect(shared.chooseRung(state).rung < usual)
    }

    @Test("known sizes count instead of declared rates")
    func sizes() {
        var controller = controller(rate: 2.2e6)
        var state = state(buffered: 6, previous: 2)
        // Every segment of every rung is three times what its rate says.
        state.upcoming = state.upcoming.map {
            AdaptationSegment(duration: $0.duration, byteCounts: rungs.map { Int($0.expectedBandwidth * 4 / 8 * 3) })
        }
        #expect(controller.chooseRung(state).rung <= 1)
    }

    @Test("a limit is named when the network would carry more")
    func limitReason() {
        var controller = controller(rate: 20e6)
        var state = state(buffered: 25, previous: 2)
        state.limits.excludedRungs = [3, 4, 5]
        let decision = controller.chooseRung(state)
        #expect(decision.rung == 2 && decision.reason == .limit)
    }

    @Test("a seek keeps the rung when it comes fast, and drops at least one when not")
    func seek() {
        var fast = controller(rate: 60e6)
        #expect(fast.chooseRung(state(.seeking, buffered: 0, previous: 4)).rung == 4)
        var slow = controller(rate: 3e6)
        #expect(slow.chooseRung(state(.seeking, buffered: 0, previous: 4)).rung <= 3)
    }

    @Test("spec section 11, point 5: a rung that was left downwards rests for eight seconds, unless the buffer is full")
    func damping() {
        var left = controller(rate: 2.4e6)
        let lower = left.chooseRung(state(buffered: 4, previous: 5)).rung
        #expect(lower < 5)
        // The link has become better at once: enough for the rung, not for twice of it.
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
            return copy.chooseRung(state(buffered: buffered, previous: lower, now: now))
        }
        let soon = later(105, buffered: 16)
        #expect(soon.rung == 4 && soon.reason == .damped)
        #expect(later(109, buffered: 22).rung == 5)
        #expect(later(105, buffered: 29).rung == 5)
    }

    @Test(
        "spec section 11, point 5: a rung that was come back to while it rests is not left for having been left before")
    func dampingKeeps() {
        var damping = SwitchDamping()
        damping.chose(3, state: state(previous: 4), segment: AdaptationSegment(duration: 4))
        let bits = rungs.map { $0.expectedBandwidth * 4 }
        func limited(previous: Int, to choice: Int) -> Int {
            damping.limit(
                choice, candidates: Array(rungs.indices), bits: bits, rate: 5e6, isFull: false,
                state: state(previous: previous, now: 104))
        }
        #expect(limited(previous: 3, to: 5) == 3)
        #expect(limited(previous: 4, to: 5) == 4)
        #expect(limited(previous: 4, to: 2) == 2)
    }

    @Test("no rungs and no segments are answered, not trapped")
    func nothing() {
        var controller = AdaptationController()
        var state = state()
        state.upcoming = []
        #expect(controller.chooseRung(state).rung == 0)
        state.rungs = []
        #expect(controller.chooseRung(state).rung == 0)
        #expect(controller.reviewRunning(.init(id: 1, rung: 3, startedAt: 0, byteCount: 0), state) == .keep)
    }

    @Test("the same history gives the same answers [hls.md 14: adaptation]")
    func deterministic() {
        var one = controller(rate: 1.7e6)
        var two = controller(rate: 1.7e6)
        #expect(one.chooseRung(state()) == two.chooseRung(state()))
    }

    @Test("the buffer may be spent at the end of the stream, and only there")
    func end() {
        var middle = controller(rate: 2.8e6)
        var last = middle
        var state = state(buffered: 16, previous: 3)
        let usual = middle.chooseRung(state).rung
        state.upcoming = Array(state.upcoming.prefix(4))
        state.secondsBeyond = 0
        #expect(last.chooseRung(state).rung > usual)
    }

    @Test("the less of a stream comes after a plan, the less the plan fears for what it leaves in the buffer")
    func beyond() {
        let controller = controller(rate: 2e6)
        for buffered in stride(from: 2.0, through: 14, by: 4) {
            for choice in rungs.indices {
                let values = [nil, 60, 20, 4, 0].map { (beyond: Double?) in
                    var state = state(buffered: buffered)
                    state.secondsBeyond = beyond
                    let planner = controller.planner(candidates: Array(rungs.indices), state: state)
                    return planner.values(
                        of: [.init(candidate: choice, bits: 4 * rungs[choice].expectedBandwidth, latency: 0.05)],
                        courses: controller.courses(around: 2e6, for: planner))[0]
                }
                #expect(values == values.sorted())
                #expect(values[0] < values[3])
            }
        }
    }

    // MARK: Transfers under way

    /// A segment of rung 4 under way, its link fallen to a rate three seconds ago.
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
            RunningSegment(id: 50, rung: 4, startedAt: 97, byteCount: bytes, expectedByteCount: 1_425_000)
        )
    }

    @Test("a transfer that would outlast the buffer is given up for one that does not")
    func abandons() throws {
        let (controller, running) = fallen(to: 0.7e6)
        guard
            case .abandon(let rung, let explanation) = controller.reviewRunning(
                running, state(buffered: 3, previous: 4))
        else {
            Issue.record("kept")
            return
        }
        #expect(rung < 2)
        #expect(!explanation.isEmpty)
    }

    @Test(
        "a silent link is waited for while the buffer lasts; then less is asked for, so that it is here soon when the link is back"
    )
    func silence() {
        let (controller, running) = fallen(to: 0)
        #expect(controller.reviewRunning(running, state(buffered: 8, previous: 4)) == .keep)
        guard case .abandon(let rung, _) = controller.reviewRunning(running, state(buffered: 1, previous: 4)) else {
            Issue.record("kept")
            return
        }
        #expect(rung < 3)
    }

    @Test("it is kept while the buffer lasts, and in the lowest rung")
    func keeps() {
        var (controller, running) = fallen(to: 0.7e6)
        #expect(controller.reviewRunning(running, state(buffered: 25, previous: 4)) == .keep)
        (controller, running) = fallen(to: 0.1e6)
        running.rung = 0
        #expect(controller.reviewRunning(running, state(buffered: 1, previous: 4)) == .keep)
    }

    @Test(
        "spec section 11, point 4: fades pass, so that a transfer is given up only when little is left to play",
        arguments: [(7.0, true), (10, true), (4, false), (2, false)])
    func waits(_ wait: (buffered: Double, isKept: Bool)) {
        let (controller, running) = fallen(to: 0.7e6)
        // Some twelve seconds are still to come at this rate.
        let review = controller.reviewRunning(running, state(buffered: wait.buffered, previous: 4))
        #expect((review == .keep) == wait.isKept)
    }

    @Test(
        "spec section 11, point 4: on a link that has been slow for long a transfer is abandoned while much is still buffered",
        arguments: [(3.0, true), (14.0, false)])
    func abandonsEarlierTheLongerTheLinkIsSlow(_ wait: (slow: Double, isKept: Bool)) {
        var controller = controller(rate: 4e6, until: 96)
        controller.transferStarted(50, at: 97)
        controller.transferProgressed(50, byteCount: 1, at: 97.05)
        // Most of the segment is still to come, at a rate that needs half a minute for it.
        var bytes = 0
        let ticks = Int(wait.slow * 10)
        for tick in 1...ticks {
            bytes = Int(0.3e6 / 80 * Double(tick))
            controller.transferProgressed(50, byteCount: bytes, at: 97.05 + Double(tick) / 10)
        }
        let running = RunningSegment(id: 50, rung: 4, startedAt: 97, byteCount: bytes, expectedByteCount: 1_425_000)
        let state = state(buffered: 10, previous: 4, now: 97.05 + wait.slow)
        #expect((controller.reviewRunning(running, state) == .keep) == wait.isKept)
    }
}
