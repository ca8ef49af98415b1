import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Playback through a real server. Times are compared with the host clock, never with the duration of a test.
@Suite(
    .serialized, .enabled(if: SoundServer.isAvailable, "pulseaudio is not installed: script/setup --tests does that"))
struct PulseOutputTests {
    private let format = AudioFormat(sampleRate: 48_000, channels: 2)

    /// A sine of 1 kHz at a quarter of full scale, with a count of the consumed frames.
    private final class Tone: Sendable {
        let frames = Mutex(0)
        var render: AudioRender {
            { [self] buffer, count in
                frames.withLock { at in
                    for index in 0..<count {
                        let value = Float(0.25 * sin(2 * Double.pi * 1000 * Double(at + index) / 48_000))
                        buffer[index * 2] = value
                        buffer[index * 2 + 1] = value
                    }
                    at += count
                }
                return count
            }
        }
    }

    private final class Events: Sendable {
        let list = Mutex<[AudioOutputEvent]>([])
        func add(_ event: AudioOutputEvent) { list.withLock { $0.append(event) } }
        func contains(_ matches: (AudioOutputEvent) -> Bool) -> Bool { list.withLock { $0.contains(where: matches) } }
        func clear() { list.withLock { $0.removeAll() } }
    }

    private func until(_ condition: () -> Bool) async throws -> Bool {
        await eventually(condition)
    }

    private func server() async throws -> SoundServer {
        let server = try SoundServer()
        try #require(try await server.isReady())
        return server
    }

    /// A step of the position that differs from the elapsed host time.
    private struct Jump: CustomStringConvertible {
        var moved = 0.0
        var passed = 0.0
        var seconds: Double { abs(moved - passed) }
        var description: String { "moved \(moved) s while \(passed) s passed" }
    }

    /// How far the position went back, or ahead of the clock.
    private static let hurry: @Sendable (Jump) -> Double = { max($0.moved - $0.passed, -$0.moved) }

    /// Observes the position until `condition`, and returns the step with the largest deviation from the host clock.
    private func largestJump(
        _ output: any AudioOutput, by size: (Jump) -> Double = \.seconds, until condition: () -> Bool
    ) async throws -> Jump {
        var last: AudioPosition?
        var largest = Jump()
        _ = await eventually(every: .milliseconds(5)) {
            let position = output.position()
            if position.isRunning {
                if let last {
                    let jump = Jump(
                        moved: (position.framesPlayed - last.framesPlayed) / 48_000,
                        passed: Double(position.hostTime - last.hostTime) / 1e9)
                    if size(jump) > size(largest) { largest = jump }
                }
                last = position
            }
            return condition()
        }
        return largest
    }

    @Test(
        "rendered frames are played, and the played count follows the host clock within 50 ms, a quarter second behind")
    func plays() async throws {
        let server = try await server()
        let tone = Tone()
        let output = PulseOutput(clock: SystemHostClock(), server: server.address)
        try output.start(format: format, render: tone.render, events: { _ in })
        #expect(output.deviceName == "PulseAudio: quiet")
        #expect(output.position().framesPlayed < 480)
        output.setPaused(false)
        #expect(try await until { output.position().framesPlayed > 9_600 })
        let first = output.position()
        #expect(first.isRunning)
        async let recording = server.loudest(reaching: 0.24)
        #expect(try await until { output.position().framesPlayed > first.framesPlayed + 24_000 })
        let second = output.position()
        let played = (second.framesPlayed - first.framesPlayed) / 48_000
        #expect(abs(played - Double(second.hostTime - first.hostTime) / 1e9) < 0.05)
        let ahead = Double(tone.frames.withLock { $0 }) - output.position().framesPlayed
        #expect(ahead > 0 && ahead < 12_000, "\(ahead) frames ahead")
        let loudest = try await recording
        #expect(abs(loudest - 0.25) < 0.01)
        output.setPaused(true)
        #expect(output.position().isRunning == false)
        output.flush()
        #expect(output.position().framesPlayed == 0)
        output.stop()
        #expect(output.position().isRunning == false)
    }

    @Test(
        "when the server is killed during playback, silence continues without a jump or lost frame, and audio returns with the server"
    )
    func killed() async throws {
        let server = try await server()
        let (tone, events) = (Tone(), Events())
        let address = server.address
        let output = AutomaticOutput(clock: SystemHostClock(), retryInterval: 0.1) {
            PulseOutput(clock: SystemHostClock(), server: address)
        }
        try output.start(format: format, render: tone.render, events: events.add)
        output.setPaused(false)
        #expect(try await until { output.position().framesPlayed > 14_400 })
        server.kill()
        let jump = try await largestJump(output) { events.contains { $0 == .deviceLost } }
        #expect(jump.seconds < 0.05, "\(jump)")
        let after = try await largestJump(output) { output.position().framesPlayed > 48_000 }
        #expect(after.seconds < 0.05, "\(after)")
        #expect(output.deviceName == "none")

        events.clear()
        try server.start()
        // Time may stand still until the new server plays; it must not decrease or run ahead.
        let back = try await largestJump(output, by: Self.hurry) {
            events.contains { $0 == .deviceChanged("PulseAudio: quiet") }
        }
        #expect(events.contains { $0 == .deviceChanged("PulseAudio: quiet") })
        #expect(Self.hurry(back) < 0.05, "\(back)")
        let mark = output.position().framesPlayed
        let settling = try await largestJump(output, by: Self.hurry) {
            output.position().framesPlayed > mark + 24_000
        }
        #expect(Self.hurry(settling) < 0.05, "\(settling)")
        #expect(output.position().framesPlayed > mark + 24_000)
        let loudest = try await server.loudest(reaching: 0.24)
        #expect(abs(loudest - 0.25) < 0.01)
        output.stop()
    }

    @Test("when the sink is suspended during playback, time continues silently, and audio returns with the sink")
    func suspended() async throws {
        let server = try await server()
        let (tone, events) = (Tone(), Events())
        let address = server.address
        let output = AutomaticOutput(clock: SystemHostClock(), retryInterval: 0.1) {
            PulseOutput(clock: SystemHostClock(), server: address)
        }
        try output.start(format: format, render: tone.render, events: events.add)
        output.setPaused(false)
        #expect(try await until { output.position().framesPlayed > 9_600 })
        try await server.control("suspend-sink", "quiet", "1")
        #expect(try await until { events.contains { $0 == .deviceLost } })
        let mark = output.position().framesPlayed
        #expect(try await until { output.position().framesPlayed > mark + 24_000 })
        #expect(output.deviceName == "none")
        try await server.control("suspend-sink", "quiet", "0")
        #expect(try await until { events.contains { $0 == .deviceChanged("PulseAudio: quiet") } })
        let loudest = try await server.loudest(reaching: 0.24)
        #expect(abs(loudest - 0.25) < 0.01)
        output.stop()
    }

    @Test("a sink that is suspended during a pause is not lost: it resumes with playback")
    func restsWhilePaused() async throws {
        let server = try await server()
        let (tone, events) = (Tone(), Events())
        let address = server.address
        let output = AutomaticOutput(clock: SystemHostClock(), retryInterval: 0.1) {
            PulseOutput(clock: SystemHostClock(), server: address)
        }
        try output.start(format: format, render: tone.render, events: events.add)
        output.setPaused(false)
        #expect(try await until { output.position().framesPlayed > 9_600 })
        output.setPaused(true)
        try await server.control("suspend-sink", "quiet", "1")
        try await server.control("suspend-sink", "quiet", "0")
        #expect(output.deviceName == "PulseAudio: quiet")
        #expect(!events.contains { $0 == .deviceLost })
        let mark = output.position().framesPlayed
        output.setPaused(false)
        #expect(try await until { output.position().framesPlayed > mark + 4_800 })
        #expect(output.deviceName == "PulseAudio: quiet")
        output.stop()
    }

    @Test(
        "without a server the device reports an error before its timeout, and the output falls back to silence at once")
    func noServer() throws {
        let device = PulseOutput(clock: SystemHostClock(), server: "unix:/nonexistent/socket")
        #expect {
            try device.start(format: format, render: { _, _ in 0 }, events: { _ in })
        } throws: { error in
            let error = error as? MediaError
            return error?.code == .audioOutputFailed && error?.detail == "pa_context_connect: Connection refused"
        }
        let output = AutomaticOutput(clock: SystemHostClock()) {
            PulseOutput(clock: SystemHostClock(), server: "unix:/nonexistent/socket")
        }
        try output.start(format: format, render: { _, frames in frames }, events: { _ in })
        #expect(output.deviceName == "none")
        output.stop()
    }

    @Test("outputs share a connection and its thread, which end with the last output")
    func sharedConnection() async throws {
        let server = try await server()
        let connections = PulseConnections()
        let outputs = (0..<30).map { _ in
            PulseOutput(clock: SystemHostClock(), server: server.address, connections: connections)
        }
        let tones = outputs.map { _ in Tone() }
        for (output, tone) in zip(outputs, tones) {
            try output.start(format: format, render: tone.render, events: { _ in })
        }
        #expect(connections.count == 1)
        #expect(try await server.control("list", "short", "clients").split(separator: "\n").count <= 2)
        for output in outputs.prefix(4) { output.setPaused(false) }
        #expect(try await until { outputs.prefix(4).allSatisfy { $0.position().framesPlayed > 9_600 } })
        #expect(outputs.dropFirst(4).allSatisfy { $0.position().framesPlayed == 0 })
        for output in outputs.dropLast() { output.stop() }
        #expect(connections.count == 1)
        #expect(connections.hasThread)
        outputs.last?.setPaused(false)
        #expect(try await until { (outputs.last?.position().framesPlayed ?? 0) > 9_600 })
        outputs.last?.stop()
        #expect(connections.count == 0)
        #expect(!connections.hasThread)
        #expect(outputs.allSatisfy { !$0.position().isRunning })
    }

    @Test("a failed connection is reported by each of its outputs, and replaced for later ones")
    func replacedConnection() async throws {
        let server = try await server()
        let connections = PulseConnections()
        let old = (0..<3).map { _ in
            (PulseOutput(clock: SystemHostClock(), server: server.address, connections: connections), Events())
        }
        for (output, events) in old {
            try output.start(format: format, render: Tone().render, events: events.add)
            output.setPaused(false)
        }
        #expect(try await until { old.allSatisfy { $0.0.position().framesPlayed > 4_800 } })
        server.kill()
        #expect(try await until { old.allSatisfy { $0.1.contains { $0 == .deviceLost } } })
        #expect(old.allSatisfy { $0.0.isGone })
        try server.start()
        #expect(try await server.isReady())
        let new = PulseOutput(clock: SystemHostClock(), server: server.address, connections: connections)
        try new.start(format: format, render: Tone().render, events: { _ in })
        #expect(connections.count == 2)
        new.setPaused(false)
        #expect(try await until { new.position().framesPlayed > 4_800 })
        for (output, _) in old { output.stop() }
        #expect(connections.count == 1)
        new.stop()
        #expect(connections.count == 0)
    }

    @Test("with a server that accepts and never responds, start fails after a time limit and other calls do not block")
    func silentServer() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sound-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let socket = try SilentSocket(folder.appendingPathComponent("socket").path)
        let connections = PulseConnections()
        let output = PulseOutput(
            clock: SystemHostClock(), server: "unix:" + socket.path, connections: connections)
        let hasFailed = Mutex(false)
        Thread.detachNewThread { [format] in
            do throws(MediaError) {
                try output.start(format: format, render: { $1 }, events: { _ in })
            } catch {
                hasFailed.withLock { $0 = error.code == .audioOutputFailed }
            }
        }
        #expect(try await until { connections.count == 1 })
        // Calls that wait for the server would return when `start` does.
        var rounds = 0
        let isOver = await eventually {
            output.setPaused(false)
            output.flush()
            _ = output.position()
            guard !hasFailed.withLock({ $0 }) else { return true }
            rounds += 1
            return false
        }
        #expect(isOver)
        #expect(rounds >= 20)
        #expect(connections.count == 0)
    }
}

/// A socket whose connections are never responded to.
private struct SilentSocket: ~Copyable {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0, listen(descriptor, 8) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
        }
    }

    deinit { close(descriptor) }
}
