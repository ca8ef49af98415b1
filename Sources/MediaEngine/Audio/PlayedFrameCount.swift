/// A count of played frames that never decreases between flushes, whatever a device reports.
///
/// A value type without I/O. A device cannot have played for longer than it ran, so a higher count is limited; while a device corrects a
/// count that was too high, this count does not change.
struct PlayedFrameCount: Sendable {
    private let sampleRate: Double
    private var last = 0.0
    /// The nanoseconds for which the output ran since the last flush, up to `runningSince`.
    private var ran: Int64 = 0
    private var runningSince: Int64?

    /// Devices may be ahead of the host clock by this constant, and by this factor of their running time.
    static let allowanceSeconds = 0.25
    static let fastest = 1.01

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    mutating func setRunning(_ isRunning: Bool, at host: Int64) {
        guard isRunning != (runningSince != nil) else { return }
        if let since = runningSince { ran += max(0, host - since) }
        runningSince = isRunning ? host : nil
    }

    /// Restarts the count at 0.
    mutating func flush(at host: Int64) {
        last = 0
        ran = 0
        if runningSince != nil { runningSince = host }
    }

    /// Returns the accepted count when a device reports `reported` frames at a host time.
    mutating func admit(_ reported: Double, at host: Int64) -> Double {
        let seconds = Double(ran + (runningSince.map { max(0, host - $0) } ?? 0)) / 1e9
        let most = (seconds * Self.fastest + Self.allowanceSeconds) * sampleRate
        if reported > last { last = max(last, min(reported, most)) }
        return last
    }

    /// The last accepted count.
    var frames: Double { last }
}
