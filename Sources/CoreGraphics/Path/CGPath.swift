/// A path of lines and curves. Immutable, unless it is a `CGMutablePath`.
public class CGPath: Hashable {
    /// An element of a path.
    package enum Element: Hashable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case quadCurve(CGPoint, control: CGPoint)
        case curve(CGPoint, control1: CGPoint, control2: CGPoint)
        case close
    }

    /// The elements in the order in which they were added.
    package internal(set) var elements: [Element]

    init(elements: [Element]) {
        self.elements = elements
    }

    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addRect(rect, transform: transform?.pointee ?? .identity)
        self.init(elements: path.elements)
    }

    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        let path = CGMutablePath()
        path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
        self.init(elements: path.elements)
    }

    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let path = CGMutablePath()
        path.addRoundedRect(
            in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
        self.init(elements: path.elements)
    }

    public var isEmpty: Bool { elements.isEmpty }

    /// The start of the next element; zero for an empty path.
    public var currentPoint: CGPoint {
        var start = CGPoint.zero
        var point = CGPoint.zero
        for element in elements {
            switch element {
            case .move(let to):
                start = to
                point = to
            case .line(let to), .quadCurve(let to, _), .curve(let to, _, _): point = to
            case .close: point = start
            }
        }
        return point
    }

    public func copy() -> CGPath? { CGPath(elements: elements) }

    public func mutableCopy() -> CGMutablePath? { CGMutablePath(elements: elements) }

    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        guard let transform else { return copy() }
        return applying(transform.pointee)
    }

    /// Returns the transformed path.
    package func applying(_ transform: CGAffineTransform) -> CGPath {
        CGPath(elements: elements.map { $0.applying(transform) })
    }

    public static func == (a: CGPath, b: CGPath) -> Bool { a === b || a.elements == b.elements }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(elements)
    }
}

extension CGPath.Element {
    func applying(_ t: CGAffineTransform) -> CGPath.Element {
        if t.isIdentity { return self }
        switch self {
        case .move(let to): return .move(to.applying(t))
        case .line(let to): return .line(to.applying(t))
        case .quadCurve(let to, let control): return .quadCurve(to.applying(t), control: control.applying(t))
        case .curve(let to, let first, let second):
            return .curve(to.applying(t), control1: first.applying(t), control2: second.applying(t))
        case .close: return .close
        }
    }
}

/// The shape of line ends, with Apple's raw values.
public enum CGLineCap: Int32, Sendable { case butt, round, square }

/// The shape of line joins, with Apple's raw values.
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }

/// The rule that determines the interior of a path.
public enum CGPathFillRule: Int, Sendable { case winding, evenOdd }
