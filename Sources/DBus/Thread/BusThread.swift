import CDesktop
import Foundation

/// The thread of all D-Bus work: it runs its own GLib context for the lifetime of the process.
///
/// D-Bus therefore works with every kind of main loop, and while the main thread is busy. While idle, the thread sleeps in a single poll.
final class BusThread: Sendable {
    static let shared = BusThread()

    // Sources may be attached to a GMainContext on any thread. It is never freed.
    nonisolated(unsafe) private let context: OpaquePointer

    private init() {
        context = g_main_context_new()
        let address = Int(bitPattern: context)
        let thread = Thread {
            let context = OpaquePointer(bitPattern: address)
            g_main_context_push_thread_default(context)
            g_main_loop_run(g_main_loop_new(context, 0))
        }
        thread.name = "dbus"
        thread.start()
    }

    /// Runs `body` on the bus thread, in the order of the calls.
    func perform(_ body: @escaping @Sendable () -> Void) {
        guard let source = g_idle_source_new() else { return }
        g_source_set_priority(source, 0)
        g_source_set_callback(
            source,
            { data in
                if let data { Unmanaged<Job>.fromOpaque(data).takeRetainedValue().body() }
                return 0
            }, Unmanaged.passRetained(Job(body)).toOpaque(), nil)
        g_source_attach(source, context)
        g_source_unref(source)
    }

    /// Runs `body` on the bus thread and returns the value that `body` passes to its argument, which must be called exactly once.
    func result<Value: Sendable>(
        _ body: @escaping @Sendable (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        await withCheckedContinuation { continuation in
            perform { body { continuation.resume(returning: $0) } }
        }
    }
}

private final class Job: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
