import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// The contract of every `AudioOutput` with a clock of its own, in real time.
@Suite(.serialized) struct AudioOutputContractTests {
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case null, pulse, automaticWithDevice, automaticWithoutDevice

        var testDescription: String { rawValue }
        var needsServer: Bool { self == .pulse || self == .automaticWithDevice }
        static var possible: [Kind] { allCases.filter { !$0.needsServer || SoundServer.isAvailable } }
    }

    private func make(_ kind: Kind, _ server: SoundServer?) -> any AudioOutput {
        let clock = SystemHostClock()
        let address = server?.address ?? "unix:/nonexistent/socket"
        return switch kind {
        case .null: NullOutput(clock: clock)
        case .pulse: PulseOutput(clock: clock, server: address)
        case .automaticWithDevice, .automaticWithoutDevice:
            AutomaticOutput(clock: clock) { PulseOutput(clock: clock, server: address) }
        }
    }

    private func until(_ condition: () -> Bool) async throws -> Bool {
        await eventually(condition)
    }

    private final class Rendered: Sendable { let frames = Atomic(0) }

    @Test(
        "an output is paused at position 0 initially; its position never decreases or exceeds the rendered frames; a flush restarts it at 0; a stopped output renders nothing",
        arguments: Kind.possible)
    func contract(kind: Kind) async throws {
        let server = kind.needsServer ? try SoundServer() : nil
        if let server { try #require(try await server.isReady()) }
        let output = make(kind, server)
        let rendered = Rendered()
        try output.start(format: AudioFormat(sampleRate: 48_000, channels: 2)) { buffer, frames in
            buffer.update(repeating: 0)
            rendered.frames.add(frames, ordering: .relaxed)
            return frames
        } events: { _ in
        }
        #expect(output.position().framesPlayed == 0)
        #expect(!output.position().isRunning)

        var last = 0.0
        func watch(_ condition: (Double) -> Bool) async throws {
            let isSo = try await eventually {
                let played = output.position().framesPlayed
                let most = rendered.frames.load(ordering: .relaxed)
                try #require(played >= last && played <= Double(most), "\(played) after \(last), of \(most)")
                last = played
                return condition(played)
            }
            if !isSo { Issue.record("the position does not advance beyond \(last)") }
        }
        output.setPaused(false)
        #expect(output.position().isRunning)
        try await watch { $0 > 19_200 }
        for _ in 0..<10 {
            output.setPaused(true)
            #expect(!output.position().isRunning)
            try await watch { _ in true }
            output.setPaused(false)
            let mark = last
            try await watch { $0 > mark + 480 }
        }
        output.setPaused(true)
        output.flush()
        #expect(output.position().framesPlayed == 0)
        last = 0
        output.setPaused(false)
        try await watch { $0 > 9_600 }
        output.stop()
        output.stop()
        let count = rendered.frames.load(ordering: .relaxed)
        #expect(!(await eventually(within: .milliseconds(100)) { rendered.frames.load(ordering: .relaxed) != count }))
        #expect(!output.position().isRunning)
    }

    @Test("a flush during a concurrent position query leaves nothing of the old position")
    func flushBesidePosition() async throws {
        let clock = FakeHostClock()
        let device = FakeDevice(clock: clock)
        let output = AutomaticOutput(clock: clock) { device }
        try output.start(format: AudioFormat(sampleRate: 48_000, channels: 2), render: { $1 }, events: { _ in })
        output.setPaused(false)
        clock.advance(by: 1_000_000_000)
        let isDone = Rendered()
        Thread.detachNewThread {
            while isDone.frames.load(ordering: .relaxed) == 0 { _ = output.position() }
        }
        for round in 0..<5_000 {
            device.state.withLock { $0.played = 9_600 }
            _ = output.position()
            output.flush()
            let played = output.position().framesPlayed
            try #require(played == 0, "round \(round)")
        }
        isDone.frames.store(1, ordering: .relaxed)
        output.stop()
    }
}

/// Devices that start late or report wrong positions, behind `AutomaticOutput`.
@Suite struct OddDeviceTests {
    /// Plays for `seconds` of a fake clock in steps of 10 ms, with a device that reports the result of `played`.
    /// - Returns: the position after each step.
    private func play(_ seconds: Double, played: (_ seconds: Double) -> Double) throws -> [Double] {
        let clock = FakeHostClock()
        let device = FakeDevice(clock: clock)
        let output = AutomaticOutput(clock: clock) { device }
        try output.start(format: AudioFormat(sampleRate: 48_000, channels: 2), render: { $1 }, events: { _ in })
        defer { output.stop() }
        output.setPaused(false)
        return (1...Int(seconds * 100)).map { step in
            clock.advance(by: 10_000_000)
            device.state.withLock { $0.played = played(Double(step) / 100) }
            return output.position().framesPlayed
        }
    }

    private func isMonotonic(_ positions: [Double]) -> Bool { zip(positions, positions.dropFirst()).allSatisfy(<=) }

    @Test("a device that starts late has position 0 until then", arguments: [0.5, 0.9, 2.0])
    func slow(delay: Double) throws {
        let positions = try play(delay + 1) { max(0, $0 - delay) * 48_000 }
        #expect(positions.prefix(Int(delay * 100)).allSatisfy { $0 == 0 })
        #expect(isMonotonic(positions))
        #expect(abs((positions.last ?? 0) - 48_000) < 1)
    }

    @Test(
        "when a device's count decreases, jumps or stops, the position never decreases and is correct again a second later"
    )
    func odd() throws {
        let faults: [(Double) -> Double] = [
            { _ in 0 }, { ($0 - 0.5) * 48_000 }, { _ in 1e12 }, { _ in -1e12 }, { _ in 48_000 },
            { Int($0 * 100) % 2 == 0 ? 0 : 1e6 }, { _ in .nan }, { _ in .infinity },
        ]
        for (index, fault) in faults.enumerated() {
            let positions = try play(3) { $0 < 1 || $0 > 1.5 ? $0 * 48_000 : fault($0) }
            #expect(isMonotonic(positions), "fault \(index)")
            #expect(abs((positions.last ?? 0) - 3 * 48_000) < 1, "fault \(index)")
            let most = zip(positions, 1...).map { $0 - Double($1) * 480 }.max() ?? 0
            #expect(most < 0.3 * 48_000, "fault \(index) runs ahead by \(most) frames")
        }
    }
}
