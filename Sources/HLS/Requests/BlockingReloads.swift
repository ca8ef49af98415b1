/// Decides whether blocking playlist reloads may be used (`_HLS_msn`, bis section 6.2.5.2).
///
/// When a blocking reload fails, for example with 503 after the server waited too long, plain reloads follow; after a pause blocking
/// reloads are tried again. The pause doubles with each failure, and a success resets it (spec/hls.md section 6). Times are of any
/// monotonic clock.
public struct BlockingReloads: Sendable, Hashable {
    /// The first pause in target durations; each further one is twice as long as the previous one.
    public static let firstPause = 2.0
    public static let longestPause = Duration.seconds(120)

    private var failures = 0
    private var resumesAt: Duration?

    public init() {}

    public func isAllowed(at now: Duration) -> Bool { resumesAt.map { $0 <= now } ?? true }

    /// - Parameter target: the playlist's target duration.
    public mutating func failed(at now: Duration, target: Duration) {
        failures = min(failures + 1, 16)
        resumesAt = now + min(target * (Self.firstPause * Double(1 << (failures - 1))), Self.longestPause)
    }

    public mutating func answered() { self = BlockingReloads() }
}
