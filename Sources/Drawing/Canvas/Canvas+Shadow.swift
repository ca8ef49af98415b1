import CGraphics
import CPixels
public import CoreGraphics

extension Canvas {
    /// Replaces the drawing by its blurred alpha in one colour, on the whole canvas regardless of the clip.
    /// - Parameter radius: pixels; about the sigma of a Gaussian.
    public func blurAlpha(radius: Int, tint: CGColor) {
        let surface = cairo_get_target(cairo)
        cairo_surface_flush(surface)
        guard let base = cairo_image_surface_get_data(surface) else { return }
        let (red, green, blue, alpha) = tint.rgba
        func part(_ value: Double) -> UInt8 { UInt8((value * alpha * 255).rounded()) }
        let color = [part(blue), part(green), part(red), UInt8((alpha * 255).rounded())]
        _ = cpixels_shadow(
            base, cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
            cairo_image_surface_get_stride(surface), Int32(clamping: radius), color)
        cairo_surface_mark_dirty(surface)
    }
}
