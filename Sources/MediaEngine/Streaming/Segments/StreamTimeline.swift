/// Maps the streams' own clocks to the presentation timeline: one offset per discontinuity, shared by all renditions.
struct StreamTimeline {
    /// A section of media with one clock.
    struct Discontinuity: Hashable {
        /// The number of restarts of a live playlist; after a restart, the same discontinuity number means other media.
        var era: Int
        /// The discontinuity sequence number.
        var number: UInt64
    }

    /// The maximum number of discontinuities whose clocks are stored; the oldest are dropped first.
    static let maximumCount = 256

    /// The maximum number of clocks of one discontinuity: several if timestamps jumped without EXT-X-DISCONTINUITY.
    static let maximumClocks = 8

    /// The first clock comes first, followed by the others, the most recently used last.
    private var offsets: [Discontinuity: [Nanoseconds]] = [:]
    private var order: [Discontinuity] = []

    /// Returns the offset added to timestamps of this discontinuity; nil until one of its segments was demuxed.
    func offset(of discontinuity: Discontinuity) -> Nanoseconds? { offsets[discontinuity]?.first }

    /// Records that the first sample of a segment starting at `start` has the timestamp `stamp`. Only the first call for a discontinuity
    /// counts, because all renditions share a clock and playlists round their durations.
    mutating func learn(_ discontinuity: Discontinuity, stamp: Nanoseconds, start: Nanoseconds) {
        guard offsets[discontinuity] == nil else { return }
        offsets[discontinuity] = [start &- stamp]
        order.append(discontinuity)
        if order.count > Self.maximumCount { offsets[order.removeFirst()] = nil }
    }

    struct Placement: Equatable {
        /// The offset added to the segment's timestamps.
        var offset: Nanoseconds
        /// The deviation from the expected position according to the known clocks, if it exceeds the tolerance.
        var jump: Nanoseconds?
    }

    /// Returns the offset of a segment whose first sample has the timestamp `stamp`. If timestamps jump without EXT-X-DISCONTINUITY, the
    /// segment is treated as a new discontinuity in all renditions (spec/hls.md section 13).
    /// - Parameters:
    ///   - expected: the plausible start times: the end of the previous segment, the start stated by the playlist. After a jump the first
    ///     is used.
    ///   - tolerance: the tolerance for rounded durations in playlists.
    mutating func place(
        _ stamp: Nanoseconds, of discontinuity: Discontinuity, expected: [Nanoseconds], tolerance: Nanoseconds
    ) -> Placement {
        guard let known = offsets[discontinuity], let wanted = expected.first else { return Placement(offset: 0) }
        var nearest: Nanoseconds?
        for (index, clock) in known.enumerated().reversed() {
            let offset = clock &+ Self.unwrapping(stamp &+ clock, near: wanted)
            let distance = expected.map { Nanoseconds(clamping: (stamp &+ offset &- $0).magnitude) }.min() ?? 0
            if distance <= tolerance {
                // Move the clock to the end as the most recently used.
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

    /// The period of MPEG-2 timestamps, about 26.5 hours.
    static let wrapPeriod: Nanoseconds = Nanoseconds((8_589_934_592.0 / 90_000 * 1_000_000_000).rounded())

    /// Returns the nanoseconds to add to a wrapped timestamp so that it is near the expected time.
    static func unwrapping(_ time: Nanoseconds, near expected: Nanoseconds) -> Nanoseconds {
        let turns = (Double(expected &- time) / Double(wrapPeriod)).rounded()
        guard abs(turns) <= 16 else { return 0 }
        return Nanoseconds(turns) &* wrapPeriod
    }
}
