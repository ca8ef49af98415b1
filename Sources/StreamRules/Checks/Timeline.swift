import CoreMedia
import HLS

/// The measured times of one kind of track over the segments of a playlist. Timestamps that wrap around are continued.
struct Timeline {
    struct Entry {
        /// The segment's position in the playlist.
        var position: Int
        var sequenceNumber: UInt64
        /// Nanoseconds of the stream's clock.
        var start: Int64
        var end: Int64
        /// The decode times of the first sample, and of the end of the last one.
        var decodeStart: Int64
        var decodeEnd: Int64
        /// Whether the segment states the duration of each sample.
        var hasDurations: Bool
        var sampleDuration: Int64
        var keyTimes: [Int64]
        /// Declared by the playlist, in seconds.
        var declaredStart: Double
        var declaredDuration: Double
        var isDiscontinuity: Bool
        /// Whether the segment before it in the playlist was measured, too.
        var followsLast: Bool
        var track: TrackFacts
    }

    var kind: TrackFacts.Kind
    var entries: [Entry] = []

    /// 2^33 ticks of 90 kHz.
    private static let wrap: Int64 = 95_443_717_688_889

    /// Returns nil where no segment has such a track.
    init?(_ facts: PlaylistFacts, _ kind: TrackFacts.Kind) {
        self.kind = kind
        guard let list = facts.playlist?.segments else { return nil }
        var expected: Int64?
        var lastPosition = -1
        for (position, segment) in facts.examined where list.indices.contains(position) {
            guard let span = segment.span(kind), span.sampleCount > 0, let track = segment.track(kind) else { continue }
            let listed = list[position]
            var shift: Int64 = 0
            if let expected, segment.container == .transportStream || segment.container == .packedAudio {
                while span.start + shift < expected - Self.wrap / 2 { shift += Self.wrap }
                while span.start + shift > expected + Self.wrap / 2 { shift -= Self.wrap }
            }
            entries.append(
                Entry(
                    position: position, sequenceNumber: listed.sequenceNumber, start: span.start + shift,
                    end: span.end + shift, decodeStart: span.firstDecodeTime &+ shift,
                    decodeEnd: span.decodeEnd &+ shift, hasDurations: segment.container == .fragments,
                    sampleDuration: span.sampleDuration,
                    keyTimes: span.keyTimes.map { $0 + shift }, declaredStart: listed.start.seconds,
                    declaredDuration: listed.duration.seconds,
                    isDiscontinuity: listed.isDiscontinuity
                        || (lastPosition + 1..<position).contains { list[$0].isDiscontinuity },
                    followsLast: position == lastPosition + 1, track: track))
            expected = span.end + shift
            lastPosition = position
        }
        if entries.isEmpty { return nil }
    }

    /// The kind that determines the durations of segments: video, else audio.
    static func leading(_ facts: PlaylistFacts) -> Timeline? { Timeline(facts, .video) ?? Timeline(facts, .audio) }

    /// The measured duration of an entry in seconds: up to the next one where it follows, else up to the end of its samples.
    func duration(_ index: Int) -> Double {
        let entry = entries[index]
        guard index + 1 < entries.count, entries[index + 1].followsLast, !entries[index + 1].isDiscontinuity else {
            return Double(entry.end - entry.start) / 1e9
        }
        let step = Double(entries[index + 1].start - entry.start) / 1e9
        let own = Double(entry.end - entry.start) / 1e9
        // Across a jump, the samples themselves are what remains.
        return abs(step - own) > 0.5 ? own : step
    }

    /// The sum of the measured durations in seconds.
    var total: Double { entries.indices.reduce(0) { $0 + duration($1) } }
}
