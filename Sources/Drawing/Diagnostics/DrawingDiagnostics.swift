import CGraphics

/// The versions of the drawing libraries, for bug reports.
public enum DrawingDiagnostics {
    public static func libraryVersions() -> [(name: String, loaded: String)] {
        [
            ("pango", String(cString: pango_version_string())), ("cairo", String(cString: cairo_version_string())),
            ("pixman", String(cString: pixman_version_string())),
        ]
    }

    /// Returns the installed family used for a font name: "Inter" for the player's own typeface where it is installed.
    public static func family(for name: String) -> String? {
        guard let context = pango_font_map_create_context(pango_cairo_font_map_get_default()) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        guard let wanted = pango_font_description_from_string(name) else { return nil }
        defer { pango_font_description_free(wanted) }
        guard let font = pango_context_load_font(context, wanted) else { return nil }
        defer { g_object_unref(font) }
        guard let found = pango_font_describe(font) else { return nil }
        defer { pango_font_description_free(found) }
        return pango_font_description_get_family(found).map { String(cString: $0) }
    }
}
