import CoreGraphics
public import QuartzCore

/// What a tree of layers shows at one moment, from back to front. Immutable; any thread may draw it.
///
/// Names no drawing library. Video is named by its source: the list shows the frame that the source has when the list is drawn.
public struct DisplayList: Sendable {
    /// Grows with each list that one `LayerCommitter` makes; 0 for the empty list.
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

    /// The sources of all pictures, shown or waiting for their first frame.
    public var sources: [any LayerPictureSource] { pictures.map(\.picture.source) }

    /// Whether a picture has another size now than when the list was made.
    public var hasNewPictureSize: Bool { pictures.contains { $0.picture.source.pictureSize != $0.picture.pictureSize } }

    /// The list with each picture placed by the size that it has now.
    ///
    /// Which nodes fade together stays as it was: the next list of the tree decides that anew.
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
