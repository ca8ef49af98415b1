import AudioServer
import Synchronization

/// Plays through a PulseAudio server, or PipeWire's implementation of one.
///
/// All outputs of a process that use the same server share a connection, and all connections share one thread.
final class PulseOutput: DeviceOutput {
    private enum Phase {
        case idle
        case open(PulseStream, PulseConnection)
        /// Retains the stream, which still returns its final position.
        case stopped(PulseStream?)

        var stream: PulseStream? {
            switch self {
            case .idle: nil
            case .open(let stream, _): stream
            case .stopped(let stream): stream
            }
        }
    }

    private let clock: any HostClock
    private let server: String?
    private let connections: PulseConnections
    private let policy: AudioStreamPolicy
    private let phase = Mutex(Phase.idle)
    /// The server's name of the device that the client has chosen.
    private let chosenDevice = Mutex<String?>(nil)

    /// A server that has not opened the stream within this many seconds is treated as unavailable.
    static let connectSeconds = 1.5

    /// - Parameter server: a server in libpulse's format; nil for libpulse's default server.
    /// - Parameter connections: the shared connections.
    /// - Parameter policy: the role, the output and the gain of the stream.
    init(
        clock: any HostClock, server: String? = nil, connections: PulseConnections = .shared,
        policy: AudioStreamPolicy = .shared
    ) {
        self.clock = clock
        self.server = server
        self.connections = connections
        self.policy = policy
    }

    deinit { stop() }

    private var stream: PulseStream? { phase.withLock { $0.stream } }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        let connection = try connections.acquire(server: server)
        let stream = PulseStream(
            format: format, clock: clock, policy: policy, device: chosenDevice.withLock { $0 }, loop: connection.loop,
            render: render, events: events)
        let isStarting = phase.withLock { phase in
            guard case .idle = phase else { return false }
            phase = .open(stream, connection)
            return true
        }
        guard isStarting else { return connections.release(connection) }
        connection.attach(stream)
        if let failure = stream.waitUntilOpen(seconds: Self.connectSeconds) {
            stop()
            throw failure
        }
    }

    func setPaused(_ paused: Bool) { stream?.setPaused(paused) }

    func flush() { stream?.flush() }

    func wake() { stream?.wake() }

    func selectDevice(_ name: String?) {
        let isNew = chosenDevice.withLock { device -> Bool in
            defer { device = name }
            return device != name
        }
        if isNew { stream?.selectDevice(name) }
    }

    func position() -> AudioPosition {
        stream?.position ?? AudioPosition(framesPlayed: 0, hostTime: clock.now, isRunning: false)
    }

    var deviceName: String { stream?.deviceName ?? "PulseAudio" }

    var isGone: Bool { stream?.isLost ?? false }

    var isSuspended: Bool { stream?.isSuspended ?? false }

    var latencySeconds: Double { PulseStream.targetSeconds }

    func retire() -> AudioAccount {
        let stream = self.stream
        stop()
        return stream?.account ?? AudioAccount(played: 0, rendered: 0)
    }

    func stop() {
        let open = phase.withLock { phase -> (PulseStream, PulseConnection)? in
            guard case .open(let stream, let connection) = phase else {
                if case .idle = phase { phase = .stopped(nil) }
                return nil
            }
            phase = .stopped(stream)
            return (stream, connection)
        }
        guard let (stream, connection) = open else { return }
        connection.detach(stream)
        connections.release(connection)
    }
}
