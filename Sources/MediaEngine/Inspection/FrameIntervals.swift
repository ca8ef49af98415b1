/// The frame rate of video, from the display times of its frames.
struct FrameIntervals {
    /// The average of a variable frame rate; else the rate of the usual frames, as a common rate where it differs by rounding only.
    let framesPerSecond: Double
    /// Whether at least one frame in fifty, and more than one, last clearly longer or shorter than most.
    let isVariable: Bool

    /// Containers round times to milliseconds, or to ticks of about a tenth of the interval.
    private static let rounding: (time: Nanoseconds, share: Double) = (2 * .millisecond, 0.1)

    /// - Parameter times: in any order; returns nil for fewer than two different times.
    init?(_ times: [Nanoseconds]) {
        let sorted = times.sorted()
        guard let first = sorted.first, let last = sorted.last, last > first else { return nil }
        let intervals = zip(sorted.dropFirst(), sorted).map { $0 &- $1 }.filter { $0 > 0 }.sorted()
        guard !intervals.isEmpty else { return nil }
        let median = intervals[intervals.count / 2]
        let allowed = max(Self.rounding.time, Nanoseconds(Double(median) * Self.rounding.share))
        let usual = intervals.filter { $0 >= median &- allowed && $0 <= median &+ allowed }
        let others = intervals.count - usual.count
        isVariable = others > 1 && others * 50 > intervals.count
        framesPerSecond =
            isVariable
            ? Double(intervals.count) / (last &- first).seconds
            : Self.common(Double(usual.count) / usual.reduce(0, &+).seconds)
    }

    /// A whole number of frames per second, or such a rate divided by 1.001, where it differs by less than 0.04 %.
    private static func common(_ rate: Double) -> Double {
        let whole = rate.rounded()
        guard whole > 0 else { return rate }
        let candidates = [whole, (rate * 1.001).rounded() / 1.001]
        return candidates.first { abs($0 / rate - 1) < 0.000_4 } ?? rate
    }
}
