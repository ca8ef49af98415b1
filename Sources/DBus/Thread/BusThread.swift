import CDesktop
import Foundation
import Synchronization

/// The thread of all D-Bus work: it runs its own GLib context for the lifetime of the process.
///
/// D-Bus therefore works with every kind of main loop, and while the main thread is busy. While idle, the thread sleeps in a single poll.
final class BusThread: Sendable {
    static let shared = BusThread()

    /// The jobs that have not begun. GLib transfers none of them to the thread: it only wakes the thread.
    private let jobs = Mutex<[@Sendable () -> Void]>([])
    // GLib permits `g_source_set_ready_time` on any thread. The source is never freed.
    nonisolated(unsafe) private let waker: UnsafeMutablePointer<GSource>

    private init() {
        let context = g_main_context_new()
        waker = g_source_new(wakerFunctions, guint(MemoryLayout<GSource>.size))
        g_source_attach(waker, context)
        let address = Int(bitPattern: context)
        let thread = Thread {
            let context = OpaquePointer(bitPattern: address)
            g_main_context_push_thread_default(context)
            g_main_loop_run(g_main_loop_new(context, 0))
        }
        thread.name = "dbus"
        thread.start()
    }

    /// Runs `job` on the bus thread, in the order of the calls.
    func perform(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { jobs in
            jobs.append(job)
            if jobs.count == 1 { g_source_set_ready_time(waker, 0) }
        }
    }

    /// Runs `body` on the bus thread and returns the value that `body` passes to its argument, which must be called exactly once.
    func result<Value: Sendable>(
        _ body: @escaping @Sendable (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        await withCheckedContinuation { continuation in
            perform { body { continuation.resume(returning: $0) } }
        }
    }

    /// Runs the jobs that have been added before the call. A job that a running job adds follows in the next iteration of the context.
    fileprivate func runJobs() {
        let present = jobs.withLock { jobs in
            g_source_set_ready_time(waker, -1)
            defer { jobs = [] }
            return jobs
        }
        for job in present { job() }
    }
}

// Initialized once, before the thread starts, and only read afterwards.
nonisolated(unsafe) private let wakerFunctions: UnsafeMutablePointer<GSourceFuncs> = {
    let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
    functions.initialize(to: GSourceFuncs())
    functions.pointee.dispatch = { _, _, _ in
        BusThread.shared.runJobs()
        return 1
    }
    return functions
}()
