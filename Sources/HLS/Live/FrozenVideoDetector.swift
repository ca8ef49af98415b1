/// Detects that the video of a live stream is frozen without reason: time advances, and the decoded frames lie so far in the future that
/// their timestamps must be wrong. The remedy is a jump to the live edge (spec/hls.md section 7: holes).
///
/// Times are seconds. Known gaps do not count: EXT-X-GAP segments, reported losses, and streams with few frames.
public struct FrozenVideoDetector: Sendable, Hashable {
    /// The state of video output during forward playback.
    public struct Observation: Sendable, Hashable {
        /// Media time.
        public var media: Double
        /// When the displayed frame ends; nil where there is none.
        public var shownEnd: Double?
        /// Start times of the decoded frames that wait for display, in display order.
        public var waiting: [Double]
        /// Seconds between now and the first waiting frame that are known to have no video.
        public var knownGap: Double

        public init(media: Double, shownEnd: Double?, waiting: [Double], knownGap: Double = 0) {
            self.media = media
            self.shownEnd = shownEnd
            self.waiting = waiting
            self.knownGap = knownGap
        }
    }

    /// A detected freeze, for the log.
    public struct Finding: Sendable, Hashable {
        /// Seconds for which the frame has been frozen.
        public var frozenSeconds: Double
        /// Seconds until the next frame.
        public var secondsToNextFrame: Double
    }

    /// Seconds of freeze, and seconds until the next frame, above which the video counts as frozen.
    public static let threshold = 8.0
    /// Seconds of any clock before another freeze is reported.
    public static let reportInterval = 30.0
    /// A gap of up to this many frame intervals is normal in a stream with few frames.
    private static let usualSteps = 4.0

    private var since: Double?
    private var shownEnd: Double?
    private var foundAt: Double?

    public init() {}

    /// Resets the detection after a seek.
    public mutating func moved() {
        since = nil
        shownEnd = nil
    }

    /// Checks for a freeze.
    /// - Parameter now: seconds of a monotonic clock.
    /// - Returns: the freeze, from which a jump to the live edge recovers; nil where there is none, or not yet.
    public mutating func check(_ observation: Observation, at now: Double) -> Finding? {
        if since == nil || shownEnd != observation.shownEnd {
            shownEnd = observation.shownEnd
            since = observation.shownEnd ?? observation.media
        }
        guard let since, let next = observation.waiting.first, let last = observation.waiting.last,
            observation.waiting.count > 1
        else {
            return nil
        }
        let (frozenSeconds, secondsToNextFrame) = (observation.media - since, next - observation.media)
        guard frozenSeconds > Self.threshold, secondsToNextFrame - max(0, observation.knownGap) > Self.threshold else {
            return nil
        }
        let step = (last - next) / Double(observation.waiting.count - 1)
        guard next - since > Self.usualSteps * step else { return nil }
        if let foundAt, now - foundAt < Self.reportInterval { return nil }
        foundAt = now
        return Finding(frozenSeconds: frozenSeconds, secondsToNextFrame: secondsToNextFrame)
    }
}
