import Foundation

/// Why a trace file cannot be used.
public struct NetworkTraceError: Error, Sendable, Equatable, CustomStringConvertible {
    public var message: String
    /// The invalid line, from 1; nil when the whole file is invalid.
    public var line: Int?

    public var description: String { line.map { "line \($0): \(message)" } ?? message }
}

extension NetworkTrace {
    /// The maximum number of lines.
    public static let maximumLineCount = 2_000_000
    /// The maximum duration in seconds.
    public static let maximumDuration = 7 * 86_400.0
    /// The maximum rate in bits per second.
    public static let maximumRate = 1e12
    /// The interval in milliseconds over which the packets of a mahimahi trace are summed.
    static let mahimahiBinMilliseconds = 500
    /// Bits per delivery opportunity of a mahimahi trace: a packet of 1500 bytes.
    static let mahimahiPacketBits = 12_000.0

    /// Parses the two columns of the Pensieve project's prepared traces: seconds, and megabits per second until the next line.
    ///
    /// Each rate applies from its line's time to the next one's; the last applies for as long as the one before it (one second when there
    /// is none). Blank lines and lines that start with `#` are skipped.
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
            throw .init(message: "the trace has no rates", line: nil)
        }
        guard end.time - begin.time <= maximumDuration else {
            throw .init(message: "the trace spans more than \(Int(maximumDuration)) s", line: end.line)
        }
        var steps: [Step] = []
        for (index, point) in points.enumerated() {
            let seconds =
                index + 1 < points.count
                ? points[index + 1].time - point.time : steps.last?.seconds ?? 1
            steps.append(Step(seconds: seconds, bitsPerSecond: point.rate))
        }
        guard let trace = NetworkTrace(name: name, steps: steps) else {
            throw .init(message: "all rates are 0", line: nil)
        }
        return trace
    }

    /// Parses a mahimahi trace: each line is the millisecond at which one packet of 1500 bytes can be delivered.
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
                throw .init(message: "millisecond \(millisecond) is less than \(last) on the line before", line: number)
            }
            guard Double(millisecond) / 1000 <= maximumDuration else {
                throw .init(message: "the trace spans more than \(Int(maximumDuration)) s", line: number)
            }
            last = millisecond
            let bin = millisecond / mahimahiBinMilliseconds
            while counts.count <= bin { counts.append(0) }
            counts[bin] += 1
        }
        let seconds = Double(mahimahiBinMilliseconds) / 1000
        let steps = counts.map { Step(seconds: seconds, bitsPerSecond: $0 * mahimahiPacketBits / seconds) }
        guard let trace = NetworkTrace(name: name, steps: steps) else {
            throw .init(message: "the trace has no packets", line: nil)
        }
        return trace
    }

    private static func check(lines: Int) throws(NetworkTraceError) {
        guard lines <= maximumLineCount else {
            throw .init(message: "more than \(maximumLineCount) lines", line: lines)
        }
    }
}
