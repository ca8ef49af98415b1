public import CoreMedia
import Foundation
import Synchronization

/// The video output of a session: provides the current frame, and draws it into a client's pixel memory.
///
/// Thread-safe; conversions are serialized.
public final class VideoOutput: Sendable {
    private struct State {
        var frame: Frame?
        var generation: UInt64 = 0
        var firstDrawHandler: (@Sendable () -> Void)?
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// The last displayed frames, so that a frame can be requested by its time.
        var recent: [Frame] = []
        var drawingDelay = DrawingDelay()
    }

    /// The resources for drawing, protected by a lock because a window and a screenshot may draw at the same time.
    fileprivate struct Drawing {
        let converter = PictureConverter()
        var scratch: [UInt32] = []
        var scratchGeneration: UInt64 = 0
        var scratchWidth = 0
        var scratchHeight = 0
    }

    private static let recentFrames = 2

    private let state = Mutex(State())
    // PictureConverter has no lock; it is accessed only with this one held.
    private let drawing = Mutex<UnsafeTransfer<Drawing>>(UnsafeTransfer(Drawing()))

    private let clock: any HostClock

    /// - Parameter clock: the clock that measures the duration of drawing.
    init(clock: any HostClock = SystemHostClock()) { self.clock = clock }

    /// Displays a frame from now on; nil displays nothing.
    func show(_ frame: Frame?) {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            state.frame = frame
            state.generation += 1
            if let frame {
                state.drawingDelay.displayed(state.generation, at: clock.time)
                state.recent.append(frame)
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

    var frame: Frame? { state.withLock { $0.frame } }

    /// Incremented with each displayed frame; 0 until there is one.
    public var generation: UInt64 { state.withLock { $0.frame == nil ? 0 : $0.generation } }

    /// The display size of the current frame, in square pixels; zero if there is none.
    public var displaySize: (width: Int, height: Int) {
        state.withLock { state in state.frame.map { ($0.shape.displayWidth, $0.shape.displayHeight) } ?? (0, 0) }
    }

    public var isOpaque: Bool {
        state.withLock { $0.frame.map { !PictureConverter.hasAlpha($0.format) } ?? true }
    }

    /// The media time of the current frame; invalid if there is none.
    public var presentationTime: CMTime { state.withLock { $0.frame?.time.time ?? .invalid } }

    /// Sets a handler that is called on an engine thread each time `generation` changes. Several handlers may be set, by key; nil removes
    /// one.
    public func setChangeHandler(for key: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handlers[key] = handler }
    }

    /// Whether any change handler is set.
    var hasViewers: Bool { state.withLock { !$0.handlers.isEmpty } }

    /// Sets a handler that is called once, on the drawing thread, when a frame has been drawn.
    func setFirstDrawHandler(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.firstDrawHandler = handler } }

    /// Scales the current frame into the rectangle (x, y, width, height) of a BGRA surface, writing only pixels inside `clip`.
    /// - Returns: the generation that was drawn; 0 if there is none.
    public func draw(
        into base: UnsafeMutableRawPointer, bytesPerRow: Int, surfaceWidth: Int, surfaceHeight: Int,
        x: Int, y: Int, width: Int, height: Int, clipX: Int, clipY: Int, clipWidth: Int, clipHeight: Int
    ) -> UInt64 {
        let (present, generation, handler) = state.withLock { ($0.frame, $0.generation, $0.firstDrawHandler) }
        defer {
            if present != nil {
                state.withLock { $0.drawingDelay.drawn(generation, at: clock.time) }
                handler?()
            }
        }
        guard let present, width > 0, height > 0 else { return 0 }
        let left = max(0, x, clipX)
        let top = max(0, y, clipY)
        let right = min(surfaceWidth, x + width, clipX + clipWidth)
        let bottom = min(surfaceHeight, y + height, clipY + clipHeight)
        guard left < right, top < bottom else { return generation }
        return drawing.withLock { wrapped -> UInt64 in
            if left == x, top == y, right == x + width, bottom == y + height {
                let target = base + (y * bytesPerRow + x * 4)
                let drawn = wrapped.value.converter.convert(
                    present, into: target, bytesPerRow: bytesPerRow, width: width, height: height)
                return drawn ? generation : 0
            }
            guard wrapped.value.fill(with: present, generation: generation, width: width, height: height) else {
                return 0
            }
            wrapped.value.scratch.withUnsafeBytes { scratch in
                for row in top..<bottom {
                    let from = ((row - y) * width + (left - x)) * 4
                    (base + (row * bytesPerRow + left * 4)).copyMemory(
                        from: scratch.baseAddress.unsafelyUnwrapped + from, byteCount: (right - left) * 4)
                }
            }
            return generation
        }
    }

    /// Copies the current frame, or the recently displayed frame at an item time, as packed BGRA at its display size, scaled down to fit
    /// the maxima if given.
    public func copyPixels(at time: CMTime? = nil, maximumWidth: Int = 0, maximumHeight: Int = 0) -> CopiedPicture? {
        let wanted = time.flatMap { Nanoseconds($0) }
        let found = state.withLock { state -> Frame? in
            guard let wanted else { return state.frame }
            return state.recent.last { $0.time <= wanted } ?? state.frame
        }
        guard let found else { return nil }
        return drawing.withLock { wrapped in
            CopiedPicture(
                found, converter: wrapped.value.converter, maximumWidth: maximumWidth, maximumHeight: maximumHeight)
        }
    }
}

extension VideoOutput.Drawing {
    /// Renders a frame into the scratch buffer at a size.
    mutating func fill(with frame: Frame, generation: UInt64, width: Int, height: Int) -> Bool {
        if scratchGeneration == generation, scratchWidth == width, scratchHeight == height { return true }
        if scratch.count < width * height { scratch = [UInt32](repeating: 0, count: width * height) }
        let converter = self.converter
        let drawn = scratch.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map {
                converter.convert(frame, into: $0, bytesPerRow: width * 4, width: width, height: height)
            } ?? false
        }
        guard drawn else { return false }
        (scratchGeneration, scratchWidth, scratchHeight) = (generation, width, height)
        return true
    }
}

/// Wraps a non-Sendable value so that a mutex can protect it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    // Sendable because the value is only used as the content of a Mutex, whose lock protects it.
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// An image with its own memory: 4 bytes (BGRA) per pixel, `width` × 4 bytes per row.
public struct CopiedPicture: Sendable {
    public var width: Int
    public var height: Int
    public var presentationTime: CMTime
    public var bytes: [UInt8]
    public init(width: Int, height: Int, presentationTime: CMTime, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.presentationTime = presentationTime
        self.bytes = bytes
    }

    /// Converts a frame at its display size, scaled down to fit the maxima that are not 0.
    init?(_ frame: Frame, converter: PictureConverter, maximumWidth: Int, maximumHeight: Int, turns: Bool = true) {
        var factor = 1.0
        if maximumWidth > 0 { factor = min(factor, Double(maximumWidth) / Double(frame.shape.displayWidth)) }
        if maximumHeight > 0 { factor = min(factor, Double(maximumHeight) / Double(frame.shape.displayHeight)) }
        let width = max(1, Int((Double(frame.shape.displayWidth) * factor).rounded()))
        let height = max(1, Int((Double(frame.shape.displayHeight) * factor).rounded()))
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        let drawn = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map {
                converter.convert(frame, into: $0, bytesPerRow: width * 4, width: width, height: height)
            } ?? false
        }
        guard drawn else { return nil }
        self.init(width: width, height: height, presentationTime: frame.time.time, bytes: bytes)
    }
}
