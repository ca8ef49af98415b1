import Dispatch
public import Foundation
public import Selectors
import Synchronization

/// Calls a method on the main thread for each refresh of the display.
///
/// Apple: tied to a display. Here: a timer of 60 Hz or `preferredFramesPerSecond`.
open class CADisplayLink: NSObject, @unchecked Sendable {
    // Unchecked: the only stored property is a mutex. The target is used on the main thread.
    private struct State {
        var timer: (any DispatchSourceTimer)?
        var isPaused = false
        var framesPerSecond = 0
        var range = CAFrameRateRange.default
        var timestamp = 0.0
        var isInvalid = false
        var call: (@MainActor @Sendable (CADisplayLink) -> Void)?
    }

    /// `@unchecked`: the target is only passed to its own method, on the main thread.
    private struct Target: @unchecked Sendable {
        let object: AnyObject
    }

    private static let defaultFramesPerSecond = 60
    private let state = Mutex(State())

    /// Creates a link that calls a method of `target`: without parameters, or with the link. The target is retained until `invalidate()`.
    public init(target: Any, selector sel: Selector) {
        let target = Target(object: target as AnyObject)
        super.init()
        state.withLock { $0.call = { link in sel.call(on: target.object, with: [link]) } }
    }

    package init(handler: @escaping @MainActor @Sendable (CADisplayLink) -> Void) {
        super.init()
        state.withLock { $0.call = handler }
    }

    /// Starts the link. The run loop and mode are ignored: it runs on the main thread, and lives until `invalidate()`.
    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) { restart() }

    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) { stop() }

    /// Stops the link permanently, and releases the target; idempotent.
    open func invalidate() {
        // Released outside of the lock: the target's deinit may use the link.
        let call = state.withLock { state in
            state.isInvalid = true
            defer { state.call = nil }
            return state.call
        }
        stop()
        withExtendedLifetime(call) {}
    }

    /// The time of the last refresh, on the timeline of `CACurrentMediaTime()`; 0 before the first.
    open var timestamp: Double { state.withLock { $0.timestamp } }
    /// The time of the next refresh.
    open var targetTimestamp: Double { timestamp + duration }
    /// Seconds between refreshes.
    open var duration: Double { 1 / Double(rate) }

    open var isPaused: Bool {
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
    open var preferredFramesPerSecond: Int {
        get { state.withLock { $0.framesPerSecond } }
        set {
            let isRunning = state.withLock { state in
                state.framesPerSecond = max(newValue, 0)
                state.range = CAFrameRateRange(framesPerSecond: state.framesPerSecond)
                return state.timer != nil
            }
            if isRunning { restart() }
        }
    }

    /// The link runs at the preferred rate of the range, or at its maximum if it has none. `preferredFramesPerSecond` becomes that rate.
    open var preferredFrameRateRange: CAFrameRateRange {
        get { state.withLock { $0.range } }
        set {
            let rate = newValue.preferred.flatMap { $0 > 0 ? $0 : nil } ?? newValue.maximum
            preferredFramesPerSecond = rate.isFinite && rate > 0 ? Int(min(rate, 1_000).rounded()) : 0
            state.withLock { $0.range = newValue }
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
                    let call = self.state.withLock { state in
                        state.timestamp = CACurrentMediaTime()
                        return state.call
                    }
                    call?(self)
                }
            }
            state.timer = timer
            timer.resume()
        }
    }
}
