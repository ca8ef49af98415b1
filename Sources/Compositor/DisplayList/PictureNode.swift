import CoreGraphics
import QuartzCore

/// The layer that a picture is shown in, as far as it decides where a picture of any size lies.
struct PicturePlace: Sendable {
    let bounds: CGRect
    let gravity: CALayerContentsGravity
    /// Maps the layer's plane to the surface.
    let matrix: CGAffineTransform
    let clip: PixelRect
}

/// A picture that changes by itself, and where it goes.
final class PictureNode: Sendable {
    private static let maximumSide: CGFloat = 8192

    let source: any LayerPictureSource
    let place: PicturePlace
    /// The size of the picture that the other values belong to.
    let pictureSize: CGSize
    /// The whole picture's place on the surface, before any clip; where it is turned, the box around it.
    let rect: PixelRect
    /// Maps the picture at `drawnSize` pixels to the surface where it is turned, sheared or mirrored; nil where it is upright.
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
            // Nothing yet: a node of no size keeps the source observed.
            (rect, matrix, drawnSize, bounds) = (.none, nil, .zero, .none)
            return
        }
        let m = place.matrix
        let box = frame.applying(m)
        let isUpright = m.isUpright
        rect = isUpright ? box.nearestPixels : box.outerPixels
        // Video never leaves its layer, also where it fills it beyond the edges.
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

    /// The same picture in the same layer at the size that its source has now.
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
