import Synchronization

/// Wakes the main actor from any thread; calls before the handler runs are coalesced.
///
/// Intended for new video frames: a decoder thread raises the signal, and the handler runs in the main loop's next iteration, before input,
/// timers and ordinary main-actor work. The handler reads everything that was written before the calls that it answers. An idle signal
/// costs nothing.
package final class WakeSignal: Sendable {
    private let isRaised = Atomic<Bool>(false)
    private let source = Mutex<LoopSource?>(nil)

    /// Creates a signal whose handler runs on the main actor; the handler is released with the signal.
    @MainActor
    package init(handler: @escaping @MainActor () -> Void) {
        MainLoop.shared.ensurePumped()
        let made = LoopSource(
            priority: LoopPriority.wake,
            LoopSourceActions { [weak self] in
                guard let self else { return false }
                // Reset the ready time first: a raise after the flag is cleared sets the time again, so no raise is lost. The exchange
                // orders the handler after all raises that it answers, coalesced ones included; a store would not.
                self.source.withLock { $0?.setReadyTime(-1) }
                _ = self.isRaised.exchange(false, ordering: .sequentiallyConsistent)
                handler()
                return true
            })
        source.withLock { $0 = made }
        if isRaised.load(ordering: .sequentiallyConsistent) { made.setReadyTime(0) }
    }

    /// Schedules the handler. Any thread; blocks at most for a short lock and a write of eight bytes.
    package func raise() {
        guard !isRaised.exchange(true, ordering: .sequentiallyConsistent) else { return }
        source.withLock { $0?.setReadyTime(0) }
    }
}
