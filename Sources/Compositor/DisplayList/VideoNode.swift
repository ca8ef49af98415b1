import CoreGraphics
import QuartzCore
import VideoFrames

/// The geometry of a layer that shows video, from which the rectangle of a frame of any size follows.
struct VideoPlacement: Sendable {
    let bounds: CGRect
    let gravity: CALayerContentsGravity
    /// Maps the layer's coordinates to the surface.
    let matrix: CGAffineTransform
    let clip: PixelRect
}

/// Video on the surface: its source, and the rectangle of its frames.
final class VideoNode: Sendable {
    private static let maximumSide: CGFloat = 8192

    let source: any VideoFrameSource
    let placement: VideoPlacement
    /// The display size that the other properties were computed for.
    let displaySize: CGSize
    /// The unclipped rectangle of the frame on the surface; for rotated video, the bounding box.
    let rect: PixelRect
    /// Maps the frame at `drawnSize` pixels to the surface if the layer is rotated, sheared or mirrored; nil if it is upright.
    let matrix: CGAffineTransform?
    let drawnSize: CGSize
    private let bounds: PixelRect

    init(source: any VideoFrameSource, placement: VideoPlacement, displaySize: CGSize) {
        self.source = source
        self.placement = placement
        self.displaySize = displaySize
        let frame =
            displaySize.width > 0 && displaySize.height > 0
            ? placement.gravity.rect(for: displaySize, in: placement.bounds) : .zero
        guard frame.width > 0, frame.height > 0 else {
            // No frame yet: an empty node keeps the source observed.
            (rect, matrix, drawnSize, bounds) = (.none, nil, .zero, .none)
            return
        }
        let m = placement.matrix
        let box = frame.applying(m)
        let isUpright = m.isUpright
        rect = isUpright ? box.nearestPixels : box.outerPixels
        // Video is always clipped to its layer, also with an aspect-fill gravity.
        let within = placement.bounds.applying(m)
        bounds = rect.intersection(placement.clip)
            .intersection(isUpright ? within.nearestPixels : within.outerPixels)
        guard !isUpright else {
            matrix = nil
            drawnSize = CGSize(width: rect.width, height: rect.height)
            return
        }
        func side(_ length: CGFloat) -> CGFloat { min(max(length.rounded(), 1), Self.maximumSide) }
        let drawn = CGSize(
            width: side(frame.width * (m.a * m.a + m.b * m.b).squareRoot()),
            height: side(frame.height * (m.c * m.c + m.d * m.d).squareRoot()))
        drawnSize = drawn
        matrix = CGAffineTransform(scaleX: frame.width / drawn.width, y: frame.height / drawn.height)
            .concatenating(CGAffineTransform(translationX: frame.minX, y: frame.minY)).concatenating(m)
    }

    /// Whether the frame hides everything below the video's rectangle.
    func coversItsRect(with frames: LatchedFrames) -> Bool {
        matrix == nil && frames[source]?.frame.isOpaque == true
    }

    /// The node for the same source and layer at the size of the source's latched frame.
    func fitted(to frames: LatchedFrames) -> VideoNode {
        VideoNode(source: source, placement: placement, displaySize: frames.displaySize(of: source))
    }

    func node(_ key: NodeKey, opacity: Double = 1) -> Node {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(rect)
        if let m = matrix { for number in [m.a, m.b, m.c, m.d, m.tx, m.ty] { hasher.combine(number) } }
        var node = Node(key, bounds, .video(self), signature: hasher.finalize())
        node.opacity = opacity
        return node
    }
}

extension LatchedFrames {
    /// The display size of a source's frame in pixels; zero without a frame.
    func displaySize(of source: any VideoFrameSource) -> CGSize {
        self[source].map { CGSize($0.frame.displaySize) } ?? .zero
    }
}
