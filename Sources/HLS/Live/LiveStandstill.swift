/// Finds out that the picture of a live stream stands still for nothing: time goes on, and the pictures that wait to be shown lie so far
/// ahead that they were put there by mistake. The way out is the live edge, whatever the mistake was (spec/hls.md section 7: holes).
///
/// Times are seconds. Pictures that nobody promised are waited for: announced gaps, what was lost and told, and streams that have a picture
/// now and then.
public struct LiveStandstill: Sendable, Hashable {
    /// What there is to see while playing forwards.
    public struct Sight: Sendable, Hashable {
        /// Media time.
        public var media: Double
        /// When the picture that is shown ends; nil where there is none.
        public var shownEnd: Double?
        /// When those that are decoded begin, in the order in which they are to be shown.
        public var waiting: [Double]
        /// For how much of the time from now to the first of them it is known that there are no pictures.
        public var knownHole: Double

        public init(media: Double, shownEnd: Double?, waiting: [Double], knownHole: Double = 0) {
            self.media = media
            self.shownEnd = shownEnd
            self.waiting = waiting
            self.knownHole = knownHole
        }
    }

    /// What was found, for the log.
    public struct Finding: Sendable, Hashable {
        /// For how long the picture has stood.
        public var stood: Double
        /// How far ahead the next one lies.
        public var ahead: Double
    }

    /// Seconds for which a picture may stand, and by which the next one may lie ahead.
    public static let patience = 8.0
    /// Seconds of any clock before it may be found again.
    public static let rest = 30.0
    /// Steps between pictures that are no hole in a stream with few.
    private static let usualSteps = 4.0

    private var since: Double?
    private var shownEnd: Double?
    private var foundAt: Double?

    public init() {}

    /// Playing was put somewhere else.
    public mutating func moved() {
        since = nil
        shownEnd = nil
    }

    /// - Parameter now: of a clock that only goes forward.
    /// - Returns: what makes the live edge the better place; nil: all is as it should be, or may still become so.
    public mutating func look(_ sight: Sight, at now: Double) -> Finding? {
        if since == nil || shownEnd != sight.shownEnd {
            shownEnd = sight.shownEnd
            since = sight.shownEnd ?? sight.media
        }
        guard let since, let next = sight.waiting.first, let last = sight.waiting.last, sight.waiting.count > 1 else {
            return nil
        }
        let (stood, ahead) = (sight.media - since, next - sight.media)
        guard stood > Self.patience, ahead - max(0, sight.knownHole) > Self.patience else { return nil }
        let step = (last - next) / Double(sight.waiting.count - 1)
        guard next - since > Self.usualSteps * step else { return nil }
        if let foundAt, now - foundAt < Self.rest { return nil }
        foundAt = now
        return Finding(stood: stood, ahead: ahead)
    }
}
