import CGraphics
public import CoreGraphics
import Drawing
public import QuartzCore

/// Draws a tree of layers into pixels, and again only what has changed.
///
/// Used on the main thread. Opaque video is drawn by its source straight into the surface; other layers are kept as bitmaps and
/// blended only in the damaged rectangles. Only pixels of returned rectangles are touched. The surface must keep its pixels between
/// calls; where it does not, ask for `fullDamage`.
public final class LayerCompositor: LayerTreeObserver {
    /// Seconds between pictures of a running animation.
    public static let animationInterval = 1.0 / 60

    public let root: CALayer
    /// Pixels in a point.
    public var scale: CGFloat {
        didSet {
            guard scale != oldValue else { return }
            mustDrawAll = true
            flags.treeChanged()
        }
    }
    /// The time that animations run on, outside `render`; seconds.
    public var clock: () -> Double = CACurrentMediaTime

    private let observesPictures: Bool
    private let isOpaque: Bool
    private let flags = ChangeFlags()
    private let rasters = RasterCache()
    private let renderer = Renderer()
    private var damage = DamageTracker()
    private var nodes: [Node] = []
    private var pictures: [(key: NodeKey, picture: PictureNode, bounds: PixelRect)] = []
    private var watched: [ObjectIdentifier: any LayerPictureSource] = [:]
    private var lastSize = PixelRect.none
    private var mustDrawAll = true
    private var isAnimating = false
    private var isPreparing = false
    private var seenGenerations: [NodeKey: UInt64] = [:]
    private var renderTime: Double?
    private var lastTime = -Double.infinity

    /// - Parameters:
    ///   - observesPictures: false for a second compositor of layers that a window shows: a picture tells only one.
    ///   - isOpaque: whether what no layer covers is black; otherwise it is transparent.
    public init(root: CALayer, scale: CGFloat = 1, observesPictures: Bool = true, isOpaque: Bool = true) {
        self.root = root
        self.scale = scale
        self.observesPictures = observesPictures
        self.isOpaque = isOpaque
        root.addTreeObserver(self)
    }

    deinit {
        root.removeTreeObserver(self)
        for source in watched.values { source.setChangeHandler(nil) }
    }

    // MARK: What is due

    public func layerTreeDidChange() {
        // What layout and display change while the list is made is in the list.
        if !isPreparing { flags.treeChanged() }
    }

    public var layerTime: Double { renderTime ?? clock() }

    /// Called on any thread when something has to be drawn, once until the next `render`.
    public func setNeedsRenderHandler(_ handler: (@Sendable () -> Void)?) { flags.setHandler(handler) }

    /// Whether `render` at this time would draw anything, as far as can be told without doing it.
    public func needsRender(at time: Double) -> Bool {
        flags.isTreeChanged || mustDrawAll || (isAnimating && time > lastTime) || pictures.contains(where: isStale)
    }

    /// When the next picture of a running animation is due, in seconds; nil where none runs.
    public var nextFrameTime: Double? { isAnimating ? lastTime + Self.animationInterval : nil }

    /// Bitmaps of layers that were drawn so far, for tests and measurements.
    public var rasterizationCount: Int { rasters.madeCount }

    private func isStale(_ entry: (key: NodeKey, picture: PictureNode, bounds: PixelRect)) -> Bool {
        entry.picture.source.generation != seenGenerations[entry.key] ?? 0
    }

    // MARK: Rendering

    /// Lays out, displays and draws what has changed.
    /// - Returns: the rectangles in which pixels may have changed; none where nothing had to be drawn.
    @discardableResult
    public func render(into surface: PixelSurface, at time: Double, fullDamage: Bool = false) -> [PixelRect] {
        let size = PixelRect(x: 0, y: 0, width: surface.width, height: surface.height)
        guard !size.isEmpty else { return [] }
        let isNewSize = size != lastSize
        let drawsAll = fullDamage || mustDrawAll || isNewSize
        renderTime = time
        lastTime = time
        defer { renderTime = nil }

        var changed = DamageList()
        prepare(size, at: time, isForced: isNewSize || mustDrawAll, damage: &changed)
        for entry in pictures {
            let generation = entry.picture.source.generation
            if generation != seenGenerations[entry.key] ?? 0 { changed.add(entry.bounds) }
            // What is covered is not drawn and counts as seen all the same, or it would be due for ever.
            seenGenerations[entry.key] = generation
        }
        let region = drawsAll ? Region(size) : Region(changed.rects).intersection(size)
        lastSize = size
        mustDrawAll = false
        guard !region.isEmpty, let raster = Raster(viewing: surface, isOpaque: isOpaque, owner: self) else { return [] }
        renderer.draw(
            nodes, on: Target(raster: raster, x: 0, y: 0), in: region, ground: isOpaque ? .opaqueBlack : .transparent)
        for (key, generation) in renderer.takeDrawnGenerations() {
            seenGenerations[key] = max(seenGenerations[key] ?? 0, generation)
        }
        return region.rects
    }

    /// Brings the list of nodes up to date where the tree has changed.
    private func prepare(_ size: PixelRect, at time: Double, isForced: Bool, damage changed: inout DamageList) {
        let hasNewPictureSize = pictures.contains { $0.picture.source.pictureSize != $0.picture.pictureSize }
        let isDue = flags.beginRendering()
        guard isDue || isAnimating || isForced || hasNewPictureSize else { return }
        isPreparing = true
        defer { isPreparing = false }
        isAnimating = root.advanceAnimations(to: time)
        root.layoutIfNeeded()
        rasters.beginList()
        let builder = DisplayListBuilder(time: time, surface: size, cache: rasters)
        nodes = builder.build(root: root, scale: scale)
        rasters.endList()
        changed = damage.update(to: nodes)
        collectPictures()
    }

    private func collectPictures() {
        pictures = []
        func visit(_ nodes: [Node], _ clip: PixelRect?) {
            for node in nodes {
                let bounds = clip.map { node.bounds.intersection($0) } ?? node.bounds
                switch node.content {
                case .picture(let picture): pictures.append((node.key, picture, bounds))
                case .group(let group):
                    visit(group.children, bounds)
                    if case .nodes(let mask) = group.mask { visit(mask, bounds) }
                default: break
                }
            }
        }
        visit(nodes, nil)
        let keys = Set(pictures.map(\.key))
        seenGenerations = seenGenerations.filter { keys.contains($0.key) }
        renderer.endList()
        guard observesPictures else { return }
        var present: [ObjectIdentifier: any LayerPictureSource] = [:]
        for entry in pictures { present[ObjectIdentifier(entry.picture.source)] = entry.picture.source }
        for (id, source) in watched where present[id] == nil { source.setChangeHandler(nil) }
        for (id, source) in present where watched[id] == nil {
            source.setChangeHandler { [flags] in flags.pictureChanged() }
        }
        watched = present
    }

    /// Forgets all bitmaps: after a change of fonts, or when memory is short. Everything is drawn anew.
    public func purge() {
        rasters.removeAll()
        renderer.forgetAll()
        mustDrawAll = true
        flags.treeChanged()
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
