import CDesktop
import Foundation

/// Reports the first SIGINT, SIGTERM and SIGHUP to the main loop; the second signal of a kind ends the process.
@MainActor
final class TerminationSignals {
    private var identifiers: [Int32: guint] = [:]

    private final class Context {
        let signal: Int32
        let handler: @MainActor (Int32) -> Void
        init(signal: Int32, handler: @escaping @MainActor (Int32) -> Void) {
            self.signal = signal
            self.handler = handler
        }
    }

    init(handler: @escaping @MainActor (Int32) -> Void) {
        // A parent process that spawns this program from a libdispatch thread passes on that thread's blocked signals.
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let context = Context(signal: signal) { [weak self] in
                self?.identifiers[$0] = nil
                handler($0)
            }
            identifiers[signal] = g_unix_signal_add_full(
                LoopPriority.input, signal,
                { pointer in
                    guard let pointer else { return 0 }
                    let context = Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
                    MainActor.assumeIsolated { context.handler(context.signal) }
                    // Removing the source restores the default action: a second Ctrl-C ends a program that hangs.
                    return 0
                },
                Unmanaged.passRetained(context).toOpaque(),
                { if let pointer = $0 { Unmanaged<Context>.fromOpaque(pointer).release() } })
        }
    }

    isolated deinit {
        for identifier in identifiers.values { g_source_remove(identifier) }
    }
}
