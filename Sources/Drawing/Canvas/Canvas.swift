import CGraphics
public import CoreGraphics

/// The blend mode of new paint.
public enum PaintMode: Sendable {
    case over
    /// Replaces the destination, including its alpha.
    case copy
    /// Keeps the destination only where the paint is opaque.
    case destinationIn
    case clear
}

/// Draws paths, images and text into memory, in points, with y pointing downwards.
///
/// Valid only inside the call that provides it, on the thread of that call.
public final class Canvas {
    let cairo: OpaquePointer
    /// Initial pixels per point.
    public let scale: CGFloat

    init(cairo: OpaquePointer, scale: CGFloat) {
        self.cairo = cairo
        self.scale = scale
    }

    /// Draws into the caller's memory: B, G, R, A premultiplied. `matrix` maps the canvas' plane to pixels.
    public static func draw(
        into base: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int,
        matrix: CGAffineTransform = .identity, isOpaque: Bool = false, _ body: (Canvas) -> Void
    ) {
        guard width > 0, height > 0, width <= CGImage.maximumSide, height <= CGImage.maximumSide else { return }
        let surface = cairo_image_surface_create_for_data(
            base.assumingMemoryBound(to: UInt8.self), isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(width),
            Int32(height), Int32(bytesPerRow))
        defer { cairo_surface_destroy(surface) }
        guard let cairo = cairo_create(surface) else { return }
        defer { cairo_destroy(cairo) }
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS else { return }
        let canvas = Canvas(cairo: cairo, scale: (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot())
        canvas.concatenate(matrix)
        body(canvas)
        cairo_surface_flush(surface)
    }

    /// Creates an image of `size` points at `scale` pixels per point.
    /// - Returns: nil for an empty or impossible size.
    public static func makeImage(
        size: CGSize, scale: CGFloat = 1, isOpaque: Bool = false, _ body: (Canvas) -> Void
    ) -> CGImage? {
        let limit = CGFloat(CGImage.maximumSide)
        let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard width >= 1, height >= 1, width <= limit, height <= limit else { return nil }
        return CGImage(width: Int(width), height: Int(height), isOpaque: isOpaque) { memory, bytesPerRow in
            guard let base = memory.baseAddress else { return }
            draw(
                into: base, width: Int(width), height: Int(height), bytesPerRow: bytesPerRow,
                matrix: CGAffineTransform(scaleX: scale, y: scale), isOpaque: isOpaque, body)
        }
    }

    // MARK: State

    public func withState(_ body: () -> Void) {
        saveState()
        body()
        restoreState()
    }

    public func saveState() { cairo_save(cairo) }

    /// Restores the state of the matching `saveState`.
    public func restoreState() { cairo_restore(cairo) }

    public func translate(x: CGFloat, y: CGFloat) { cairo_translate(cairo, Double(x), Double(y)) }

    public func scale(x: CGFloat, y: CGFloat) {
        guard x != 0, y != 0 else { return }
        cairo_scale(cairo, Double(x), Double(y))
    }

    /// Rotates by an angle in radians, clockwise.
    public func rotate(by angle: CGFloat) { cairo_rotate(cairo, Double(angle)) }

    /// Concatenates a matrix; one that is not invertible is ignored.
    public func concatenate(_ m: CGAffineTransform) {
        guard m.a * m.d - m.b * m.c != 0 else { return }
        var matrix = cairo_matrix_t(
            xx: Double(m.a), yx: Double(m.b), xy: Double(m.c), yy: Double(m.d), x0: Double(m.tx), y0: Double(m.ty))
        cairo_transform(cairo, &matrix)
    }

    public func setPaintMode(_ mode: PaintMode) {
        switch mode {
        case .over: cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        case .copy: cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
        case .destinationIn: cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
        case .clear: cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
        }
    }

    /// Draws the output of `body` as one image of the given opacity.
    public func withOpacity(_ opacity: CGFloat, _ body: () -> Void) {
        if opacity >= 1 { return body() }
        cairo_push_group(cairo)
        body()
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, Double(max(opacity, 0)))
    }

    // MARK: Paths

    /// Clips all following drawing to the interior of the path until the state is restored.
    public func clip(to path: CGPath, rule: CGPathFillRule = .winding) {
        trace(path)
        cairo_set_fill_rule(cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        cairo_clip(cairo)
    }

    public func clip(to rect: CGRect) {
        cairo_new_path(cairo)
        addRectangle(rect)
        cairo_clip(cairo)
    }

    public func fill(_ path: CGPath, with color: CGColor, rule: CGPathFillRule = .winding) {
        trace(path)
        setSource(color)
        fillTraced(rule)
    }

    public func fill(_ rect: CGRect, with color: CGColor) {
        cairo_new_path(cairo)
        addRectangle(rect)
        setSource(color)
        cairo_fill(cairo)
    }

    public func fill(_ path: CGPath, with gradient: Gradient, rule: CGPathFillRule = .winding) {
        guard let pattern = gradient.makePattern() else { return }
        defer { cairo_pattern_destroy(pattern) }
        trace(path)
        cairo_set_source(cairo, pattern)
        fillTraced(rule)
    }

    public func stroke(_ path: CGPath, with color: CGColor, _ line: LineStyle) {
        guard line.width > 0 else { return }
        trace(path)
        setSource(color)
        cairo_set_line_width(cairo, Double(line.width))
        cairo_set_miter_limit(cairo, Double(line.miterLimit))
        cairo_set_line_cap(
            cairo, [.butt: CAIRO_LINE_CAP_BUTT, .round: CAIRO_LINE_CAP_ROUND][line.cap] ?? CAIRO_LINE_CAP_SQUARE)
        cairo_set_line_join(
            cairo, [.miter: CAIRO_LINE_JOIN_MITER, .round: CAIRO_LINE_JOIN_ROUND][line.join] ?? CAIRO_LINE_JOIN_BEVEL)
        // A dash pattern of only zeros, or with negative lengths, would put the context into an error state.
        let dashes = line.dashes.map { Double($0) }
        let isUsable = dashes.allSatisfy { $0 >= 0 && $0.isFinite } && dashes.contains { $0 > 0 }
        cairo_set_dash(cairo, isUsable ? dashes : [], isUsable ? Int32(dashes.count) : 0, Double(line.dashPhase))
        cairo_stroke(cairo)
    }

    /// Fills the whole clip area.
    public func paint(_ color: CGColor) {
        setSource(color)
        cairo_paint(cairo)
    }

    private func fillTraced(_ rule: CGPathFillRule) {
        cairo_set_fill_rule(cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        cairo_fill(cairo)
    }

    private func addRectangle(_ rect: CGRect) {
        guard !rect.isNull, !rect.isInfinite else { return }
        cairo_rectangle(cairo, Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height))
    }

    func setSource(_ color: CGColor) {
        let (red, green, blue, alpha) = color.rgba
        cairo_set_source_rgba(cairo, red, green, blue, alpha)
    }

    private func trace(_ path: CGPath) {
        cairo_new_path(cairo)
        var current = CGPoint.zero
        var start = CGPoint.zero
        for element in path.elements {
            switch element {
            case .move(let to):
                cairo_move_to(cairo, Double(to.x), Double(to.y))
                start = to
                current = to
            case .line(let to):
                cairo_line_to(cairo, Double(to.x), Double(to.y))
                current = to
            case .quadCurve(let to, let control):
                let first = CGPoint(
                    x: current.x + (control.x - current.x) * 2 / 3, y: current.y + (control.y - current.y) * 2 / 3)
                let second = CGPoint(x: to.x + (control.x - to.x) * 2 / 3, y: to.y + (control.y - to.y) * 2 / 3)
                curve(first, second, to)
                current = to
            case .curve(let to, let first, let second):
                curve(first, second, to)
                current = to
            case .close:
                cairo_close_path(cairo)
                current = start
            }
        }
    }

    private func curve(_ first: CGPoint, _ second: CGPoint, _ to: CGPoint) {
        cairo_curve_to(
            cairo, Double(first.x), Double(first.y), Double(second.x), Double(second.y), Double(to.x), Double(to.y))
    }
}

/// The stroke attributes of a path; lengths in points.
public struct LineStyle: Sendable, Hashable {
    public var width: CGFloat
    public var cap: CGLineCap
    public var join: CGLineJoin
    public var miterLimit: CGFloat
    /// Alternating lengths of dashes and gaps; empty: a solid line.
    public var dashes: [CGFloat]
    public var dashPhase: CGFloat

    public init(
        width: CGFloat = 1, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dashes: [CGFloat] = [], dashPhase: CGFloat = 0
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dashes = dashes
        self.dashPhase = dashPhase
    }
}
