package import CoreGraphics
package import QuartzCore

/// Creates display lists from a tree of layers: runs layout, display and animations, and draws bitmaps.
///
/// Main thread only. The lists may be drawn on any thread.
package final class LayerCommitter: LayerTreeObserver {
    /// Seconds between lists while an animation runs.
    package static let animationInterval = 1.0 / 60

    package let root: CALayer
    /// Pixels per point.
    package var scale: CGFloat {
        didSet {
            if scale != oldValue { flags.treeChanged() }
        }
    }
    /// The clock of animations outside of `commit`, in seconds.
    package var clock: () -> Double = CACurrentMediaTime
    /// The latest list.
    package private(set) var list = DisplayList.empty

    let flags = ChangeFlags()
    private let rasters = RasterCache()
    private var isAnimating = false
    private var isCommitting = false
    private var commitTime: Double?
    private var lastTime = -Double.infinity

    package init(root: CALayer, scale: CGFloat = 1) {
        self.root = root
        self.scale = scale
        root.addTreeObserver(self)
    }

    deinit { root.removeTreeObserver(self) }

    package func layerTreeDidChange() {
        // Changes made by layout and display during a commit are part of the new list.
        if !isCommitting { flags.treeChanged() }
    }

    package var layerTime: Double { commitTime ?? clock() }

    /// Sets a handler that is called when the tree has changed, on any thread, at most once until the next `commit`.
    package func setNeedsCommitHandler(_ handler: (@Sendable () -> Void)?) { flags.setHandler(handler) }

    /// Returns whether `commit` at this time would create a new list for the same surface.
    package func needsCommit(at time: Double) -> Bool {
        flags.isTreeChanged || (isAnimating && time > lastTime) || list.number == 0
    }

    /// The time at which the next list of a running animation is due, in seconds; nil without an animation.
    package var nextFrameTime: Double? { isAnimating ? lastTime + Self.animationInterval : nil }

    /// The number of layer bitmaps drawn so far, for tests and measurements.
    package var rasterizationCount: Int { rasters.madeCount }

    /// Returns the content of the tree at `time` for a surface of this size in pixels: a new list, or the latest one if nothing has
    /// changed.
    package func commit(width: Int, height: Int, at time: Double) -> DisplayList {
        commitTime = time
        lastTime = time
        defer { commitTime = nil }
        let isDue = flags.beginRendering()
        let isNewSize = width != list.width || height != list.height
        guard isDue || isAnimating || isNewSize || list.number == 0 || list.hasNewVideoSize else { return list }
        isCommitting = true
        defer { isCommitting = false }
        isAnimating = root.advanceAnimations(to: time)
        root.layoutIfNeeded()
        rasters.beginList()
        let surface = PixelRect(x: 0, y: 0, width: width, height: height)
        let nodes = DisplayListBuilder(time: time, surface: surface, cache: rasters).build(root: root, scale: scale)
        rasters.endList()
        list = DisplayList(number: list.number &+ 1, width: width, height: height, scale: scale, nodes: nodes)
        return list
    }
}
