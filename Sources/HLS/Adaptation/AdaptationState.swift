/// The player's state at a variant decision. Times are seconds of the caller's monotonic clock.
public struct AdaptationState: Sendable, Equatable {
    /// The state of playback.
    public enum Phase: String, Sendable {
        /// No frame has been displayed since the item was opened.
        case starting
        /// No frame has been displayed since a seek.
        case seeking
        case playing
        /// The buffer ran empty.
        case stalled
    }

    /// Whether the stream is on demand, live or low-latency live, which limits how much media exists ahead of the playhead.
    public enum Liveness: String, Sendable {
        case onDemand, live, lowLatency
    }

    public var now: Double
    public var phase: Phase
    public var liveness: Liveness
    /// Seconds of media from the playhead that are buffered without a gap in every selected track.
    public var buffered: Double
    /// The buffer length in seconds at which loading pauses. For a live stream, the media that exists before the segment to be chosen.
    public var bufferGoal: Double
    /// The playback rate. 0 counts as 1, because the media will be played later.
    public var rate: Double
    /// All variants in rising order of quality.
    public var variants: [AdaptationVariant]
    /// The variant of the segment before the one to be chosen; nil at the start.
    public var previousVariant: Int?
    /// The segments to load, starting with the one to be chosen; sixteen are enough.
    public var upcoming: [AdaptationSegment]
    /// Seconds of the stream after the last of `upcoming`; nil where the end is unknown. Near the end the buffer may be used up.
    public var secondsBeyond: Double?
    /// Bits per second of other media over the same link (a separate audio rendition, subtitles).
    public var companionBandwidth: Double
    public var limits: AdaptationLimits

    public init(
        now: Double, phase: Phase = .playing, liveness: Liveness = .onDemand, buffered: Double,
        bufferGoal: Double = 30, rate: Double = 1, variants: [AdaptationVariant], previousVariant: Int? = nil,
        upcoming: [AdaptationSegment], secondsBeyond: Double? = nil, companionBandwidth: Double = 0,
        limits: AdaptationLimits = .init()
    ) {
        self.now = now
        self.phase = phase
        self.liveness = liveness
        self.buffered = buffered
        self.bufferGoal = bufferGoal
        self.rate = rate
        self.variants = variants
        self.previousVariant = previousVariant
        self.upcoming = upcoming
        self.secondsBeyond = secondsBeyond
        self.companionBandwidth = companionBandwidth
        self.limits = limits
    }

    /// How fast the buffer drains, in media seconds per wall second.
    var drain: Double { rate.isFinite && rate != 0 ? abs(rate) : 1 }
}
