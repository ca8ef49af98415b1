import AudioServer
import CPulse
import Dispatch
import Foundation

/// A playback stream of an audio server.
///
/// All methods may be called on any thread, except `waitUntilOpen`: it must not be called on libpulse's thread.
final class PulseStream: Sendable {
    private enum Phase {
        case opening
        case open
        case lost(MediaError)
        case closed
    }

    private struct State {
        var phase = Phase.opening
        var stream: OpaquePointer?
        /// The reference passed to the callbacks of `stream`.
        var callbackTarget: Unmanaged<PulseStream>?
        var render: AudioRender?
        var events: (@Sendable (AudioOutputEvent) -> Void)?
        var deviceName = "PulseAudio"
        var isPaused = true
        var framesWritten: Int64 = 0
        var lastPlayed = 0.0
        var timing: PulseTiming
        var gain: OutputGain
        /// The sink that the client has chosen; nil: that of the audio session.
        var device: String?
        /// The value of `device` for which the stream was requested.
        var requestedDevice: String?
    }

    private let policy: AudioStreamPolicy
    private let format: AudioFormat
    private let clock: any HostClock
    private let state: PulseLocked<State>
    /// Signalled once, when the stream has opened or is lost.
    private let settled = DispatchSemaphore(value: 0)

    /// The server's buffer length: short, so that a seek or a pause is audible at once.
    static let targetSeconds = 0.1
    /// Events are sent on this queue, never with the lock of libpulse held.
    private static let eventQueue = DispatchQueue(label: "media audio events")

    init(
        format: AudioFormat, clock: any HostClock, policy: AudioStreamPolicy, device: String? = nil,
        loop: PulseMainLoop, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) {
        self.format = format
        self.clock = clock
        self.policy = policy
        let state = State(
            render: render, events: events, timing: PulseTiming(format: format), gain: OutputGain(policy.values.gain),
            device: device)
        self.state = PulseLocked(state, loop: loop)
    }

    // MARK: - Opening and closing

    /// Requests the stream from the server. Called by the connection when its context is ready.
    func open(on context: OpaquePointer) {
        state.withLock { state in
            guard case .opening = state.phase, state.stream == nil else { return }
            request(state.device, on: context, &state)
        }
    }

    /// - Parameter device: the client's sink; nil: that of the audio session.
    private func request(_ device: String?, on context: OpaquePointer, _ state: inout State) {
        var spec = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate), channels: UInt8(clamping: format.channels)
        )
        let values = policy.values
        let properties = Self.properties(role: values.role, device: device)
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, SessionMark.processPropertyName, SessionMark.process)
        guard let stream = pa_stream_new_with_proplist(context, "Audio", &spec, nil, properties) else {
            return lose(&state, Self.failure("pa_stream_new", context))
        }
        state.stream = stream
        state.requestedDevice = device
        let bytesPerSecond = Double(format.sampleRate * format.channels * 4)
        var attributes = pa_buffer_attr(
            maxlength: UInt32.max, tlength: UInt32(bytesPerSecond * Self.targetSeconds), prebuf: 0,
            minreq: UInt32(bytesPerSecond * values.requestSeconds), fragsize: UInt32.max)
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_START_CORKED.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
                | PA_STREAM_ADJUST_LATENCY.rawValue)
        guard pa_stream_connect_playback(stream, device ?? values.sink, &attributes, flags, nil, nil) >= 0 else {
            return lose(&state, Self.failure("pa_stream_connect_playback", context))
        }
        policy.observe(self) { [weak self] in self?.follow($0) }
        // Set after connecting, because libpulse also calls back during `pa_stream_connect_playback`.
        let target = Unmanaged.passRetained(self)
        state.callbackTarget = target
        Self.installCallbacks(stream, target.toOpaque())
    }

    /// Returns a new list of properties, which the caller frees.
    private static func properties(role: String, device: String?) -> OpaquePointer? {
        let properties = pa_proplist_new()
        pa_proplist_sets(properties, SessionMark.devicePropertyName, device ?? "")
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role)
        return properties
    }

    /// Applies changes of the audio session to the open stream. The session moves the stream itself.
    private func follow(_ values: AudioStreamPolicy.Values) {
        state.withLock { state in
            state.gain.target = values.gain
            publish(values, state)
        }
    }

    private func publish(_ values: AudioStreamPolicy.Values, _ state: State) {
        guard let stream = state.stream else { return }
        let properties = Self.properties(role: values.role, device: state.requestedDevice)
        defer { pa_proplist_free(properties) }
        if let operation = pa_stream_proplist_update(stream, PA_UPDATE_REPLACE, properties, nil, nil) {
            pa_operation_unref(operation)
        }
    }

    // MARK: - The client's device

    /// Moves the stream to a sink; nil: that of the audio session. If the server has no such sink, the stream stays where it is.
    func selectDevice(_ name: String?) {
        state.withLock { state in
            state.device = name
            guard case .open = state.phase else { return }
            moveToDevice(&state)
        }
    }

    /// Moves an open stream to the sink that was chosen after the stream had been requested.
    private func moveToDevice(_ state: inout State) {
        guard state.device != state.requestedDevice, let stream = state.stream,
            let context = pa_stream_get_context(stream)
        else { return }
        state.requestedDevice = state.device
        let values = policy.values
        publish(values, state)
        let sink = state.device ?? values.sink ?? Self.defaultSink
        if let operation = pa_context_move_sink_input_by_name(
            context, pa_stream_get_index(stream), sink, nil, nil)
        {
            pa_operation_unref(operation)
        }
    }

    /// The server's name for whichever sink is the default.
    private static let defaultSink = "@DEFAULT_SINK@"

    /// Requests the stream again, without the client's sink.
    /// - Returns: false unless the stream is missing because the server has no such sink.
    private func openWithoutDevice(_ stream: OpaquePointer, _ state: inout State) -> Bool {
        guard case .opening = state.phase, let device = state.requestedDevice,
            let context = pa_stream_get_context(stream), pa_context_errno(context) == Int32(PA_ERR_NOENTITY.rawValue)
        else { return false }
        release(stream, &state)
        if state.device == device { state.device = nil }
        request(nil, on: context, &state)
        return true
    }

    private static func installCallbacks(_ stream: OpaquePointer, _ opaque: UnsafeMutableRawPointer) {
        pa_stream_set_state_callback(stream, { _, opaque in PulseStream.from(opaque)?.stateChanged() }, opaque)
        pa_stream_set_write_callback(stream, { _, _, opaque in PulseStream.from(opaque)?.fill() }, opaque)
        pa_stream_set_latency_update_callback(stream, { _, opaque in PulseStream.from(opaque)?.takeTiming() }, opaque)
        pa_stream_set_suspended_callback(
            stream, { _, opaque in PulseStream.from(opaque)?.suspensionChanged() }, opaque)
        pa_stream_set_moved_callback(stream, { _, opaque in PulseStream.from(opaque)?.moved() }, opaque)
    }

    private static func from(_ opaque: UnsafeMutableRawPointer?) -> PulseStream? {
        opaque.map { Unmanaged<PulseStream>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func failure(_ call: String, _ context: OpaquePointer) -> MediaError {
        .soundServer(call, String(cString: pa_strerror(pa_context_errno(context))))
    }

    private func stateChanged() {
        state.withLock { state in
            guard let stream = state.stream else { return }
            switch pa_stream_get_state(stream) {
            case PA_STREAM_READY:
                guard case .opening = state.phase else { return }
                state.phase = .open
                readDeviceName(&state)
                moveToDevice(&state)
                settled.signal()
            case PA_STREAM_FAILED, PA_STREAM_TERMINATED:
                if openWithoutDevice(stream, &state) { return }
                let context = pa_stream_get_context(stream)
                lose(
                    &state, context.map { Self.failure("pa_stream_connect_playback", $0) } ?? .soundServer("pa_stream"))
            default: break
            }
        }
    }

    /// Called when the connection has failed.
    func lose(_ error: MediaError) { state.withLock { lose(&$0, error) } }

    private func lose(_ state: inout State, _ error: MediaError) {
        switch state.phase {
        case .opening:
            state.phase = .lost(error)
            settled.signal()
        case .open:
            state.phase = .lost(error)
            send(.deviceLost, state)
        case .lost, .closed: break
        }
    }

    /// Waits until the stream is open, and starts to fill it.
    /// - Returns: the error if the stream is not open.
    func waitUntilOpen(seconds: Double) -> MediaError? {
        let isInTime = settled.wait(timeout: .now() + seconds) == .success
        return state.withLock { state in
            switch state.phase {
            case .open:
                fill(&state)
                return nil
            case .lost(let error): return error
            case .opening, .closed:
                return .soundServer("pa_stream_connect_playback", isInTime ? "" : "no response within \(seconds) s")
            }
        }
    }

    /// Ends the stream. Nothing is rendered after this returns; idempotent.
    func close() {
        policy.observe(self, nil)
        state.withLock { state in
            if case .closed = state.phase { return }
            state.lastPlayed = played(&state, at: clock.now)
            state.phase = .closed
            state.render = nil
            state.events = nil
            if let stream = state.stream { release(stream, &state) }
        }
    }

    private func release(_ stream: OpaquePointer, _ state: inout State) {
        state.stream = nil
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_write_callback(stream, nil, nil)
        pa_stream_set_latency_update_callback(stream, nil, nil)
        pa_stream_set_suspended_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
        state.callbackTarget?.release()
        state.callbackTarget = nil
    }

    // MARK: - Events

    private func send(_ event: AudioOutputEvent, _ state: State) {
        guard let events = state.events else { return }
        Self.eventQueue.async { events(event) }
    }

    private func suspensionChanged() {
        state.withLock { state in
            guard let stream = state.stream else { return }
            send(pa_stream_is_suspended(stream) > 0 ? .deviceLost : .deviceChanged(state.deviceName), state)
        }
    }

    private func moved() {
        state.withLock { state in
            readDeviceName(&state)
            state.timing.interrupt(isPaused: state.isPaused, at: clock.now)
            send(.deviceChanged(state.deviceName), state)
        }
    }

    private func readDeviceName(_ state: inout State) {
        guard let stream = state.stream, let device = pa_stream_get_device_name(stream) else { return }
        state.deviceName = "PulseAudio: " + String(cString: device)
    }

    // MARK: - Samples

    private func fill() { state.withLock { fill(&$0) } }

    /// Writes as many frames as the server requests and `render` returns.
    private func fill(_ state: inout State) {
        guard case .open = state.phase, let stream = state.stream, let render = state.render else { return }
        let bytesPerFrame = format.channels * 4
        while true {
            let writable = pa_stream_writable_size(stream)
            guard writable != Int.max, writable >= bytesPerFrame else { return }
            var bytes = writable
            var memory: UnsafeMutableRawPointer?
            guard pa_stream_begin_write(stream, &memory, &bytes) >= 0, let memory, bytes >= bytesPerFrame else {
                return
            }
            let frames = bytes / bytesPerFrame
            let buffer = UnsafeMutableBufferPointer(
                start: memory.assumingMemoryBound(to: Float.self), count: frames * format.channels)
            let got = render(buffer, frames)
            guard got > 0 else {
                pa_stream_cancel_write(stream)
                return
            }
            state.gain.apply(to: buffer, frames: got, channels: format.channels, sampleRate: format.sampleRate)
            guard pa_stream_write(stream, memory, got * bytesPerFrame, nil, 0, PA_SEEK_RELATIVE) >= 0 else { return }
            state.framesWritten += Int64(got)
            if got < frames { return }
        }
    }

    // MARK: - Position

    /// Called when the server has reported its position.
    private func takeTiming() {
        state.withLock { state in
            guard let stream = state.stream, let timing = pa_stream_get_timing_info(stream) else { return }
            if state.timing.take(timing.pointee, at: clock.now) == .needsAnother { requestTiming(state) }
        }
    }

    private func requestTiming(_ state: State) {
        guard let stream = state.stream, let operation = pa_stream_update_timing_info(stream, nil, nil) else { return }
        pa_operation_unref(operation)
    }

    /// Returns the frames played by now; never decreases, except after a flush.
    private func played(_ state: inout State, at host: Int64) -> Double {
        switch state.phase {
        case .opening, .closed: return state.lastPlayed
        case .open:
            if let stream = state.stream, let timing = pa_stream_get_timing_info(stream) {
                state.timing.locate(state.framesWritten, timing.pointee)
            }
        // The last report and the host clock are used.
        case .lost: break
        }
        if let played = state.timing.framesPlayed(at: host) {
            state.lastPlayed = max(state.lastPlayed, played.clamped(0, Double(state.framesWritten)))
        }
        return state.lastPlayed
    }

    var position: AudioPosition {
        state.withLock { state in
            let host = clock.now
            let isRunning =
                switch state.phase {
                case .open: !state.isPaused
                case .opening, .lost, .closed: false
                }
            return AudioPosition(framesPlayed: played(&state, at: host), hostTime: host, isRunning: isRunning)
        }
    }

    /// The rendered and played frames since the last flush.
    var account: AudioAccount {
        state.withLock { state in
            AudioAccount(played: played(&state, at: clock.now), rendered: Double(state.framesWritten))
        }
    }

    // MARK: - Commands

    func setPaused(_ paused: Bool) {
        state.withLock { state in
            guard let stream = state.stream, state.isPaused != paused else { return }
            let host = clock.now
            _ = played(&state, at: host)
            state.isPaused = paused
            // The device counts as stopped until the server reports otherwise.
            state.timing.interrupt(isPaused: paused, at: host)
            if !paused { fill(&state) }
            if let operation = pa_stream_cork(stream, paused ? 1 : 0, nil, nil) { pa_operation_unref(operation) }
            requestTiming(state)
        }
    }

    func flush() {
        state.withLock { state in
            state.framesWritten = 0
            state.lastPlayed = 0
            state.timing.flush()
            guard let stream = state.stream else { return }
            if let operation = pa_stream_flush(stream, nil, nil) { pa_operation_unref(operation) }
            requestTiming(state)
        }
    }

    func wake() { fill() }

    var deviceName: String { state.withLock { $0.deviceName } }

    var isLost: Bool {
        state.withLock { state in
            switch state.phase {
            case .opening, .open: false
            case .lost, .closed: true
            }
        }
    }

    /// Whether the stream's sink is suspended.
    var isSuspended: Bool { state.withLock { $0.stream.map { pa_stream_is_suspended($0) > 0 } ?? false } }
}
