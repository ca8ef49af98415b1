import Foundation
import MediaTesting

/// Links and streams of kinds that nothing was tuned on: other courses, ladders, segments and durations, and live streams.
enum WideLinks {
    /// Courses of the rate that ``NetworkTrace/Family`` does not have.
    enum Course: String, CaseIterable {
        /// A calm link that one to four other clients start and stop sharing.
        case competition
        /// A slow random walk.
        case drift
        /// Fast noise, with drops of seconds.
        case wireless
        /// An outage of 3 to 10 seconds about every minute.
        case tunnels
        /// Traffic shaping: fast for the first seconds and after pauses, then limited to a rate.
        case shaped
        /// A slow sine wave.
        case wave
        /// A rate slightly below or above the need of a variant.
        case border
    }

    enum Mode: String, CaseIterable {
        case short, long, live18, live6
    }

    static let ladders: [[Double]] = [
        [0.3, 0.8, 1.6, 3.0, 5.0], [0.3, 1.0, 2.2, 5.0], [0.2, 0.5, 1.1, 2.3, 4.5, 8.0],
        [0.2, 0.4, 0.8, 1.4, 2.4, 3.8, 5.6, 8.0],
    ]
    static let traceDuration = 320.0

    static func link(_ course: Course, _ mode: Mode, seed: UInt64) -> Adaptation.Link {
        let kind =
            (Course.allCases.firstIndex(of: course) ?? 0) * Mode.allCases.count
            + (Mode.allCases.firstIndex(of: mode) ?? 0)
        var random = SeededRandom(seed: seed &* 131 &+ UInt64(kind))
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let ladder = pick(ladders)
        let latency = pick([0.02, 0.05, 0.15])
        let variation = pick([0, 0.2, 0.4])
        let audio = pick([0.0, 128_000])
        let (length, durations, window): (Double, [Double], Double?) =
            switch mode {
            case .short: (60, [2, 4, 6, 10], nil)
            case .long: (600, [2, 4, 6, 10], nil)
            case .live18: (240, [2, 4, 6], 18)
            case .live6: (240, [1, 2], 6)
            }
        let duration = pick(durations)
        let stream = SimulatedStream(
            megabits: ladder, segmentDuration: duration, segmentCount: Int(length / duration), variation: variation,
            seed: seed, audioBandwidth: audio)
        return Adaptation.Link(
            trace: trace(course, seed: seed, ladder: ladder), stream: stream, latency: latency, liveWindow: window)
    }

    static func trace(_ course: Course, seed: UInt64, ladder: [Double]) -> NetworkTrace {
        let salt = UInt64(Course.allCases.firstIndex(of: course) ?? 0) &* 6_151
        var random = SeededRandom(seed: seed &* 7_907 &+ salt)
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        func rate(_ range: ClosedRange<Double>) -> Double {
            exp(number(log(range.lowerBound)...log(range.upperBound))) * 1e6
        }
        // The sum of twelve uniform numbers approximates a normal distribution.
        func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + number(0...1) } }
        func happens(onceIn seconds: Double) -> Bool { number(0...seconds) < 1 }

        let next: (Double) -> NetworkTrace.Step
        switch course {
        case .competition:
            let whole = rate(2...14)
            var others = 0.0
            next = { _ in
                if happens(onceIn: 25) { others = min(max(others + (number(0...1) < 0.5 ? 1 : -1), 0), 4) }
                return .init(seconds: 1, bitsPerSecond: whole / (1 + others) * exp(0.1 * bell()))
            }
        case .drift:
            let first = rate(0.8...5)
            let step = number(0.02...0.1)
            var now = first
            next = { _ in
                now = min(max(now * exp(step * bell()), first / 4), first * 4)
                return .init(seconds: 1, bitsPerSecond: now)
            }
        case .wireless:
            let mean = rate(1.5...9)
            let spread = number(0.3...0.8)
            let between = number(30...120)
            var bad = 0.0
            next = { _ in
                if bad > 0 { bad -= 0.5 } else if happens(onceIn: between) { bad = number(1...6) }
                return .init(seconds: 0.5, bitsPerSecond: mean * exp(spread * bell()) * (bad > 0 ? 0.08 : 1))
            }
        case .tunnels:
            let mean = rate(1...8)
            let between = number(20...70)
            var begin = number(10...between)
            next = { time in
                if time >= begin {
                    begin = time + between * number(0.5...1.5)
                    return .init(seconds: number(3...10), bitsPerSecond: 0)
                }
                return .init(seconds: 1, bitsPerSecond: mean * exp(0.2 * bell()))
            }
        case .shaped:
            let low = rate(0.6...4)
            let high = low * number(2...5)
            var credit = number(8...40)
            next = { _ in
                if credit > 0 { credit -= 1 } else if happens(onceIn: 70) { credit = number(4...12) }
                return .init(seconds: 1, bitsPerSecond: credit > 0 ? high : low)
            }
        case .wave:
            let mean = rate(0.8...5)
            let height = number(0.3...0.9)
            let period = number(20...180)
            next = {
                .init(seconds: 1, bitsPerSecond: mean * (1 + height * sin($0 / period * 2 * .pi)) * exp(0.05 * bell()))
            }
        case .border:
            let variant = ladder[Int(random.next() % UInt64(ladder.count - 1)) + 1]
            let steady = variant * number(0.85...1.35) * 1e6
            next = { _ in .init(seconds: 1, bitsPerSecond: steady) }
        }
        var steps: [NetworkTrace.Step] = []
        var time = 0.0
        while time < traceDuration {
            let step = next(time)
            steps.append(step)
            time += step.seconds
        }
        let name = "\(course.rawValue)-\(seed)"
        // Each course has a positive rate; the fallback avoids a crash if a course is edited wrongly.
        return NetworkTrace(name: name, steps: steps)
            ?? NetworkTrace(name: name, steps: [.init(seconds: 1, bitsPerSecond: 1e6)])!
    }
}
