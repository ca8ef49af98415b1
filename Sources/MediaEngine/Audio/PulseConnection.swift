import AudioServer
import CPulse
import Foundation

/// A connection to an audio server, with its streams.
final class PulseConnection: Sendable {
    private enum Phase {
        case connecting(OpaquePointer)
        case ready(OpaquePointer)
        case failed(MediaError)
        case closed
    }

    private struct State {
        var phase = Phase.closed
        /// Released in `close`, also after a failure.
        var context: OpaquePointer?
        var streams: [ObjectIdentifier: PulseStream] = [:]
    }

    /// In libpulse's format; nil for libpulse's default server.
    let server: String?
    private let state: PulseLocked<State>
    let loop: PulseMainLoop

    init(server: String?, loop: PulseMainLoop) {
        self.server = server
        self.loop = loop
        state = PulseLocked(State(), loop: loop)
    }

    /// Whether the connection can no longer be used.
    var hasFailed: Bool {
        state.withLock { state in
            switch state.phase {
            case .connecting, .ready: false
            case .failed, .closed: true
            }
        }
    }

    /// Starts to connect; returns at once.
    func connect() {
        state.withLock { state in
            let properties = pa_proplist_new()
            defer { pa_proplist_free(properties) }
            let program = ProcessInfo.processInfo.processName
            pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, program)
            guard let context = pa_context_new_with_proplist(loop.api, program, properties) else {
                state.phase = .failed(.soundServer("pa_context_new"))
                return
            }
            state.context = context
            state.phase = .connecting(context)
            guard pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
                return fail(&state)
            }
            // Set after connecting, because libpulse also calls back during `pa_context_connect`.
            pa_context_set_state_callback(
                context,
                { _, opaque in
                    guard let opaque else { return }
                    Unmanaged<PulseConnection>.fromOpaque(opaque).takeUnretainedValue().contextChanged()
                }, Unmanaged.passUnretained(self).toOpaque())
            follow(&state)
        }
    }

    private func contextChanged() { state.withLock { follow(&$0) } }

    private func follow(_ state: inout State) {
        guard case .connecting(let context) = state.phase else {
            if case .ready(let context) = state.phase, !Self.isReady(context) { fail(&state) }
            return
        }
        if !Self.isReady(context) {
            fail(&state)
        } else if pa_context_get_state(context) == PA_CONTEXT_READY {
            state.phase = .ready(context)
            for stream in state.streams.values { stream.open(on: context) }
        }
    }

    private static func isReady(_ context: OpaquePointer) -> Bool {
        let state = pa_context_get_state(context)
        return state != PA_CONTEXT_FAILED && state != PA_CONTEXT_TERMINATED
    }

    private func fail(_ state: inout State) {
        let reason = state.context.map { String(cString: pa_strerror(pa_context_errno($0))) } ?? ""
        let error = MediaError.soundServer("pa_context_connect", reason)
        state.phase = .failed(error)
        for stream in state.streams.values { stream.lose(error) }
    }

    /// Opens the stream as soon as the connection is ready; the stream fails with the connection.
    func attach(_ stream: PulseStream) {
        state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = stream
            switch state.phase {
            case .connecting: break
            case .ready(let context): stream.open(on: context)
            case .failed(let error): stream.lose(error)
            case .closed: stream.lose(.soundServer("pa_context_connect"))
            }
        }
    }

    /// Closes the stream: it renders nothing after this returns.
    func detach(_ stream: PulseStream) {
        state.withLock { state in
            state.streams[ObjectIdentifier(stream)] = nil
            stream.close()
        }
    }

    /// Closes the connection, whose streams must be detached. No callback is called after this returns.
    func close() {
        state.withLock { state in
            state.phase = .closed
            guard let context = state.context else { return }
            state.context = nil
            pa_context_set_state_callback(context, nil, nil)
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
    }
}
