import CoreGraphics

/// A value that can be interpolated with another value of its kind.
enum AnimatableValue {
    case number(Double)
    case numbers([Double])
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    case color(CGColor)
    case colors([CGColor])
    case transform(CATransform3D)
    case path(CGPath)
    /// A value that cannot be interpolated.
    case other(Any)

    init?(_ value: Any?) {
        switch value {
        case nil: return nil
        case let value as any BoxedGeometry: self.init(value.anyContent)
        case let value as CGPoint: self = .point(value)
        case let value as CGSize: self = .size(value)
        case let value as CGRect: self = .rect(value)
        case let value as CGColor: self = .color(value)
        case let value as CATransform3D: self = .transform(value)
        case let value as CGAffineTransform: self = .transform(CATransform3DMakeAffineTransform(value))
        case let value as CGPath: self = .path(value)
        case let value as [CGColor]: self = .colors(value)
        case let value as Bool: self = .other(value)
        case let value as [Any]:
            let numbers = value.compactMap { Self.number(in: $0) }
            self = numbers.count == value.count ? .numbers(numbers) : .other(value)
        case let value?:
            if let number = Self.number(in: value) { self = .number(number) } else { self = .other(value) }
        }
    }

    /// Returns a number of any Swift or Foundation type.
    static func number(in value: Any?) -> Double? {
        switch value {
        case let value as Double: return value
        case let value as CGFloat: return Double(value)
        case let value as Float: return Double(value)
        case let value as Int: return Double(value)
        case let value as NSNumber: return value.doubleValue
        default: return nil
        }
    }

    var any: Any {
        switch self {
        case .number(let value): return value
        case .numbers(let value): return value
        case .point(let value): return value
        case .size(let value): return value
        case .rect(let value): return value
        case .color(let value): return value
        case .colors(let value): return value
        case .transform(let value): return value
        case .path(let value): return value
        case .other(let value): return value
        }
    }

    /// Returns the value interpolated with `other` at `t`, extrapolated linearly beyond 0 and 1. Without interpolation: `other` from 0.5
    /// on.
    func mixed(with other: AnimatableValue, _ t: Double) -> AnimatableValue {
        func mix(_ a: CGFloat, _ b: CGFloat) -> CGFloat { a + (b - a) * CGFloat(t) }
        func mix(_ a: CGColor, _ b: CGColor) -> CGColor {
            let (first, second) = (a.rgba, b.rgba)
            func part(_ x: Double, _ y: Double) -> CGFloat { CGFloat(min(max(x + (y - x) * t, 0), 1)) }
            return CGColor(
                red: part(first.red, second.red), green: part(first.green, second.green),
                blue: part(first.blue, second.blue), alpha: part(first.alpha, second.alpha))
        }
        switch (self, other) {
        case (.number(let a), .number(let b)): return .number(a + (b - a) * t)
        case (.numbers(let a), .numbers(let b)) where a.count == b.count:
            return .numbers(zip(a, b).map { $0 + ($1 - $0) * t })
        case (.point(let a), .point(let b)): return .point(CGPoint(x: mix(a.x, b.x), y: mix(a.y, b.y)))
        case (.size(let a), .size(let b)):
            return .size(CGSize(width: mix(a.width, b.width), height: mix(a.height, b.height)))
        case (.rect(let a), .rect(let b)):
            return .rect(
                CGRect(
                    x: mix(a.minX, b.minX), y: mix(a.minY, b.minY), width: mix(a.width, b.width),
                    height: mix(a.height, b.height)))
        case (.color(let a), .color(let b)): return .color(mix(a, b))
        case (.colors(let a), .colors(let b)) where a.count == b.count: return .colors(zip(a, b).map { mix($0, $1) })
        case (.transform(let a), .transform(let b)):
            let parts = TransformParts(a.affinePart).mixed(with: TransformParts(b.affinePart), CGFloat(t))
            return .transform(CATransform3DMakeAffineTransform(parts.matrix))
        case (.path(let a), .path(let b)):
            return a.mixed(with: b, CGFloat(t)).map { .path($0) } ?? (t < 0.5 ? self : other)
        default: return t < 0.5 ? self : other
        }
    }

    /// Returns the sum, for additive animations; `other` where the kinds cannot be added.
    func adding(_ other: AnimatableValue) -> AnimatableValue {
        switch (self, other) {
        case (.number(let a), .number(let b)): return .number(a + b)
        case (.point(let a), .point(let b)): return .point(CGPoint(x: a.x + b.x, y: a.y + b.y))
        case (.size(let a), .size(let b)):
            return .size(CGSize(width: a.width + b.width, height: a.height + b.height))
        case (.rect(let a), .rect(let b)):
            return .rect(
                CGRect(
                    x: a.minX + b.minX, y: a.minY + b.minY, width: a.width + b.width, height: a.height + b.height))
        case (.transform(let a), .transform(let b)): return .transform(CATransform3DConcat(b, a))
        default: return other
        }
    }

    /// The negated value, so that `byValue` can count backwards from the end.
    var negated: AnimatableValue? {
        switch self {
        case .number(let a): return .number(-a)
        case .point(let a): return .point(CGPoint(x: -a.x, y: -a.y))
        case .size(let a): return .size(CGSize(width: -a.width, height: -a.height))
        default: return nil
        }
    }
}

extension CGPath {
    /// Returns nil unless both have the same kinds of elements in the same order.
    fileprivate func mixed(with other: CGPath, _ t: CGFloat) -> CGPath? {
        guard elements.count == other.elements.count else { return nil }
        let path = CGMutablePath()
        func mix(_ a: CGPoint, _ b: CGPoint) -> CGPoint { CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t) }
        for pair in zip(elements, other.elements) {
            switch pair {
            case (.move(let a), .move(let b)): path.move(to: mix(a, b))
            case (.line(let a), .line(let b)): path.addLine(to: mix(a, b))
            case (.quadCurve(let a, let c), .quadCurve(let b, let d)):
                path.addQuadCurve(to: mix(a, b), control: mix(c, d))
            case (.curve(let a, let c, let e), .curve(let b, let d, let f)):
                path.addCurve(to: mix(a, b), control1: mix(c, d), control2: mix(e, f))
            case (.close, .close): path.closeSubpath()
            default: return nil
            }
        }
        return path
    }
}
