/// Checks for corrupt timestamps: a frame hours in the future would block all frames after it.
extension SegmentIntegrity {
    /// Times within twice the declared duration plus this slack are accepted as inaccuracies.
    private static let slack: Nanoseconds = 4 * .second
    private static let leastDuration: Nanoseconds = 2 * .second

    /// Returns the indices of samples whose times are too far from the median to belong to the segment. Works with any clock.
    static func outliers(_ samples: [ChunkSummary.Sample], of chunk: MediaChunk) -> Set<Int> {
        let leading = samples.contains { $0.kind == .video } ? TrackInfo.Kind.video : .audio
        let times = samples.lazy.filter { $0.kind == leading }.map(\.decodeTime).sorted()
        guard !times.isEmpty else { return [] }
        let middle = times[times.count / 2]
        let reach = UInt64(2 &* max(min(chunk.duration, .never / 4), leastDuration) &+ slack)
        func isFar(_ time: Nanoseconds) -> Bool {
            let (distance, overflowed) = time.subtractingReportingOverflow(middle)
            guard !overflowed else { return true }
            // MPEG-2 timestamps may wrap around within a segment.
            return (distance &+ StreamTimeline.unwrapping(distance, near: 0)).magnitude > reach
        }
        return Set(samples.indices.filter { isFar(samples[$0].decodeTime) || isFar(samples[$0].time) })
    }

    /// Returns an error if contiguous samples end long before the declared duration, because of damage or a wrong playlist.
    /// - Returns: nil if nothing is missing.
    static func shortfall(of samples: [ChunkSummary.Sample], _ chunk: MediaChunk) -> MediaError? {
        let leading = samples.contains { $0.kind == .video } ? TrackInfo.Kind.video : .audio
        let own = samples.filter { $0.kind == leading }.sorted { $0.decodeTime < $1.decodeTime }
        guard let first = own.first, let last = own.last, own.count > 1 else { return nil }
        let steps = zip(own, own.dropFirst()).map { $1.decodeTime &- $0.decodeTime }
        let covered = last.decodeTime &- first.decodeTime &+ last.duration
        let missing = chunk.duration &- covered
        // In streams with a low frame rate, every sample has a gap of this size.
        guard missing > max(leastShortfall, chunk.duration / 4, 4 &* (steps.max() ?? 0)) else { return nil }
        return MediaError(
            .truncated, "A segment is shorter than the playlist declares.",
            detail: "\(covered.seconds) s of \(chunk.duration.seconds) s", url: chunk.url)
    }

    private static let leastShortfall: Nanoseconds = 500 * .millisecond

    static func outlierError(_ count: Int, of chunk: MediaChunk) -> MediaError {
        MediaError(
            .malformed, "Timestamps within a segment are far apart: it is damaged.",
            detail: "\(count) samples outside of a segment of \(chunk.duration.seconds) s", url: chunk.url)
    }
}
