/// A mutable path. Not thread-safe.
public final class CGMutablePath: CGPath {
    /// The distance of the control points of a quarter circle from its ends, in radii.
    private static let quarter = CGFloat(0.552_284_749_830_793_4)

    public init() {
        super.init(elements: [])
    }

    override init(elements: [Element]) {
        super.init(elements: elements)
    }

    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        elements.append(.move(point.applying(transform)))
    }

    /// Adds a line from the current point; on an empty path it moves to the point instead.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        let to = point.applying(transform)
        elements.append(elements.isEmpty ? .move(to) : .line(to))
    }

    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        move(to: first, transform: transform)
        for point in points.dropFirst() { addLine(to: point, transform: transform) }
    }

    public func addQuadCurve(to point: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        if elements.isEmpty { move(to: control, transform: transform) }
        elements.append(.quadCurve(point.applying(transform), control: control.applying(transform)))
    }

    public func addCurve(
        to point: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        if elements.isEmpty { move(to: control1, transform: transform) }
        elements.append(
            Element.curve(point, control1: control1, control2: control2).applying(transform))
    }

    /// Returns to the start of the current subpath.
    public func closeSubpath() {
        guard let last = elements.last, last != .close else { return }
        elements.append(.close)
    }

    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        elements += path.elements.map { $0.applying(transform) }
    }

    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        guard !rect.isNull else { return }
        move(to: CGPoint(x: rect.minX, y: rect.minY), transform: transform)
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY), transform: transform)
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY), transform: transform)
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY), transform: transform)
        closeSubpath()
    }

    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        addRoundedRect(in: rect, cornerWidth: rect.width / 2, cornerHeight: rect.height / 2, transform: transform)
    }

    /// Corners too large for the rectangle are reduced.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        let size = CGSize(width: cornerWidth, height: cornerHeight)
        addRoundedRect(
            in: rect, topLeft: size, topRight: size, bottomRight: size, bottomLeft: size, transform: transform)
    }

    /// Adds a rectangle whose four corners are quarter ellipses of individual sizes.
    package func addRoundedRect(
        in rect: CGRect, topLeft: CGSize, topRight: CGSize, bottomRight: CGSize, bottomLeft: CGSize,
        transform: CGAffineTransform = .identity
    ) {
        guard !rect.isNull else { return }
        func fit(_ size: CGSize) -> CGSize {
            CGSize(width: min(max(size.width, 0), rect.width / 2), height: min(max(size.height, 0), rect.height / 2))
        }
        let (first, second, third, fourth) = (fit(topLeft), fit(topRight), fit(bottomRight), fit(bottomLeft))
        if first == .zero, second == .zero, third == .zero, fourth == .zero {
            return addRect(rect, transform: transform)
        }
        let k = 1 - Self.quarter
        let (left, right, top, bottom) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
        func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
        move(to: point(left + first.width, top), transform: transform)
        addLine(to: point(right - second.width, top), transform: transform)
        addCurve(
            to: point(right, top + second.height), control1: point(right - second.width * k, top),
            control2: point(right, top + second.height * k), transform: transform)
        addLine(to: point(right, bottom - third.height), transform: transform)
        addCurve(
            to: point(right - third.width, bottom), control1: point(right, bottom - third.height * k),
            control2: point(right - third.width * k, bottom), transform: transform)
        addLine(to: point(left + fourth.width, bottom), transform: transform)
        addCurve(
            to: point(left, bottom - fourth.height), control1: point(left + fourth.width * k, bottom),
            control2: point(left, bottom - fourth.height * k), transform: transform)
        addLine(to: point(left, top + first.height), transform: transform)
        addCurve(
            to: point(left + first.width, top), control1: point(left, top + first.height * k),
            control2: point(left + first.width * k, top), transform: transform)
        closeSubpath()
    }

    /// Adds an arc of a circle, with a line to it from the current point if there is one.
    /// - Parameter clockwise: the direction in a plane whose y points upwards, as in Apple's API; on the screen it is reversed.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        guard startAngle.isFinite, endAngle.isFinite, radius.isFinite else { return }
        let turn = 2 * CGFloat.pi
        var delta = endAngle - startAngle
        if clockwise {
            if delta < -turn {
                delta = -turn
            } else if delta > 0 {
                delta = delta.truncatingRemainder(dividingBy: turn) - turn
            }
        } else {
            if delta > turn {
                delta = turn
            } else if delta < 0 {
                delta = delta.truncatingRemainder(dividingBy: turn) + turn
            }
        }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }

    /// Adds the arc of a circle from `startAngle` over `delta` radians.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard startAngle.isFinite, delta.isFinite, radius.isFinite else { return }
        func point(_ angle: CGFloat) -> CGPoint {
            CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
        addLine(to: point(startAngle), transform: transform)
        let sweep = min(max(delta, -2 * .pi), 2 * .pi)
        let count = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
        let step = sweep / CGFloat(count)
        let reach = 4 / 3 * tan(step / 4) * radius
        var angle = startAngle
        for _ in 0..<count {
            let (from, to) = (point(angle), point(angle + step))
            addCurve(
                to: to,
                control1: CGPoint(x: from.x - reach * sin(angle), y: from.y + reach * cos(angle)),
                control2: CGPoint(x: to.x + reach * sin(angle + step), y: to.y - reach * cos(angle + step)),
                transform: transform)
            angle += step
        }
    }
}
