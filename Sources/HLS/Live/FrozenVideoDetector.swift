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
        public var stood: Double
        /// Seconds until the next frame.
        public var ahead: Double
    }

    /// Seconds of freeze, and seconds until the next frame, above which the video counts as frozen.
    public static let patience = 8.0
    /// Seconds of any clock before another freeze is reported.
    public static let rest = 30.0
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
    public mutating func look(_ sight: Observation, at now: Double) -> Finding? {
        if since == nil || shownEnd != sight.shownEnd {
            shownEnd = sight.shownEnd
            since = sight.shownEnd ?? sight.media
        }
        guard let since, let next = sight.waiting.first, let last = sight.waiting.last, sight.waiting.count > 1 else {
            return nil
        }
        let (stood, ahead) = (sight.media - since, next - sight.media)
        guard stood > Self.patience, ahead - max(0, sight.knownGap) > Self.patience else { return nil }
        let step = (last - next) / Double(sight.waiting.count - 1)
        guard next - since > Self.usualSteps * step else { return nil }
        if let foundAt, now - foundAt < Self.rest { return nil }
        foundAt = now
        return Finding(stood: stood, ahead: ahead)
    }
}
