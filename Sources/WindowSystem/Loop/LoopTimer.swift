/// Something that the main loop does later, once or again and again.
///
/// The loop keeps it until it has fired (or, when it repeats, until it is cancelled): it may be dropped at once.
@MainActor
public final class LoopTimer {
    private var source: LoopSource?
    private let body: @MainActor () -> Void
    private let interval: Duration?

    init(after delay: Duration, every interval: Duration?, priority: Int32, body: @escaping @MainActor () -> Void) {
        self.body = body
        self.interval = interval.map { max($0, .microseconds(100)) }
        source = LoopSource(
            priority: priority,
            // The cycle from timer to source and back is the loop's hold on the timer; `cancel` and firing cut it.
            LoopSourceActions { self.fire() })
        source?.setReadyTime(MonotonicTime.microseconds(after: delay.seconds))
    }

    /// Whether it will fire still.
    public var isPending: Bool { source != nil }

    /// Stops it for good. Twice is once.
    public func cancel() {
        source = nil
    }

    private func fire() -> Bool {
        guard let source else { return false }
        if let interval {
            source.setReadyTime(MonotonicTime.microseconds(after: interval.seconds))
        } else {
            cancel()
        }
        body()
        return self.source != nil
    }
}
