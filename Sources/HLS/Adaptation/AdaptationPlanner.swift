import Foundation

/// Values the ways to go on, by playing them through against several possible rates of the link.
///
/// Model predictive control after Yin et al. (SIGCOMM 2015): the next segments are simulated, each rung first and then the best
/// constant one, and their quality less stalls less switches is summed (the linear QoE of that paper and of Pensieve,
/// scaled so that one segment of the best rung is worth 1). Instead of one rate with a margin it weighs a handful from the
/// spread of past errors, and what is left in the buffer at the end has a worth too, because links can fail for longer
/// than the plan is long.
struct AdaptationPlanner {
    /// A rate that the link may have, and how likely it is.
    struct Scenario {
        var rate: Double
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
    /// Wall seconds that each segment plays, the next one first.
    var durations: [Double]
    /// Wall seconds in the buffer.
    var buffered: Double
    var goal: Double
    var latency: Double
    /// The worth of the segment before; nil at the start.
    var previousUtility: Double?
    var isEnd: Bool
    var tuning: AdaptationTuning

    func value(of option: Option, scenarios: [Scenario]) -> Double {
        var total = 0.0
        for scenario in scenarios { total += scenario.weight * value(of: option, rate: scenario.rate) }
        return total
    }

    /// The worth of taking an option and then the constant rung that suits the rate best.
    func value(of option: Option, rate: Double) -> Double {
        let rate = max(rate, 1)
        let utility = utilities[option.candidate]
        var value = utility
        if let previousUtility { value -= tuning.switchCost * abs(utility - previousUtility) }
        var buffer = buffered
        value -= step(&buffer, seconds: option.latency + option.bits / rate, plays: durations[0])

        var best = -Double.infinity
        for next in utilities.indices {
            var rest = -tuning.switchCost * abs(utilities[next] - utility)
            var left = buffer
            for segment in laterBits.indices {
                rest += utilities[next]
                rest -= step(
                    &left, seconds: latency + laterBits[segment][next] / rate, plays: durations[segment + 1])
            }
            if !isEnd { rest += tuning.bufferValue * (1 - exp(-left / tuning.bufferScale)) }
            best = max(best, rest)
        }
        return value + best
    }

    /// Loads one segment: returns the cost of the stall, and moves the buffer on.
    private func step(_ buffer: inout Double, seconds: Double, plays duration: Double) -> Double {
        let dry = max(0, seconds - buffer)
        buffer = min(goal, max(0, buffer - seconds) + duration)
        return dry * tuning.stallCost
    }
}
