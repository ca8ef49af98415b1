/// The seekable range of a live stream, which the scrubber displays (semantics section 5, spec/hls.md section 6).
///
/// Times are seconds of the item. The range moves forward while the stream is live.
struct LiveTimeline: Equatable, Sendable {
    /// Minimum length in seconds of a range that is displayed as a scrubber; shorter ranges are too coarse to seek in.
    static let leastSpan = 30.0
    /// Maximum distance in seconds from the live edge that counts as live: the edge advances by a whole segment at a time.
    static let edgeSlack = 15.0

    let start: Double
    let edge: Double

    /// Returns nil if the range is too short to seek in.
    init?(_ range: Range<Double>?) {
        guard let range, range.lowerBound.isFinite, range.upperBound.isFinite,
            range.upperBound - range.lowerBound >= Self.leastSpan
        else { return nil }
        start = range.lowerBound
        edge = range.upperBound
    }

    var length: Double { edge - start }

    func isLive(at time: Double) -> Bool { !time.isFinite || edge - time <= Self.edgeSlack }
}

/// Converts between an item's time and the scrubber's time, which excludes interstitial ranges and, for a live stream, starts at the
/// seekable range or at its programme.
struct ScrubberScale: Equatable, Sendable {
    let map: InterstitialTimeMap
    let live: LiveTimeline?
    var programme: ProgrammeTimeline?

    /// The start of a live stream's time line, in seconds of the item; nil for other items.
    private var start: Double? { programme?.start ?? live?.start }

    func shown(_ time: Double) -> Double {
        guard let start else { return map.shown(time) }
        return map.shown(time) - map.shown(start)
    }

    func time(ofShown shown: Double) -> Double {
        guard let start else { return map.time(ofShown: shown) }
        return map.time(ofShown: shown + map.shown(start))
    }
}
