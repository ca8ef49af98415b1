/// Values the ways to go on, by playing them through against several possible rates of the link.
///
/// Model predictive control after Yin et al. (SIGCOMM 2015): the next segments are simulated, each rung first and then the best
/// other one, and their quality less stalls less switches is summed (the linear QoE of that paper and of Pensieve, scaled so
/// that four seconds of the best rung are worth 1). Instead of one rate with a margin it weighs a handful of courses, and a thin buffer
/// costs by itself, because links fail for longer than any plan foresees.
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

    func value(of option: Option, courses: [Course]) -> Double {
        var total = 0.0
        for course in courses { total += course.weight * value(of: option, rates: course.rates) }
        return total
    }

    /// The worth of taking an option and then the rung that suits the course best.
    private func value(of option: Option, rates: [Double]) -> Double {
        let utility = utilities[option.candidate]
        var value = worths[0] * utility
        if let previousUtility { value -= worths[0] * tuning.switchCost * abs(utility - previousUtility) }
        var buffer = buffered
        value -= step(&buffer, seconds: option.latency + option.bits / rates[0], segment: 0)

        // The rest of the plan: this rung for some segments yet, then another.
        var best = -Double.infinity
        var held = 0.0
        for change in 0...min(laterBits.count, tuning.latestChange) {
            for next in utilities.indices where change == 0 || next != option.candidate {
                var rest = held - worths[0] * tuning.switchCost * abs(utilities[next] - utility)
                var left = buffer
                for segment in change..<max(change, laterBits.count) {
                    rest += worths[segment + 1] * utilities[next]
                    rest -= step(
                        &left, seconds: latency + laterBits[segment][next] / rates[segment + 1], segment: segment + 1)
                }
                // More than the goal is never held for long: of a live stream every rung that is carried leaves as much.
                let lasting = min(left, goal)
                rest -=
                    hazard(lasting, needed: min(tuning.failureSeconds, lasting + beyond))
                    * min(tuning.endSeconds, beyond)
                best = max(best, rest)
            }
            guard change < laterBits.count else { break }
            held += worths[change + 1] * utility
            held -= step(
                &buffer, seconds: latency + laterBits[change][option.candidate] / rates[change + 1], segment: change + 1
            )
        }
        return value + best
    }

    /// Loads one segment: returns what the stall costs and what a thin buffer risks meanwhile, and moves the buffer on.
    private func step(_ buffer: inout Double, seconds: Double, segment: Int) -> Double {
        // Nothing is requested while the buffer is full.
        buffer = min(buffer, goal)
        let dry = max(0, seconds - buffer)
        buffer = max(0, buffer - seconds) + durations[segment]
        let needed = min(tuning.failureSeconds, buffer + remaining[segment] + beyond)
        return dry * tuning.stallCost + durations[segment] * hazard(buffer, needed: needed)
    }

    /// What a second with so much buffer risks: links fail for longer than plans are long, and the stall is what is missing.
    private func hazard(_ buffer: Double, needed: Double) -> Double {
        let missing = max(0, needed - buffer)
        return tuning.failureRate * missing * missing / (2 * tuning.failureSeconds)
    }
}
