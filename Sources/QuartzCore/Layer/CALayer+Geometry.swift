package import CoreGraphics
package import VideoFrames

extension CALayer {
    var frameInSuperlayer: CGRect { bounds.applying(transformToSuperlayer) }

    func place(in newFrame: CGRect) {
        guard newFrame.origin.x.isFinite, newFrame.origin.y.isFinite, newFrame.width.isFinite, newFrame.height.isFinite
        else { return }
        let rect = newFrame.standardized
        let matrix = affineTransform()
        var size = rect.size
        if !matrix.isIdentity {
            let linear = CGAffineTransform(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: 0, ty: 0)
            size = CGRect(origin: .zero, size: size).applying(linear.inverted()).size
        }
        if size != bounds.size { bounds.size = size }
        let anchor = CGPoint(x: anchorPoint.x * size.width, y: anchorPoint.y * size.height)
        // The corner of the rectangle is at the transformed corner nearest to it.
        let box = CGRect(x: -anchor.x, y: -anchor.y, width: size.width, height: size.height).applying(matrix)
        let place = CGPoint(x: rect.minX - box.minX, y: rect.minY - box.minY)
        if place != position { position = place }
    }

    /// Maps a point of this layer's plane to the superlayer's, ignoring its `sublayerTransform`.
    package var transformToSuperlayer: CGAffineTransform {
        let anchor = CGPoint(
            x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
        return CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
            .concatenating(affineTransform())
            .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
    }

    /// Maps a point of a sublayer's superlayer plane to this layer's plane; the identity unless there is a `sublayerTransform`.
    package var sublayerMapping: CGAffineTransform {
        let matrix = sublayerTransform.affinePart
        if matrix.isIdentity { return .identity }
        let anchor = CGPoint(
            x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
        return CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
            .concatenating(matrix)
            .concatenating(CGAffineTransform(translationX: anchor.x, y: anchor.y))
    }

    private var transformToRoot: CGAffineTransform {
        var matrix = CGAffineTransform.identity
        var layer = self
        while let above = layer.superlayer {
            matrix = matrix.concatenating(layer.transformToSuperlayer).concatenating(above.sublayerMapping)
            layer = above
        }
        // Layers of different trees are related by the plane around the root.
        return matrix.concatenating(layer.transformToSuperlayer)
    }

    func mapping(to layer: CALayer?) -> CGAffineTransform {
        guard let layer else { return transformToRoot }
        if layer === self { return .identity }
        return transformToRoot.concatenating(layer.transformToRoot.inverted())
    }

    func hit(_ point: CGPoint) -> CALayer? {
        guard !isHidden, opacity > 0 else { return nil }
        let inside = point.applying(transformToSuperlayer.inverted())
        let isInside = contains(inside)
        if masksToBounds, !isInside { return nil }
        let below = inside.applying(sublayerMapping.inverted())
        for child in sublayersInDrawingOrder.reversed() {
            if let found = child.hitTest(below) { return found }
        }
        return isInside ? self : nil
    }

    /// The rectangle of the contents in the layer's plane, by `contentsGravity`; nil where `contents` is not an image or has no size.
    package var contentsFrame: CGRect? {
        let size: CGSize
        if let image = contents as? CGImage {
            let scale = contentsScale > 0 ? contentsScale : 1
            size = CGSize(
                width: CGFloat(image.width) * contentsRect.width / scale,
                height: CGFloat(image.height) * contentsRect.height / scale)
        } else if let source = contents as? any VideoFrameSource {
            size = source.displaySize
        } else {
            return nil
        }
        guard size.width > 0, size.height > 0 else { return nil }
        return contentsGravity.rect(for: size, in: bounds)
    }
}

extension VideoFrameSource {
    /// The display size of the current frame in pixels; zero without a frame.
    package var displaySize: CGSize { currentFrame.map { CGSize($0.frame.displaySize) } ?? .zero }
}

extension CGSize {
    package init(_ size: DisplaySize) { self.init(width: size.width, height: size.height) }
}
