public import CoreGraphics
import Drawing
public import QuartzCore

/// Draws a tree of layers into pixels on the main thread: a `LayerCommitter` and a `DisplayListRenderer` in one.
///
/// For windows in memory, screenshots and tests. Only pixels of returned rectangles are touched. The surface must keep its pixels between
/// calls; where it does not, request `fullDamage`.
public final class LayerCompositor {
    private let committer: LayerCommitter
    private let renderer: DisplayListRenderer
    private let observation: PictureObservation?
    private var drawnNumber: UInt64 = 0

    /// Pixels in a point.
    public var scale: CGFloat {
        get { committer.scale }
        set { committer.scale = newValue }
    }

    /// The time that animations run on, outside `render`; seconds.
    public var clock: () -> Double {
        get { committer.clock }
        set { committer.clock = newValue }
    }

    /// - Parameters:
    ///   - observesPictures: false for a second compositor of layers that a window shows: a picture reports to one observer only.
    ///   - isOpaque: whether pixels that no layer covers are black; otherwise they are transparent.
    public init(root: CALayer, scale: CGFloat = 1, observesPictures: Bool = true, isOpaque: Bool = true) {
        committer = LayerCommitter(root: root, scale: scale)
        renderer = DisplayListRenderer(isOpaque: isOpaque)
        let flags = committer.flags
        observation = observesPictures ? PictureObservation { flags.pictureChanged() } : nil
    }

    /// Calls `handler`, on any thread, when something has to be drawn: once until the next `render`.
    public func setNeedsRenderHandler(_ handler: (@Sendable () -> Void)?) { committer.setNeedsCommitHandler(handler) }

    /// Whether `render` at this time would draw anything, as far as can be said without doing it.
    public func needsRender(at time: Double) -> Bool { committer.needsCommit(at: time) || renderer.hasNewPictures }

    /// When the next frame of a running animation is due, in seconds; nil where none runs.
    public var nextFrameTime: Double? { committer.nextFrameTime }

    /// Bitmaps of layers that were drawn so far, for tests and measurements.
    public var rasterizationCount: Int { committer.rasterizationCount }

    /// Lays out, displays and draws what has changed.
    /// - Returns: the rectangles in which pixels may have changed; none where nothing had to be drawn.
    @discardableResult
    public func render(into surface: PixelSurface, at time: Double, fullDamage: Bool = false) -> [PixelRect] {
        guard surface.width > 0, surface.height > 0 else { return [] }
        let list = committer.commit(width: surface.width, height: surface.height, at: time)
        if list.number != drawnNumber {
            drawnNumber = list.number
            observation?.observe(list)
        }
        return renderer.draw(list, into: surface, fullDamage: fullDamage)
    }
}

extension LayerCompositor {
    /// A picture of a layer and all below it as they are now; nil where the layer has no size.
    public static func image(of layer: CALayer, scale: CGFloat, isOpaque: Bool = false) -> CGImage? {
        let limit = CGFloat(CGImage.maximumSide)
        let (width, height) = (
            (layer.bounds.width * scale).rounded(.up), (layer.bounds.height * scale).rounded(.up)
        )
        guard width >= 1, height >= 1, width <= limit, height <= limit else { return nil }
        let compositor = LayerCompositor(root: layer, scale: scale, observesPictures: false, isOpaque: isOpaque)
        let surface = MemorySurface(width: Int(width), height: Int(height), hasAlpha: !isOpaque)
        compositor.render(into: surface.surface, at: CACurrentMediaTime(), fullDamage: true)
        return surface.makeImage()
    }
}
