import CGraphics
public import CoreGraphics

/// A bitmap into which a `CGContext` paints.
///
/// The memory is allocated when something is first painted. Not thread-safe.
public final class BitmapContext {
    /// In points, with y pointing downwards.
    public let context: CGContext
    private let scale: CGFloat
    private let isOpaque: Bool

    /// - Parameters:
    ///   - size: in points.
    ///   - scale: pixels per point.
    /// - Returns: nil for an empty or impossible size.
    public init?(size: CGSize, scale: CGFloat, isOpaque: Bool = false) {
        let limit = CGFloat(CGImage.maximumSide)
        let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard width >= 1, height >= 1, width <= limit, height <= limit else { return nil }
        self.scale = scale
        self.isOpaque = isOpaque
        context = CGContext {
            CanvasBackend(width: Int32(width), height: Int32(height), scale: scale, isOpaque: isOpaque)
        }
    }

    /// Returns a copy of the painted image; nil while nothing has been painted.
    public func makeImage() -> CGImage? { (context.backendIfUsed as? CanvasBackend)?.makeImage() }
}

extension CGContext {
    /// The canvas of a context made by `BitmapContext`: for text, which Core Graphics does not draw.
    public var canvas: Canvas? { (backend as? CanvasBackend)?.canvas }
}

/// Paints with Cairo into its own surface.
private final class CanvasBackend: ContextBackend {
    let canvas: Canvas
    private let surface: OpaquePointer
    private let isOpaque: Bool

    init?(width: Int32, height: Int32, scale: CGFloat, isOpaque: Bool) {
        guard
            let surface = cairo_image_surface_create(
                isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height)
        else { return nil }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let cairo = cairo_create(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        self.surface = surface
        self.isOpaque = isOpaque
        canvas = Canvas(cairo: cairo, scale: scale)
        canvas.scale(x: scale, y: scale)
    }

    deinit {
        cairo_destroy(canvas.cairo)
        cairo_surface_destroy(surface)
    }

    func makeImage() -> CGImage? {
        cairo_surface_flush(surface)
        guard let base = cairo_image_surface_get_data(surface) else { return nil }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let (width, height) = (
            Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
        )
        return CGImage(width: width, height: height, isOpaque: isOpaque) { memory, bytesPerRow in
            guard let target = memory.baseAddress else { return }
            for row in 0..<height {
                (target + row * bytesPerRow).copyMemory(from: base + row * stride, byteCount: width * 4)
            }
        }
    }

    // MARK: ContextBackend

    func saveState() { canvas.saveState() }
    func restoreState() { canvas.restoreState() }
    func concatenate(_ transform: CGAffineTransform) { canvas.concatenate(transform) }

    func setBlendMode(_ mode: CGBlendMode) {
        switch mode {
        case .normal: canvas.setPaintMode(.over)
        case .clear: canvas.setPaintMode(.clear)
        case .copy: canvas.setPaintMode(.copy)
        case .destinationIn: canvas.setPaintMode(.destinationIn)
        }
    }

    func clip(to path: CGPath, rule: CGPathFillRule) { canvas.clip(to: path, rule: rule) }
    func fill(_ path: CGPath, with color: CGColor, rule: CGPathFillRule) { canvas.fill(path, with: color, rule: rule) }

    func stroke(_ path: CGPath, with color: CGColor, pen: CGContext.Pen) {
        let line = LineStyle(
            width: pen.width, cap: pen.cap, join: pen.join, miterLimit: pen.miterLimit, dashes: pen.dashes,
            dashPhase: pen.dashPhase)
        canvas.stroke(path, with: color, line)
    }

    func draw(_ image: CGImage, in rect: CGRect, opacity: CGFloat) { canvas.draw(image, in: rect, opacity: opacity) }
}
