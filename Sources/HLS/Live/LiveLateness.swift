/// How unevenly a live stream grows, as seen from here: what a player that wants no stall adds to the stream's own hold-back
/// (spec/hls.md section 6: recommendedTimeOffsetFromLive).
public struct LiveLateness: Sendable, Hashable {
    /// News that are remembered.
    public static let keptNews = 32
    /// A stream whose end moves by so many seconds against the clock has begun anew.
    public static let believable = 30.0

    private var news: [Double] = []

    public init() {}

    /// Media up to `edge` is known since `now`; seconds, of any two clocks that go evenly.
    public mutating func grew(to edge: Double, at now: Double) {
        let lag = now - edge
        guard lag.isFinite else { return }
        if let last = news.last, abs(lag - last) > Self.believable { news.removeAll() }
        news.append(lag)
        if news.count > Self.keptNews { news.removeFirst() }
    }

    /// Seconds between the earliest and the latest news, beyond what the way of asking explains; in tenths, rounded up.
    /// - Parameter interval: between two looks at the playlist; 0 where the server holds its answers back until there is news.
    public func spread(beyond interval: Double) -> Double {
        guard let least = news.min(), let most = news.max() else { return 0 }
        let spread = max(0, most - least - max(0, interval))
        // Hundredths are nobody's fault.
        return spread < 0.05 ? 0 : (spread * 10).rounded(.up) / 10
    }
}
