import Foundation
import CDesktop
import CDispatchMain

/// The one main loop: GLib's default context, for windows, D-Bus, accessibility, Swift's main actor and `RunLoop.main`.
///
/// Three ways of running a program are served:
/// - `run()` (what `UIApplicationMain` does): this loop owns the main thread and feeds libdispatch's main queue and
///   `RunLoop.main` from its own turns. Idle, it sleeps in one poll and uses no processor time.
/// - `RunLoop.main.run()` and test waits: the same sources are pumped by dispatch sources on GLib's descriptors.
/// - `dispatchMain()` and an `async` main: Swift moves the main actor to a worker thread. Timers, frames, signals of
///   `WakeSignal` and memory windows work, pumped in the same way; a window on a display refuses with an error.
@MainActor
public final class MainLoop {
    /// The loop of the process.
    public static let shared = MainLoop()

    /// When to draw.
    public let frames = FrameClock()

    /// Called for SIGINT, SIGTERM and SIGHUP instead of quitting with 128 + the signal's number (Ctrl-C: 130).
    ///
    /// Only while `run()` runs. The second signal of the same kind always ends the process.
    public var terminationHandler: (@MainActor (_ signal: Int32) -> Void)?

    /// Whether `run()` or `run(until:timeout:)` is at work.
    public var isRunning: Bool { depth > 0 }

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
    public func run() throws(MainLoopError) -> Int32 {
        try enter()
        defer { leave() }
        let handlesSignals = signals == nil
        if handlesSignals { signals = TerminationSignals { [unowned self] in received($0) } }
        defer { if handlesSignals { signals = nil } }
        defer { exitCode = nil }
        while exitCode == nil { turn() }
        return exitCode ?? 0
    }

    /// Ends `run()` after the present turn; the first code given counts. Also ends waits inside of it, and a `run()` that
    /// has yet to begin.
    public func quit(code: Int32 = 0) {
        if exitCode == nil { exitCode = code }
        g_main_context_wakeup(nil)
    }

    /// Turns the loop until `condition` holds. For tools and tests that wait in the middle of synchronous code.
    ///
    /// The condition is asked after every turn. Called from inside a main-actor task, the loop's own sources go on but
    /// other main-actor work waits, because libdispatch does not drain its main queue inside itself.
    /// - Returns: false if the time was over first, or `quit` was called.
    public func run(
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

    /// Has `body` called once after `delay`, on the main actor.
    @discardableResult
    public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        ensurePumped()
        return LoopTimer(after: delay, every: nil, priority: LoopPriority.normal, body: body)
    }

    /// Has `body` called every `interval`, the first time after one, until the timer is cancelled.
    @discardableResult
    public func schedule(every interval: Duration, _ body: @escaping @MainActor () -> Void) -> LoopTimer {
        ensurePumped()
        return LoopTimer(after: interval, every: interval, priority: LoopPriority.normal, body: body)
    }

    /// Has `body` called once when nothing else is ready: for what must not delay the first frame.
    @discardableResult
    public func whenIdle(_ body: @escaping @MainActor () -> Void) -> LoopTimer {
        ensurePumped()
        return LoopTimer(after: .zero, every: nil, priority: LoopPriority.idle, body: body)
    }

    /// Sees to it that GLib's default context is served even where `run()` is not the one that runs.
    ///
    /// Everything here that adds a source calls it. Call it after adding a source to the default context by hand.
    public func ensurePumped() {
        guard !isRunning else { return }
        if isGuestWanted {
            guest.reschedule()
            return
        }
        isGuestWanted = true
        // Later, because `run()` usually comes next and then no guest is needed.
        DispatchQueue.main.async { MainActor.assumeIsolated { self.startGuest() } }
    }

    /// Whether windows can be had: the code runs on the process's main thread, the one that pumps the loop.
    public static var isOnProcessMainThread: Bool { dispatch_main_is_process_main_thread() != 0 }

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
                    // Without the read the descriptor stays readable and the loop spins.
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
                // The end of the turn runs what is due; being awake is all that is needed.
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

    /// Fires what is due in `RunLoop.main`, timers and performed blocks alike, and wakes for the next timer.
    ///
    /// Timers are added in turns of this thread, so that asking once after each turn misses none.
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
