/// The playing position of a sound device, estimated from its reports.
///
/// A value without I/O. A report says which frame is heard at which host time; its time is late by whatever delayed it on its way, and seconds
/// may pass between two reports. The position is a line at the sample rate through the median of the last reports, so that one delayed report
/// does not move it.
struct DevicePosition: Sendable {
    /// A frame and the host time in nanoseconds at which it is heard.
    struct Report: Sendable, Hashable {
        var frame: Double
        var host: Int64
    }

    enum Verdict: Sendable, Hashable {
        case accepted
        /// The report contradicts those before it, and is used once another one agrees with it.
        case ignored
        /// The same, and the other one should be requested at once.
        case needsAnother
    }

    private let sampleRate: Double
    private var reports: [Report] = []
    private var doubtful: Report?

    /// More reports than these are not used, nor older ones: the clocks of host and device drift apart.
    static let mostReports = 9
    static let longestAge: Int64 = 15 * .second
    /// A report that differs from the others by more is doubtful.
    static let tolerance: Int64 = 15 * .millisecond

    init(sampleRate: Int) { self.sampleRate = Double(sampleRate) }

    /// Forgets all reports: the device stands, or will be elsewhere.
    mutating func reset() {
        reports.removeAll(keepingCapacity: true)
        doubtful = nil
    }

    /// Uses a report of a device that moves.
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

    /// The frame that is heard at a host time; nil before the first report.
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
