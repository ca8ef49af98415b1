/// The ranges of the timeline that are known to have no video: gaps declared by the playlist, chunks that no server could deliver, and
/// audio-only variants.
struct VideoGaps {
    /// The maximum number of ranges; the oldest are dropped first.
    static let maximumCount = 64

    private var ranges: [Range<Nanoseconds>] = []

    mutating func note(from start: Nanoseconds, to end: Nanoseconds) {
        guard start < end else { return }
        if let last = ranges.last, last.upperBound <= end, start &- last.upperBound <= RenditionMachine.seamTolerance,
            last.lowerBound <= start
        {
            ranges[ranges.count - 1] = last.lowerBound..<end
            return
        }
        ranges.append(start..<end)
        if ranges.count > Self.maximumCount { ranges.removeFirst() }
    }

    /// Returns how much of a range the gaps cover.
    func covered(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds {
        guard start < end else { return 0 }
        // Overlapping gaps count once.
        var (sum, reached): (Nanoseconds, Nanoseconds) = (0, start)
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let (from, to) = (max(reached, range.lowerBound), min(end, range.upperBound))
            guard from < to else { continue }
            sum = sum &+ (to &- from)
            reached = to
        }
        return sum
    }
}
