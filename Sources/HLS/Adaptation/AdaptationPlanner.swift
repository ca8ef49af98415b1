/// Scores the variants in which the next segment can be loaded, by simulating the rest of the plan for several courses of the link's rate.
///
/// Model predictive control after Yin et al. (SIGCOMM 2015): the quality of the next segments less their stalls and switches is summed
/// (the linear QoE of that paper and of Pensieve, scaled so that four seconds of the best variant are worth 1). Instead of one rate
/// with a margin the plan weighs a handful of rate courses, and finds the best rest of the plan for each of them by dynamic programming
/// (``PlanValues``). A short buffer has a cost of its own, because links fail for longer than any planning horizon.
struct AdaptationPlanner {
    /// A possible course of the link's rate with its probability: bits per second for each segment of the plan, starting with the next one.
    struct RateScenario {
        var rates: [Double]
        var weight: Double
    }

    /// A way to load the next segment.
    struct Option {
        /// The candidate's index in ``utilities``.
        var candidate: Int
        /// Bits that still have to arrive.
        var bits: Double
        /// Seconds until the first of those bits arrives.
        var latency: Double
    }

    /// The value of a segment of each candidate, rising to 1.
    var utilities: [Double]
    /// Bits of the segments after the next one: by segment, then by candidate.
    var laterBits: [[Double]]
    /// The weight of each segment, starting with the next one.
    var worths: [Double]
    /// Playing time of each segment in wall seconds, starting with the next one.
    var durations: [Double]
    /// For each segment, the wall seconds of the plan after it.
    var remaining: [Double]
    /// Buffered wall seconds.
    var buffered: Double
    var goal: Double
    var latency: Double
    /// The utility of the previous segment's variant; nil at the start.
    var previousUtility: Double?
    /// Wall seconds of the stream beyond the planning horizon; infinite where the end is unknown.
    var beyond: Double
    var tuning: AdaptationTuning

    /// Whether the plan reaches the end of the stream, after which no failure matters.
    var isEnd: Bool { beyond <= 0 }

    /// Returns the mean value of each option over the courses; in each course the best rest of the plan follows.
    func values(of options: [Option], rateScenarios: [RateScenario]) -> [Double] {
        var totals = Array(repeating: 0.0, count: options.count)
        for scenario in rateScenarios {
            let rest = PlanValues(self, rates: scenario.rates)
            for (index, option) in options.enumerated() {
                totals[index] += scenario.weight * value(of: option, rate: scenario.rates[0], rest: rest)
            }
        }
        return totals
    }

    private func value(of option: Option, rate: Double, rest: PlanValues) -> Double {
        let utility = utilities[option.candidate]
        var value = worths[0] * utility
        if let previousUtility { value -= worths[0] * tuning.switchCost * abs(utility - previousUtility) }
        // No segment is requested while the buffer is full.
        let full = min(buffered, goal)
        let seconds = option.latency + option.bits / rate
        let left = max(0, full - seconds) + durations[0]
        value -= max(0, seconds - full) * tuning.stallCost
        value -= durations[0] * risk(buffered: left, remaining: remaining[0] + beyond)
        return value + rest.value(buffered: left, candidate: option.candidate)
    }

    /// Returns the value of the buffer at the end of the plan. It is capped at the buffer goal: in a live stream every variant that the
    /// link carries reaches the same buffer.
    func endValue(buffered: Double) -> Double {
        -risk(buffered: min(buffered, goal), remaining: beyond) * min(tuning.endSeconds, beyond)
    }

    /// Returns the expected stall cost of one second at a buffer level. Links fail for longer than the horizon of a plan; the part of such
    /// a failure that exceeds the buffer is a stall.
    private func risk(buffered: Double, remaining: Double) -> Double {
        let missing = max(0, min(tuning.failureSeconds - buffered, remaining))
        return tuning.riskScale * missing * missing
    }
}
