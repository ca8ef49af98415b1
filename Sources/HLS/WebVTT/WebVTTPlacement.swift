public import CoreMedia

/// Places the cues of a segment on the presentation's timeline (bis section 3.1.4; spec/hls.md section 5).
public struct WebVTTPlacement: Sendable, Hashable {
    /// The cues with times of the presentation, in the file's order.
    public var cues: [WebVTTCue]
    /// Whether the file's timestamps do not match its segment, so that they were taken as relative to the presentation or to the segment.
    public var ignoresTimestamps: Bool

    /// - Parameters:
    ///   - start: the segment's start in the presentation.
    ///   - clockOffset: the offset from the timestamps of audio and video to times of the presentation.
    ///   - tolerance: how far from its segment a cue may be before its timestamps count as wrong: a target duration.
    public init(_ file: WebVTTFile, start: CMTime, duration: CMTime, clockOffset: CMTime, tolerance: CMTime) {
        let map = file.timestampMap ?? .identity
        let (from, until) = (Self.nanoseconds(start), Self.nanoseconds(start + duration))
        let slack = Self.nanoseconds(tolerance)
        func isNear(_ shift: Int64) -> Bool {
            file.cues.contains { cue in
                let (begins, ends) = (Self.nanoseconds(cue.start) &+ shift, Self.nanoseconds(cue.end) &+ shift)
                return ends >= from &- slack && begins <= until &+ slack
            }
        }
        let stamp = (Double(map.transport & Self.stampMask) * 1e9 / 90_000).rounded()
        var shift = Int64(stamp) &- map.local &+ Self.nanoseconds(clockOffset)
        if let first = file.cues.first {
            let mapped = Self.nanoseconds(first.start) &+ shift
            // Cues within the segment need no correction; otherwise use the nearest wraparound of the 33-bit timestamps.
            let expected = min(max(mapped, from), max(from, until))
            let turns = (Double(expected &- mapped) / Self.wrapPeriod).rounded()
            if abs(turns) <= Self.maximumTurns { shift = shift &+ Int64(turns * Self.wrapPeriod) }
        }
        ignoresTimestamps = !file.cues.isEmpty && !isNear(shift)
        if ignoresTimestamps {
            // Some packagers omit the map: cue times are then relative to the start of the presentation or of the segment.
            if isNear(0) {
                shift = 0
            } else if isNear(from) {
                shift = from
            } else {
                ignoresTimestamps = false
            }
        }
        cues = file.cues.map { cue in
            var placed = cue
            placed.start = .nanoseconds(Self.nanoseconds(cue.start) &+ shift)
            placed.end = .nanoseconds(Self.nanoseconds(cue.end) &+ shift)
            placed.timestampShift = cue.timestampShift &+ shift
            return placed
        }
    }

    private static let stampMask: Int64 = (1 << 33) - 1
    /// The wraparound period of 33 bits at 90 kHz, in nanoseconds.
    private static let wrapPeriod = 8_589_934_592.0 / 90_000 * 1e9
    /// Maximum number of wraparounds of 26 hours each; timestamps beyond that are corrupt.
    private static let maximumTurns = 1_000.0
    /// 36 years in nanoseconds: sums of a few such times fit into 64 bits.
    private static let longest: Int64 = 1 << 60

    private static func nanoseconds(_ time: CMTime) -> Int64 {
        guard time.isNumeric else { return 0 }
        return min(max(time.convertScale(1_000_000_000, method: .default).value, -longest), longest)
    }
}
