/// The rest of a time limit for a wait that checks a condition again and again.
///
/// The clock alone is no measure: hundreds of tests share the main thread and a few others, and a wait of which the limit passes while the
/// thread is busy would fail without having checked anything. A delay of a check therefore counts only up to a bound.
struct WaitBudget {
    /// The largest time from one check to the next that counts.
    static let longestStep = Duration.milliseconds(100)

    private var rest: Duration
    private let step: Duration
    private var last: ContinuousClock.Instant

    /// - Parameters:
    ///   - limit: the time to wait.
    ///   - interval: the intended time from one check to the next.
    ///   - start: the time of the first check.
    init(_ limit: Duration, _ interval: Duration, at start: ContinuousClock.Instant = .now) {
        rest = limit
        last = start
        step = max(Self.longestStep, interval)
    }

    /// Counts the time since the previous check.
    /// - Returns: whether some of the limit is left.
    mutating func hasRest(at now: ContinuousClock.Instant = .now) -> Bool {
        rest -= min(now - last, step)
        last = now
        return rest > .zero
    }
}
