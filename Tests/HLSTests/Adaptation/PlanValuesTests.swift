import Testing

@testable import HLS

@Suite("Values of plans")
struct PlanValuesTests {
    private func planner(
        buffered: Double, segments: Int = 4, beyond: Double = .infinity, tuning: AdaptationTuning = .init()
    ) -> AdaptationPlanner {
        let durations = Array(repeating: 4.0, count: segments)
        return AdaptationPlanner(
            utilities: [0.2, 0.5, 1], laterBits: Array(repeating: [2.4e6, 6e6, 12e6], count: segments - 1),
            worths: durations.map { $0 / 4 }, durations: durations,
            remaining: durations.indices.map { 4 * Double(segments - 1 - $0) }, buffered: buffered, goal: 30,
            latency: 0.05, previousUtility: 0.5, beyond: beyond, tuning: tuning)
    }

    /// Returns the best value over all sequences of variants, simulating each segment with exact buffer levels.
    private func exhaustive(
        _ planner: AdaptationPlanner, from segment: Int, buffer: Double, utility: Double, rates: [Double]
    ) -> Double {
        guard segment < planner.durations.count else { return planner.endValue(buffered: buffer) }
        return planner.utilities.indices.map { next in
            let full = min(buffer, planner.goal)
            let seconds = planner.latency + planner.laterBits[segment - 1][next] / rates[segment]
            let left = max(0, full - seconds) + planner.durations[segment]
            let after = planner.remaining[segment] + planner.beyond
            let missing = max(0, min(planner.tuning.failureSeconds - left, after))
            let value =
                planner.worths[segment] * planner.utilities[next]
                - planner.worths[0] * planner.tuning.switchCost * abs(planner.utilities[next] - utility)
                - planner.tuning.stallCost * max(0, seconds - full)
                - planner.durations[segment] * planner.tuning.failureRate * missing * missing
                / (2 * planner.tuning.failureSeconds)
            return value
                + exhaustive(
                    planner, from: segment + 1, buffer: left, utility: planner.utilities[next], rates: rates)
        }.max() ?? 0
    }

    @Test(
        "the value of the rest of a plan equals that of the best of all sequences of variants",
        arguments: [0.3e6, 1e6, 2.5e6, 6e6], [0.0, 9, 21, 30])
    func matchesExhaustiveSearch(rate: Double, buffered: Double) {
        for beyond in [0.0, 10, .infinity] {
            let planner = planner(buffered: buffered, beyond: beyond)
            let rates = [rate, rate * 0.8, rate, rate * 1.3]
            let values = PlanValues(planner, rates: rates)
            for candidate in planner.utilities.indices {
                let exact = exhaustive(
                    planner, from: 1, buffer: buffered, utility: planner.utilities[candidate], rates: rates)
                let value = values.value(buffered: buffered, candidate: candidate)
                // Values are interpolated between grid levels, which is inexact where a stall begins (at 3 s here).
                #expect(
                    abs(value - exact) <= 0.02 + 0.02 * abs(exact), "\(beyond) \(candidate): \(value), \(exact)")
            }
        }
    }

    @Test("more buffer never lowers the value of a plan", arguments: [0.3e6, 1e6, 2.5e6, 6e6])
    func monotonousInBuffer(rate: Double) {
        let values = PlanValues(planner(buffered: 0), rates: Array(repeating: rate, count: 4))
        for candidate in 0..<3 {
            let all = stride(from: 0.0, through: 40, by: 0.5).map { values.value(buffered: $0, candidate: candidate) }
            #expect(zip(all, all.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
        }
    }

    @Test("extreme rates, one segment and one candidate give finite values")
    func extremes() {
        for rate in [1, 1e12] {
            let values = PlanValues(planner(buffered: 5), rates: Array(repeating: rate, count: 4))
            #expect(values.value(buffered: 1e9, candidate: 2).isFinite)
            #expect(values.value(buffered: -1, candidate: 0).isFinite)
        }
        #expect(PlanValues(planner(buffered: 5, segments: 1), rates: [1e6]).value(buffered: 5, candidate: 1).isFinite)
        var single = planner(buffered: 5)
        single.utilities = [1]
        single.laterBits = [[1e6], [1e6], [1e6]]
        #expect(PlanValues(single, rates: Array(repeating: 1e6, count: 4)).value(buffered: 5, candidate: 0).isFinite)
    }
}
