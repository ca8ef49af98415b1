import CPulse
import Dispatch
import Foundation
import Synchronization

/// The link to a PulseAudio server, or to PipeWire's implementation of one, on a connection and a thread of its own.
///
/// The thread is started by `start` and ends with the link. An absent server is retried after a quarter second, then at growing intervals.
package final class PulseLink: AudioServerLink {
    private struct Started {
        var follower: PulseFollower
        /// Left when the first state is known, or the server is known to be absent.
        var settled: DispatchGroup
    }

    private let server: String?
    private let process: String
    private let started = Mutex<Started?>(nil)

    /// - Parameters:
    ///   - server: a server in libpulse's format; nil for libpulse's default server.
    ///   - process: the mark of this process.
    package init(server: String? = nil, process: String = SessionMark.process) {
        self.server = server
        self.process = process
    }

    deinit { started.withLock { $0 }?.follower.stop() }

    private var follower: PulseFollower? { started.withLock { $0?.follower } }

    package var state: AudioServerState? { follower?.known }

    package func start(_ handler: @escaping @Sendable (AudioServerState?) -> Void) {
        let follower = started.withLock { started -> PulseFollower? in
            guard started == nil, let loop = PulseMainLoop() else { return nil }
            let settled = DispatchGroup()
            settled.enter()
            let follower = PulseFollower(server: server, process: process, loop: loop, settled: settled, handler)
            started = Started(follower: follower, settled: settled)
            return follower
        }
        follower?.connect()
    }

    package func waitUntilSettled(seconds: Double) {
        _ = started.withLock { $0?.settled }?.wait(timeout: .now() + seconds)
    }

    package func publish(_ session: SessionMark) { follower?.publish(session) }

    package func move(streams: [UInt32], to sink: UInt32) {
        follower?.send { context in
            streams.map { pa_context_move_sink_input_by_index(context, $0, sink, nil, nil) }
        }
    }

    package func setVolume(_ volume: Float, of stream: UInt32) {
        follower?.send { context in
            var volumes = pa_cvolume()
            // One channel: the server applies the factor to all channels of the stream.
            pa_cvolume_set(&volumes, 1, PulseSnapshot.volume(volume))
            return [pa_context_set_sink_input_volume(context, stream, &volumes, nil, nil)]
        }
    }

    package func setVolume(_ volume: Float, ofSink sink: AudioSink) {
        follower?.send { context in
            var volumes = pa_cvolume()
            pa_cvolume_set(&volumes, UInt32(max(1, min(sink.channelCount, 32))), PulseSnapshot.volume(volume))
            let change = pa_context_set_sink_volume_by_index(context, sink.index, &volumes, nil, nil)
            // A muted output is reported with the volume 0.
            guard volume > 0, sink.volume == 0 else { return [change] }
            return [change, pa_context_set_sink_mute_by_index(context, sink.index, 0, nil, nil)]
        }
    }

    package func flush(seconds: Double) { follower?.flush(seconds: seconds) }
}

/// The connection of a `PulseLink`: reads the server's state after each of its events.
final class PulseFollower: Sendable {
    private struct State {
        var context: OpaquePointer?
        var isReady = false
        var isStopped = false
        var reading: PulseReading?
        var session: SessionMark?
        var retryDelay = PulseFollower.firstRetryDelay
        var hasSettled = false
    }

    private static let firstRetryDelay = 0.25
    private static let lastRetryDelay = 8.0

    private let server: String?
    private let process: String
    private let loop: PulseMainLoop
    private let state: PulseLocked<State>
    private let settled: DispatchGroup
    private let handler: @Sendable (AudioServerState?) -> Void
    private let lastKnown = Mutex<AudioServerState?>(nil)
    private let queue = DispatchQueue(label: "media audio server")

    init(
        server: String?, process: String, loop: PulseMainLoop, settled: DispatchGroup,
        _ handler: @escaping @Sendable (AudioServerState?) -> Void
    ) {
        self.server = server
        self.process = process
        self.loop = loop
        self.settled = settled
        self.handler = handler
        state = PulseLocked(State(), loop: loop)
    }

    var known: AudioServerState? { lastKnown.withLock { $0 } }

    // MARK: The connection

    func connect() {
        state.withLock { state in
            guard !state.isStopped else { return }
            release(&state)
            let properties = pa_proplist_new()
            defer { pa_proplist_free(properties) }
            let program = ProcessInfo.processInfo.processName
            pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, program)
            pa_proplist_sets(properties, SessionMark.processPropertyName, process)
            if let session = state.session { pa_proplist_sets(properties, SessionMark.propertyName, session.text) }
            guard let context = pa_context_new_with_proplist(loop.api, program, properties) else {
                return disconnected(&state)
            }
            state.context = context
            guard pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
                return disconnected(&state)
            }
            // Set after connecting, because libpulse also calls back during `pa_context_connect`.
            let opaque = Unmanaged.passUnretained(self).toOpaque()
            pa_context_set_state_callback(
                context, { _, opaque in PulseFollower.from(opaque)?.contextChanged() }, opaque)
            pa_context_set_subscribe_callback(
                context, { _, _, _, opaque in PulseFollower.from(opaque)?.serverChanged() }, opaque)
            follow(&state)
        }
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> PulseFollower? {
        opaque.map { Unmanaged<PulseFollower>.fromOpaque($0).takeUnretainedValue() }
    }

    private func contextChanged() { state.withLock { follow(&$0) } }

    private func follow(_ state: inout State) {
        guard let context = state.context else { return }
        switch pa_context_get_state(context) {
        case PA_CONTEXT_READY:
            guard !state.isReady else { return }
            state.isReady = true
            state.retryDelay = Self.firstRetryDelay
            let mask =
                PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
                | PA_SUBSCRIPTION_MASK_CLIENT.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
                | PA_SUBSCRIPTION_MASK_CARD.rawValue
            Self.end(pa_context_subscribe(context, pa_subscription_mask_t(rawValue: mask), nil, nil))
            read(&state, PulseReading())
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: disconnected(&state)
        default: break
        }
    }

    private func disconnected(_ state: inout State) {
        state.isReady = false
        state.reading = nil
        let wasKnown = lastKnown.withLock { known in
            defer { known = nil }
            return known != nil
        }
        settle(&state)
        if wasKnown { queue.async { [handler] in handler(nil) } }
        guard !state.isStopped else { return }
        queue.asyncAfter(deadline: .now() + state.retryDelay) { [weak self] in self?.connect() }
        state.retryDelay = min(state.retryDelay * 2, Self.lastRetryDelay)
    }

    private func settle(_ state: inout State) {
        guard !state.hasSettled else { return }
        state.hasSettled = true
        settled.leave()
    }

    private func release(_ state: inout State) {
        guard let context = state.context else { return }
        state.context = nil
        state.isReady = false
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
    }

    /// Ends the connection and its thread. No callback is called after this returns.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            release(&state)
            settle(&state)
        }
        loop.stop()
    }

    // MARK: Reading

    private func serverChanged() {
        state.withLock { state in
            guard state.reading == nil else {
                state.reading?.noteChange()
                return
            }
            read(&state, PulseReading())
        }
    }

    /// Requests all lists at once: the replies come in the order of the requests.
    private func read(_ state: inout State, _ reading: PulseReading) {
        guard state.isReady, let context = state.context else { return }
        state.reading = reading
        let opaque = Unmanaged.passUnretained(self).toOpaque()
        Self.end(
            pa_context_get_server_info(
                context, { _, info, opaque in PulseFollower.from(opaque)?.take { $0.take(info?.pointee) } }, opaque))
        Self.end(
            pa_context_get_sink_info_list(
                context, { _, info, _, opaque in PulseFollower.from(opaque)?.take { $0.take(info?.pointee) } }, opaque))
        Self.end(
            pa_context_get_sink_input_info_list(
                context, { _, info, _, opaque in PulseFollower.from(opaque)?.take { $0.take(info?.pointee) } }, opaque))
        Self.end(
            pa_context_get_client_info_list(
                context,
                { _, info, _, opaque in
                    guard let follower = PulseFollower.from(opaque) else { return }
                    if let info { follower.take { $0.take(info.pointee) } } else { follower.finishReading() }
                }, opaque))
    }

    private func take(_ body: (inout PulseSnapshot) -> Void) {
        state.withLock { state in
            if var reading = state.reading {
                body(&reading.snapshot)
                state.reading = reading
            }
        }
    }

    private func finishReading() {
        state.withLock { state in
            guard let reading = state.reading else { return }
            state.reading = nil
            if reading.isPublished { publish(reading.snapshot.state, &state) }
            if let next = reading.next { read(&state, next) }
        }
    }

    private func publish(_ result: AudioServerState, _ state: inout State) {
        let isNew = lastKnown.withLock { known in
            defer { known = result }
            return known != result
        }
        settle(&state)
        if isNew { queue.async { [handler] in handler(result) } }
    }

    // MARK: Commands

    func publish(_ session: SessionMark) {
        state.withLock { state in
            state.session = session
            guard state.isReady, let context = state.context else { return }
            let properties = pa_proplist_new()
            defer { pa_proplist_free(properties) }
            pa_proplist_sets(properties, SessionMark.propertyName, session.text)
            Self.end(pa_context_proplist_update(context, PA_UPDATE_REPLACE, properties, nil, nil))
        }
    }

    func send(_ body: (OpaquePointer) -> [OpaquePointer?]) {
        state.withLock { state in
            guard state.isReady, let context = state.context else { return }
            for operation in body(context) { Self.end(operation) }
        }
    }

    /// Sends a request whose reply follows those of all earlier ones, and waits for it.
    func flush(seconds: Double) {
        let started = state.withLock { state -> PulseReply? in
            guard state.isReady, let context = state.context,
                let operation = pa_context_get_server_info(context, nil, nil)
            else { return nil }
            return PulseReply(operation: operation, loop: loop)
        }
        let end = ContinuousClock.now + .seconds(seconds)
        while let started, started.isPending, ContinuousClock.now < end { usleep(1_000) }
    }

    private static func end(_ operation: OpaquePointer?) { if let operation { pa_operation_unref(operation) } }
}

/// A request to the server, until its reply has arrived or the connection has ended.
private final class PulseReply: @unchecked Sendable {
    // Sendable because the pointer never changes and libpulse's functions are called with the lock of its loop held.
    private let operation: OpaquePointer
    private let loop: PulseMainLoop

    init(operation: OpaquePointer, loop: PulseMainLoop) {
        self.operation = operation
        self.loop = loop
    }

    deinit { loop.withLock { pa_operation_unref(operation) } }

    var isPending: Bool { loop.withLock { pa_operation_get_state(operation) == PA_OPERATION_RUNNING } }
}
