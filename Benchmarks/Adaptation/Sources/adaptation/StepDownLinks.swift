import Foundation
import MediaTesting

/// Links of 6 Mb/s that drop permanently to a lower rate at a random time, with streams also chosen by the seed.
enum StepDownLinks {
    /// Megabits per second after the drop.
    static let megabits = [0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0]
    static let secondsBeforeStep = 6.0...60.0

    static func link(to megabits: Double, seed: UInt64) -> Adaptation.Link {
        var random = SeededRandom(seed: seed &* 9_176 &+ UInt64(megabits * 10))
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let steps: [NetworkTrace.Step] = [
            .init(seconds: .random(in: secondsBeforeStep, using: &random), bitsPerSecond: 6e6),
            .init(seconds: 400, bitsPerSecond: megabits * 1e6),
        ]
        let duration = pick([2.0, 4, 4, 6])
        let length = pick([96.0, 96, 160])
        let stream = SimulatedStream(
            megabits: pick(Adaptation.ladders), segmentDuration: duration, segmentCount: Int(length / duration))
        let name = "step-down-\(megabits)-\(seed)"
        // Both steps have a positive rate; the fallback avoids a crash if a trace is edited wrongly.
        let trace =
            NetworkTrace(name: name, steps: steps)
            ?? NetworkTrace(name: name, steps: [.init(seconds: 1, bitsPerSecond: 1e6)])!
        return Adaptation.Link(trace: trace, stream: stream, latency: pick([0.05, 0.05, 0.02, 0.3]))
    }
}
