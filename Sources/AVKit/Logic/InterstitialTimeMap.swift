/// Converts between an item's time and the displayed time, which excludes the interstitial ranges of the item (semantics section 12).
struct InterstitialTimeMap: Equatable, Sendable {
    /// The ranges in seconds of the item, ascending and disjoint.
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

    /// Returns the displayed time for a time of the item. The displayed time does not advance within a range.
    func shown(_ time: Double) -> Double {
        guard time.isFinite else { return time }
        return ranges.reduce(time) { shown, range in
            shown - max(0, min(time, range.upperBound) - range.lowerBound)
        }
    }

    /// Returns the item's time for a displayed time. When a range starts there, the result is the end of that range.
    func time(ofShown shown: Double) -> Double {
        guard shown.isFinite else { return shown }
        var time = shown
        for range in ranges where range.lowerBound <= time { time += range.upperBound - range.lowerBound }
        return time
    }

    /// Returns the range that contains a time of the item.
    func range(at time: Double) -> Range<Double>? { ranges.first { $0.contains(time) } }
}
