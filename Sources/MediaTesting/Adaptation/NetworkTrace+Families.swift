import Foundation

extension NetworkTrace {
    /// Kinds of generated links. Each seed gives another trace.
    public enum Family: String, Sendable, CaseIterable {
        /// A constant rate.
        case constant
        /// Plateaus of 10 to 40 seconds.
        case steps
        /// Ramps up and down, or ramps up with sudden drops.
        case sawtooth
        /// A Markov chain of four to six rates.
        case markov
        /// A steady link with outages of 15 to 20 seconds.
        case outage
        /// 3G: about 0.5 to 3 Mb/s with fading.
        case cellular3G
        /// 4G: about 2 to 15 Mb/s, noisy, with handovers.
        case cellular4G
        /// Broadband: about 2 to 12 Mb/s, calm, with congested minutes.
        case broadband
    }

    /// Seconds of a generated trace.
    public static let generatedDuration = 320.0

    /// Generates a trace of a family; the same seed gives the same trace on every platform.
    public static func generated(_ family: Family, seed: UInt64) -> NetworkTrace {
        let salt = UInt64(Family.allCases.firstIndex(of: family) ?? 0) &* 7_919
        var random = SeededRandom(seed: seed &* 104_729 &+ salt)
        let steps =
            switch family {
            case .constant: constant(&random)
            case .steps: plateaus(&random)
            case .sawtooth: sawtooth(&random)
            case .markov: markov(&random)
            case .outage: outage(&random)
            case .cellular3G: cellular(&random, mean: 0.6...2.6, spread: 0.35...0.6, fadeEvery: 25...80)
            case .cellular4G: cellular(&random, mean: 2.5...12, spread: 0.35...0.7, fadeEvery: 30...120)
            case .broadband: broadband(&random)
            }
        let name = "\(family.rawValue)-\(seed)"
        // Every family has a positive rate; the fallback avoids a crash if a family is edited wrongly.
        return NetworkTrace(name: name, steps: steps)
            ?? NetworkTrace(name: name, steps: [Step(seconds: 1, bitsPerSecond: 1e6)])!
    }

    private static func logUniform(_ range: ClosedRange<Double>, _ random: inout SeededRandom) -> Double {
        exp(Double.random(in: log(range.lowerBound)...log(range.upperBound), using: &random))
    }

    private static func fill(_ next: (Double) -> Step) -> [Step] {
        var steps: [Step] = []
        var time = 0.0
        while time < generatedDuration {
            let step = next(time)
            steps.append(step)
            time += step.seconds
        }
        return steps
    }

    private static func constant(_ random: inout SeededRandom) -> [Step] {
        [Step(seconds: generatedDuration, bitsPerSecond: logUniform(0.45e6...8e6, &random))]
    }

    private static func plateaus(_ random: inout SeededRandom) -> [Step] {
        fill { _ in
            Step(
                seconds: .random(in: 10...40, using: &random),
                bitsPerSecond: logUniform(0.4e6...7e6, &random))
        }
    }

    private static func sawtooth(_ random: inout SeededRandom) -> [Step] {
        let low = logUniform(0.3e6...1.2e6, &random)
        let high = low * .random(in: 3...8, using: &random)
        let period = Double.random(in: 16...60, using: &random)
        let dropsAtOnce = Bool.random(using: &random)
        return fill { time in
            let phase = (time / period).truncatingRemainder(dividingBy: 1)
            let level = dropsAtOnce ? phase : 1 - abs(2 * phase - 1)
            return Step(seconds: 1, bitsPerSecond: low + (high - low) * level)
        }
    }

    private static func markov(_ random: inout SeededRandom) -> [Step] {
        let rates = (0..<Int.random(in: 4...6, using: &random)).map { _ in logUniform(0.35e6...7e6, &random) }.sorted()
        let stay = Double.random(in: 0.8...0.95, using: &random)
        var state = Int.random(in: rates.indices, using: &random)
        return fill { _ in
            if Double.random(in: 0..<1, using: &random) > stay {
                // Mostly to a neighbouring rate, sometimes to any.
                if Double.random(in: 0..<1, using: &random) < 0.75 {
                    state = min(max(state + (Bool.random(using: &random) ? 1 : -1), 0), rates.count - 1)
                } else {
                    state = .random(in: rates.indices, using: &random)
                }
            }
            return Step(seconds: 1, bitsPerSecond: rates[state] * exp(0.08 * random.normal()))
        }
    }

    private static func outage(_ random: inout SeededRandom) -> [Step] {
        let rate = logUniform(1e6...7e6, &random)
        var isDown = false
        return fill { time in
            isDown = time > 0 && !isDown
            if isDown { return Step(seconds: .random(in: 15...20, using: &random), bitsPerSecond: 0) }
            return Step(
                seconds: .random(in: 30...110, using: &random),
                bitsPerSecond: rate * .random(in: 0.6...1.3, using: &random))
        }
    }

    private static func cellular(
        _ random: inout SeededRandom, mean: ClosedRange<Double>, spread: ClosedRange<Double>,
        fadeEvery: ClosedRange<Double>
    ) -> [Step] {
        let mean = logUniform(mean, &random) * 1e6
        let spread = Double.random(in: spread, using: &random)
        let memory = Double.random(in: 0.85...0.97, using: &random)
        let between = Double.random(in: fadeEvery, using: &random)
        var level = random.normal()
        var fade = 0
        var depth = 1.0
        return fill { _ in
            level = memory * level + (1 - memory * memory).squareRoot() * random.normal()
            if fade > 0 {
                fade -= 1
            } else if Double.random(in: 0..<between, using: &random) < 1 {
                fade = .random(in: 2...9, using: &random)
                depth = .random(in: 0.02...0.4, using: &random)
            }
            let noise = exp(0.2 * random.normal())
            return Step(seconds: 1, bitsPerSecond: mean * exp(spread * level) * noise * (fade > 0 ? depth : 1))
        }
    }

    private static func broadband(_ random: inout SeededRandom) -> [Step] {
        let mean = logUniform(2e6...12e6, &random)
        var congestion = 1.0
        var left = 0.0
        return fill { _ in
            if left > 0 {
                left -= 1
            } else if Double.random(in: 0..<60, using: &random) < 1 {
                congestion = .random(in: 0.3...0.8, using: &random)
                left = .random(in: 10...60, using: &random)
            } else {
                congestion = 1
            }
            return Step(seconds: 1, bitsPerSecond: mean * congestion * exp(0.12 * random.normal()))
        }
    }
}
