import HLS
import MediaTesting
import Testing

/// Spec section 11: the quality that the algorithm must reach on links that it was not tuned on.
@Suite("Adaptation compared with reference algorithms")
struct AdaptationQualityTests {
    private static let ladder = [0.3, 0.75, 1.2, 1.85, 2.85, 4.3]
    private static let stream = SimulatedStream(megabits: ladder, segmentDuration: 4, segmentCount: 40)

    private func play(_ algorithm: some AdaptationAlgorithm, _ trace: NetworkTrace, latency: Double = 0.05) -> Double {
        let outcome = PlaybackSimulator(stream: Self.stream, trace: trace, latency: latency).run(algorithm)
        return QualityOfExperience.linear.value(of: outcome)
    }

    @Test(
        "the mean of each family is above that of hls.js's rule, BOLA-E and the throughput rule",
        arguments: NetworkTrace.Family.allCases)
    func families(family: NetworkTrace.Family) {
        var (ours, hlsjs, bola, throughput) = (0.0, 0.0, 0.0, 0.0)
        for seed in UInt64(9_001)...9_003 {
            let trace = NetworkTrace.generated(family, seed: seed)
            ours += play(AdaptationController(), trace)
            hlsjs += play(HLSJSRule(), trace)
            bola += play(BolaRule(), trace)
            throughput += play(ThroughputRule(), trace)
        }
        #expect(ours > hlsjs)
        #expect(ours > bola)
        #expect(ours > throughput)
    }

    @Test("a constant link above the lowest variant never stalls", arguments: [0.36, 0.5, 0.8, 1.3, 2, 3, 4.5, 9])
    func constant(megabits: Double) throws {
        let trace = try #require(
            NetworkTrace(name: "constant", steps: [.init(seconds: 100, bitsPerSecond: megabits * 1e6)]))
        for latency in [0.3] {
            let outcome = PlaybackSimulator(stream: Self.stream, trace: trace, latency: latency)
                .run(AdaptationController())
            #expect(outcome.stallSeconds == 0, "at \(megabits) Mb/s and \(latency) s")
            let best = Self.ladder.lastIndex { $0 <= megabits * 0.8 } ?? 0
            // After a minute, the variant that the link carries is reached.
            #expect(outcome.variants[15...].allSatisfy { $0 >= best })
        }
    }

    @Test("after an outage of 20 seconds the previous quality returns soon", arguments: [1.5, 3, 6])
    func outage(megabits: Double) throws {
        let trace = try #require(
            NetworkTrace(
                name: "outage",
                steps: [
                    .init(seconds: 80, bitsPerSecond: megabits * 1e6), .init(seconds: 20, bitsPerSecond: 0),
                    .init(seconds: 200, bitsPerSecond: megabits * 1e6),
                ]))
        let outcome = PlaybackSimulator(stream: Self.stream, trace: trace).run(AdaptationController())
        #expect(outcome.stallSeconds < 5)
        let before = outcome.variants[8..<18].max() ?? 0
        // At most 100 s of link time have passed by segment 32.
        #expect(outcome.variants[32...].allSatisfy { $0 >= before - 1 })
    }

    @Test("when the link drops during a segment, the segment is abandoned in time")
    func abandonment() throws {
        let trace = try #require(
            NetworkTrace(
                name: "cliff",
                steps: [.init(seconds: 14, bitsPerSecond: 6e6), .init(seconds: 300, bitsPerSecond: 0.45e6)]))
        let outcome = PlaybackSimulator(stream: Self.stream, trace: trace).run(AdaptationController())
        #expect(outcome.abandonedCount > 0)
        #expect(outcome.stallSeconds == 0)
    }

    @Test("each decision of a short playback has an explanation")
    func golden() throws {
        let stream = SimulatedStream(megabits: [0.3, 1, 3], segmentDuration: 4, segmentCount: 6)
        let trace = try #require(
            NetworkTrace(
                name: "steps",
                steps: [.init(seconds: 6, bitsPerSecond: 4e6), .init(seconds: 300, bitsPerSecond: 0.8e6)]))
        let outcome = PlaybackSimulator(stream: stream, trace: trace, keepsLog: true).run(AdaptationController())
        #expect(outcome.log == Self.golden)
    }

    private static let golden = [
        "0.0 segment 0: variant 0 of 0.30 Mb/s for startup: network unknown, 0.0 s buffered, expected in 0.70 s",
        "0.4 segment 1: variant 2 of 3.00 Mb/s for throughput: network 4.00 Mb/s, 4.0 s buffered, expected in 3.05 s",
        "3.4 segment 2: variant 2 of 3.00 Mb/s for throughput: network 4.00 Mb/s, 4.9 s buffered, expected in 3.05 s",
        "8.2 segment 3: variant 2 of 3.00 Mb/s for buffer: network 2.97 Mb/s, 4.1 s buffered, expected in 4.09 s",
        "8.8 abandon 3: variant 2 needs 14 s more, 3 s are buffered",
        "10.4 segment 4: variant 0 of 0.30 Mb/s for buffer: network 1.18 Mb/s, 6.0 s buffered, expected in 1.07 s",
        "11.9 segment 5: variant 0 of 0.30 Mb/s for throughput: network 0.96 Mb/s, 8.4 s buffered, expected in 1.30 s",
    ]
}
