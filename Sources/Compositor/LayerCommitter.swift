public import CoreGraphics
public import QuartzCore

/// Makes display lists of a tree of layers: lays out, displays, runs animations and draws bitmaps.
///
/// Used on the main thread. The lists may be drawn on any other.
public final class LayerCommitter: LayerTreeObserver {
    /// Seconds between lists while an animation runs.
    public static let animationInterval = 1.0 / 60

    public let root: CALayer
    /// Pixels in a point.
    public var scale: CGFloat {
        didSet {
            if scale != oldValue { flags.treeChanged() }
        }
    }
    /// The time that animations run on, outside `commit`; seconds.
    public var clock: () -> Double = CACurrentMediaTime
    /// The list that was made last.
    public private(set) var list = DisplayList.empty

    let flags = ChangeFlags()
    private let rasters = RasterCache()
    private var isAnimating = false
    private var isCommitting = false
    private var commitTime: Double?
    private var lastTime = -Double.infinity

    public init(root: CALayer, scale: CGFloat = 1) {
        self.root = root
        self.scale = scale
        root.addTreeObserver(self)
    }

    deinit { root.removeTreeObserver(self) }

    public func layerTreeDidChange() {
        // What layout and display change while the list is made is in the list.
        if !isCommitting { flags.treeChanged() }
    }

    public var layerTime: Double { commitTime ?? clock() }

    /// Calls `handler`, on any thread, when the tree has changed: once until the next `commit`.
    public func setNeedsCommitHandler(_ handler: (@Sendable () -> Void)?) { flags.setHandler(handler) }

    /// Whether `commit` at this time would make a new list for the same surface.
    public func needsCommit(at time: Double) -> Bool {
        flags.isTreeChanged || (isAnimating && time > lastTime) || list.number == 0
    }

    /// When the next list of a running animation is due, in seconds; nil where none runs.
    public var nextFrameTime: Double? { isAnimating ? lastTime + Self.animationInterval : nil }

    /// Bitmaps of layers that were drawn so far, for tests and measurements.
    public var rasterizationCount: Int { rasters.madeCount }

    /// Returns what the tree shows at `time` on a surface of this size in pixels: a new list, or the last one where nothing has changed.
    public func commit(width: Int, height: Int, at time: Double) -> DisplayList {
        commitTime = time
        lastTime = time
        defer { commitTime = nil }
        let isDue = flags.beginRendering()
        let isNewSize = width != list.width || height != list.height
        guard isDue || isAnimating || isNewSize || list.number == 0 || list.hasNewPictureSize else { return list }
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
