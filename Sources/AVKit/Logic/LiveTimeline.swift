/// The stretch of a live programme that can be sought, which is what the scrubber shows of it (semantics section 5, spec/hls.md section 6).
///
/// Times are seconds of the item. The stretch moves on while the programme goes on.
struct LiveTimeline: Equatable, Sendable {
    /// Shorter ones are not worth a scrubber: nobody could hit a place in them.
    static let leastSpan = 30.0
    /// As near to the edge counts as live: the edge jumps on with each segment that is made.
    static let edgeSlack = 15.0

    let start: Double
    let edge: Double

    /// nil where there is too little to seek in.
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

/// Between an item's own time and the scrubber's: what is not the film does not count, and a live programme begins where it can be sought.
struct ScrubberScale: Equatable, Sendable {
    let map: InterstitialTimeMap
    let live: LiveTimeline?

    func shown(_ time: Double) -> Double {
        guard let live else { return map.shown(time) }
        return map.shown(time) - map.shown(live.start)
    }

    func time(ofShown shown: Double) -> Double {
        guard let live else { return map.time(ofShown: shown) }
        return map.time(ofShown: shown + map.shown(live.start))
    }
}
