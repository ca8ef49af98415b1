/// The playback position of an audio device, estimated from its reports.
///
/// A value type without I/O. A report states which frame is played at which host time; the time is late by the transmission delay, and
/// seconds may pass between two reports. The position is extrapolated at the sample rate from the median of the last reports, so that one
/// delayed report has no effect.
struct DevicePosition: Sendable {
    /// A frame, and the host time in nanoseconds at which it is played.
    struct Report: Sendable, Hashable {
        var frame: Double
        var host: Int64
    }

    enum Verdict: Sendable, Hashable {
        case accepted
        /// The report contradicts the previous ones, and is used once another one agrees with it.
        case ignored
        /// As `ignored`, and another report should be requested at once.
        case needsAnother
    }

    private let sampleRate: Double
    private var reports: [Report] = []
    private var doubtful: Report?

    /// The maximum number and age of reports in use: the clocks of host and device drift apart.
    static let mostReports = 9
    static let longestAge: Int64 = 15 * .second
    /// A report that deviates more from the others is doubtful.
    static let tolerance: Int64 = 15 * .millisecond

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Discards all reports, because the device stopped or its position will change.
    mutating func reset() {
        reports.removeAll(keepingCapacity: true)
        doubtful = nil
    }

    /// Adds a report of a running device.
    @discardableResult
    mutating func add(_ report: Report) -> Verdict {
        reports.removeAll { report.host - $0.host > Self.longestAge }
        if let expected = frame(at: report.host), !agree(expected, report.frame) {
            guard let first = doubtful, agree(line(first, at: report.host), report.frame) else {
                defer { doubtful = report }
                return doubtful == nil ? .needsAnother : .ignored
            }
            reports = [first]
        }
        doubtful = nil
        if reports.count == Self.mostReports { reports.removeFirst() }
        reports.append(report)
        return .accepted
    }

    /// Returns the frame that is played at a host time; nil before the first report.
    func frame(at host: Int64) -> Double? {
        guard !reports.isEmpty else { return nil }
        let frames = reports.map { line($0, at: host) }.sorted()
        let middle = frames.count / 2
        return frames.count % 2 == 1 ? frames[middle] : (frames[middle - 1] + frames[middle]) / 2
    }

    private func line(_ report: Report, at host: Int64) -> Double {
        report.frame + Double(host - report.host) / 1e9 * sampleRate
    }

    private func agree(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= Double(Self.tolerance) / 1e9 * sampleRate
    }
}
