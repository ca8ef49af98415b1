import CCairo

/// Draws paths, images and text into memory, in points, with y pointing downwards.
///
/// Valid only inside the call that provides it, on the thread of that call.
package final class Canvas {
    package let cairo: OpaquePointer
    /// Initial pixels per point.
    package let scale: CGFloat
    /// Whether the memory has red where Cairo writes blue, and the reverse: R, G, B, A.
    package let swapsRedAndBlue: Bool

    init(cairo: OpaquePointer, scale: CGFloat, swapsRedAndBlue: Bool = false) {
        self.cairo = cairo
        self.scale = scale
        self.swapsRedAndBlue = swapsRedAndBlue
    }

    /// Draws into the caller's memory: B, G, R, A premultiplied. `matrix` maps the canvas' plane to pixels.
    package static func draw(
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
    package static func makeImage(
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

    package func withState(_ body: () -> Void) {
        saveState()
        body()
        restoreState()
    }

    package func saveState() { cairo_save(cairo) }

    /// Restores the state of the matching `saveState`.
    package func restoreState() { cairo_restore(cairo) }

    package func translate(x: CGFloat, y: CGFloat) { cairo_translate(cairo, Double(x), Double(y)) }

    package func scale(x: CGFloat, y: CGFloat) {
        guard x != 0, y != 0 else { return }
        cairo_scale(cairo, Double(x), Double(y))
    }

    /// Rotates by an angle in radians, clockwise.
    package func rotate(by angle: CGFloat) { cairo_rotate(cairo, Double(angle)) }

    /// Concatenates a matrix; one that is not invertible is ignored.
    package func concatenate(_ m: CGAffineTransform) {
        guard m.a * m.d - m.b * m.c != 0 else { return }
        var matrix = cairo_matrix_t(
            xx: Double(m.a), yx: Double(m.b), xy: Double(m.c), yy: Double(m.d), x0: Double(m.tx), y0: Double(m.ty))
        cairo_transform(cairo, &matrix)
    }

    package func setBlendMode(_ mode: CGBlendMode) { cairo_set_operator(cairo, mode.cairoOperator) }

    /// Whether edges are smoothed.
    package func setAntialiasing(_ isOn: Bool) {
        cairo_set_antialias(cairo, isOn ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
    }

    /// Pixels per unit of the present coordinates.
    package var presentScale: CGFloat {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        return CGFloat(abs(matrix.xx * matrix.yy - matrix.xy * matrix.yx).squareRoot())
    }

    /// The bounds of the clip in the present coordinates.
    package var clipBounds: CGRect {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_clip_extents(cairo, &left, &top, &right, &bottom)
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    package func resetClip() { cairo_reset_clip(cairo) }

    /// Draws the output of `body` as one image of the given opacity.
    package func withOpacity(_ opacity: CGFloat, _ body: () -> Void) {
        if opacity >= 1 { return body() }
        cairo_push_group(cairo)
        body()
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, Double(max(opacity, 0)))
    }

    /// Begins a group: what is drawn until its end goes to an image of its own.
    func beginGroup() {
        cairo_push_group(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    }

    /// - Returns: what was drawn since the beginning of the group; nil where memory is exhausted.
    func endGroup() -> CanvasGroup? { cairo_pop_group(cairo).map(CanvasGroup.init) }

    func draw(_ group: CanvasGroup, opacity: CGFloat) {
        cairo_set_source(cairo, group.pattern)
        cairo_paint_with_alpha(cairo, Double(opacity))
        cairo_set_source_rgb(cairo, 0, 0, 0)
    }

    // MARK: Paths

    /// Clips all following drawing to the interior of the path until the state is restored.
    package func clip(to path: CGPath, rule: CGPathFillRule = .winding) {
        trace(path)
        cairo_set_fill_rule(cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        cairo_clip(cairo)
    }

    package func clip(to rect: CGRect) {
        cairo_new_path(cairo)
        addRectangle(rect)
        cairo_clip(cairo)
    }

    package func fill(_ path: CGPath, with color: CGColor, rule: CGPathFillRule = .winding) {
        trace(path)
        setSource(color)
        fillTraced(rule)
    }

    package func fill(_ rect: CGRect, with color: CGColor) {
        cairo_new_path(cairo)
        addRectangle(rect)
        setSource(color)
        fillTraced(.winding)
    }

    /// Fills the whole clip area with a gradient.
    package func paint(_ gradient: Gradient, opacity: CGFloat) {
        guard let pattern = gradient.makePattern(rgba) else { return }
        defer { cairo_pattern_destroy(pattern) }
        cairo_set_source(cairo, pattern)
        cairo_paint_with_alpha(cairo, Double(opacity))
    }

    package func fill(_ path: CGPath, with gradient: Gradient, rule: CGPathFillRule = .winding) {
        guard let pattern = gradient.makePattern(rgba) else { return }
        defer { cairo_pattern_destroy(pattern) }
        trace(path)
        cairo_set_source(cairo, pattern)
        fillTraced(rule)
    }

    package func stroke(_ path: CGPath, with color: CGColor, _ line: LineStyle) {
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
    package func paint(_ color: CGColor) {
        setSource(color)
        cairo_paint(cairo)
    }

    private func fillTraced(_ rule: CGPathFillRule) {
        cairo_set_fill_rule(cairo, rule == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
        switch cairo_get_operator(cairo) {
        case CAIRO_OPERATOR_IN, CAIRO_OPERATOR_OUT, CAIRO_OPERATOR_DEST_IN, CAIRO_OPERATOR_DEST_ATOP:
            // Cairo would clear everything outside the path, too.
            cairo_save(cairo)
            cairo_clip(cairo)
            cairo_paint(cairo)
            cairo_restore(cairo)
        default: cairo_fill(cairo)
        }
    }

    private func addRectangle(_ rect: CGRect) {
        guard !rect.isNull, !rect.isInfinite else { return }
        cairo_rectangle(cairo, Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height))
    }

    func setSource(_ color: CGColor) {
        let (red, green, blue, alpha) = rgba(color)
        cairo_set_source_rgba(cairo, red, green, blue, alpha)
    }

    /// The components of a colour in the order of the memory.
    func rgba(_ color: CGColor) -> (red: Double, green: Double, blue: Double, alpha: Double) {
        let (red, green, blue, alpha) = color.rgba
        return swapsRedAndBlue ? (blue, green, red, alpha) : (red, green, blue, alpha)
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

/// An image that was drawn on a canvas as a group.
final class CanvasGroup {
    let pattern: OpaquePointer

    init(pattern: OpaquePointer) { self.pattern = pattern }

    deinit { cairo_pattern_destroy(pattern) }
}

/// The stroke attributes of a path; lengths in points.
package struct LineStyle: Sendable, Hashable {
    package var width: CGFloat
    package var cap: CGLineCap
    package var join: CGLineJoin
    package var miterLimit: CGFloat
    /// Alternating lengths of dashes and gaps; empty: a solid line.
    package var dashes: [CGFloat]
    package var dashPhase: CGFloat

    package init(
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

extension CGBlendMode {
    fileprivate var cairoOperator: cairo_operator_t {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        case .clear: CAIRO_OPERATOR_CLEAR
        case .copy: CAIRO_OPERATOR_SOURCE
        case .sourceIn: CAIRO_OPERATOR_IN
        case .sourceOut: CAIRO_OPERATOR_OUT
        case .sourceAtop: CAIRO_OPERATOR_ATOP
        case .destinationOver: CAIRO_OPERATOR_DEST_OVER
        case .destinationIn: CAIRO_OPERATOR_DEST_IN
        case .destinationOut: CAIRO_OPERATOR_DEST_OUT
        case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
        case .xor: CAIRO_OPERATOR_XOR
        case .plusLighter: CAIRO_OPERATOR_ADD
        }
    }
}
