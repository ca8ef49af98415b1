import CoreGraphics
import QuartzCore

/// Identifies a node across lists.
struct NodeKey: Hashable, Sendable {
    let layer: UInt64
    let part: Part

    enum Part: Hashable, Sendable {
        case shadow, fill, image, video, raster(LayerParts), clipGroup, maskGroup, opacityGroup, transitionGroup
    }
}

/// Parts of a layer that are drawn into one bitmap, in this order.
struct LayerParts: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let background = LayerParts(rawValue: 1)
    static let special = LayerParts(rawValue: 2)
    static let image = LayerParts(rawValue: 4)
    static let border = LayerParts(rawValue: 8)
}

/// A node of a display list: a leaf, or a group that is composited off screen.
struct Node: Sendable {
    let key: NodeKey
    /// The pixels of the surface that the node may touch.
    let bounds: PixelRect
    let content: Content
    /// A hash that changes whenever the node's pixels change, independent of its opacity and of its ancestors.
    let signature: Int
    var opacity: Double = 1

    enum Content: Sendable {
        case fill(DisplayColor)
        case raster(Bitmap, x: Int, y: Int)
        /// A bitmap of one column, repeated over the width of the node.
        case column(Bitmap, y: Int)
        case video(VideoNode)
        case group(GroupNode)
    }

    init(_ key: NodeKey, _ bounds: PixelRect, _ content: Content, signature: Int) {
        self.key = key
        self.bounds = bounds
        self.content = content
        self.signature = signature
    }

    /// A hash of the node's complete appearance, including children and opacity.
    var combinedSignature: Int {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(bounds)
        hasher.combine(signature)
        hasher.combine(opacity)
        if case .group(let group) = content {
            for child in group.children { hasher.combine(child.combinedSignature) }
        }
        return hasher.finalize()
    }

    /// Returns the rectangles in which the node hides everything below it.
    func opaqueRects(with frames: LatchedFrames) -> [PixelRect] {
        guard opacity >= 1 else { return [] }
        switch content {
        case .fill(let color): return color.isOpaque ? [bounds] : []
        case .raster(let raster, let x, let y):
            let rect = PixelRect(x: x, y: y, width: raster.width, height: raster.height)
            return raster.isOpaque ? [bounds.intersection(rect)] : []
        case .column(let raster, _): return raster.isOpaque ? [bounds] : []
        case .video(let video): return video.coversItsRect(with: frames) ? [bounds.intersection(video.rect)] : []
        case .group(let group):
            guard let interior = group.interior else { return [] }
            return group.children.flatMap { $0.opaqueRects(with: frames) }.flatMap { rect in
                interior.map { $0.intersection(rect) }
            }
        }
    }
}

/// Nodes that are composited together: through a mask, or with a common opacity.
final class GroupNode: Sendable {
    enum Mask: Sendable {
        case raster(Bitmap, x: Int, y: Int)
        /// The alpha of these nodes is the mask.
        case nodes([Node])
    }

    let children: [Node]
    let mask: Mask?
    /// The rectangles in which the mask is opaque, so that children can be drawn directly; nil: none.
    let interior: [PixelRect]?

    init(children: [Node], mask: Mask?, interior: [PixelRect]?) {
        self.children = children
        self.mask = mask
        self.interior = interior
    }

    var hasVideo: Bool {
        var all = children
        if case .nodes(let nodes) = mask { all += nodes }
        return all.contains { node in
            switch node.content {
            case .video: true
            case .group(let group): group.hasVideo
            default: false
            }
        }
    }
}
