/// Stretches of the time line for which it is known that there are no pictures: gaps that a playlist announces, pieces that nobody had, and
/// variants that are sound alone.
struct KnownHoles {
    /// Those of a long stream pass by.
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

    /// How much of a stretch they cover.
    func covered(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds {
        guard start < end else { return 0 }
        // Where two of them overlap, the stretch counts once.
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
