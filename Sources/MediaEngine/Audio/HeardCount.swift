/// A count of frames heard that never decreases between flushes, whatever a device reports.
///
/// A value without I/O. A device cannot have played for longer than it was allowed to run, so that a count beyond that is limited; while a
/// device corrects a count that was too high, this one stands.
struct HeardCount: Sendable {
    private let sampleRate: Double
    private var last = 0.0
    /// Host nanoseconds for which the output ran since the last flush, up to `runningSince`.
    private var ran: Int64 = 0
    private var runningSince: Int64?

    /// Devices may run ahead of the host clock by so much at first, and by this part of the time they run.
    static let allowanceSeconds = 0.25
    static let fastest = 1.01

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    mutating func setRunning(_ isRunning: Bool, at host: Int64) {
        guard isRunning != (runningSince != nil) else { return }
        if let since = runningSince { ran += max(0, host - since) }
        runningSince = isRunning ? host : nil
    }

    /// Counts from 0 again.
    mutating func flush(at host: Int64) {
        last = 0
        ran = 0
        if runningSince != nil { runningSince = host }
    }

    /// Returns what counts as heard when a device reports `reported` frames at a host time.
    mutating func admit(_ reported: Double, at host: Int64) -> Double {
        let seconds = Double(ran + (runningSince.map { max(0, host - $0) } ?? 0)) / 1e9
        let most = (seconds * Self.fastest + Self.allowanceSeconds) * sampleRate
        if reported > last { last = max(last, min(reported, most)) }
        return last
    }

    /// What was counted last.
    var frames: Double { last }
}
