/// Between an item's own time and the time that is shown, in which stretches that are not the film do not count (semantics section 12).
struct InterstitialTimeMap: Equatable, Sendable {
    /// In seconds of the item, ascending, apart from each other.
    let ranges: [Range<Double>]

    init(_ ranges: [Range<Double>] = []) {
        var joined: [Range<Double>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
        where range.lowerBound.isFinite && range.upperBound.isFinite && !range.isEmpty {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        self.ranges = joined
    }

    var isIdentity: Bool { ranges.isEmpty }

    /// The time that is shown at a time of the item: it stands while a range plays.
    func shown(_ time: Double) -> Double {
        guard time.isFinite else { return time }
        return ranges.reduce(time) { shown, range in
            shown - max(0, min(time, range.upperBound) - range.lowerBound)
        }
    }

    /// The item's time for a time that is shown: behind the ranges that begin there, so that nobody lands in one.
    func time(ofShown shown: Double) -> Double {
        guard shown.isFinite else { return shown }
        var time = shown
        for range in ranges where range.lowerBound <= time { time += range.upperBound - range.lowerBound }
        return time
    }

    /// The range that plays at a time of the item.
    func range(at time: Double) -> Range<Double>? { ranges.first { $0.contains(time) } }
}
