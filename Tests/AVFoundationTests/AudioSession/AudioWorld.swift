import AudioServer
import Foundation
import MediaTesting
import Synchronization

/// An audio server with programs and devices that a test controls.
protocol AudioWorld: Sendable {
    /// A connection of a process to the server.
    func link(process: String) -> any AudioServerLink
    func setVolume(_ volume: Float) async throws
    /// Adds headphones and makes them the default output.
    func plugInHeadphones() async throws
    func unplugHeadphones() async throws
    /// Starts a program that plays.
    func play(role: String?, process: String?) async throws -> Int
    func stop(_ program: Int) async throws
    func loseServer() async throws
    func restoreServer() async throws
}

extension AudioWorld {
    func play(role: String?) async throws -> Int { try await play(role: role, process: nil) }
}

enum AudioWorldKind: String, CaseIterable {
    case double, pulseAudio

    static var possible: [AudioWorldKind] { SoundServer.isAvailable ? allCases : [.double] }

    func make() async throws -> any AudioWorld {
        switch self {
        case .double: return DoubleWorld()
        case .pulseAudio:
            let server = try SoundServer()
            guard try await server.isReady() else { throw CancellationError() }
            return ServerWorld(server: server)
        }
    }
}

/// A server in memory.
final class DoubleWorld: AudioWorld {
    fileprivate struct State {
        var server: AudioServerState? = .quiet
        var next: UInt32 = 10
        var handlers: [@Sendable (AudioServerState?) -> Void] = []
    }
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "double world")

    fileprivate var server: AudioServerState? { state.withLock { $0.server } }

    fileprivate func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            let (server, handlers) = (state.server, state.handlers)
            queue.async { for handler in handlers { handler(server) } }
        }
    }

    private func change(server body: (inout AudioServerState) -> Void) {
        change { state in
            guard var server = state.server else { return }
            body(&server)
            state.server = server
        }
    }

    func link(process: String) -> any AudioServerLink { Link(self, process) }
    func setVolume(_ volume: Float) { change(server: { $0.sinks[0].volume = volume }) }

    func plugInHeadphones() {
        change(server: { server in
            var sink = AudioSink(index: 2, name: "phones", label: "phones")
            sink.properties["device.form_factor"] = "headphone"
            server.sinks.append(sink)
            server.defaultSink = "phones"
        })
    }

    func unplugHeadphones() {
        change(server: { server in
            server.sinks.removeAll { $0.name == "phones" }
            server.defaultSink = "quiet"
        })
    }

    func play(role: String?, process: String?) -> Int {
        var index: UInt32 = 0
        change { state in
            index = state.next
            state.next += 1
            state.server?.streams.append(
                AudioStream(index: index, sink: 1, client: index, process: process, role: role))
        }
        return Int(index)
    }

    func stop(_ program: Int) { change(server: { $0.streams.removeAll { $0.index == UInt32(program) } }) }
    func loseServer() { change { $0.server = nil } }
    func restoreServer() { change { $0.server = .quiet } }

    private final class Link: AudioServerLink {
        private let world: DoubleWorld
        private let process: String

        init(_ world: DoubleWorld, _ process: String) {
            self.world = world
            self.process = process
        }

        var state: AudioServerState? { world.server }
        func start(_ handler: @escaping @Sendable (AudioServerState?) -> Void) {
            world.change { $0.handlers.append(handler) }
        }
        func waitUntilSettled(seconds: Double) {}
        func flush(seconds: Double) {}

        func publish(_ session: SessionMark) {
            let process = process
            world.change(server: { server in
                let index = UInt32(server.clients.count + 100)
                if let place = server.clients.firstIndex(where: { $0.process == process }) {
                    server.clients[place].session = session
                } else {
                    server.clients.append(AudioClient(index: index, process: process, session: session))
                }
            })
        }

        func move(streams: [UInt32], to sink: UInt32) {
            world.change(server: { server in
                for index in server.streams.indices where streams.contains(server.streams[index].index) {
                    server.streams[index].sink = sink
                }
            })
        }

        func setVolume(_ volume: Float, of stream: UInt32) {
            world.change(server: { server in
                for index in server.streams.indices where server.streams[index].index == stream {
                    server.streams[index].volume = volume
                }
            })
        }
    }
}

extension AudioServerState {
    /// One sink at full volume.
    static let quiet: AudioServerState = {
        var state = AudioServerState()
        state.sinks = [AudioSink(index: 1, name: "quiet", label: "quiet")]
        state.defaultSink = "quiet"
        return state
    }()
}

/// A real PulseAudio server with null sinks.
final class ServerWorld: AudioWorld {
    let server: SoundServer
    private let headphones = Mutex<String?>(nil)

    init(server: SoundServer) { self.server = server }

    func link(process: String) -> any AudioServerLink { PulseLink(server: server.address, process: process) }

    func setVolume(_ volume: Float) async throws {
        try await server.control("set-sink-volume", "quiet", "\(Int(volume * 100))%")
    }

    func plugInHeadphones() async throws {
        let module = try await server.addSink("phones", properties: "device.form_factor=headphone")
        headphones.withLock { $0 = module }
        try await server.control("set-default-sink", "phones")
    }

    func unplugHeadphones() async throws {
        if let module = headphones.withLock({ $0 }) { try await server.removeModule(module) }
    }

    func play(role: String?, process: String?) async throws -> Int {
        var properties = ["application.name": "other"]
        properties["media.role"] = role
        properties[SessionMark.processPropertyName] = process
        return Int(try server.startProgram(properties: properties))
    }

    func stop(_ program: Int) { server.stopProgram(pid_t(program)) }
    func loseServer() { server.kill() }
    func restoreServer() async throws {
        try server.start()
        _ = try await server.isReady()
    }
}
