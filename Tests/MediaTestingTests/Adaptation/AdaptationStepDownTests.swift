import HLS
import MediaTesting
import Testing

/// A link of 6 Mb/s that drops permanently.
@Suite("Adaptation after a permanent drop of the link")
struct AdaptationStepDownTests {
    private static let ladder = [0.3, 0.6, 1.0, 1.8, 3.0, 5.0]
    private static let stream = SimulatedStream(megabits: ladder, segmentDuration: 4, segmentCount: 24)
    private static let times = [8.0, 14, 20, 28, 40, 56]

    private func play(_ algorithm: some AdaptationAlgorithm, to megabits: Double, at time: Double) throws
        -> PlaybackOutcome
    {
        let trace = try #require(
            NetworkTrace(
                name: "step down",
                steps: [
                    .init(seconds: time, bitsPerSecond: 6e6), .init(seconds: 400, bitsPerSecond: megabits * 1e6),
                ]))
        var simulator = PlaybackSimulator(stream: Self.stream, trace: trace)
        simulator.loadsPlaylists = true
        return simulator.run(algorithm)
    }

    @Test(
        "the mean quality of experience over all times of the drop is above that of hls.js's rule",
        arguments: [0.5, 0.7, 1.0, 1.2, 1.5, 2.0, 2.5, 3.2, 4.0])
    func aboveReference(megabits: Double) throws {
        let quality = QualityOfExperience.linear(for: Self.stream)
        var (ours, reference) = (0.0, 0.0)
        for time in Self.times {
            ours += quality.value(of: try play(AdaptationController(), to: megabits, at: time))
            reference += quality.value(of: try play(HLSJSRule(), to: megabits, at: time))
        }
        #expect(ours > reference)
    }

    @Test(
        "the sustainable variant is reached within four segments, and kept without a stall",
        arguments: [0.7, 1.2, 1.5, 2.0], times)
    func settles(megabits: Double, at time: Double) throws {
        let outcome = try play(AdaptationController(), to: megabits, at: time)
        let sustainable = Self.ladder.lastIndex { $0 <= megabits * 0.9 } ?? 0
        #expect(outcome.stallSeconds < 0.5)
        // The first segment chosen for the lower rate, and four more.
        let before = outcome.variants.lastIndex { Self.ladder[$0] > megabits * 2 } ?? 0
        let settled = outcome.variants.dropFirst(before + 5)
        #expect(settled.allSatisfy { $0 >= sustainable }, "\(outcome.variants)")
    }
}
