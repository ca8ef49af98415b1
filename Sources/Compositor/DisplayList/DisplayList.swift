import CoreGraphics
import QuartzCore
package import VideoFrames

/// The content of a tree of layers at one time, from back to front. Immutable; any thread may draw it.
///
/// A list is independent of the drawing library, so that a renderer may draw with the processor or with a GPU. Video is referenced by its
/// source: a renderer latches the current frames, which are values, and draws them with the list.
package struct DisplayList: Sendable {
    /// The number of the list, which increases with each list of a `LayerCommitter`; 0 for the empty list.
    package let number: UInt64
    /// The size in pixels of the surface that the list is for.
    package let width: Int
    package let height: Int
    let scale: CGFloat
    let nodes: [Node]
    let videos: [PlacedVideo]

    struct PlacedVideo: Sendable {
        let key: NodeKey
        let video: VideoNode
        let bounds: PixelRect
    }

    init(number: UInt64, width: Int, height: Int, scale: CGFloat, nodes: [Node]) {
        self.number = number
        self.width = width
        self.height = height
        self.scale = scale
        self.nodes = nodes
        videos = Self.videos(in: nodes, within: nil)
    }

    static let empty = DisplayList(number: 0, width: 0, height: 0, scale: 1, nodes: [])

    /// The sources of all videos, including those without a first frame.
    package var sources: [any VideoFrameSource] { videos.map(\.video.source) }

    /// The identities of the sources that have a frame.
    package var sourcesWithFrame: Set<ObjectIdentifier> {
        Set(sources.filter { $0.generation != 0 }.map { ObjectIdentifier($0) })
    }

    /// Returns the current frames of all sources.
    package func latchFrames() -> LatchedFrames { LatchedFrames(sources) }

    /// Whether the display size of a video has changed since the list was created.
    package var hasNewVideoSize: Bool { videos.contains { $0.video.source.displaySize != $0.video.displaySize } }

    func hasNewVideoSize(in frames: LatchedFrames) -> Bool {
        videos.contains { frames.displaySize(of: $0.video.source) != $0.video.displaySize }
    }

    /// Returns the list with each video placed by the size of its latched frame.
    ///
    /// The grouping of nodes for opacity does not change here; the next list of the tree updates it.
    func fitted(to frames: LatchedFrames) -> DisplayList {
        DisplayList(
            number: number, width: width, height: height, scale: scale, nodes: nodes.map { $0.fitted(to: frames) })
    }

    private static func videos(in nodes: [Node], within clip: PixelRect?) -> [PlacedVideo] {
        nodes.flatMap { node -> [PlacedVideo] in
            let bounds = clip.map { node.bounds.intersection($0) } ?? node.bounds
            switch node.content {
            case .video(let video): return [PlacedVideo(key: node.key, video: video, bounds: bounds)]
            case .group(let group):
                var found = videos(in: group.children, within: bounds)
                if case .nodes(let mask) = group.mask { found += videos(in: mask, within: bounds) }
                return found
            default: return []
            }
        }
    }
}

extension Node {
    fileprivate func fitted(to frames: LatchedFrames) -> Node {
        switch content {
        case .fill, .raster, .column: return self
        case .video(let video): return video.fitted(to: frames).node(key, opacity: opacity)
        case .group(let group):
            guard group.hasVideo else { return self }
            let children = group.children.map { $0.fitted(to: frames) }
            var area = children.reduce(PixelRect.none) { $0.union($1.bounds) }
            var mask = group.mask
            switch mask {
            case nil: break
            case .raster(let bitmap, let x, let y):
                area = area.intersection(PixelRect(x: x, y: y, width: bitmap.width, height: bitmap.height))
            case .nodes(let nodes):
                let fitted = nodes.map { $0.fitted(to: frames) }
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
