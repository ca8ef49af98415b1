import AudioServer
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// A playing stream on a real server that changes its output, its role and its volume.
@Suite(
    .serialized, .enabled(if: SoundServer.isAvailable, "pulseaudio is not installed: script/setup --tests does that"))
struct OutputSwitchTests {
    private let format = AudioFormat(sampleRate: 48_000, channels: 2)

    /// A sample that tells its position within a second of media.
    private static func sample(of frame: Int) -> Float { 0.1 + 0.8 * Float(frame % 48_000) / 48_000 }
    private static func position(of sample: Float) -> Double { (Double(sample) - 0.1) / 0.8 }

    private final class Ramp: Sendable {
        private let frames = Mutex(0)
        var render: AudioRender {
            { [self] buffer, count in
                frames.withLock { at in
                    for index in 0..<count {
                        let value = OutputSwitchTests.sample(of: at + index)
                        buffer[index * 2] = value
                        buffer[index * 2 + 1] = value
                    }
                    at += count
                }
                return count
            }
        }
    }

    private func server() async throws -> SoundServer {
        let server = try SoundServer()
        try #require(try await server.isReady())
        return server
    }

    @Test(
        "S17.2: a playing stream that moves to another output loses less than 100 ms of media, and its position less than 100 ms of time"
    )
    func moves() async throws {
        let server = try await server()
        _ = try await server.addSink("second")
        let link = PulseLink(server: server.address)
        link.start { _ in }
        let output = PulseOutput(clock: SystemHostClock(), server: server.address, policy: AudioStreamPolicy())
        let ramp = Ramp()
        try output.start(format: format, render: ramp.render, events: { _ in })
        let first = try server.record("quiet"), second = try server.record("second")
        output.setPaused(false)
        try #require(await eventually { output.position().framesPlayed > 48_000 })
        try #require(await eventually { link.state?.streams.count == 1 })
        let state = try #require(link.state)
        let stream = try #require(state.streams.first), target = try #require(state.sink(named: "second"))
        #expect(stream.process == SessionMark.process)
        let before = output.position()
        link.move(streams: [stream.index], to: target.index)
        try #require(await eventually { link.state?.streams.first?.sink == target.index })
        try #require(await eventually { output.position().framesPlayed > before.framesPlayed + 48_000 })
        let after = output.position()
        let late =
            Double(after.hostTime - before.hostTime) / 1e9 - (after.framesPlayed - before.framesPlayed) / 48_000
        #expect(abs(late) < 0.1, "the position is \(late) s late")
        #expect(try await heard(second))
        output.stop()
        let last = try #require(try first.samples().last { $0 > 0.05 })
        let next = try #require(try second.samples().first { $0 > 0.05 })
        var lost = Self.position(of: next) - Self.position(of: last)
        if lost > 0.5 { lost -= 1 }
        if lost < -0.5 { lost += 1 }
        #expect(abs(lost) < 0.1, "\(lost) s of media between the last sample there and the first here")
        if ProcessInfo.processInfo.environment["OPENAVKIT_FIGURES"] != nil {
            print("output switch: \(lost * 1000) ms of media lost, position \(late * 1000) ms late")
        }
    }

    private func heard(_ recording: SoundServer.Recording) async throws -> Bool {
        try await eventually(within: .seconds(10), every: .milliseconds(50)) {
            try recording.samples().contains { $0 > 0.05 }
        }
    }

    @Test("a stream opens on the selected output with the session's role, and follows a change of the role")
    func policy() async throws {
        let server = try await server()
        _ = try await server.addSink("second")
        let link = PulseLink(server: server.address)
        link.start { _ in }
        let policy = AudioStreamPolicy()
        policy.update { ($0.role, $0.sink) = ("music", "second") }
        let output = PulseOutput(clock: SystemHostClock(), server: server.address, policy: policy)
        try output.start(format: format, render: Ramp().render, events: { _ in })
        defer { output.stop() }
        #expect(output.deviceName == "PulseAudio: second")
        #expect(await eventually { link.state?.streams.first?.role == "music" })
        policy.update { $0.role = "phone" }
        #expect(await eventually { link.state?.streams.first?.role == "phone" })
        output.setPaused(false)
        #expect(await eventually { link.state?.streams.first?.isPaused == false })
    }

    @Test("a stream opens on the client's device instead of the session's output, and moves when the client changes it")
    func clientDevice() async throws {
        let server = try await server()
        for name in ["second", "third"] { _ = try await server.addSink(name) }
        let link = PulseLink(server: server.address)
        link.start { _ in }
        let policy = AudioStreamPolicy()
        policy.update { $0.sink = "second" }
        let output = PulseOutput(clock: SystemHostClock(), server: server.address, policy: policy)
        output.selectDevice("third")
        try output.start(format: format, render: Ramp().render, events: { _ in })
        defer { output.stop() }
        #expect(output.deviceName == "PulseAudio: third")
        #expect(await eventually { link.state?.streams.first?.hasOwnDevice == true })
        output.selectDevice("quiet")
        #expect(await eventually { output.deviceName == "PulseAudio: quiet" })
        output.selectDevice(nil)
        #expect(await eventually { output.deviceName == "PulseAudio: second" })
        #expect(await eventually { link.state?.streams.first?.hasOwnDevice == false })
    }

    @Test("a stream whose device the server does not have opens on the session's output")
    func missingDevice() async throws {
        let server = try await server()
        _ = try await server.addSink("second")
        let policy = AudioStreamPolicy()
        policy.update { $0.sink = "second" }
        let output = PulseOutput(clock: SystemHostClock(), server: server.address, policy: policy)
        output.selectDevice("absent")
        try output.start(format: format, render: Ramp().render, events: { _ in })
        defer { output.stop() }
        #expect(output.deviceName == "PulseAudio: second")
    }

    @Test("a ducked stream is lowered without a step, and restored")
    func ducking() async throws {
        var gain = OutputGain()
        func apply() -> [Float] {
            var samples = [Float](repeating: 1, count: 9_600)
            samples.withUnsafeMutableBufferPointer {
                gain.apply(to: $0, frames: 9_600, channels: 1, sampleRate: 48_000)
            }
            return samples
        }
        #expect(apply().allSatisfy { $0 == 1 })
        gain.target = 0.25
        let lowered = apply()
        #expect(zip(lowered, lowered.dropFirst()).allSatisfy { $1 <= $0 && $0 - $1 < 0.001 })
        #expect(abs((lowered.last ?? 0) - 0.25) < 0.001)
        gain.target = 1
        #expect(abs((apply().last ?? 0) - 1) < 0.001)
        #expect(apply().allSatisfy { $0 == 1 })
    }
}
