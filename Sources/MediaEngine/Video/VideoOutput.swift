public import CoreMedia
import Foundation
import Synchronization
public import VideoFrames

/// The video output of a session: the frame to display now.
///
/// Thread-safe.
public final class VideoOutput: Sendable {
    private struct State {
        var current: NumberedFrame?
        var generation: UInt64 = 0
        var firstDrawHandler: (@Sendable () -> Void)?
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// The last displayed frames, so that a frame can be requested by its time; empty until the first such request.
        var recent: [Frame] = []
        var isRequestedByTime = false
        var drawingDelay = DrawingDelay()
    }

    private static let recentFrames = 2

    private let state = Mutex(State())
    private let clock: any HostClock

    /// - Parameter clock: the clock that measures the duration of drawing.
    init(clock: any HostClock = SystemHostClock()) { self.clock = clock }

    /// Displays a frame from now on; nil displays nothing.
    func show(_ frame: Frame?) {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            state.generation += 1
            state.current = frame.map { NumberedFrame($0.videoFrame, generation: state.generation) }
            if let frame {
                state.drawingDelay.displayed(state.generation, at: clock.time)
                if state.isRequestedByTime { state.recent.append(frame) }
                if state.recent.count > Self.recentFrames { state.recent.removeFirst() }
            } else {
                state.recent.removeAll()
            }
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// The usual time from `show` to the end of the frame's drawing, in nanoseconds; 0 until a client has drawn frames.
    var drawingDelay: Nanoseconds { state.withLock { $0.drawingDelay.estimate } }

    /// The frame to display now, with its generation; nil if there is none.
    public var currentFrame: NumberedFrame? { state.withLock { $0.current } }

    /// Incremented with each displayed frame; 0 until there is one.
    public var generation: UInt64 { state.withLock { $0.current?.generation ?? 0 } }

    /// Returns the recently displayed frame at an item time, or else the current frame; nil if there is none.
    public func frame(at time: CMTime?) -> VideoFrame? {
        let wanted = time.flatMap { Nanoseconds($0) }
        return state.withLock { state in
            if wanted != nil { state.isRequestedByTime = true }
            let found = wanted.flatMap { wanted in state.recent.last { $0.time <= wanted } }
            return found?.videoFrame ?? state.current?.frame
        }
    }

    /// Sets a handler that is called on an engine thread each time `generation` changes. Several handlers may be set, by key; nil removes
    /// one.
    public func setChangeHandler(for key: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handlers[key] = handler }
    }

    /// Whether any change handler is set.
    var hasViewers: Bool { state.withLock { !$0.handlers.isEmpty } }

    /// Sets a handler that is called once, on the drawing thread, when a frame has been drawn.
    func setFirstDrawHandler(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.firstDrawHandler = handler } }

    /// Reports that a client has drawn the frame of a generation. Called on the thread that draws.
    public func didDraw(generation: UInt64) {
        let handler = state.withLock { state in
            state.drawingDelay.drawn(generation, at: clock.time)
            return state.firstDrawHandler
        }
        handler?()
    }
}
