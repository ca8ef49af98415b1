import CDesktop
import Dispatch

/// Pumps GLib's default context from libdispatch's main queue, for programs in which another loop owns the main thread.
///
/// Each iteration queries GLib for its descriptors and its next time-out, and lets dispatch sources wait for them.
@MainActor
final class GuestPump {
    private let context = g_main_context_default()
    private var isStarted = false
    private var isTurning = false
    private var isTurnQueued = false
    private var holdsContext = false
    private var readers: [Int32: any DispatchSourceRead] = [:]
    private var timer: (any DispatchSourceTimer)?
    private var descriptors: [GPollFD] = Array(repeating: GPollFD(), count: 8)

    /// Maximum number of dispatches in one iteration, so that other work of the main queue is not starved.
    private static let dispatchesPerTurn = 16

    func start() {
        guard !isStarted else { return }
        isStarted = true
        // Owning the context makes GLib wake it when another thread adds a source. If the main actor moves between threads, the context is
        // owned only during an iteration.
        holdsContext = MainLoop.isOnProcessMainThread && g_main_context_acquire(context) != 0
        turn()
    }

    func stop() {
        guard isStarted else { return }
        isStarted = false
        for reader in readers.values { reader.cancel() }
        readers = [:]
        timer?.cancel()
        timer = nil
        if holdsContext { g_main_context_release(context) }
        holdsContext = false
    }

    /// Schedules an iteration, because a source has been added or become ready by a call on this thread.
    func reschedule() {
        guard isStarted, !isTurning, !isTurnQueued else { return }
        isTurnQueued = true
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                self.isTurnQueued = false
                self.turn()
            }
        }
    }

    private func turn() {
        guard isStarted, !isTurning, g_main_context_acquire(context) != 0 else { return }
        isTurning = true
        defer {
            g_main_context_release(context)
            isTurning = false
        }
        var left = Self.dispatchesPerTurn
        while left > 0, g_main_context_iteration(context, 0) != 0 { left -= 1 }
        guard isStarted else { return }
        var priority: gint = 0
        let isReady = g_main_context_prepare(context, &priority) != 0
        var timeout: gint = -1
        var count = query(priority: priority, timeout: &timeout)
        if count > descriptors.count {
            descriptors = Array(repeating: GPollFD(), count: count + 8)
            count = query(priority: priority, timeout: &timeout)
        }
        watch(Set(descriptors.prefix(count).map(\.fd)))
        wait(milliseconds: isReady || left == 0 ? 0 : timeout)
    }

    private func query(priority: gint, timeout: inout gint) -> Int {
        let capacity = gint(descriptors.count)
        return descriptors.withUnsafeMutableBufferPointer {
            Int(g_main_context_query(context, gint.max, &timeout, $0.baseAddress, capacity))
        }
    }

    private func watch(_ wanted: Set<Int32>) {
        for (descriptor, reader) in readers where !wanted.contains(descriptor) {
            reader.cancel()
            readers[descriptor] = nil
        }
        for descriptor in wanted where descriptor >= 0 && readers[descriptor] == nil {
            let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            reader.setEventHandler { MainActor.assumeIsolated { self.turn() } }
            reader.activate()
            readers[descriptor] = reader
        }
    }

    private func wait(milliseconds: gint) {
        guard milliseconds >= 0 else {
            timer?.schedule(deadline: .distantFuture)
            return
        }
        let timer = timer ?? makeTimer()
        self.timer = timer
        timer.schedule(deadline: .now() + .milliseconds(Int(milliseconds)), leeway: .nanoseconds(0))
    }

    private func makeTimer() -> any DispatchSourceTimer {
        let made = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        made.setEventHandler { MainActor.assumeIsolated { self.turn() } }
        made.schedule(deadline: .distantFuture)
        made.activate()
        return made
    }
}
