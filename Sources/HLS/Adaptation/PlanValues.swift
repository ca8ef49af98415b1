/// The value of the best rest of a plan for one course of the link's rate, by the buffer level and the variant of the segment before the
/// rest.
///
/// Dynamic programming from the plan's last segment back to its second one, over a grid of buffer levels between which values are
/// interpolated. Each segment of the rest may be in another variant. A switch costs in proportion to the difference of the two
/// variants' utilities, so the best switch from a variant is found from the values of its two neighbours.
struct PlanValues {
    /// Levels of the grid, from an empty buffer to a full one.
    static let levelCount = 24

    /// By candidate, then by level.
    private var values: [Double]
    private let levelsPerSecond: Double

    /// - Parameter rates: bits per second for each segment of the plan, starting with the next one.
    init(_ planner: AdaptationPlanner, rates: [Double]) {
        let count = Self.levelCount
        let candidates = planner.utilities.count
        let grain = max(planner.goal, 0.1) / Double(count - 1)
        levelsPerSecond = 1 / grain
        values = Array(repeating: 0, count: candidates * count)
        for level in 0..<count {
            let value = planner.endValue(buffered: Double(level) * grain)
            for candidate in 0..<candidates { values[candidate * count + level] = value }
        }
        guard !planner.laterBits.isEmpty else { return }
        var earlier = values
        let price = planner.worths[0] * planner.tuning.switchCost
        for segment in stride(from: planner.laterBits.count, through: 1, by: -1) {
            values.withUnsafeBufferPointer { later in
                earlier.withUnsafeMutableBufferPointer { earlier in
                    for candidate in 0..<candidates {
                        let row = candidate * count..<(candidate + 1) * count
                        let load = Load(
                            seconds: planner.latency + planner.laterBits[segment - 1][candidate] / rates[segment],
                            gain: planner.worths[segment] * planner.utilities[candidate],
                            duration: planner.durations[segment],
                            remaining: planner.remaining[segment] + planner.beyond)
                        load.fill(
                            UnsafeMutableBufferPointer(rebasing: earlier[row]),
                            from: UnsafeBufferPointer(rebasing: later[row]), grain: grain, planner.tuning)
                    }
                    Self.allowSwitches(earlier, utilities: planner.utilities, price: price)
                }
            }
            swap(&values, &earlier)
        }
    }

    /// Returns the value of the rest when it begins with `buffered` seconds, after a segment of `candidate`.
    func value(buffered: Double, candidate: Int) -> Double {
        let last = Self.levelCount - 1
        let place = min(max(0, buffered) * levelsPerSecond, Double(last))
        let low = min(Int(place), last - 1)
        let first = candidate * Self.levelCount + low
        return values[first] + (values[first + 1] - values[first]) * (place - Double(low))
    }

    /// Raises the value of each candidate to that of a switch to another candidate, where that is higher.
    private static func allowSwitches(
        _ values: UnsafeMutableBufferPointer<Double>, utilities: [Double], price: Double
    ) {
        let count = levelCount
        for candidate in stride(from: 1, to: utilities.count, by: 1) {
            let cost = price * abs(utilities[candidate] - utilities[candidate - 1])
            for place in candidate * count..<(candidate + 1) * count {
                let other = values[place - count] - cost
                values[place] = values[place] > other ? values[place] : other
            }
        }
        for candidate in stride(from: utilities.count - 2, through: 0, by: -1) {
            let cost = price * abs(utilities[candidate + 1] - utilities[candidate])
            for place in candidate * count..<(candidate + 1) * count {
                let other = values[place + count] - cost
                values[place] = values[place] > other ? values[place] : other
            }
        }
    }
}

extension PlanValues {
    /// The loading of one segment in one variant.
    private struct Load {
        /// Wall seconds to load the segment.
        var seconds: Double
        /// The utility of the segment, with its weight.
        var gain: Double
        /// Playing time of the segment in wall seconds.
        var duration: Double
        /// Wall seconds of the stream after the segment.
        var remaining: Double

        /// Fills in the values of the buffer levels before the load from those after it.
        func fill(
            _ earlier: UnsafeMutableBufferPointer<Double>, from later: UnsafeBufferPointer<Double>, grain: Double,
            _ tuning: AdaptationTuning
        ) {
            let count = levelCount
            let scale = duration * tuning.riskScale
            let failureSeconds = tuning.failureSeconds
            // At the lowest levels the buffer runs empty, and afterwards only this segment is buffered.
            let emptyLevels = Int(min((seconds / grain).rounded(.up), Double(count)))
            if emptyLevels > 0 {
                let place = min(duration / grain, Double(count - 1))
                let low = min(Int(place), count - 2)
                let missing = max(0, min(failureSeconds - duration, remaining))
                let emptyBufferValue =
                    gain + later[low] + (later[low + 1] - later[low]) * (place - Double(low)) - scale * missing
                    * missing
                for level in 0..<emptyLevels {
                    earlier[level] = emptyBufferValue - (seconds - Double(level) * grain) * tuning.stallCost
                }
            }
            guard emptyLevels < count else { return }
            // All other levels shift by the same amount, at most to the top level.
            let shift = (duration - seconds) / grain
            let whole = Int(min(shift.rounded(.down), Double(count)))
            let share = shift - Double(whole)
            let top = max(emptyLevels, min(count, count - 1 - whole))
            for level in emptyLevels..<top {
                let missing = max(0, min(failureSeconds - (Double(level) + shift) * grain, remaining))
                let low = later[level + whole]
                earlier[level] = gain + low + (later[level + whole + 1] - low) * share - scale * missing * missing
            }
            for level in top..<count {
                let missing = max(0, min(failureSeconds - (Double(level) + shift) * grain, remaining))
                earlier[level] = gain + later[count - 1] - scale * missing * missing
            }
        }
    }
}
