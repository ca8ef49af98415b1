import Foundation
public import HLS

/// A stream to simulate: its ladder, and the size of every segment in every variant.
public struct SimulatedStream: Sendable {
    public var variants: [AdaptationVariant]
    /// Seconds of media of each segment.
    public var durations: [Double]
    /// Bytes by segment, then by variant.
    public var byteCounts: [[Int]]
    /// Bits per second of a separate audio rendition; 0 when audio is muxed.
    public var audioBandwidth: Double
    /// Whether the algorithm knows segment sizes in advance.
    public var listsSizes: Bool

    public init(
        variants: [AdaptationVariant], durations: [Double], byteCounts: [[Int]], audioBandwidth: Double = 0,
        listsSizes: Bool = false
    ) {
        precondition(!variants.isEmpty && !durations.isEmpty, "a stream needs a variant and a segment")
        precondition(
            byteCounts.count == durations.count && byteCounts.allSatisfy { $0.count == variants.count },
            "there must be a size for each segment in each variant")
        self.variants = variants
        self.durations = durations
        self.byteCounts = byteCounts
        self.audioBandwidth = audioBandwidth
        self.listsSizes = listsSizes
    }

    /// Creates a ladder of rates in megabits per second; the logarithm of segment sizes varies by `variation`, equally in all variants.
    public init(
        megabits: [Double], segmentDuration: Double, segmentCount: Int, variation: Double = 0, seed: UInt64 = 1,
        audioBandwidth: Double = 0, listsSizes: Bool = false
    ) {
        var random = SeededRandom(seed: seed &+ 77)
        let factors = (0..<segmentCount).map { _ in exp(variation * min(max(random.normal(), -2), 2)) }
        self.init(
            variants: megabits.map {
                AdaptationVariant(bandwidth: $0 * 1e6 * (1 + 2 * variation), averageBandwidth: $0 * 1e6)
            },
            durations: Array(repeating: segmentDuration, count: segmentCount),
            byteCounts: factors.map { factor in megabits.map { Int($0 * 1e6 / 8 * segmentDuration * factor) } },
            audioBandwidth: audioBandwidth, listsSizes: listsSizes)
    }

    /// Returns the megabits per second of a variant for the quality of experience.
    public func megabits(ofVariant variant: Int) -> Double { variants[variant].expectedBandwidth / 1e6 }

    /// The number of segments that an algorithm knows in advance.
    static let lookahead = 16

    /// Returns the properties of the segments from an index on that playlists contain; no size for segments that do not exist yet.
    func upcoming(from index: Int, made: Int) -> [AdaptationSegment] {
        (index..<min(index + Self.lookahead, durations.count)).map {
            let sizes = listsSizes && $0 < made ? byteCounts[$0].map(Optional.init) : []
            return AdaptationSegment(duration: durations[$0], byteCounts: sizes)
        }
    }
}
