import CGraphics
public import CoreGraphics

/// The interpolation for drawing an image at another size.
public enum ImageScaling: Sendable {
    case smooth
    case nearest
}

extension Canvas {
    /// Draws `source` (in pixels of the image; nil: the whole image) scaled to `rect`.
    public func draw(
        _ image: CGImage, in rect: CGRect, from source: CGRect? = nil, opacity: CGFloat = 1,
        scaling: ImageScaling = .smooth
    ) {
        let part = source ?? CGRect(x: 0, y: 0, width: image.width, height: image.height)
        guard part.width > 0, part.height > 0, rect.width > 0, rect.height > 0 else { return }
        image.withBGRA { bytes, bytesPerRow in
            guard let base = bytes.baseAddress else { return }
            // Cairo only reads from a surface that is not drawn on.
            let surface = cairo_image_surface_create_for_data(
                UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self),
                image.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height),
                Int32(bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            withState {
                clip(to: rect)
                translate(x: rect.minX, y: rect.minY)
                scale(x: rect.width / part.width, y: rect.height / part.height)
                cairo_set_source_surface(cairo, surface, Double(-part.minX), Double(-part.minY))
                let pattern = cairo_get_source(cairo)
                cairo_pattern_set_filter(pattern, scaling == .nearest ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
                // Otherwise the edges of an enlarged image fade out.
                cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
                cairo_paint_with_alpha(cairo, Double(opacity))
            }
        }
    }

    /// Paints `color` through the alpha of an image: icons in the colour of their button.
    public func draw(maskedBy image: CGImage, in rect: CGRect, color: CGColor) {
        guard rect.width > 0, rect.height > 0 else { return }
        image.withBGRA { bytes, bytesPerRow in
            guard let base = bytes.baseAddress else { return }
            let surface = cairo_image_surface_create_for_data(
                UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(image.width), Int32(image.height), Int32(bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            withState {
                clip(to: rect)
                translate(x: rect.minX, y: rect.minY)
                scale(x: rect.width / CGFloat(image.width), y: rect.height / CGFloat(image.height))
                setSource(color)
                cairo_mask_surface(cairo, surface, 0, 0)
            }
        }
    }
}

extension CGImage {
    /// Returns a copy with other pixel dimensions.
    public func scaled(toWidth width: Int, height: Int) -> CGImage? {
        Canvas.makeImage(size: CGSize(width: width, height: height), isOpaque: isOpaque) { canvas in
            canvas.draw(self, in: CGRect(x: 0, y: 0, width: width, height: height))
        }
    }
}
