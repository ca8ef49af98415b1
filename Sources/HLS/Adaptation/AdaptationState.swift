/// What the player knows when it asks which rung comes next. Times are seconds of the caller's monotonic clock.
public struct AdaptationState: Sendable, Equatable {
    /// Where playback stands.
    public enum Phase: String, Sendable {
        /// Nothing has been shown since the item was opened.
        case starting
        /// Nothing has been shown since a seek.
        case seeking
        case playing
        /// The buffer ran dry.
        case stalled
    }

    /// How much of the stream exists ahead of the play head.
    public enum Liveness: String, Sendable {
        case onDemand, live, lowLatency
    }

    public var now: Double
    public var phase: Phase
    public var liveness: Liveness
    /// Seconds of media that can be played from the play head without a gap, in every selected stream.
    public var buffered: Double
    /// Seconds that the player wants to have; it stops loading there. Of a live stream, what there is before the segment to be chosen.
    public var bufferGoal: Double
    /// The rate of playback; 0 counts as 1, for it will be played later.
    public var rate: Double
    /// Every rung, in rising order of quality.
    public var rungs: [AdaptationRung]
    /// The rung of the segment before the one to be chosen; nil at the start.
    public var previousRung: Int?
    /// The segments to come, the one to be chosen first; sixteen are enough.
    public var upcoming: [AdaptationSegment]
    /// Seconds of the stream after the last of them; nil where no end is known. Towards its end the buffer may be spent.
    public var secondsBeyond: Double?
    /// Bits per second that go to other streams over the same link (a separate audio rendition, subtitles).
    public var companionBandwidth: Double
    public var limits: AdaptationLimits

    public init(
        now: Double, phase: Phase = .playing, liveness: Liveness = .onDemand, buffered: Double,
        bufferGoal: Double = 30, rate: Double = 1, rungs: [AdaptationRung], previousRung: Int? = nil,
        upcoming: [AdaptationSegment], secondsBeyond: Double? = nil, companionBandwidth: Double = 0,
        limits: AdaptationLimits = .init()
    ) {
        self.now = now
        self.phase = phase
        self.liveness = liveness
        self.buffered = buffered
        self.bufferGoal = bufferGoal
        self.rate = rate
        self.rungs = rungs
        self.previousRung = previousRung
        self.upcoming = upcoming
        self.secondsBeyond = secondsBeyond
        self.companionBandwidth = companionBandwidth
        self.limits = limits
    }

    /// How fast the buffer drains, in media seconds a second.
    var drain: Double { rate.isFinite && rate != 0 ? abs(rate) : 1 }
}
