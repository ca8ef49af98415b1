package import CPulse

/// The thread and the lock of libpulse's threaded main loop.
///
/// libpulse's callbacks run on this thread with the lock held.
package final class PulseMainLoop: @unchecked Sendable {
    // Sendable because the pointer never changes and is freed only in deinit; libpulse's functions for it may be called on any thread.
    private let loop: OpaquePointer

    /// Starts the thread; nil if it cannot be started.
    package init?() {
        guard let loop = pa_threaded_mainloop_new() else { return nil }
        self.loop = loop
        pa_threaded_mainloop_set_name(loop, "media pulse")
        guard pa_threaded_mainloop_start(loop) >= 0 else { return nil }
    }

    /// The API object with which contexts are created.
    package var api: UnsafeMutablePointer<pa_mainloop_api> { pa_threaded_mainloop_get_api(loop) }

    /// Calls `body` with the lock held. May be nested, and may be called in libpulse's callbacks.
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        // The libpulse thread holds the lock during callbacks, and libpulse does not allow it to be acquired again.
        guard pa_threaded_mainloop_in_thread(loop) == 0 else { return try body() }
        pa_threaded_mainloop_lock(loop)
        defer { pa_threaded_mainloop_unlock(loop) }
        return try body()
    }

    /// Ends the thread and waits for it. Must not be called on that thread or inside `withLock`.
    package func stop() { pa_threaded_mainloop_stop(loop) }

    deinit { pa_threaded_mainloop_free(loop) }
}

/// A value that is only accessible while the lock of a main loop is held, as libpulse requires for all its objects.
package final class PulseLocked<Value>: @unchecked Sendable {
    // Sendable because `value` is accessed only in `withLock`, which holds the lock of `loop`.
    private var value: Value
    private let loop: PulseMainLoop

    package init(_ value: Value, loop: PulseMainLoop) {
        self.value = value
        self.loop = loop
    }

    /// Calls `body` with the lock held. The same value must not be locked again inside `body`.
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        loop.withLock { body(&value) }
    }
}
