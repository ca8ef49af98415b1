/// The numbers that adaptation turns on. They were set on generated traces (`Benchmarks/Adaptation`), not on those it is judged by.
package struct AdaptationTuning: Sendable, Equatable {
    /// Bits per second to start from when nothing is known.
    package static let startRate = 2e6
    /// Seconds within which the first segment should be here.
    package static let startBudget = 1.0
    /// The share of the estimate that the first choice counts on.
    package static let startShare = 0.7
    /// Seconds after which a fetch after a seek is felt as slow.
    package static let seekBudget = 0.7
    /// Bytes of a new connection's first flight.
    package static let firstFlight = 14_600.0

    /// Segments that a plan looks ahead.
    package var horizon = 5
    /// What a second without a picture costs, in segments of the best rung (the top bit rate in the linear QoE).
    package var stallCost = 1.0
    /// What a switch from nothing to the best rung costs, in segments of the best rung.
    package var switchCost = 1.0
    /// What a full buffer is worth at the end of a plan, in segments of the best rung.
    package var bufferValue = 1.5
    /// Seconds of buffer that are worth 63 % of that.
    package var bufferScale = 8.0
    /// The share of the estimate that plans count on.
    package var share = 0.95
    /// The spread of the logarithm of what comes against what was expected, before anything was seen.
    package var priorSpread = 0.35
    /// How many segments the prior counts for.
    package var priorWeight = 2.0
    /// The least spread that is believed.
    package var leastSpread = 0.1
    /// The most.
    package var mostSpread = 0.8
    /// By how much a running transfer's alternative must be better, in segments of the best rung.
    package var abandonMargin = 0.15
    /// By how much a replacement must be better, likewise.
    package var replaceMargin = 0.1

    package init() {}
}
