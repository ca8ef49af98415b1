import CoreGraphics
import QuartzCore

/// Names a node from one list to the next.
struct NodeKey: Hashable, Sendable {
    let layer: UInt64
    let part: Part

    enum Part: Hashable, Sendable {
        case shadow, fill, image, picture, raster(LayerParts), clipGroup, maskGroup, opacityGroup
    }
}

/// Parts of a layer that are drawn into one raster, in this order.
struct LayerParts: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let background = LayerParts(rawValue: 1)
    static let special = LayerParts(rawValue: 2)
    static let image = LayerParts(rawValue: 4)
    static let border = LayerParts(rawValue: 8)
}

/// Something to draw: a leaf, or a group that is drawn aside first.
struct Node: Sendable {
    let key: NodeKey
    /// Pixels of the surface that it may touch.
    let bounds: PixelRect
    let content: Content
    /// Changes whenever the pixels would, opacity and what is above in the tree left aside.
    let signature: Int
    var opacity: Double = 1

    enum Content: Sendable {
        case fill(DisplayColor)
        case raster(Bitmap, x: Int, y: Int)
        case picture(PictureNode)
        case group(GroupNode)
    }

    init(_ key: NodeKey, _ bounds: PixelRect, _ content: Content, signature: Int) {
        self.key = key
        self.bounds = bounds
        self.content = content
        self.signature = signature
    }

    /// A number for everything that the node shows, children and opacity included.
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

    /// Rectangles in which nothing below this can be seen.
    var opaqueRects: [PixelRect] {
        guard opacity >= 1 else { return [] }
        switch content {
        case .fill(let color): return color.isOpaque ? [bounds] : []
        case .raster(let raster, let x, let y):
            let rect = PixelRect(x: x, y: y, width: raster.width, height: raster.height)
            return raster.isOpaque ? [bounds.intersection(rect)] : []
        case .picture(let picture): return picture.coversItsRect ? [bounds.intersection(picture.rect)] : []
        case .group(let group):
            guard let interior = group.interior else { return [] }
            return group.children.flatMap(\.opaqueRects).flatMap { rect in interior.map { $0.intersection(rect) } }
        }
    }
}

/// Nodes that are seen together: through a mask, or with one opacity.
final class GroupNode: Sendable {
    enum Mask: Sendable {
        case raster(Bitmap, x: Int, y: Int)
        /// What the opacity of these gives.
        case nodes([Node])
    }

    let children: [Node]
    let mask: Mask?
    /// Where the mask lets everything through, so that children can be drawn straight; nil: nowhere.
    let interior: [PixelRect]?

    init(children: [Node], mask: Mask?, interior: [PixelRect]?) {
        self.children = children
        self.mask = mask
        self.interior = interior
    }

    var hasPicture: Bool {
        var all = children
        if case .nodes(let nodes) = mask { all += nodes }
        return all.contains { node in
            switch node.content {
            case .picture: true
            case .group(let group): group.hasPicture
            default: false
            }
        }
    }
}
