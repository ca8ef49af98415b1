/// The result of a playback, simulated or real.
public struct PlaybackOutcome: Sendable, Equatable {
    /// The variant that each segment was played in.
    public var variants: [Int]
    /// Seconds until the first frame.
    public var startupSeconds: Double
    /// Seconds of stall after the first frame.
    public var stallSeconds: Double
    public var stallCount: Int
    /// Megabits per second of each segment played.
    public var megabits: [Double]
    /// Bytes loaded but not played.
    public var wastedBytes: Int
    public var abandonedCount: Int
    /// One line per decision, if requested.
    public var log: [String]

    public init(
        variants: [Int] = [], startupSeconds: Double = 0, stallSeconds: Double = 0, stallCount: Int = 0,
        megabits: [Double] = [], wastedBytes: Int = 0, abandonedCount: Int = 0, log: [String] = []
    ) {
        self.variants = variants
        self.startupSeconds = startupSeconds
        self.stallSeconds = stallSeconds
        self.stallCount = stallCount
        self.megabits = megabits
        self.wastedBytes = wastedBytes
        self.abandonedCount = abandonedCount
        self.log = log
    }

    public var switchCount: Int { zip(variants, variants.dropFirst()).count { $0 != $1 } }
    public var meanMegabits: Double { megabits.reduce(0, +) / Double(max(megabits.count, 1)) }
}

/// A formula for the quality of experience.
public struct QualityOfExperience: Sendable, Equatable {
    /// The cost of a second of stall, in megabits per second.
    public var stallCost: Double
    /// The cost of a switch, per megabit per second of difference.
    public var switchCost: Double
    /// Whether the startup delay counts like a stall, as in the Pensieve paper.
    public var countsStartup: Bool

    /// The linear form of the Pensieve paper (SIGCOMM 2017): the sum over segments of their bit rates in Mb/s, less 4.3 a second of
    /// rebuffering, less the sum of the differences between neighbours. 4.3 is that paper's best variant.
    public static let linear = QualityOfExperience(stallCost: 4.3, switchCost: 1, countsStartup: true)

    public init(stallCost: Double, switchCost: Double, countsStartup: Bool) {
        self.stallCost = stallCost
        self.switchCost = switchCost
        self.countsStartup = countsStartup
    }

    /// The linear form with the stall cost set to the ladder's best variant.
    public static func linear(for stream: SimulatedStream, countsStartup: Bool = true) -> QualityOfExperience {
        QualityOfExperience(
            stallCost: stream.variants.indices.map(stream.megabits(ofVariant:)).max() ?? 4.3, switchCost: 1,
            countsStartup: countsStartup)
    }

    public func value(of outcome: PlaybackOutcome) -> Double {
        let quality = outcome.megabits.reduce(0, +)
        let changes = zip(outcome.megabits, outcome.megabits.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) }
        let waits = outcome.stallSeconds + (countsStartup ? outcome.startupSeconds : 0)
        return quality - stallCost * waits - switchCost * changes
    }
}
