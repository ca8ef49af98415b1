import CoreGraphics
public import QuartzCore

/// The content of a tree of layers at one time, from back to front. Immutable; any thread may draw it.
///
/// A list is independent of the drawing library. Video is referenced by its source: drawing the list shows the source's current frame.
public struct DisplayList: Sendable {
    /// The number of the list, which increases with each list of a `LayerCommitter`; 0 for the empty list.
    public let number: UInt64
    /// The size in pixels of the surface that the list is for.
    public let width: Int
    public let height: Int
    let scale: CGFloat
    let nodes: [Node]
    let pictures: [ShownPicture]

    struct ShownPicture: Sendable {
        let key: NodeKey
        let picture: PictureNode
        let bounds: PixelRect
    }

    init(number: UInt64, width: Int, height: Int, scale: CGFloat, nodes: [Node]) {
        self.number = number
        self.width = width
        self.height = height
        self.scale = scale
        self.nodes = nodes
        pictures = Self.pictures(in: nodes, within: nil)
    }

    static let empty = DisplayList(number: 0, width: 0, height: 0, scale: 1, nodes: [])

    /// The sources of all pictures, including those without a first frame.
    public var sources: [any LayerPictureSource] { pictures.map(\.picture.source) }

    /// Whether the size of a picture has changed since the list was created.
    public var hasNewPictureSize: Bool { pictures.contains { $0.picture.source.pictureSize != $0.picture.pictureSize } }

    /// Returns the list with each picture placed by its current size.
    ///
    /// The grouping of nodes for opacity does not change here; the next list of the tree updates it.
    func fittedToPictures() -> DisplayList {
        DisplayList(number: number, width: width, height: height, scale: scale, nodes: nodes.map(\.fittedToPictures))
    }

    private static func pictures(in nodes: [Node], within clip: PixelRect?) -> [ShownPicture] {
        nodes.flatMap { node -> [ShownPicture] in
            let bounds = clip.map { node.bounds.intersection($0) } ?? node.bounds
            switch node.content {
            case .picture(let picture): return [ShownPicture(key: node.key, picture: picture, bounds: bounds)]
            case .group(let group):
                var found = pictures(in: group.children, within: bounds)
                if case .nodes(let mask) = group.mask { found += pictures(in: mask, within: bounds) }
                return found
            default: return []
            }
        }
    }
}

extension Node {
    fileprivate var fittedToPictures: Node {
        switch content {
        case .fill, .raster: return self
        case .picture(let picture): return picture.fitted.node(key, opacity: opacity)
        case .group(let group):
            guard group.hasPicture else { return self }
            let children = group.children.map(\.fittedToPictures)
            var area = children.reduce(PixelRect.none) { $0.union($1.bounds) }
            var mask = group.mask
            switch mask {
            case nil: break
            case .raster(let bitmap, let x, let y):
                area = area.intersection(PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height))
            case .nodes(let nodes):
                let fitted = nodes.map(\.fittedToPictures)
                mask = .nodes(fitted)
                area = area.intersection(fitted.reduce(PixelRect.none) { $0.union($1.bounds) })
            }
            var node = Node(
                key, area, .group(GroupNode(children: children, mask: mask, interior: group.interior)),
                signature: signature)
            node.opacity = opacity
            return node
        }
    }
}
