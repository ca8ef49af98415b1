import HLS
import MediaTesting
import Testing

@Suite("Simulated playback")
struct PlaybackSimulatorTests {
    /// An algorithm that always chooses the same variant.
    private struct Fixed: AdaptationAlgorithm {
        var variant: Int
        mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
            AdaptationDecision(
                variant: variant, reason: .throughput, estimate: nil, expectedDuration: 0, explanation: "fixed")
        }
    }

    private func link(_ steps: (Double, Double)...) throws -> NetworkTrace {
        try #require(NetworkTrace(name: "test", steps: steps.map { .init(seconds: $0.0, bitsPerSecond: $0.1) }))
    }

    private func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-3 }

    @Test("a link at half the variant's rate stalls for the calculated time")
    func arithmetic() throws {
        let stream = SimulatedStream(megabits: [1, 2], segmentDuration: 4, segmentCount: 10)
        let outcome = PlaybackSimulator(stream: stream, trace: try link((100, 1e6)), latency: 0.5).run(
            Fixed(variant: 1))
        // Each segment loads in 8.5 s and plays for 4 s.
        #expect(isClose(outcome.startupSeconds, 8.5))
        #expect(isClose(outcome.stallSeconds, 9 * 4.5))
        #expect(outcome.stallCount == 9)
        #expect(outcome.variants == Array(repeating: 1, count: 10))
        let value = QualityOfExperience.linear.value(of: outcome)
        #expect(isClose(value, 20 - 4.3 * (8.5 + 9 * 4.5)))
    }

    @Test("separate audio shares the link, and playback needs both audio and video")
    func audio() throws {
        var stream = SimulatedStream(megabits: [1], segmentDuration: 4, segmentCount: 4)
        stream.audioBandwidth = 1e6
        let outcome = PlaybackSimulator(stream: stream, trace: try link((100, 2e6)), latency: 0).run(Fixed(variant: 0))
        #expect(isClose(outcome.startupSeconds, 4))
        #expect(isClose(outcome.stallSeconds, 0))
    }

    @Test("no segment is requested while the buffer is full")
    func limit() throws {
        let stream = SimulatedStream(megabits: [1], segmentDuration: 4, segmentCount: 30)
        var simulator = PlaybackSimulator(stream: stream, trace: try link((40, 50e6), (60, 0.5e6)), latency: 0)
        simulator.bufferLimit = 12
        let outcome = simulator.run(Fixed(variant: 0))
        // With 12 to 16 s buffered when the link drops to half the variant's rate, playback must stall.
        #expect(outcome.stallSeconds > 10)
    }

    @Test("playback at rate 2 drains the buffer twice as fast")
    func rate() throws {
        let stream = SimulatedStream(megabits: [1], segmentDuration: 4, segmentCount: 20)
        var simulator = PlaybackSimulator(stream: stream, trace: try link((100, 1.5e6)), latency: 0)
        #expect(simulator.run(Fixed(variant: 0)).stallSeconds == 0)
        simulator.rate = 2
        #expect(simulator.run(Fixed(variant: 0)).stallSeconds > 5)
    }

    @Test("a live segment is not requested before it exists, and playback waits for it")
    func live() throws {
        let stream = SimulatedStream(megabits: [1], segmentDuration: 4, segmentCount: 6)
        var simulator = PlaybackSimulator(stream: stream, trace: try link((100, 40e6)), latency: 0.5, keepsLog: true)
        simulator.liveWindow = 12
        let ahead = simulator.run(Fixed(variant: 0))
        let asked = ahead.log.filter { $0.contains("segment") }.map { $0.prefix { $0 != ":" } }
        #expect(
            asked == [
                "0.0 segment 0", "0.6 segment 1", "1.2 segment 2", "4.0 segment 3", "8.0 segment 4", "12.0 segment 5",
            ])
        #expect(ahead.stallSeconds == 0)
        simulator.liveWindow = 4
        // The first segment ends 0.1 + 0.5 + 4 s after the start; the second exists at 4 s and takes as long to load.
        #expect(isClose(simulator.run(Fixed(variant: 0)).stallSeconds, 0))
        simulator.trace = try link((2, 40e6), (98, 1.6e6))
        // From then on each takes 3 of the 4 s from its creation: 2.4 s longer than the first did.
        #expect(isClose(simulator.run(Fixed(variant: 0)).stallSeconds, 2.4))
    }

    @Test("for a live stream, an algorithm receives the media that can be buffered, and no end until it exists")
    func liveState() throws {
        struct Greedy: AdaptationAlgorithm {
            mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
                let isLive = state.liveness == .live && state.secondsBeyond == nil && state.bufferGoal < 9
                return AdaptationDecision(
                    variant: isLive ? 1 : 0, reason: .throughput, estimate: nil, expectedDuration: 0, explanation: "")
            }
        }
        let stream = SimulatedStream(megabits: [1, 2], segmentDuration: 4, segmentCount: 6)
        var simulator = PlaybackSimulator(stream: stream, trace: try link((100, 40e6)))
        #expect(simulator.run(Greedy()).variants == [0, 0, 0, 0, 0, 0])
        simulator.liveWindow = 12
        // When the last segment exists, the end of the stream is known.
        #expect(simulator.run(Greedy()).variants == [1, 1, 1, 1, 1, 0])
    }

    @Test(
        "the optimum is a valid playback, and no algorithm exceeds it", arguments: NetworkTrace.Family.allCases,
        [nil, 12])
    func optimum(family: NetworkTrace.Family, window: Double?) throws {
        let stream = SimulatedStream(megabits: [0.3, 1, 2, 4], segmentDuration: 4, segmentCount: 15)
        let trace = NetworkTrace.generated(family, seed: 2)
        let value = QualityOfExperience.linear
        var optimum = OfflineOptimum(stream: stream, trace: trace)
        optimum.liveWindow = window
        let best = optimum.best()
        struct Script: AdaptationAlgorithm {
            var variants: [Int]
            mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
                AdaptationDecision(
                    variant: variants.removeFirst(), reason: .throughput, estimate: nil, expectedDuration: 0,
                    explanation: "")
            }
        }
        var simulator = PlaybackSimulator(stream: stream, trace: trace)
        simulator.liveWindow = window
        let played = simulator.run(Script(variants: best.variants))
        #expect(abs(value.value(of: played) - value.value(of: best)) < 0.05)
        for variant in 0..<4 {
            #expect(value.value(of: simulator.run(Fixed(variant: variant))) < value.value(of: best) + 0.5)
        }
        #expect(value.value(of: simulator.run(AdaptationController())) < value.value(of: best) + 0.5)
    }
}
