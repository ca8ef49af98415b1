/// Parameters of adaptation. They were tuned on generated network traces and validated on others (`Benchmarks/Adaptation`).
package struct AdaptationTuning: Sendable, Equatable {
    /// Bits per second assumed at the start without a measurement.
    package static let startRate = 2e6
    /// Seconds within which the first segment should arrive.
    package static let startBudget = 1.0
    /// The share of the estimate that the first choice uses.
    package static let startShare = 0.7
    /// The share of ``startRate`` that the first choice uses without a measurement or a stored estimate.
    package static let startShareWithoutEstimate = 0.35
    /// Seconds above which a fetch after a seek counts as slow.
    package static let seekBudget = 0.7
    /// Bytes of the initial congestion window of a new connection.
    package static let firstFlight = 14_600.0

    /// Planning horizon in seconds of media, covering at least three and at most ``mostSegments`` segments.
    package var horizonSeconds = 44.0
    package var mostSegments = 16
    /// The cost of a second of stall, in four-second segments of the best variant.
    package var stallCost = 0.56
    /// The cost of a switch across the full quality range, in segments of the best variant. It is above the weight in the QoE formula,
    /// because a plan that is remade for every segment switches more often than planned.
    package var switchCost = 2.3
    /// Assumed length of a link failure in seconds.
    package var failureSeconds = 17.0
    /// The probability of a link failure per second.
    package var failureRate = 0.003
    /// The risk cost per second, per squared second of missing buffer.
    var riskScale: Double { failureRate / (2 * failureSeconds) }
    /// Seconds after the plan's end over which the remaining buffer is valued.
    package var endSeconds = 120.0
    /// Factors on the length of an observed failure and on the failure rate, once a failure has been observed.
    package var seenFailureLength = 2.3
    package var seenFailureFactor = 1.2
    /// The longest failure in seconds that the buffer prepares for.
    package var longestFailure = 31.0
    /// The share of the estimate that plans use.
    package var share = 0.9
    /// The standard deviation of the logarithm of actual against expected rate. A spread learned from each session's errors did worse on
    /// traces it was not tuned on, because the errors of a calm minute do not predict the next minute.
    package var spread = 0.275
    /// The assumed spread of segment sizes, as a share of the logarithmic distance from a variant's mean to its peak bit rate.
    package var sizeSpread = 0.45
    /// Time constant in seconds with which the link's rate returns to its mean.
    package var reversionSeconds = 23.0
    /// How far the rate returns to its mean, as a share of the logarithmic distance.
    package var reversion = 0.8
    /// The largest share of the estimate that a variant may need for a switch up to it.
    package var upShare = 0.97
    /// The same while less than ``lowBuffer`` seconds are buffered. A variant that takes nearly all of the link lets the buffer grow so
    /// slowly that the next drop of the link forces a switch down at once.
    package var upShareWithLowBuffer = 0.82
    package var lowBuffer = 18.0
    /// The same when the buffer holds ``fullShare`` of its goal.
    package var upShareWhenFull = 1.95
    package var fullShare = 0.55
    /// The share of the estimate up to which the link is assumed to carry the previous variant. That variant is then
    /// kept while at least ``holdBuffer`` seconds are buffered.
    package var holdShare = 1.0
    /// Seconds of buffer below which ``holdShare`` has no effect.
    package var holdBuffer = 13.0
    /// How much better than continuing an alternative to a running transfer must be, in segments of the best variant.
    package var abandonMargin = 0.055
    /// Seconds of buffer above which no running transfer is abandoned, however slow: most drops of the link are short.
    package var abandonBuffer = 5.0
    /// The same, per second for which the link has been slow: the longer a drop has lasted, the longer it is likely to last.
    package var abandonBufferPerSlowSecond = 0.92

    package init() {}
}
