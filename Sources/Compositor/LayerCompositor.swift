package import CoreGraphics
import Drawing
package import QuartzCore

/// Draws a tree of layers into pixels on the main thread: combines a `LayerCommitter` and a `DisplayListRenderer`.
///
/// For windows in memory, screenshots and tests. Only pixels in the returned rectangles are modified. The surface must keep its pixels
/// between calls; otherwise pass `fullDamage`.
package final class LayerCompositor {
    private let committer: LayerCommitter
    private let renderer: DisplayListRenderer
    private let observation: FrameObservation?
    private var drawnNumber: UInt64 = 0

    /// Pixels per point.
    package var scale: CGFloat {
        get { committer.scale }
        set { committer.scale = newValue }
    }

    /// The clock of animations outside of `render`, in seconds.
    package var clock: () -> Double {
        get { committer.clock }
        set { committer.clock = newValue }
    }

    /// - Parameters:
    ///   - observesVideo: false for a second compositor of layers that a window shows, because a source reports to one observer only.
    ///   - isOpaque: whether pixels that no layer covers are black; otherwise they are transparent.
    package convenience init(root: CALayer, scale: CGFloat = 1, observesVideo: Bool = true, isOpaque: Bool = true) {
        self.init(
            root: root, scale: scale, observesVideo: observesVideo,
            renderer: DisplayListRenderer(isOpaque: isOpaque))
    }

    init(root: CALayer, scale: CGFloat, observesVideo: Bool, renderer: DisplayListRenderer) {
        committer = LayerCommitter(root: root, scale: scale)
        self.renderer = renderer
        let flags = committer.flags
        observation = observesVideo ? FrameObservation { flags.frameChanged() } : nil
    }

    /// Sets a handler that is called when something has to be drawn, on any thread, at most once until the next `render`.
    package func setNeedsRenderHandler(_ handler: (@Sendable () -> Void)?) { committer.setNeedsCommitHandler(handler) }

    /// Returns whether `render` at this time would probably draw something.
    package func needsRender(at time: Double) -> Bool { committer.needsCommit(at: time) || renderer.hasNewFrames }

    /// The time at which the next frame of a running animation is due, in seconds; nil without an animation.
    package var nextFrameTime: Double? { committer.nextFrameTime }

    /// The number of layer bitmaps drawn so far, for tests and measurements.
    package var rasterizationCount: Int { committer.rasterizationCount }

    /// Runs layout and display, and draws changed content.
    /// - Returns: the rectangles in which pixels may have changed; empty if nothing was drawn.
    @discardableResult
    package func render(into surface: PixelSurface, at time: Double, fullDamage: Bool = false) -> [PixelRect] {
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
    /// Returns an image of a layer and its sublayers in their current state; nil if the layer is empty or too large.
    package static func image(of layer: CALayer, scale: CGFloat, isOpaque: Bool = false) -> CGImage? {
        let limit = CGFloat(CGImage.maximumSide)
        let (width, height) = (
            (layer.bounds.width * scale).rounded(.up), (layer.bounds.height * scale).rounded(.up)
        )
        guard width >= 1, height >= 1, width <= limit, height <= limit else { return nil }
        let compositor = LayerCompositor(root: layer, scale: scale, observesVideo: false, isOpaque: isOpaque)
        let surface = MemorySurface(width: Int(width), height: Int(height), hasAlpha: !isOpaque)
        compositor.render(into: surface.surface, at: CACurrentMediaTime(), fullDamage: true)
        return surface.makeImage()
    }
}
