public import CoreGraphics
import Dispatch
import Synchronization

/// Calls a closure on the main thread for each refresh of the display.
///
/// Apple: target and selector, tied to a display. Here: a closure, and a timer of 60 Hz or `preferredFramesPerSecond`.
public final class CADisplayLink: Sendable {
    private struct State {
        var timer: (any DispatchSourceTimer)?
        var isPaused = false
        var framesPerSecond = 0
        var timestamp = 0.0
        var isInvalid = false
    }

    private static let defaultFramesPerSecond = 60
    private let state = Mutex(State())
    private let handler: @MainActor @Sendable (CADisplayLink) -> Void

    public init(handler: @escaping @MainActor @Sendable (CADisplayLink) -> Void) {
        self.handler = handler
    }

    /// Starts the link. The run loop and mode are ignored: it runs on the main thread, and lives until `invalidate()`.
    public func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) { restart() }

    public func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) { stop() }

    /// Stops the link permanently; idempotent.
    public func invalidate() {
        state.withLock { $0.isInvalid = true }
        stop()
    }

    /// The time of the last refresh, on the timeline of `CACurrentMediaTime()`; 0 before the first.
    public var timestamp: Double { state.withLock { $0.timestamp } }
    /// The time of the next refresh.
    public var targetTimestamp: Double { timestamp + duration }
    /// Seconds between refreshes.
    public var duration: Double { 1 / Double(rate) }

    public var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set {
            let wasRunning = state.withLock { state in
                defer { state.isPaused = newValue }
                return state.timer != nil || state.isPaused
            }
            if newValue { stop() } else if wasRunning { restart() }
        }
    }

    /// 0: the rate of the display.
    public var preferredFramesPerSecond: Int {
        get { state.withLock { $0.framesPerSecond } }
        set {
            let isRunning = state.withLock { state in
                state.framesPerSecond = max(newValue, 0)
                return state.timer != nil
            }
            if isRunning { restart() }
        }
    }

    private var rate: Int {
        let wanted = state.withLock { $0.framesPerSecond }
        return wanted > 0 ? min(wanted, Self.defaultFramesPerSecond) : Self.defaultFramesPerSecond
    }

    private func stop() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private func restart() {
        stop()
        let interval = duration
        state.withLock { state in
            guard !state.isInvalid, !state.isPaused else { return }
            let timer = DispatchSource.makeTimerSource(queue: .main)
            timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(1))
            timer.setEventHandler {
                MainActor.assumeIsolated {
                    self.state.withLock { $0.timestamp = CACurrentMediaTime() }
                    self.handler(self)
                }
            }
            state.timer = timer
            timer.resume()
        }
    }
}
