import Foundation

/// The rate of a link over time.
public struct RateTrace: Sendable, Hashable {
    public struct Step: Sendable, Hashable {
        /// Seconds from the trace's start.
        public var from: Double
        /// 0: no data is transferred.
        public var bitsPerSecond: Double

        public init(from: Double, bitsPerSecond: Double) {
            self.from = from
            self.bitsPerSecond = bitsPerSecond
        }
    }

    /// In order of time, starting at 0. Each lasts until the start of the next one.
    public let steps: [Step]
    /// Seconds after which the trace repeats; nil: the last step lasts for ever.
    public let period: Double?

    /// More than one step per second of a day.
    public static let maximumSteps = 100_000

    public init(bitsPerSecond: Double) {
        steps = [Step(from: 0, bitsPerSecond: max(0, bitsPerSecond))]
        period = nil
    }

    /// Creates a trace from steps in any order; the first step also applies before its start.
    public init(_ steps: [Step], period: Double? = nil) {
        var sorted = steps.filter { $0.from.isFinite && $0.bitsPerSecond.isFinite && $0.bitsPerSecond >= 0 }
            .sorted { $0.from < $1.from }
        if sorted.isEmpty { sorted = [Step(from: 0, bitsPerSecond: 0)] }
        sorted[0].from = 0
        self.steps = Array(sorted.prefix(Self.maximumSteps))
        let last = self.steps[self.steps.count - 1].from
        self.period = period.flatMap { $0.isFinite && $0 > last ? $0 : nil }
    }

    /// Parses lines of "seconds bits-per-second"; '#' starts a comment, "repeat SECONDS" sets the period.
    /// - Throws: `StreamMakerError` with the invalid line.
    public init(text: String) throws {
        var steps: [Step] = []
        var period: Double?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\r" }
            if words.isEmpty { continue }
            guard words.count == 2, let second = Double(words[1]), second >= 0, second.isFinite,
                steps.count < Self.maximumSteps
            else { throw Self.wrong(index, line) }
            if words[0] == "repeat" {
                period = second
            } else {
                guard let first = Double(words[0]), first.isFinite, first >= steps.last?.from ?? 0 else {
                    throw Self.wrong(index, line)
                }
                steps.append(Step(from: first, bitsPerSecond: second))
            }
        }
        guard let last = steps.last, period ?? .infinity > last.from else {
            throw StreamMakerError(message: "the rate trace has no steps, or its period ends before its last step")
        }
        self.init(steps, period: period)
    }

    private static func wrong(_ index: Int, _ line: Substring) -> StreamMakerError {
        StreamMakerError(
            message:
                "line \(index + 1) of the rate trace is not 'seconds bits-per-second' in rising order: \(line.prefix(80))"
        )
    }

    public func bitsPerSecond(at seconds: Double) -> Double { step(at: seconds).rate }

    /// Returns when `bits` that start at `start` have been transferred; infinite where they never are.
    public func end(of bits: Double, from start: Double) -> Double {
        var time = start
        var left = bits
        // Each iteration covers one step; a period without any rate never ends.
        var empty = 0
        while left > 0 {
            let (rate, end) = step(at: time)
            let room = rate * (end - time)
            if rate > 0, room >= left || end == .infinity { return time + left / rate }
            guard end.isFinite else { return .infinity }
            empty = rate > 0 ? 0 : empty + 1
            guard empty <= steps.count + 1 else { return .infinity }
            left -= room
            time = end
        }
        return time
    }

    private func step(at seconds: Double) -> (rate: Double, end: Double) {
        var base = 0.0
        var local = max(0, seconds)
        if let period {
            base = (local / period).rounded(.down) * period
            local -= base
        }
        var low = 0
        var high = steps.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if steps[middle].from <= local { low = middle } else { high = middle }
        }
        let end = low + 1 < steps.count ? steps[low + 1].from : period ?? .infinity
        // Rounding must not stop the time from advancing.
        return (steps[low].bitsPerSecond, max(base + end, seconds.nextUp))
    }
}
