import CPulse
import Foundation
import Synchronization

/// Plays through a PulseAudio server, or PipeWire's stand-in for one.
///
/// The connection has a thread of libpulse's own; all its objects are used under that thread's lock.
final class PulseOutput: DeviceOutput, @unchecked Sendable {
    // The pointers are written in `start` before the callbacks can run, and in `stop` after they have ended; everything
    // else that changes is used with the main loop's lock held, as libpulse wants it.
    private var loop: OpaquePointer?
    private var context: OpaquePointer?
    private var stream: OpaquePointer?
    private var render: AudioRender?
    private var events: (@Sendable (AudioOutputEvent) -> Void)?
    private var format = AudioFormat(sampleRate: 48_000, channels: 2)
    private let clock: any HostClock
    private var framesWritten: Int64 = 0
    private var lastHeard = 0.0
    /// What the server last said it had played, in frames of its own count, when that was so, and whether it was going on.
    private struct Report {
        var frames: Double
        var host: Int64
        var isPlaying: Bool
    }
    private var report: Report?
    /// Frames of the server's count up to the last one written.
    private var lastWriteIndex: Int64 = 0
    private var isPaused = true
    private var hasGone = false
    private var hasBegun = false
    private let name = Mutex("PulseAudio")
    /// Held while another thread uses the connection, which may then not be closed.
    private let isStopped = Mutex(false)
    private let server: String?

    /// Sound held by the server: short, so that a seek or a pause is heard at once.
    static let targetSeconds = 0.1
    /// What the server asks for in one go.
    static let requestSeconds = 0.02
    /// A server that has not answered by then counts as none.
    static let connectPatience = 1.5

    /// - Parameter server: its address in libpulse's words; nil for the one that libpulse finds.
    init(clock: any HostClock, server: String? = nil) {
        self.clock = clock
        self.server = server
    }

    var deviceName: String { name.withLock { $0 } }

    private var me: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func start(
        format: AudioFormat, render: @escaping AudioRender, events: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(MediaError) {
        self.format = format
        self.render = render
        self.events = events
        guard let loop = pa_threaded_mainloop_new() else { throw Self.failure("pa_threaded_mainloop_new") }
        self.loop = loop
        let properties = pa_proplist_new()
        let program = ProcessInfo.processInfo.processName
        pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, program)
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "video")
        context = pa_context_new_with_proplist(pa_threaded_mainloop_get_api(loop), program, properties)
        pa_proplist_free(properties)
        guard let context else { throw fail("pa_context_new") }
        pa_context_set_state_callback(
            context,
            { _, opaque in
                guard let opaque else { return }
                Unmanaged<PulseOutput>.fromOpaque(opaque).takeUnretainedValue().contextChanged()
            }, me)
        guard pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
            throw fail("pa_context_connect")
        }
        guard pa_threaded_mainloop_start(loop) >= 0 else { throw fail("pa_threaded_mainloop_start") }

        pa_threaded_mainloop_lock(loop)
        let isConnected = wait {
            pa_context_get_state(context)
        } until: {
            $0 == PA_CONTEXT_READY
        } failing: {
            $0 == PA_CONTEXT_FAILED || $0 == PA_CONTEXT_TERMINATED
        }
        let isOpen = isConnected && openStream(context)
        pa_threaded_mainloop_unlock(loop)
        guard isOpen else { throw fail(isConnected ? "pa_stream_connect_playback" : "pa_context_connect") }
        pa_threaded_mainloop_lock(loop)
        hasBegun = true
        fill()
        pa_threaded_mainloop_unlock(loop)
    }

    /// Waits for a state with the lock held; the callbacks signal, and a bound keeps a silent server from holding us.
    private func wait<State>(
        _ read: () -> State, until isDone: (State) -> Bool, failing isFailed: (State) -> Bool
    ) -> Bool {
        let deadline = SystemHostClock().now + Nanoseconds(seconds: Self.connectPatience)
        while true {
            let state = read()
            if isDone(state) { return true }
            if isFailed(state) || SystemHostClock().now >= deadline { return false }
            // The state callback wakes us; a server that says nothing at all is asked again in a while.
            pa_threaded_mainloop_unlock(loop)
            usleep(500)
            pa_threaded_mainloop_lock(loop)
        }
    }

    private func openStream(_ context: OpaquePointer) -> Bool {
        var spec = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate), channels: UInt8(clamping: format.channels))
        guard let stream = pa_stream_new(context, "Film", &spec, nil) else { return false }
        self.stream = stream
        pa_stream_set_write_callback(
            stream,
            { _, _, opaque in
                guard let opaque else { return }
                Unmanaged<PulseOutput>.fromOpaque(opaque).takeUnretainedValue().fill()
            }, me)
        pa_stream_set_latency_update_callback(
            stream,
            { _, opaque in
                guard let opaque else { return }
                Unmanaged<PulseOutput>.fromOpaque(opaque).takeUnretainedValue().takeTiming()
            }, me)
        pa_stream_set_state_callback(
            stream,
            { _, opaque in
                guard let opaque else { return }
                Unmanaged<PulseOutput>.fromOpaque(opaque).takeUnretainedValue().streamChanged()
            }, me)
        pa_stream_set_suspended_callback(
            stream,
            { stream, opaque in
                guard let opaque, let stream else { return }
                let output = Unmanaged<PulseOutput>.fromOpaque(opaque).takeUnretainedValue()
                output.events?(
                    pa_stream_is_suspended(stream) > 0 ? .deviceLost : .deviceChanged(output.deviceName))
            }, me)
        pa_stream_set_moved_callback(
            stream,
            { _, opaque in
                guard let opaque else { return }
                let output = Unmanaged<PulseOutput>.fromOpaque(opaque).takeUnretainedValue()
                output.readDeviceName()
                output.events?(.deviceChanged(output.deviceName))
            }, me)
        let bytesPerSecond = Double(format.sampleRate * format.channels * 4)
        var attributes = pa_buffer_attr(
            maxlength: UInt32.max, tlength: UInt32(bytesPerSecond * Self.targetSeconds), prebuf: 0,
            minreq: UInt32(bytesPerSecond * Self.requestSeconds), fragsize: UInt32.max)
        let flags = pa_stream_flags_t(
            rawValue: PA_STREAM_START_CORKED.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
                | PA_STREAM_ADJUST_LATENCY.rawValue)
        guard pa_stream_connect_playback(stream, nil, &attributes, flags, nil, nil) >= 0 else { return false }
        let isReady = wait {
            pa_stream_get_state(stream)
        } until: {
            $0 == PA_STREAM_READY
        } failing: {
            $0 == PA_STREAM_FAILED || $0 == PA_STREAM_TERMINATED
        }
        if isReady { readDeviceName() }
        return isReady
    }

    private func readDeviceName() {
        guard let stream, let device = pa_stream_get_device_name(stream) else { return }
        let text = "PulseAudio: " + String(cString: device)
        name.withLock { $0 = text }
    }

    private func contextChanged() {
        guard let context else { return }
        let state = pa_context_get_state(context)
        if state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED { lose() }
    }

    private func streamChanged() {
        guard let stream else { return }
        let state = pa_stream_get_state(stream)
        if state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED { lose() }
    }

    private func lose() {
        guard hasBegun, !hasGone else { return }
        hasGone = true
        events?(.deviceLost)
    }

    /// Writes as much as the server wants and there is. On libpulse's thread, or with its lock held.
    private func fill() {
        guard hasBegun, let stream, let render, pa_stream_get_state(stream) == PA_STREAM_READY else { return }
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
            guard pa_stream_write(stream, memory, got * bytesPerFrame, nil, 0, PA_SEEK_RELATIVE) >= 0 else { return }
            framesWritten += Int64(got)
            if got < frames { return }
        }
    }

    private func locked<T>(_ body: () -> T) -> T? {
        isStopped.withLock { isStopped -> T? in
            guard let loop, !isStopped else { return nil }
            pa_threaded_mainloop_lock(loop)
            defer { pa_threaded_mainloop_unlock(loop) }
            return body()
        }
    }

    func setPaused(_ paused: Bool) {
        _ = locked {
            guard let stream, isPaused != paused else { return }
            _ = measure(at: clock.now)
            isPaused = paused
            // Until the server says so, it does not play.
            report?.isPlaying = false
            if !paused { fill() }
            if let operation = pa_stream_cork(stream, paused ? 1 : 0, nil, nil) { pa_operation_unref(operation) }
            update()
        }
    }

    func flush() {
        _ = locked {
            guard let stream else { return }
            if let operation = pa_stream_flush(stream, nil, nil) { pa_operation_unref(operation) }
            framesWritten = 0
            lastHeard = 0
            update()
        }
    }

    private func update() {
        guard let stream else { return }
        if let operation = pa_stream_update_timing_info(stream, nil, nil) { pa_operation_unref(operation) }
    }

    func wake() { _ = locked { fill() } }

    func position() -> AudioPosition {
        let host = clock.now
        return locked {
            AudioPosition(framesHeard: measure(at: host), hostTime: host, isRunning: !isPaused && !hasGone)
        } ?? AudioPosition(framesHeard: 0, hostTime: host, isRunning: false)
    }

    /// Frames heard by now. With the lock held.
    ///
    /// libpulse's own interpolation is not used: it runs ahead while a sink that rests has not begun to read, and stays ahead.
    private func measure(at host: Int64) -> Double {
        guard let stream, let report, hasBegun || hasGone else { return lastHeard }
        let written = Double(framesWritten)
        let since = report.isPlaying && !isPaused ? Double(max(0, host - report.host)) / 1e9 : 0
        let played = report.frames + since * Double(format.sampleRate)
        if hasGone {
            // No index of the server's is true any more; the last one and the clock are the best there is.
            let ahead = Double(lastWriteIndex) - played
            lastHeard = max(lastHeard, (written - ahead).clamped(0, written))
        } else if let timing = pa_stream_get_timing_info(stream), timing.pointee.write_index_corrupt == 0 {
            lastWriteIndex = timing.pointee.write_index / Int64(format.channels * 4)
            lastHeard = max(lastHeard, (written - (Double(lastWriteIndex) - played)).clamped(0, written))
        }
        return lastHeard
    }

    /// On libpulse's thread: the server has said how far it is.
    private func takeTiming() {
        guard let stream, let timing = pa_stream_get_timing_info(stream), timing.pointee.read_index_corrupt == 0 else {
            return
        }
        var wall = timeval()
        gettimeofday(&wall, nil)
        let stamp = timing.pointee.timestamp
        let age = Int64(wall.tv_sec - stamp.tv_sec) * 1_000_000_000 + Int64(wall.tv_usec - stamp.tv_usec) * 1000
        let inSink = Double(timing.pointee.sink_usec) / 1e6 * Double(format.sampleRate)
        report = Report(
            frames: Double(timing.pointee.read_index) / Double(format.channels * 4) - inSink,
            host: clock.now - min(max(0, age), .second), isPlaying: timing.pointee.playing != 0)
    }

    var isGone: Bool { locked { hasGone } ?? true }

    var isSuspended: Bool { locked { stream.map { pa_stream_is_suspended($0) > 0 } ?? false } ?? false }

    var latencySeconds: Double { Self.targetSeconds }

    func retire() -> AudioAccount {
        let account = locked { () -> AudioAccount in
            let heard = measure(at: clock.now)
            // From here on nothing more is rendered.
            hasBegun = false
            return AudioAccount(heard: heard, rendered: Double(framesWritten))
        }
        stop()
        return account ?? AudioAccount(heard: 0, rendered: 0)
    }

    func stop() {
        let wasStopped = isStopped.withLock { stopped in
            defer { stopped = true }
            return stopped
        }
        guard !wasStopped else { return }
        close()
    }

    private func close() {
        guard let loop else { return }
        pa_threaded_mainloop_lock(loop)
        hasBegun = false
        if let stream {
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_set_latency_update_callback(stream, nil, nil)
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_suspended_callback(stream, nil, nil)
            pa_stream_set_moved_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
        if let context {
            pa_context_set_state_callback(context, nil, nil)
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
        stream = nil
        context = nil
        render = nil
        events = nil
        pa_threaded_mainloop_unlock(loop)
        pa_threaded_mainloop_stop(loop)
        pa_threaded_mainloop_free(loop)
        self.loop = nil
    }

    deinit { stop() }

    private func fail(_ call: String) -> MediaError {
        let reason = context.map { String(cString: pa_strerror(pa_context_errno($0))) } ?? ""
        stop()
        return Self.failure(call, reason)
    }

    private static func failure(_ call: String, _ reason: String = "") -> MediaError {
        MediaError(
            .audioOutputFailed, "The sound server cannot be reached; the film plays without sound.",
            detail: reason.isEmpty ? call : "\(call): \(reason)")
    }
}
