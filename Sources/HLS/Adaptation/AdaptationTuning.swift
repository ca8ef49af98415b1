/// The numbers that adaptation turns on. They were set on generated links and checked on others (`Benchmarks/Adaptation`).
package struct AdaptationTuning: Sendable, Equatable {
    /// Bits per second to start from when nothing is known.
    package static let startRate = 2e6
    /// Seconds within which the first segment should be here.
    package static let startBudget = 1.0
    /// The share of the estimate that the first choice counts on.
    package static let startShare = 0.7
    /// The share of ``startRate`` that it counts on when nothing was measured or remembered.
    package static let blindStartShare = 0.35
    /// Seconds after which a fetch after a seek is felt as slow.
    package static let seekBudget = 0.7
    /// Bytes of a new connection's first flight.
    package static let firstFlight = 14_600.0

    /// Seconds of media that a plan looks ahead, in at least three and at most ``mostSegments`` segments.
    package var horizonSeconds = 44.0
    package var mostSegments = 16
    /// What a second without a picture costs, in four-second segments of the best rung.
    package var stallCost = 0.56
    /// What a switch from nothing to the best rung costs, in segments of the best rung. More than in the QoE: a plan that is made
    /// anew for every segment switches more often than it means to.
    package var switchCost = 2.3
    /// Seconds of buffer that a link's failure is thought to take.
    package var failureSeconds = 17.0
    /// How likely a link is to fail in a second.
    package var failureRate = 0.003
    /// What a second risks, per second squared that the buffer lacks.
    var riskScale: Double { failureRate / (2 * failureSeconds) }
    /// Seconds for which the buffer at a plan's end is counted on.
    package var endSeconds = 120.0
    /// A failure that was seen makes plans expect one so much longer, and so much likelier.
    package var seenFailureLength = 2.3
    package var seenFailureFactor = 1.2
    /// The longest failure that a buffer is kept for.
    package var longestFailure = 31.0
    /// The share of the estimate that plans count on.
    package var share = 0.9
    /// The spread of the logarithm of what comes against what was expected. A spread learned from each session's errors did worse
    /// on links it was not tuned on, because the errors of a calm minute say little about the next.
    package var spread = 0.275
    /// How much of the way from a rung's mean to its peak the spread of segments' sizes is taken for, as a logarithm.
    package var sizeSpread = 0.45
    /// Seconds in which a link forgets most of what it was.
    package var reversionSeconds = 23.0
    /// How much of the way back to its mean it goes, as a logarithm.
    package var reversion = 0.8
    /// The share of the estimate that a rung may need to be stepped up to.
    package var upShare = 0.97
    /// The same while less than ``thinBuffer`` seconds are buffered. A variant that takes nearly all of the link lets the buffer grow by so
    /// little that a step down of the link finds it thin, and is left again at once.
    package var upShareWhenThin = 0.82
    package var thinBuffer = 18.0
    /// The same when the buffer holds ``fullShare`` of its goal.
    package var upShareWhenFull = 1.95
    package var fullShare = 0.55
    /// The share of the estimate up to which the rung of before counts as carried, and is not left downwards …
    package var holdShare = 1.0
    /// … while so many seconds are buffered.
    package var holdBuffer = 13.0
    /// By how much a running transfer's alternative must be better, in segments of the best rung.
    package var abandonMargin = 0.055
    /// Seconds of buffer down to which no running transfer is abandoned, however slow it is: most fades pass.
    package var abandonBuffer = 5.0
    /// The same, per second for which the link has been slow: the longer a fade has lasted, the longer it is likely to last.
    package var abandonBufferPerSlowSecond = 0.92

    package init() {}
}
