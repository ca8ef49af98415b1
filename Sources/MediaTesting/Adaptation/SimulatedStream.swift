import Foundation
public import HLS

/// A stream to simulate: its ladder, and the size of every segment in every rung.
public struct SimulatedStream: Sendable {
    public var rungs: [AdaptationRung]
    /// Seconds of media of each segment.
    public var durations: [Double]
    /// Bytes by segment, then by rung.
    public var byteCounts: [[Int]]
    /// Bits per second of a separate audio stream; 0 when sound comes with the picture.
    public var audioBandwidth: Double
    /// Whether the algorithm is told the sizes beforehand.
    public var tellsSizes: Bool

    public init(
        rungs: [AdaptationRung], durations: [Double], byteCounts: [[Int]], audioBandwidth: Double = 0,
        tellsSizes: Bool = false
    ) {
        precondition(!rungs.isEmpty && !durations.isEmpty, "a stream needs a rung and a segment")
        precondition(
            byteCounts.count == durations.count && byteCounts.allSatisfy { $0.count == rungs.count },
            "there must be a size for each segment in each rung")
        self.rungs = rungs
        self.durations = durations
        self.byteCounts = byteCounts
        self.audioBandwidth = audioBandwidth
        self.tellsSizes = tellsSizes
    }

    /// A ladder of rates in megabits per second; segments' sizes waver by `variation` of their logarithm, alike in all rungs.
    public init(
        megabits: [Double], segmentDuration: Double, segmentCount: Int, variation: Double = 0, seed: UInt64 = 1,
        audioBandwidth: Double = 0, tellsSizes: Bool = false
    ) {
        var random = SeededRandom(seed: seed &+ 77)
        let factors = (0..<segmentCount).map { _ in exp(variation * min(max(random.bell(), -2), 2)) }
        self.init(
            rungs: megabits.map {
                AdaptationRung(bandwidth: $0 * 1e6 * (1 + 2 * variation), averageBandwidth: $0 * 1e6)
            },
            durations: Array(repeating: segmentDuration, count: segmentCount),
            byteCounts: factors.map { factor in megabits.map { Int($0 * 1e6 / 8 * segmentDuration * factor) } },
            audioBandwidth: audioBandwidth, tellsSizes: tellsSizes)
    }

    /// Megabits per second that a rung counts for in the quality of experience.
    public func megabits(ofRung rung: Int) -> Double { rungs[rung].expectedBandwidth / 1e6 }

    /// Segments that an algorithm is told of.
    static let lookahead = 16

    /// What the playlists tell of the segments from one on; of those that are not made yet, no size.
    func upcoming(from index: Int, made: Int) -> [AdaptationSegment] {
        (index..<min(index + Self.lookahead, durations.count)).map {
            let sizes = tellsSizes && $0 < made ? byteCounts[$0].map(Optional.init) : []
            return AdaptationSegment(duration: durations[$0], byteCounts: sizes)
        }
    }
}
