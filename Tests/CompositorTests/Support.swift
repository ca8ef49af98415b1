import Compositor
import CoreGraphics
import QuartzCore
import Synchronization

/// A single-color picture that records how it is drawn.
final class FakePicture: LayerPictureSource {
    struct Drawing: Equatable {
        var rect: PixelRect
        var clip: PixelRect
        var base: UInt
    }

    private struct State {
        var generation: UInt64 = 1
        var color: UInt32 = 0xFF00_00FF
        var size = CGSize(width: 16, height: 9)
        var drawings: [Drawing] = []
        var nextColor: UInt32?
        var handler: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    let isOpaque: Bool

    init(isOpaque: Bool = true) {
        self.isOpaque = isOpaque
    }

    var pictureSize: CGSize {
        get { state.withLock { $0.size } }
        set { state.withLock { $0.size = newValue } }
    }
    var generation: UInt64 { state.withLock { $0.generation } }
    var drawings: [Drawing] { state.withLock { $0.drawings } }
    var hasHandler: Bool { state.withLock { $0.handler != nil } }

    func forgetDrawings() { state.withLock { $0.drawings = [] } }

    /// Presents the next frame. `color` is 0xAARRGGBB, premultiplied.
    func show(_ color: UInt32) {
        let handler = state.withLock { state in
            state.color = color
            state.generation += 1
            return state.handler
        }
        handler?()
    }

    /// Changes the frame after the next drawing, which still shows the current one.
    func changesAfterNextDrawing(to color: UInt32) { state.withLock { $0.nextColor = color } }

    func showNothing() { state.withLock { $0.generation = 0 } }

    func draw(into surface: PixelSurface, rect: PixelRect, clip: PixelRect) -> UInt64 {
        let (color, generation) = state.withLock { state in
            state.drawings.append(Drawing(rect: rect, clip: clip, base: UInt(bitPattern: surface.base)))
            defer {
                if let next = state.nextColor {
                    (state.color, state.nextColor) = (next, nil)
                    state.generation += 1
                }
            }
            return (state.color, state.generation)
        }
        guard generation > 0 else { return 0 }
        let (left, top) = (max(rect.x, clip.x, 0), max(rect.y, clip.y, 0))
        let right = min(rect.x + rect.width, clip.x + clip.width, surface.width)
        let bottom = min(rect.y + rect.height, clip.y + clip.height, surface.height)
        for y in top..<max(top, bottom) {
            for x in left..<max(left, right) {
                // A gradient, so that drawing at a wrong position is detected.
                let shade = UInt32((x - rect.x) & 7) << 8
                surface.base.storeBytes(
                    of: color ^ shade, toByteOffset: y * surface.bytesPerRow + x * 4, as: UInt32.self)
            }
        }
        return generation
    }

    func setChangeHandler(_ handler: (@Sendable () -> Void)?) { state.withLock { $0.handler = handler } }
}

/// A layer tree with a compositor and a surface in memory, by default at 1 pixel per point.
final class Stage {
    let root = CALayer()
    let compositor: LayerCompositor
    let memory: MemorySurface
    var time = 100.0

    init(width: Int = 40, height: Int = 30, scale: CGFloat = 1) {
        root.bounds = CGRect(x: 0, y: 0, width: CGFloat(width) / scale, height: CGFloat(height) / scale)
        compositor = LayerCompositor(root: root, scale: scale)
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
    func addPicture(_ picture: FakePicture, _ frame: CGRect) -> CALayer {
        let layer = add(frame)
        layer.contents = picture
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
        let other = LayerCompositor(root: root, scale: compositor.scale, observesPictures: false)
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
