import CGraphics
import CoreGraphics

/// Converts text runs to a Pango attribute list over bytes.
enum TextAttributes {
    /// Returns a list that the caller must unref.
    static func make(_ runs: [TextRun]) -> OpaquePointer {
        let list: OpaquePointer = pango_attr_list_new()
        var start = 0
        for run in runs {
            let end = start + run.text.utf8.count
            func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
                guard let attribute else { return }
                attribute.pointee.start_index = UInt32(clamping: start)
                attribute.pointee.end_index = UInt32(clamping: end)
                pango_attr_list_insert(list, attribute)
            }
            let description = Fonts.makeDescription(run.style)
            insert(pango_attr_font_desc_new(description))
            pango_font_description_free(description)
            let (red, green, blue, alpha) = run.color.rgba
            insert(pango_attr_foreground_new(part(red), part(green), part(blue)))
            insert(pango_attr_foreground_alpha_new(max(part(alpha), 1)))
            if let back = run.backgroundColor?.rgba, back.alpha > 0 {
                insert(pango_attr_background_new(part(back.red), part(back.green), part(back.blue)))
                insert(pango_attr_background_alpha_new(max(part(back.alpha), 1)))
            }
            if run.style.usesTabularFigures { insert(pango_attr_font_features_new("tnum=1")) }
            if run.style.letterSpacing != 0 {
                insert(pango_attr_letter_spacing_new(Fonts.units(run.style.letterSpacing)))
            }
            if let height = run.lineHeight, height > 0 {
                insert(pango_attr_line_height_new_absolute(Fonts.units(height)))
            }
            // Words that are too long are broken without hyphens, which belong to hyphenation.
            insert(pango_attr_insert_hyphens_new(0))
            if run.isCombined { insert(shape(run.style.size)) }
            if run.isUnderlined { insert(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
            if run.isStruckThrough { insert(pango_attr_strikethrough_new(1)) }
            start = end
        }
        return list
    }

    /// Returns a square around the baseline, which is in the middle of vertical lines.
    private static func shape(_ size: CGFloat) -> UnsafeMutablePointer<PangoAttribute>? {
        let length = Fonts.units(size)
        var square = PangoRectangle(x: 0, y: -length / 2, width: length, height: length)
        return pango_attr_shape_new(&square, &square)
    }

    private static func part(_ value: Double) -> UInt16 { UInt16((value * 65535).rounded()) }
}
