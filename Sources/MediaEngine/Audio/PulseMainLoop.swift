import CPulse

/// The thread and the lock of libpulse's threaded main loop.
///
/// Callbacks of libpulse run on this thread with the lock held.
final class PulseMainLoop: @unchecked Sendable {
    // Safe: the pointer never changes and is freed only in deinit; libpulse's functions for it may be called from any thread.
    private let loop: OpaquePointer

    /// Starts the thread; nil when the system gives none.
    init?() {
        guard let loop = pa_threaded_mainloop_new() else { return nil }
        self.loop = loop
        pa_threaded_mainloop_set_name(loop, "media pulse")
        guard pa_threaded_mainloop_start(loop) >= 0 else { return nil }
    }

    /// What contexts are made with.
    var api: UnsafeMutablePointer<pa_mainloop_api> { pa_threaded_mainloop_get_api(loop) }

    /// Holds the lock during `body`. May be nested, and called from the callbacks of libpulse.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        // This thread holds the lock during callbacks, and libpulse refuses it a second time.
        guard pa_threaded_mainloop_in_thread(loop) == 0 else { return try body() }
        pa_threaded_mainloop_lock(loop)
        defer { pa_threaded_mainloop_unlock(loop) }
        return try body()
    }

    /// Ends the thread and waits for it. Not to be called on that thread or inside `withLock`.
    func stop() { pa_threaded_mainloop_stop(loop) }

    deinit { pa_threaded_mainloop_free(loop) }
}

/// A value that can be reached only while the lock of a main loop is held, as libpulse demands it of all its objects.
final class PulseLocked<Value>: @unchecked Sendable {
    // Safe: `value` is read and written only in `withLock`, which holds the lock of `loop`.
    private var value: Value
    private let loop: PulseMainLoop

    init(_ value: Value, loop: PulseMainLoop) {
        self.value = value
        self.loop = loop
    }

    /// Calls `body` with the lock held. The same value cannot be locked again inside `body`.
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { loop.withLock { body(&value) } }
}
