public import Foundation

/// Says when to draw: calls back once per request, at most once in each refresh of the display.
///
/// After a pause the first request is served in the loop's next turn, so that what the user did is seen at once; while
/// requests keep coming they are served on a steady grid. Nothing runs while nobody asks.
@MainActor
public final class FrameClock {
    /// The moment of one frame, in seconds of `MonotonicTime`.
    public struct Frame: Sendable, Hashable {
        /// When this refresh began: the time to draw animations for.
        public var time: TimeInterval
        /// When the picture should be handed over, so that the next refresh shows it.
        public var deadline: TimeInterval
    }

    /// How long one refresh takes. A window sets it from its display; 1/60 s where the display does not say.
    public var refreshInterval: TimeInterval = 1.0 / 60 {
        didSet { refreshInterval = min(max(refreshInterval, 1.0 / 480), 1) }
    }

    private var requests: [@MainActor (Frame) -> Void] = []
    private var source: LoopSource?
    private var lastTick: TimeInterval = -.infinity

    init() {}

    /// Whether somebody waits for the next frame.
    public var isPending: Bool { !requests.isEmpty }

    /// Has `body` called once, when the next frame begins. A request made inside a frame is served in the one after.
    public func requestFrame(_ body: @escaping @MainActor (Frame) -> Void) {
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
        // A tick that comes a little late stays on the grid; one that comes much later begins a new grid.
        lastTick = now - lastTick < 2 * refreshInterval ? nextTick : now
        let frame = Frame(time: lastTick, deadline: lastTick + refreshInterval)
        let served = requests
        requests = []
        for body in served { body(frame) }
        return true
    }
}
