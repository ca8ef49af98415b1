import Foundation
import CDesktop
import CDispatchMain

/// The main loop of the process: GLib's default context, for windows, D-Bus, accessibility, Swift's main actor and `RunLoop.main`.
///
/// Three ways of running a program are supported:
/// - `run()`, called by `UIApplicationMain`: this loop owns the main thread and drains libdispatch's main queue and `RunLoop.main` in its
///   own iterations. While idle, the loop sleeps in a single poll and uses no processor time.
/// - `RunLoop.main.run()` and test waits: the same sources are pumped by dispatch sources on GLib's descriptors.
/// - `dispatchMain()` and an `async` main: Swift moves the main actor to a worker thread. Timers, frames, handlers of `WakeSignal` and
///   memory windows work, pumped in the same way; creating a window on a display throws an error.
@MainActor
package final class MainLoop {
    /// The loop of the process.
    package static let shared = MainLoop()

    /// The clock that schedules drawing.
    package let frames = FrameClock()

    /// Called for SIGINT, SIGTERM and SIGHUP; if nil, the loop quits with 128 + the signal's number (Ctrl-C: 130).
    ///
    /// Signals are handled only while `run()` is running. A second signal of the same kind always ends the process.
    package var terminationHandler: (@MainActor (_ signal: Int32) -> Void)?

    /// Whether `run()` or `run(until:timeout:)` is running.
    package var isRunning: Bool { depth > 0 }

    private var depth = 0
    private var exitCode: Int32?
    private var dispatchQueueSource: LoopSource?
    private var runLoopSource: LoopSource?
    private var signals: TerminationSignals?
    private let guest = GuestPump()
    private var isGuestWanted = false

    private init() {}

    /// Runs until `quit(code:)` is called, and returns its code. Main thread only.
    @discardableResult
    package func run() throws(MainLoopError) -> Int32 {
        try enter()
        defer { leave() }
        let handlesSignals = signals == nil
        if handlesSignals { signals = TerminationSignals { [unowned self] in received($0) } }
        defer { if handlesSignals { signals = nil } }
        defer { exitCode = nil }
        while exitCode == nil { turn() }
        return exitCode ?? 0
    }

    /// Ends `run()` after the current iteration; the code of the first call is used. Also ends nested waits, and a `run()` that has not
    /// begun yet.
    package func quit(code: Int32 = 0) {
        if exitCode == nil { exitCode = code }
        g_main_context_wakeup(nil)
    }

    /// Runs the loop until `condition` holds. For tools and tests that wait in synchronous code.
    ///
    /// The condition is evaluated after every iteration. When called from a main-actor task, the loop's own sources continue but other
    /// main-actor work waits, because libdispatch does not drain its main queue recursively.
    /// - Returns: false if the timeout expired first, or `quit` was called.
    package func run(
        until condition: @MainActor () -> Bool, timeout: Duration = .seconds(10)
    ) throws(MainLoopError) -> Bool {
        try enter()
        defer { leave() }
        var isOver = false
        let timer = schedule(after: timeout) { isOver = true }
        defer { timer.cancel() }
        while !condition() {
            if isOver || (depth > 1 && exitCode != nil) { return false }
            turn()
        }
        return true
    }

    /// Calls `body` once after `delay`, on the main actor.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        ensurePumped()
        return LoopTimer(after: delay, every: nil, priority: LoopPriority.normal, body: body)
    }

    /// Calls `body` every `interval` until the timer is cancelled, the first time after one interval.
    @discardableResult
    package func schedule(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        ensurePumped()
        return LoopTimer(after: interval, every: interval, priority: LoopPriority.normal, body: body)
    }

    /// Calls `body` once when nothing else is ready: for work that must not delay the first frame.
    @discardableResult
    package func whenIdle(_ body: @escaping @MainActor () -> Void) -> LoopTimer {
        ensurePumped()
        return LoopTimer(after: .zero, every: nil, priority: LoopPriority.idle, body: body)
    }

    /// Ensures that GLib's default context is served when `run()` is not running.
    ///
    /// Every function of this module that adds a source calls this method. Call it after adding a source to the default context directly.
    package func ensurePumped() {
        guard !isRunning else { return }
        if isGuestWanted {
            guest.reschedule()
            return
        }
        isGuestWanted = true
        // Deferred, because `run()` is usually called next and makes the guest pump unnecessary.
        DispatchQueue.main.async { MainActor.assumeIsolated { self.startGuest() } }
    }

    /// Whether windows can be created: the code runs on the process's main thread, which pumps the loop.
    package static var isOnProcessMainThread: Bool { dispatch_main_is_process_main_thread() != 0 }

    private func startGuest() {
        guard isGuestWanted, !isRunning else { return }
        guest.start()
    }

    private func enter() throws(MainLoopError) {
        guard Self.isOnProcessMainThread else { throw .mainThreadLost }
        depth += 1
        guard depth == 1 else { return }
        guest.stop()
        let descriptor = dispatch_main_descriptor()
        if descriptor >= 0 {
            let source = LoopSource(
                LoopSourceActions {
                    // The read resets the eventfd; otherwise the loop would spin.
                    var count: UInt64 = 0
                    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                    dispatch_main_drain()
                    return true
                })
            source.watch(descriptor: descriptor)
            dispatchQueueSource = source
        }
        runLoopSource = LoopSource(
            LoopSourceActions { [unowned self] in
                // `serveRunLoop` at the end of the iteration runs due work; this source only wakes the loop.
                runLoopSource?.setReadyTime(-1)
                return true
            })
        serveRunLoop()
    }

    private func leave() {
        depth -= 1
        guard depth == 0 else { return }
        dispatchQueueSource = nil
        runLoopSource = nil
        if isGuestWanted {
            isGuestWanted = false
            ensurePumped()
        }
    }

    private func turn() {
        g_main_context_iteration(nil, 1)
        serveRunLoop()
    }

    /// Runs due timers and blocks of `RunLoop.main`, and schedules a wake-up for the next timer.
    ///
    /// Timers are added on this thread during an iteration, so checking once after each iteration misses none.
    private func serveRunLoop() {
        if let limit = RunLoop.main.limitDate(forMode: .default), limit < .distantFuture {
            runLoopSource?.setReadyTime(MonotonicTime.microseconds(after: limit.timeIntervalSinceNow))
        } else {
            runLoopSource?.setReadyTime(-1)
        }
    }

    private func received(_ signal: Int32) {
        if let terminationHandler {
            terminationHandler(signal)
        } else {
            quit(code: 128 &+ signal)
        }
    }
}
