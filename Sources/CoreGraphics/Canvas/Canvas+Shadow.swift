import CCairo
import CPixels

extension Canvas {
    /// Replaces the drawing by its blurred alpha in one colour, on the whole canvas regardless of the clip.
    /// - Parameter radius: pixels; about the sigma of a Gaussian.
    package func blurAlpha(radius: Int, tint: CGColor) {
        let surface = cairo_get_target(cairo)
        cairo_surface_flush(surface)
        guard let base = cairo_image_surface_get_data(surface) else { return }
        let (red, green, blue, alpha) = rgba(tint)
        func part(_ value: Double) -> UInt8 { UInt8((value * alpha * 255).rounded()) }
        let color = [part(blue), part(green), part(red), UInt8((alpha * 255).rounded())]
        _ = cpixels_shadow(
            base, cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
            cairo_image_surface_get_stride(surface), Int32(clamping: radius), color)
        cairo_surface_mark_dirty(surface)
    }

    /// Draws the shadow of what `body` draws.
    /// - Parameters:
    ///   - offset: pixels.
    ///   - radius: pixels; about the sigma of a Gaussian.
    package func drawShadow(offset: CGSize, radius: Int, tint: CGColor, of body: (Canvas) -> Void) {
        let target = cairo_get_target(cairo)
        // The shadow of what is drawn outside of the canvas may be visible.
        let reach = CGSize(
            width: min(abs(offset.width).rounded(.up) + CGFloat(radius * 3 + 1), Self.maximumReach),
            height: min(abs(offset.height).rounded(.up) + CGFloat(radius * 3 + 1), Self.maximumReach))
        let width = cairo_image_surface_get_width(target) + Int32(reach.width) * 2
        let height = cairo_image_surface_get_height(target) + Int32(reach.height) * 2
        guard width <= CGImage.maximumSide, height <= CGImage.maximumSide,
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        else { return }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let other = cairo_create(surface) else { return }
        defer { cairo_destroy(other) }
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        cairo_translate(other, Double(reach.width), Double(reach.height))
        cairo_transform(other, &matrix)
        let canvas = Canvas(cairo: other, scale: scale, swapsRedAndBlue: swapsRedAndBlue)
        body(canvas)
        canvas.blurAlpha(radius: radius, tint: tint)
        withState {
            cairo_identity_matrix(cairo)
            cairo_set_source_surface(
                cairo, surface, Double(offset.width - reach.width), Double(offset.height - reach.height))
            cairo_paint(cairo)
        }
    }

    /// The maximum number of pixels around the canvas in which a shadow's source may be.
    private static var maximumReach: CGFloat { 4096 }
}
