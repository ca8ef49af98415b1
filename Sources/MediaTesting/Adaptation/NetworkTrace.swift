/// The bit rate of a link over time; the trace repeats after its end.
public struct NetworkTrace: Sendable, Equatable {
    /// An interval of constant rate.
    public struct Step: Sendable, Equatable {
        public var seconds: Double
        public var bitsPerSecond: Double

        public init(seconds: Double, bitsPerSecond: Double) {
            self.seconds = seconds
            self.bitsPerSecond = bitsPerSecond
        }
    }

    public let name: String
    public let steps: [Step]
    /// Seconds until the trace repeats.
    public let duration: Double
    /// Bits transferred in one pass of the trace.
    public let bitsPerPass: Double
    /// When each step starts, and the bits transferred before it.
    private let starts: [Double]
    private let carried: [Double]

    /// Steps with an invalid duration or a negative rate are dropped. Fails where no step has a positive rate.
    public init?(name: String, steps: [Step]) {
        let valid = steps.filter {
            $0.seconds > 0 && $0.seconds.isFinite && $0.bitsPerSecond >= 0 && $0.bitsPerSecond.isFinite
        }
        var starts: [Double] = []
        var carried: [Double] = []
        var (seconds, bits) = (0.0, 0.0)
        for step in valid {
            starts.append(seconds)
            carried.append(bits)
            seconds += step.seconds
            bits += step.seconds * step.bitsPerSecond
        }
        guard bits > 0, bits.isFinite else { return nil }
        self.name = name
        self.steps = valid
        self.starts = starts
        self.carried = carried
        duration = seconds
        bitsPerPass = bits
    }

    /// The mean rate in bits per second over one pass.
    public var meanRate: Double { bitsPerPass / duration }

    /// Returns the rate at a time, and when it changes next.
    public func rate(at time: Double) -> (bitsPerSecond: Double, until: Double) {
        let (pass, offset) = split(time)
        let index = step(at: offset)
        let end = pass + starts[index] + steps[index].seconds
        // Due to rounding, a time can be slightly before the end of a step that is over.
        guard end > time else {
            let next = (index + 1) % steps.count
            return (steps[next].bitsPerSecond, end + steps[next].seconds)
        }
        return (steps[index].bitsPerSecond, end)
    }

    /// Returns when a number of bits is transferred that starts at a time and uses the whole link.
    public func time(toCarry bits: Double, from time: Double) -> Double {
        let (pass, offset) = split(time)
        let index = step(at: offset)
        let target = carried[index] + (offset - starts[index]) * steps[index].bitsPerSecond + max(0, bits)
        let passes = (target / bitsPerPass).rounded(.down)
        let rest = target - passes * bitsPerPass
        // Find the last step that starts with fewer bits transferred than the rest.
        var low = 0
        var high = carried.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if carried[middle] < rest { low = middle } else { high = middle }
        }
        let rate = steps[low].bitsPerSecond
        let within = rate > 0 ? (rest - carried[low]) / rate : 0
        return max(time, pass + passes * duration + starts[low] + within)
    }

    /// Returns the same link, faster or slower by a factor.
    public func scaled(by factor: Double, name: String? = nil) -> NetworkTrace? {
        NetworkTrace(
            name: name ?? self.name,
            steps: steps.map { Step(seconds: $0.seconds, bitsPerSecond: $0.bitsPerSecond * factor) })
    }

    private func split(_ time: Double) -> (pass: Double, offset: Double) {
        let time = max(0, time)
        let pass = (time / duration).rounded(.down) * duration
        return (pass, min(max(0, time - pass), duration))
    }

    private func step(at offset: Double) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
