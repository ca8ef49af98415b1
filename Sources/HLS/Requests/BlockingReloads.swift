/// Whether a server may be asked to hold a playlist back until there is news (`_HLS_msn`, bis section 6.2.5.2).
///
/// A request of that kind that fails, as with 503 where the server has waited for too long, is followed by plain ones; after a pause the
/// server is trusted again. The pause is longer each time that this fails, and what succeeds forgets it (spec/hls.md section 6). Times are of
/// any clock that only goes forward.
public struct BlockingReloads: Sendable, Hashable {
    /// Target durations of the first pause; each further one is twice as long as the one before.
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
