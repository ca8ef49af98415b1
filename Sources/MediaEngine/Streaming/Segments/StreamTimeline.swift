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

    /// Clocks that one discontinuity is remembered to have had: more than one where it was not marked.
    static let maximumClocks = 8

    /// The clock that was met first stands first, the others behind it, the newest last.
    private var offsets: [Discontinuity: [Nanoseconds]] = [:]
    private var order: [Discontinuity] = []

    /// What is added to a time stamp of this discontinuity; nil until a segment of it has been seen.
    func offset(of discontinuity: Discontinuity) -> Nanoseconds? { offsets[discontinuity]?.first }

    /// The first sample of a segment that starts at `start` bears `stamp`. The first word on a discontinuity counts: all
    /// renditions share a clock, and playlists round their durations.
    mutating func learn(_ discontinuity: Discontinuity, stamp: Nanoseconds, start: Nanoseconds) {
        guard offsets[discontinuity] == nil else { return }
        offsets[discontinuity] = [start &- stamp]
        order.append(discontinuity)
        if order.count > Self.maximumCount { offsets[order.removeFirst()] = nil }
    }

    struct Placement: Equatable {
        /// What is added to the segment's time stamps.
        var offset: Nanoseconds
        /// How far from its place the segment would have been by the clocks that were known, where that is too far.
        var jump: Nanoseconds?
    }

    /// Where a segment belongs whose first sample bears `stamp`. Where stamps jump though nothing is marked, it is as if it had been
    /// (spec/hls.md section 13), in all renditions alike.
    /// - Parameters:
    ///   - expected: where it may begin: behind what came before, where the playlist puts it. A jump begins at the first.
    ///   - tolerance: what playlists round and stretch.
    mutating func place(
        _ stamp: Nanoseconds, of discontinuity: Discontinuity, expected: [Nanoseconds], tolerance: Nanoseconds
    ) -> Placement {
        guard let known = offsets[discontinuity], let wanted = expected.first else { return Placement(offset: 0) }
        var nearest: Nanoseconds?
        for (index, clock) in known.enumerated().reversed() {
            let offset = clock &+ Self.unwrapping(stamp &+ clock, near: wanted)
            let distance = expected.map { Nanoseconds(clamping: (stamp &+ offset &- $0).magnitude) }.min() ?? 0
            if distance <= tolerance {
                // What was met last is met again.
                if index > 0 {
                    var clocks = known
                    clocks.append(clocks.remove(at: index))
                    offsets[discontinuity] = clocks
                }
                return Placement(offset: offset)
            }
            nearest = min(nearest ?? distance, distance)
        }
        let offset = wanted &- stamp
        offsets[discontinuity]?.append(offset)
        if known.count >= Self.maximumClocks { offsets[discontinuity]?.remove(at: 1) }
        return Placement(offset: offset, jump: nearest)
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
