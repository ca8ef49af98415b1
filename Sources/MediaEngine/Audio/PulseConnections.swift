import AudioServer
import Synchronization

/// The process's connections to audio servers: one per server, and one libpulse thread for all of them.
///
/// A connection is opened for its first stream and closed with its last one; the thread ends with the last connection.
final class PulseConnections: Sendable {
    static let shared = PulseConnections()

    private struct Lease {
        var connection: PulseConnection
        var users: Int
    }

    private struct State {
        var loop: PulseMainLoop?
        var leases: [Lease] = []
    }

    private let state = Mutex(State())

    /// The number of open connections, including failed ones with streams.
    var count: Int { state.withLock { $0.leases.count } }
    /// Whether the libpulse thread runs.
    var hasThread: Bool { state.withLock { $0.loop != nil } }

    /// Returns the connection to `server`, which may still be connecting; a failed one is replaced.
    ///
    /// Each call must be balanced by a call of `release`.
    /// - Parameter server: a server in libpulse's format; nil for libpulse's default server.
    func acquire(server: String?) throws(MediaError) -> PulseConnection {
        try state.withLock { state throws(MediaError) in
            let usable = state.leases.firstIndex { $0.connection.server == server && !$0.connection.hasFailed }
            if let usable {
                state.leases[usable].users += 1
                return state.leases[usable].connection
            }
            guard let loop = state.loop ?? PulseMainLoop() else { throw .soundServer("pa_threaded_mainloop_start") }
            state.loop = loop
            let connection = PulseConnection(server: server, loop: loop)
            connection.connect()
            state.leases.append(Lease(connection: connection, users: 1))
            return connection
        }
    }

    /// Releases a connection from `acquire`. Must not be called on the libpulse thread.
    func release(_ connection: PulseConnection) {
        state.withLock { state in
            guard let index = state.leases.firstIndex(where: { $0.connection === connection }) else { return }
            state.leases[index].users -= 1
            guard state.leases[index].users == 0 else { return }
            connection.close()
            state.leases.remove(at: index)
            guard state.leases.isEmpty else { return }
            state.loop?.stop()
            state.loop = nil
        }
    }
}

extension MediaError {
    /// Returns the error of a failed libpulse call.
    static func soundServer(_ call: String, _ reason: String = "") -> MediaError {
        MediaError(
            .audioOutputFailed, "The audio server cannot be reached; playback continues without audio.",
            detail: reason.isEmpty ? call : "\(call): \(reason)")
    }
}
