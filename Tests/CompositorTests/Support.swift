import CoreGraphics
import QuartzCore
import Synchronization
import VideoFrames

@testable import Compositor

/// Single-color video that records how its frames are drawn by a `FakeDrawer`.
final class FakeVideo: VideoFrameSource {
    struct Drawing: Equatable {
        var rect: PixelRect
        var clip: PixelRect
        var base: UInt
    }

    /// The owner of a frame, in place of pixels.
    final class Paint: Sendable {
        let color: UInt32
        let video: FakeVideo

        init(_ color: UInt32, _ video: FakeVideo) {
            self.color = color
            self.video = video
        }
    }

    private struct State {
        var generation: UInt64 = 1
        var color: UInt32 = 0xFF00_00FF
        var size = CGSize(width: 16, height: 9)
        var drawings: [Drawing] = []
        var reported: [UInt64] = []
        var nextColor: UInt32?
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())
    private let isOpaque: Bool

    init(isOpaque: Bool = true) {
        self.isOpaque = isOpaque
    }

    /// The display size of the frames.
    var size: CGSize {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }
    var generation: UInt64 { state.withLock { $0.generation } }
    var drawings: [Drawing] { state.withLock { $0.drawings } }
    /// The generations that were reported as drawn.
    var reported: [UInt64] { state.withLock { $0.reported } }
    var hasHandler: Bool { state.withLock { !$0.handlers.isEmpty } }

    var currentFrame: NumberedFrame? {
        let (color, size, generation) = state.withLock { ($0.color, $0.size, $0.generation) }
        guard generation > 0 else { return nil }
        let frame = VideoFrame(
            storage: .planes([]), format: isOpaque ? .bgr0 : .bgra, width: Int(size.width), height: Int(size.height),
            owner: Paint(color, self))
        return NumberedFrame(frame, generation: generation)
    }

    func forgetDrawings() { state.withLock { $0.drawings = [] } }

    /// Presents the next frame. `color` is 0xAARRGGBB, premultiplied.
    func show(_ color: UInt32) {
        let handlers = state.withLock { state in
            state.color = color
            state.generation += 1
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    /// Presents another frame as soon as a part of the current one has been drawn.
    func changesAfterNextDrawing(to color: UInt32) { state.withLock { $0.nextColor = color } }

    func showNothing() { state.withLock { $0.generation = 0 } }

    fileprivate func note(_ drawing: Drawing) {
        state.withLock { state in
            state.drawings.append(drawing)
            guard let next = state.nextColor else { return }
            (state.color, state.nextColor) = (next, nil)
            state.generation += 1
        }
    }

    func didDraw(generation: UInt64) { state.withLock { $0.reported.append(generation) } }

    func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handlers[observer] = handler }
    }
}

/// Draws the frames of `FakeVideo`.
final class FakeDrawer: FrameDrawing {
    func draw(
        _ frame: NumberedFrame, of source: any VideoFrameSource, into surface: PixelSurface, rect: PixelRect,
        clip: PixelRect
    ) -> FrameDrawingOutcome {
        guard let paint = frame.frame.owner as? FakeVideo.Paint else { return .failed }
        paint.video.note(FakeVideo.Drawing(rect: rect, clip: clip, base: UInt(bitPattern: surface.base)))
        let (left, top) = (max(rect.x, clip.x, 0), max(rect.y, clip.y, 0))
        let right = min(rect.x + rect.width, clip.x + clip.width, surface.width)
        let bottom = min(rect.y + rect.height, clip.y + clip.height, surface.height)
        for y in top..<max(top, bottom) {
            for x in left..<max(left, right) {
                // A gradient, so that drawing at a wrong position is detected.
                let shade = UInt32((x - rect.x) & 7) << 8
                surface.base.storeBytes(
                    of: paint.color ^ shade, toByteOffset: y * surface.bytesPerRow + x * 4, as: UInt32.self)
            }
        }
        return .drawn
    }
}

/// A layer tree with a compositor and a surface in memory, by default at 1 pixel per point.
final class Stage {
    let root = CALayer()
    let compositor: LayerCompositor
    let memory: MemorySurface
    var time = 100.0

    init(width: Int = 40, height: Int = 30, scale: CGFloat = 1) {
        root.bounds = CGRect(x: 0, y: 0, width: CGFloat(width) / scale, height: CGFloat(height) / scale)
        compositor = LayerCompositor(
            root: root, scale: scale, observesVideo: true, renderer: DisplayListRenderer(drawing: FakeDrawer()))
        memory = MemorySurface(width: width, height: height)
        let stage = Unowned(self)
        compositor.clock = { stage.value?.time ?? 0 }
    }

    private final class Unowned {
        weak var value: Stage?
        init(_ value: Stage) { self.value = value }
    }

    @discardableResult
    func render() -> [PixelRect] { compositor.render(into: memory.surface, at: time) }

    func pixel(_ x: Int, _ y: Int) -> UInt32 { memory.pixel(x: x, y: y) ?? 0 }

    @discardableResult
    func add(_ frame: CGRect, _ color: CGColor? = nil, to parent: CALayer? = nil) -> CALayer {
        let layer = CALayer()
        layer.actions = Stage.noActions
        layer.frame = frame
        layer.backgroundColor = color
        (parent ?? root).addSublayer(layer)
        return layer
    }

    @discardableResult
    func addVideo(_ video: FakeVideo, _ frame: CGRect) -> CALayer {
        let layer = add(frame)
        layer.contents = video
        return layer
    }

    static var noActions: [String: any CAAction] {
        Dictionary(
            uniqueKeysWithValues: [
                "bounds", "position", "anchorPoint", "zPosition", "transform", "opacity", "backgroundColor",
                "cornerRadius",
                "borderWidth", "borderColor", "shadowColor", "shadowOpacity", "shadowOffset", "shadowRadius",
                "contentsRect",
            ].map { ($0, NSNull()) })
    }

    /// All pixels, for comparison.
    var pixels: [UInt32] { (0..<memory.height).flatMap { y in (0..<memory.width).map { pixel($0, y) } } }

    /// Returns the pixels of the same tree, drawn completely by a new compositor.
    func freshPixels() -> [UInt32] {
        let other = LayerCompositor(
            root: root, scale: compositor.scale, observesVideo: false,
            renderer: DisplayListRenderer(drawing: FakeDrawer()))
        let surface = MemorySurface(width: memory.width, height: memory.height)
        other.render(into: surface.surface, at: time, fullDamage: true)
        return (0..<memory.height).flatMap { y in (0..<memory.width).map { surface.pixel(x: $0, y: y) ?? 0 } }
    }
}

extension CGColor {
    static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}

/// A deterministic pseudorandom generator.
struct SmallRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
