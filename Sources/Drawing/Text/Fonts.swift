import CGraphics
import CoreGraphics
import Synchronization

/// Creates Pango contexts and font descriptions, and converts units.
enum Fonts {
    static func points(_ units: Int32) -> CGFloat { CGFloat(units) / CGFloat(PANGO_SCALE) }

    static func units(_ points: CGFloat) -> Int32 {
        let limit = CGFloat(Int32.max / 2)
        let units = (points * CGFloat(PANGO_SCALE)).rounded()
        return units.isNaN ? 0 : Int32(min(max(units, -limit), limit))
    }

    /// Returns a context with metrics independent of the scale; the caller must unref it. Pango has one font map per thread.
    static func makeContext() -> OpaquePointer {
        let context: OpaquePointer = pango_font_map_create_context(pango_cairo_font_map_get_default())
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_context_set_round_glyph_positions(context, 0)
        return context
    }

    /// Returns a font description that the caller must free.
    static func makeDescription(_ style: TextStyle) -> OpaquePointer {
        let description: OpaquePointer = pango_font_description_new()
        pango_font_description_set_family(description, style.family)
        let size = style.size.isFinite ? min(max(style.size, 1), 2000) : 17
        pango_font_description_set_absolute_size(description, Double(size) * Double(PANGO_SCALE))
        pango_font_description_set_weight(
            description, PangoWeight(rawValue: UInt32(min(max(style.weight, 100), 1000))))
        pango_font_description_set_style(description, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        return description
    }

    private static let cache = Mutex<[TextStyle: FontMetrics]>([:])

    static func metrics(_ style: TextStyle) -> FontMetrics {
        if let known = cache.withLock({ $0[style] }) { return known }
        let context = makeContext()
        let description = makeDescription(style)
        let metrics = pango_context_get_metrics(context, description, nil)
        defer {
            pango_font_metrics_unref(metrics)
            pango_font_description_free(description)
            g_object_unref(UnsafeMutableRawPointer(context))
        }
        let ascent = points(pango_font_metrics_get_ascent(metrics))
        let descent = points(pango_font_metrics_get_descent(metrics))
        let height = points(pango_font_metrics_get_height(metrics))
        let result = FontMetrics(ascent: ascent, descent: descent, leading: max(0, height - ascent - descent))
        cache.withLock { $0[style] = result }
        return result
    }
}

extension TextStyle {
    /// The font's metrics. The font is loaded on first use.
    public var metrics: FontMetrics { Fonts.metrics(self) }
}
