import CoreGraphics
import QuartzCore

/// The geometry of a layer that shows a picture, from which the placement of a picture of any size follows.
struct PicturePlace: Sendable {
    let bounds: CGRect
    let gravity: CALayerContentsGravity
    /// Maps the layer's coordinates to the surface.
    let matrix: CGAffineTransform
    let clip: PixelRect
}

/// A picture that changes by itself, such as video, and its placement.
final class PictureNode: Sendable {
    private static let maximumSide: CGFloat = 8192

    let source: any LayerPictureSource
    let place: PicturePlace
    /// The picture size that the other properties were computed for.
    let pictureSize: CGSize
    /// The unclipped rectangle of the picture on the surface; for a rotated picture, the bounding box.
    let rect: PixelRect
    /// Maps the picture at `drawnSize` pixels to the surface if it is rotated, sheared or mirrored; nil if it is upright.
    let matrix: CGAffineTransform?
    let drawnSize: CGSize
    private let bounds: PixelRect

    init(source: any LayerPictureSource, place: PicturePlace, pictureSize: CGSize) {
        self.source = source
        self.place = place
        self.pictureSize = pictureSize
        let frame =
            pictureSize.width > 0 && pictureSize.height > 0
            ? place.gravity.rect(for: pictureSize, in: place.bounds) : .zero
        guard frame.width > 0, frame.height > 0 else {
            // No frame yet: an empty node keeps the source observed.
            (rect, matrix, drawnSize, bounds) = (.none, nil, .zero, .none)
            return
        }
        let m = place.matrix
        let box = frame.applying(m)
        let isUpright = m.isUpright
        rect = isUpright ? box.nearestPixels : box.outerPixels
        // Video is always clipped to its layer, also with an aspect-fill gravity.
        let within = place.bounds.applying(m)
        bounds = rect.intersection(place.clip)
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

    var coversItsRect: Bool { matrix == nil && source.isOpaque && source.generation > 0 }

    /// The node for the same source and layer at the source's current size.
    var fitted: PictureNode { PictureNode(source: source, place: place, pictureSize: source.pictureSize) }

    func node(_ key: NodeKey, opacity: Double = 1) -> Node {
        var hasher = Hasher()
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(rect)
        if let matrix { hasher.combine(matrix) }
        var node = Node(key, bounds, .picture(self), signature: hasher.finalize())
        node.opacity = opacity
        return node
    }
}
