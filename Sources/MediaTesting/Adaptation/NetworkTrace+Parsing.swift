import Foundation

/// Why a trace file cannot be used.
public struct NetworkTraceError: Error, Sendable, Equatable, CustomStringConvertible {
    public var message: String
    /// The line that is at fault, from 1; nil when it is the whole.
    public var line: Int?

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension NetworkTrace {
    /// Lines that are read at most.
    public static let maximumLineCount = 2_000_000
    /// Seconds that a trace may span.
    public static let maximumDuration = 7 * 86_400.0
    /// Bits per second that are believed.
    public static let maximumRate = 1e12
    /// Milliseconds over which the opportunities of a mahimahi trace are counted together.
    static let mahimahiBinMilliseconds = 500
    /// Bits of one mahimahi opportunity: a packet of 1500 bytes.
    static let mahimahiPacketBits = 12_000.0

    /// Reads the two columns of the Pensieve project's prepared traces: seconds, and megabits per second until the next line.
    ///
    /// Each rate holds from its line's time to the next one's; the last holds for as long as the one before it (one second when
    /// there is none). Blank lines and those beginning with `#` are skipped.
    public static func pensieve(_ text: String, name: String) throws(NetworkTraceError) -> NetworkTrace {
        var points: [(time: Double, rate: Double, line: Int)] = []
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            try check(lines: number)
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard let first = fields.first, !first.hasPrefix("#") else { continue }
            guard fields.count == 2, let time = Double(first), let rate = Double(fields[1]), time.isFinite,
                rate.isFinite
            else { throw .init(message: "two numbers are expected, seconds and megabits per second", line: number) }
            guard rate >= 0, rate * 1e6 <= maximumRate else {
                throw .init(message: "a rate of \(rate) Mb/s is outside 0 to \(maximumRate / 1e6)", line: number)
            }
            if let last = points.last, time <= last.time {
                throw .init(message: "time \(time) is not after \(last.time) on the line before", line: number)
            }
            points.append((time, rate * 1e6, number))
        }
        guard let begin = points.first, let end = points.last else {
            throw .init(message: "there are no rates", line: nil)
        }
        guard end.time - begin.time <= maximumDuration else {
            throw .init(message: "it spans more than \(Int(maximumDuration)) s", line: end.line)
        }
        var steps: [Step] = []
        for (index, point) in points.enumerated() {
            let seconds =
                index + 1 < points.count
                ? points[index + 1].time - point.time : steps.last?.seconds ?? 1
            steps.append(Step(seconds: seconds, bitsPerSecond: point.rate))
        }
        guard let trace = NetworkTrace(name: name, steps: steps) else {
            throw .init(message: "it carries nothing", line: nil)
        }
        return trace
    }

    /// Reads a mahimahi trace: on each line the millisecond at which one packet of 1500 bytes can be delivered.
    public static func mahimahi(_ text: String, name: String) throws(NetworkTraceError) -> NetworkTrace {
        var counts: [Double] = []
        var last = 0
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            try check(lines: number)
            let field = line.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
            guard !field.isEmpty, !field.hasPrefix("#") else { continue }
            guard let millisecond = Int(field), millisecond >= 0 else {
                throw .init(message: "a millisecond is expected, not '\(field.prefix(40))'", line: number)
            }
            guard millisecond >= last else {
                throw .init(message: "millisecond \(millisecond) comes before \(last) on the line before", line: number)
            }
            guard Double(millisecond) / 1000 <= maximumDuration else {
                throw .init(message: "it spans more than \(Int(maximumDuration)) s", line: number)
            }
            last = millisecond
            let bin = millisecond / mahimahiBinMilliseconds
            while counts.count <= bin { counts.append(0) }
            counts[bin] += 1
        }
        let seconds = Double(mahimahiBinMilliseconds) / 1000
        let steps = counts.map { Step(seconds: seconds, bitsPerSecond: $0 * mahimahiPacketBits / seconds) }
        guard let trace = NetworkTrace(name: name, steps: steps) else {
            throw .init(message: "there are no packets", line: nil)
        }
        return trace
    }

    private static func check(lines: Int) throws(NetworkTraceError) {
        guard lines <= maximumLineCount else {
            throw .init(message: "more than \(maximumLineCount) lines", line: lines)
        }
    }
}
