/// Values the variants that the next segment can be loaded in, by simulating the rest of the plan against several courses of the link.
///
/// Model predictive control after Yin et al. (SIGCOMM 2015): the quality of the next segments less their stalls and switches is summed
/// (the linear QoE of that paper and of Pensieve, scaled so that four seconds of the best variant are worth 1). Instead of one rate
/// with a margin the plan weighs a handful of courses, and finds the best rest of the plan for each of them by dynamic programming
/// (``PlanValues``). A thin buffer has a cost of its own, because links fail for longer than the horizon of any plan.
struct AdaptationPlanner {
    /// A course that the link may take, and how likely it is: the rate for each segment of the plan, the next one first.
    struct Course {
        var rates: [Double]
        var weight: Double
    }

    /// A way to get the next segment.
    struct Option {
        /// The candidate's place in ``utilities``.
        var candidate: Int
        /// Bits that are still to come.
        var bits: Double
        /// Seconds before they flow.
        var latency: Double
    }

    /// The worth of a segment of each candidate, rising to 1.
    var utilities: [Double]
    /// Bits of the segments after the next one: by segment, then by candidate.
    var laterBits: [[Double]]
    /// What each segment counts for, the next one first.
    var worths: [Double]
    /// Wall seconds that each segment plays, the next one first.
    var durations: [Double]
    /// Wall seconds of the segments after each one, as far as the plan goes.
    var remaining: [Double]
    /// Wall seconds in the buffer.
    var buffered: Double
    var goal: Double
    var latency: Double
    /// The worth of the segment before; nil at the start.
    var previousUtility: Double?
    /// Wall seconds of the stream after the plan; infinite where no end is known.
    var beyond: Double
    var tuning: AdaptationTuning

    /// Whether the plan goes to the end of the stream, where nothing can fail any more.
    var isEnd: Bool { beyond <= 0 }

    /// The mean value of each option over the courses, each followed by the rest of the plan that suits the course best.
    func values(of options: [Option], courses: [Course]) -> [Double] {
        var totals = Array(repeating: 0.0, count: options.count)
        for course in courses {
            let rest = PlanValues(self, rates: course.rates)
            for (index, option) in options.enumerated() {
                totals[index] += course.weight * value(of: option, rate: course.rates[0], rest: rest)
            }
        }
        return totals
    }

    private func value(of option: Option, rate: Double, rest: PlanValues) -> Double {
        let utility = utilities[option.candidate]
        var value = worths[0] * utility
        if let previousUtility { value -= worths[0] * tuning.switchCost * abs(utility - previousUtility) }
        // Nothing is requested while the buffer is full.
        let full = min(buffered, goal)
        let seconds = option.latency + option.bits / rate
        let left = max(0, full - seconds) + durations[0]
        value -= max(0, seconds - full) * tuning.stallCost
        value -= durations[0] * risk(buffered: left, remaining: remaining[0] + beyond)
        return value + rest.value(buffered: left, candidate: option.candidate)
    }

    /// The value of the buffer at the plan's end. More than the goal is never buffered for long: in a live stream every variant that
    /// the link carries leaves as much.
    func endValue(buffered: Double) -> Double {
        -risk(buffered: min(buffered, goal), remaining: beyond) * min(tuning.endSeconds, beyond)
    }

    /// The cost of a second with so much buffer: links fail for longer than plans are long, and the stall is what the buffer lacks.
    private func risk(buffered: Double, remaining: Double) -> Double {
        let missing = max(0, min(tuning.failureSeconds - buffered, remaining))
        return tuning.riskScale * missing * missing
    }
}
