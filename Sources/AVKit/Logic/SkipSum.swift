/// The seconds of skips in quick succession, which a single hint displays as their sum.
struct SkipSum<Instant: InstantProtocol> where Instant.Duration == Duration {
    static var pause: Duration { .seconds(1) }

    private var sum = 0.0
    private var last: Instant?

    /// Adds a skip.
    /// - Returns: the sum of the skips in the same direction without a pause between them.
    mutating func add(_ seconds: Double, at now: Instant) -> Double {
        let continues = last.map { $0.duration(to: now) < Self.pause } ?? false
        sum = continues && (sum < 0) == (seconds < 0) ? sum + seconds : seconds
        last = now
        return sum
    }
}
