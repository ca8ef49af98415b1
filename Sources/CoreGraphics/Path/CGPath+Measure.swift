extension CGPath {
    /// The number of lines that approximate a curve for measuring.
    private static let curveSteps = 32

    /// The bounding rectangle of all points, including control points; null for an empty path.
    public var boundingBox: CGRect {
        var box = Bounds()
        for element in elements {
            switch element {
            case .move(let to), .line(let to): box.add(to)
            case .quadCurve(let to, let control):
                box.add(control)
                box.add(to)
            case .curve(let to, let first, let second):
                box.add(first)
                box.add(second)
                box.add(to)
            case .close: break
            }
        }
        return box.rect
    }

    /// The bounding rectangle of the path itself; null for an empty path.
    public var boundingBoxOfPath: CGRect {
        var box = Bounds()
        forEachLine { from, to in
            box.add(from)
            box.add(to)
        }
        return box.isEmpty ? boundingBox : box.rect
    }

    /// Returns whether the point is inside the filled area.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let path = transform.isIdentity ? self : applying(transform)
        var winding = 0
        path.forEachLine(closing: true) { from, to in
            guard (from.y <= point.y) != (to.y <= point.y) else { return }
            let x = from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x)
            if x > point.x { winding += to.y > from.y ? 1 : -1 }
        }
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// Calls `body` with the path's straight line segments.
    func forEachLine(closing: Bool = false, _ body: (CGPoint, CGPoint) -> Void) {
        var start = CGPoint.zero
        var from = CGPoint.zero
        func curve(_ value: (CGFloat) -> CGPoint) {
            for step in 1...Self.curveSteps {
                let to = value(CGFloat(step) / CGFloat(Self.curveSteps))
                body(from, to)
                from = to
            }
        }
        for element in elements {
            switch element {
            case .move(let to):
                if closing, from != start { body(from, start) }
                start = to
                from = to
            case .line(let to):
                body(from, to)
                from = to
            case .quadCurve(let to, let control):
                let begin = from
                curve { t in
                    let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
                    return CGPoint(
                        x: a * begin.x + b * control.x + c * to.x, y: a * begin.y + b * control.y + c * to.y)
                }
            case .curve(let to, let first, let second):
                let begin = from
                curve { t in
                    let u = 1 - t
                    let (a, b, c, d) = (u * u * u, 3 * t * u * u, 3 * t * t * u, t * t * t)
                    return CGPoint(
                        x: a * begin.x + b * first.x + c * second.x + d * to.x,
                        y: a * begin.y + b * first.y + c * second.y + d * to.y)
                }
            case .close:
                body(from, start)
                from = start
            }
        }
        if closing, from != start { body(from, start) }
    }

    /// A bounding rectangle under construction.
    private struct Bounds {
        private var low = CGPoint(x: CGFloat.infinity, y: CGFloat.infinity)
        private var high = CGPoint(x: -CGFloat.infinity, y: -CGFloat.infinity)

        var isEmpty: Bool { low.x > high.x }
        var rect: CGRect {
            isEmpty ? .null : CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
        }

        mutating func add(_ point: CGPoint) {
            low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
            high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
    }
}
