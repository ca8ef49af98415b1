public import Foundation
import Synchronization

/// A TLS proxy before a plain server on loopback: runs one `openssl s_server` per connection.
public final class SecureFront: Sendable {
    private struct State: Sendable {
        var programs: Set<Int32> = []
        var connections: Set<Int32> = []
    }

    public let port: UInt16
    private let listener: LoopbackListener
    private let state: SharedState

    private final class SharedState: Sendable { let list = Mutex(State()) }

    /// - Parameter protocols: the protocols offered by ALPN, in order of preference: `http/1.1`, `h2`.
    public init(_ certificate: TestAuthority.Certificate, protocols: [String] = ["http/1.1"], backend: UInt16) throws {
        let state = SharedState()
        self.state = state
        listener = try LoopbackListener { connection in
            Self.serve(connection, certificate, protocols, backend, state)
        }
        port = listener.port
    }

    deinit { stop() }

    public func url(_ path: String, host: String = "127.0.0.1") -> URL {
        URL(string: "https://\(host):\(port)\(path)") ?? URL(fileURLWithPath: path)
    }

    /// Closes every connection; idempotent.
    public func stop() {
        listener.stop()
        state.list.withLock { state in
            for program in state.programs { kill(program, SIGKILL) }
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private static func serve(
        _ connection: Int32, _ certificate: TestAuthority.Certificate, _ protocols: [String], _ backend: UInt16,
        _ state: SharedState
    ) {
        guard let openssl = ExternalCommand.find("openssl"), let inner = LoopbackListener.freePort(),
            let plain = LoopbackListener.connect(to: backend)
        else { return }
        let program = Process()
        program.executableURL = openssl
        program.arguments = [
            "s_server", "-quiet", "-accept", "127.0.0.1:\(inner)", "-naccept", "1", "-cert",
            certificate.certificate.path, "-key",
            certificate.key.path, "-alpn", protocols.joined(separator: ","),
        ]
        // Decrypted data goes to the plain server, and its responses return the same way.
        let handle = FileHandle(fileDescriptor: plain, closeOnDealloc: false)
        program.standardInput = handle
        program.standardOutput = handle
        program.standardError = FileHandle.nullDevice
        let ended = DispatchSemaphore(value: 0)
        program.terminationHandler = { _ in ended.signal() }
        defer {
            shutdown(plain, Int32(SHUT_RDWR))
            close(plain)
        }
        do { try program.runHearingSignals() } catch { return }
        let identifier = program.processIdentifier
        state.list.withLock { state in
            state.programs.insert(identifier)
            state.connections.insert(connection)
        }
        defer {
            state.list.withLock { state in
                if state.programs.remove(identifier) != nil { kill(identifier, SIGKILL) }
                state.connections.remove(connection)
            }
            ended.wait()
        }
        guard let secure = connect(inner, program) else { return }
        let back = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            copy(from: secure, to: connection)
            back.signal()
        }
        copy(from: connection, to: secure)
        back.wait()
        close(secure)
    }

    /// Waits until the program listens.
    private static func connect(_ port: UInt16, _ program: Process) -> Int32? {
        for _ in 0..<1_000 where program.isRunning {
            if let connection = LoopbackListener.connect(to: port) { return connection }
            usleep(5_000)
        }
        return nil
    }

    /// Copies until either end closes, then closes both.
    private static func copy(from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0, LoopbackListener.send(Array(buffer[..<count]), to: target) else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }
}
