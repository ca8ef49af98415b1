/// A timer of the main loop, either one-shot or repeating.
///
/// The loop retains the timer until it has fired or, for a repeating timer, until it is cancelled; the caller need not retain it.
@MainActor
package final class LoopTimer {
    private var source: LoopSource?
    private let body: @MainActor () -> Void
    private let interval: Duration?

    init(after delay: Duration, every interval: Duration?, priority: Int32, body: @escaping @MainActor () -> Void) {
        self.body = body
        self.interval = interval.map { max($0, .microseconds(100)) }
        source = LoopSource(
            priority: priority,
            // The reference cycle between timer and source keeps the timer alive; `cancel` and firing break it.
            LoopSourceActions { self.fire() })
        source?.setReadyTime(MonotonicTime.microseconds(after: delay.seconds))
    }

    /// Whether the timer will fire again.
    package var isPending: Bool { source != nil }

    /// Stops the timer permanently. Further calls do nothing.
    package func cancel() {
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
