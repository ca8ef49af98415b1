import CoreGraphics

/// A decomposed plane transform, whose parts can be read, set and interpolated individually.
struct TransformParts: Hashable {
    var translation = CGPoint.zero
    /// Radians.
    var rotation: CGFloat = 0
    var scaleX: CGFloat = 1
    var scaleY: CGFloat = 1
    var shear: CGFloat = 0

    init(_ m: CGAffineTransform) {
        translation = CGPoint(x: m.tx, y: m.ty)
        scaleX = (m.a * m.a + m.b * m.b).squareRoot()
        rotation = atan2(m.b, m.a)
        let determinant = m.a * m.d - m.b * m.c
        scaleY = scaleX == 0 ? (m.c * m.c + m.d * m.d).squareRoot() : determinant / scaleX
        shear = scaleX == 0 || scaleY == 0 ? 0 : (m.a * m.c + m.b * m.d) / (scaleX * scaleY)
    }

    var matrix: CGAffineTransform {
        let (c, s) = (cos(rotation), sin(rotation))
        let across = shear * scaleY
        return CGAffineTransform(
            a: scaleX * c, b: scaleX * s, c: across * c - scaleY * s, d: across * s + scaleY * c,
            tx: translation.x, ty: translation.y)
    }

    func mixed(with other: TransformParts, _ t: CGFloat) -> TransformParts {
        func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * t }
        var result = self
        result.translation = CGPoint(
            x: mix(translation.x, other.translation.x), y: mix(translation.y, other.translation.y))
        var turn = other.rotation - rotation
        // The shorter direction of rotation.
        if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
        result.rotation = rotation + turn * t
        result.scaleX = mix(scaleX, other.scaleX)
        result.scaleY = mix(scaleY, other.scaleY)
        result.shear = mix(shear, other.shear)
        return result
    }
}

extension CATransform3D {
    /// Returns a part by its name in key paths such as `transform.scale.x`.
    func part(_ name: String) -> Any? {
        let parts = TransformParts(affinePart)
        switch name {
        case "scale": return (parts.scaleX + parts.scaleY) / 2
        case "scale.x": return parts.scaleX
        case "scale.y": return parts.scaleY
        case "rotation", "rotation.z": return parts.rotation
        case "translation": return CGSize(width: parts.translation.x, height: parts.translation.y)
        case "translation.x": return parts.translation.x
        case "translation.y": return parts.translation.y
        default: return nil
        }
    }

    func setting(_ value: Any?, part name: String) -> CATransform3D? {
        var parts = TransformParts(affinePart)
        if name == "translation" {
            guard let size = value as? CGSize else { return nil }
            parts.translation = CGPoint(x: size.width, y: size.height)
        } else {
            guard let number = AnimatableValue.number(in: value).map({ CGFloat($0) }) else { return nil }
            switch name {
            case "scale": (parts.scaleX, parts.scaleY) = (number, number)
            case "scale.x": parts.scaleX = number
            case "scale.y": parts.scaleY = number
            case "rotation", "rotation.z": parts.rotation = number
            case "translation.x": parts.translation.x = number
            case "translation.y": parts.translation.y = number
            default: return nil
            }
        }
        return CATransform3DMakeAffineTransform(parts.matrix)
    }
}
