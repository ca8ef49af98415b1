import CoreGraphics
import QuartzCore

extension CGAffineTransform {
    /// Whether the transform has no rotation, shear or reflection, so that rectangles stay axis-aligned.
    var isUpright: Bool { abs(b) < 1e-6 && abs(c) < 1e-6 && a > 0 && d > 0 }

    var isUsable: Bool {
        let determinant = a * d - b * c
        return determinant.isFinite && abs(determinant) > 1e-9 && tx.isFinite && ty.isFinite && abs(tx) < 1e7
            && abs(ty) < 1e7
    }
}

extension CGRect {
    /// Maximum distance from a pixel edge that counts as aligned.
    private static let tolerance: CGFloat = 1.0 / 256

    /// Converts a coordinate to an integer, clamped to the range of pixel coordinates.
    private static func whole(_ value: CGFloat) -> Int { Int(min(max(value, -1e8), 1e8)) }

    /// All pixels that the rectangle touches.
    var outerPixels: PixelRect {
        guard !isNull, minX.isFinite, minY.isFinite, width.isFinite, height.isFinite else { return .none }
        let x = Self.whole((minX + Self.tolerance).rounded(.down))
        let y = Self.whole((minY + Self.tolerance).rounded(.down))
        return PixelRect(
            x: x, y: y, width: Self.whole((maxX - Self.tolerance).rounded(.up)) - x,
            height: Self.whole((maxY - Self.tolerance).rounded(.up)) - y)
    }

    /// All pixels that the rectangle covers completely.
    var innerPixels: PixelRect {
        guard !isNull, minX.isFinite, minY.isFinite, width.isFinite, height.isFinite else { return .none }
        let x = Self.whole((minX - Self.tolerance).rounded(.up))
        let y = Self.whole((minY - Self.tolerance).rounded(.up))
        return PixelRect(
            x: x, y: y, width: Self.whole((maxX + Self.tolerance).rounded(.down)) - x,
            height: Self.whole((maxY + Self.tolerance).rounded(.down)) - y)
    }

    /// The rectangle rounded to the nearest pixel edges.
    var nearestPixels: PixelRect {
        guard !isNull, minX.isFinite, minY.isFinite, width.isFinite, height.isFinite else { return .none }
        let x = Self.whole((minX + 0.5).rounded(.down))
        let y = Self.whole((minY + 0.5).rounded(.down))
        return PixelRect(
            x: x, y: y, width: Self.whole((maxX + 0.5).rounded(.down)) - x,
            height: Self.whole((maxY + 0.5).rounded(.down)) - y)
    }

    /// Whether all edges are aligned with pixel edges.
    var isWhole: Bool { outerPixels == innerPixels }
}

extension CALayer {
    /// Returns the outline of the bounds with the layer's rounded corners, inset by `inset`.
    func roundedPath(inset: CGFloat = 0) -> CGPath {
        let rect = bounds.insetBy(dx: inset, dy: inset)
        let path = CGMutablePath()
        guard !rect.isNull, rect.width > 0, rect.height > 0 else { return path }
        let radius = max(cornerRadius - inset, 0)
        func corner(_ mask: CACornerMask) -> CGSize {
            maskedCorners.contains(mask) ? CGSize(width: radius, height: radius) : .zero
        }
        path.addRoundedRect(
            in: rect, topLeft: corner(.layerMinXMinYCorner), topRight: corner(.layerMaxXMinYCorner),
            bottomRight: corner(.layerMaxXMaxYCorner), bottomLeft: corner(.layerMinXMaxYCorner))
        return path
    }
}
