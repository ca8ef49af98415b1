import Synchronization

/// The connections of the process to sound servers: one for each server, and one thread of libpulse for all of them.
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

    /// Connections that are open, failed ones with streams included.
    var count: Int { state.withLock { $0.leases.count } }
    /// Whether the thread of libpulse runs.
    var hasThread: Bool { state.withLock { $0.loop != nil } }

    /// Returns the connection to `server`, which may still be on its way; a failed one is replaced by a new one.
    ///
    /// Each call is matched by one of `release`.
    /// - Parameter server: an address as libpulse writes it; nil for the server that libpulse finds.
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

    /// Gives back what `acquire` returned. Not to be called on the thread of libpulse.
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
    /// A call of libpulse failed, for this reason.
    static func soundServer(_ call: String, _ reason: String = "") -> MediaError {
        MediaError(
            .audioOutputFailed, "The sound server cannot be reached; playback continues without sound.",
            detail: reason.isEmpty ? call : "\(call): \(reason)")
    }
}
