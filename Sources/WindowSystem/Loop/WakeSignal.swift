import Synchronization

/// Wakes the main actor from any thread, at once, and as often as one likes: calls in between become one.
///
/// Made for new video pictures: a decoder thread raises it, the handler runs in the main loop's next turn, ahead of
/// input, timers and ordinary main-actor work. It costs nothing while nobody raises it.
public final class WakeSignal: Sendable {
    private let isRaised = Atomic<Bool>(false)
    private let source = Mutex<LoopSource?>(nil)

    /// Makes a signal whose handler runs on the main actor; the handler is released with the signal.
    @MainActor
    public init(handler: @escaping @MainActor () -> Void) {
        MainLoop.shared.ensurePumped()
        let made = LoopSource(
            priority: LoopPriority.wake,
            LoopSourceActions { [weak self] in
                guard let self else { return false }
                // The time goes first: a raise after the flag falls sets it again, and none is lost.
                self.source.withLock { $0?.setReadyTime(-1) }
                self.isRaised.store(false, ordering: .sequentiallyConsistent)
                handler()
                return true
            })
        source.withLock { $0 = made }
        if isRaised.load(ordering: .sequentiallyConsistent) { made.setReadyTime(0) }
    }

    /// Has the handler run soon. Any thread; never blocks longer than it takes to write eight bytes.
    public func raise() {
        guard !isRaised.exchange(true, ordering: .sequentiallyConsistent) else { return }
        source.withLock { $0?.setReadyTime(0) }
    }
}
