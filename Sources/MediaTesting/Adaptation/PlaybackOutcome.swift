/// What a viewer got of a playback, simulated or real.
public struct PlaybackOutcome: Sendable, Equatable {
    /// The rung that each segment was shown in.
    public var rungs: [Int]
    /// Seconds until the first picture.
    public var startupSeconds: Double
    /// Seconds without a picture after that.
    public var stallSeconds: Double
    public var stallCount: Int
    /// Megabits per second of each segment shown.
    public var megabits: [Double]
    /// Bytes that were loaded and not shown.
    public var wastedBytes: Int
    public var abandonedCount: Int
    /// One line a decision, when asked for.
    public var log: [String]

    public init(
        rungs: [Int] = [], startupSeconds: Double = 0, stallSeconds: Double = 0, stallCount: Int = 0,
        megabits: [Double] = [], wastedBytes: Int = 0, abandonedCount: Int = 0, log: [String] = []
    ) {
        self.rungs = rungs
        self.startupSeconds = startupSeconds
        self.stallSeconds = stallSeconds
        self.stallCount = stallCount
        self.megabits = megabits
        self.wastedBytes = wastedBytes
        self.abandonedCount = abandonedCount
        self.log = log
    }

    public var switchCount: Int { zip(rungs, rungs.dropFirst()).count { $0 != $1 } }
    public var meanMegabits: Double { megabits.reduce(0, +) / Double(max(megabits.count, 1)) }
}

/// How a playback is valued.
public struct QualityOfExperience: Sendable, Equatable {
    /// What a second without a picture costs, in megabits per second.
    public var stallCost: Double
    /// What a switch costs, per megabit per second of difference.
    public var switchCost: Double
    /// Whether the wait for the first picture counts like a stall, as in the Pensieve paper.
    public var countsStartup: Bool

    /// The linear form of the Pensieve paper (SIGCOMM 2017): the sum over segments of their bit rates in Mb/s, less 4.3 a second of
    /// rebuffering, less the sum of the differences between neighbours. 4.3 is that paper's best rung.
    public static let linear = QualityOfExperience(stallCost: 4.3, switchCost: 1, countsStartup: true)

    public init(stallCost: Double, switchCost: Double, countsStartup: Bool) {
        self.stallCost = stallCost
        self.switchCost = switchCost
        self.countsStartup = countsStartup
    }

    /// The linear form with the stall priced at a ladder's own best rung.
    public static func linear(for stream: SimulatedStream, countsStartup: Bool = true) -> QualityOfExperience {
        QualityOfExperience(
            stallCost: stream.rungs.indices.map(stream.megabits(ofRung:)).max() ?? 4.3, switchCost: 1,
            countsStartup: countsStartup)
    }

    public func value(of outcome: PlaybackOutcome) -> Double {
        let quality = outcome.megabits.reduce(0, +)
        let changes = zip(outcome.megabits, outcome.megabits.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) }
        let waits = outcome.stallSeconds + (countsStartup ? outcome.startupSeconds : 0)
        return quality - stallCost * waits - switchCost * changes
    }
}
