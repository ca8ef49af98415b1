package import Foundation

/// Schedules drawing: calls back once per request, at most once in each refresh of the display.
///
/// After a pause the first request is served in the loop's next iteration, for a fast response to input; continuous requests are served at
/// multiples of the refresh interval. Without requests nothing runs.
@MainActor
package final class FrameClock {
    /// The times of one frame, in seconds of `MonotonicTime`.
    package struct Frame: Sendable, Hashable {
        /// The start of the refresh, for which animations are drawn.
        package var time: TimeInterval
        /// The time by which the frame should be handed over to be shown in the next refresh.
        package var deadline: TimeInterval
    }

    /// The duration of one refresh in seconds. A window sets it from its display; the default is 1/60.
    package var refreshInterval: TimeInterval = 1.0 / 60 {
        didSet { refreshInterval = min(max(refreshInterval, 1.0 / 480), 1) }
    }

    private var requests: [@MainActor (Frame) -> Void] = []
    private var source: LoopSource?
    private var lastTick: TimeInterval = -.infinity

    init() {}

    /// Whether a frame has been requested.
    package var isPending: Bool { !requests.isEmpty }

    /// Calls `body` once, when the next frame begins. A request made during a frame is served in the following one.
    package func requestFrame(_ body: @escaping @MainActor (Frame) -> Void) {
        requests.append(body)
        guard requests.count == 1 else { return }
        MainLoop.shared.ensurePumped()
        let source = source ?? LoopSource(priority: LoopPriority.frame, LoopSourceActions { [unowned self] in tick() })
        self.source = source
        source.setReadyTime(MonotonicTime.microseconds(after: max(0, nextTick - MonotonicTime.now)))
    }

    private var nextTick: TimeInterval {
        lastTick + refreshInterval
    }

    private func tick() -> Bool {
        source?.setReadyTime(-1)
        let now = MonotonicTime.now
        // A slightly late tick keeps the phase; a much later one starts a new phase.
        lastTick = now - lastTick < 2 * refreshInterval ? nextTick : now
        let frame = Frame(time: lastTick, deadline: lastTick + refreshInterval)
        let served = requests
        requests = []
        for body in served { body(frame) }
        return true
    }
}
