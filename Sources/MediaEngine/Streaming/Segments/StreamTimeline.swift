/// Where the streams' own clocks lie on the presentation's time line: one offset a discontinuity, common to all renditions.
struct StreamTimeline {
    /// A stretch of media with one clock.
    struct Discontinuity: Hashable {
        /// How often a live playlist has begun anew: its numbers then mean other media.
        var era: Int
        /// The discontinuity sequence number.
        var number: UInt64
    }

    /// Stretches whose clocks are remembered: those of a long live stream pass by.
    static let maximumCount = 256

    private var offsets: [Discontinuity: Nanoseconds] = [:]
    private var order: [Discontinuity] = []

    /// What is added to a time stamp of this discontinuity; nil until a segment of it has been seen.
    func offset(of discontinuity: Discontinuity) -> Nanoseconds? { offsets[discontinuity] }

    /// The first sample of a segment that starts at `start` bears `stamp`. The first word on a discontinuity counts: all
    /// renditions share a clock, and playlists round their durations.
    mutating func learn(_ discontinuity: Discontinuity, stamp: Nanoseconds, start: Nanoseconds) {
        guard offsets[discontinuity] == nil else { return }
        offsets[discontinuity] = start &- stamp
        order.append(discontinuity)
        if order.count > Self.maximumCount { offsets[order.removeFirst()] = nil }
    }

    /// MPEG-2 time stamps begin anew every 26 and a half hours.
    static let wrapPeriod: Nanoseconds = Nanoseconds((8_589_934_592.0 / 90_000 * 1_000_000_000).rounded())

    /// How many nanoseconds bring a wrapped time stamp near the place where its segment is expected.
    static func unwrapping(_ time: Nanoseconds, near expected: Nanoseconds) -> Nanoseconds {
        let turns = (Double(expected &- time) / Double(wrapPeriod)).rounded()
        guard abs(turns) <= 16 else { return 0 }
        return Nanoseconds(turns) &* wrapPeriod
    }
}
