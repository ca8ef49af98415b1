/// The styles of a TTML element: those inherited by text, and those that position regions.
struct MarkupStyle {
    static let namespace = "http://www.w3.org/ns/ttml#styling"
    /// The maximum depth of style references.
    private static let longestChain = 16

    /// The values as written, by name.
    private(set) var values: [String: String] = [:]

    /// Merges an element's own styles over those of the styles that it references.
    init(_ element: MarkupElement, _ named: [String: MarkupElement], depth: Int = 0) {
        guard depth < Self.longestChain else { return }
        for reference in (element["style"] ?? "").split(whereSeparator: \.isWhitespace) {
            guard let style = named[String(reference)] else { continue }
            values.merge(MarkupStyle(style, named, depth: depth + 1).values) { $1 }
        }
        // Regions may also have styles as child elements.
        if element.name == "region" {
            for child in element.elements where child.name == "style" {
                values.merge(MarkupStyle(child, named, depth: depth + 1).values) { $1 }
            }
        }
        for (attribute, value) in element.attributes where attribute.namespace == Self.namespace {
            values[attribute.name] = value
        }
    }

    init() {}

    /// Returns the value of a style.
    subscript(_ name: String) -> String? { values[name] }

    private static let inherited: Set<String> = [
        "color", "fontFamily", "fontStyle", "fontWeight", "textDecoration", "textAlign", "visibility",
    ]

    /// Returns the style with the inherited values of an outer element.
    func inheriting(_ outer: MarkupStyle) -> MarkupStyle {
        var style = self
        for (name, value) in outer.values where Self.inherited.contains(name) && style.values[name] == nil {
            style.values[name] = value
        }
        if let size = outer.fontSize { style.values["fontSize"] = (fontSize?.relative(to: size) ?? size).text }
        // Opacity is not inherited, but applies to an element with all its content.
        if outer.values["opacity"] != nil { style.values["opacity"] = String(opacity * outer.opacity) }
        return style
    }

    /// Returns the style of text on the background of an outer element, where it has none itself.
    func onBackground(of outer: MarkupStyle) -> MarkupStyle {
        var style = self
        style.values["backgroundColor"] = values["backgroundColor"] ?? outer.values["backgroundColor"]
        return style
    }

    /// Returns the values that apply to content with another style: those that it inherits and does not specify itself.
    func inherited(by inner: MarkupStyle) -> MarkupStyle {
        var style = MarkupStyle()
        style.values = values.filter { Self.inherited.contains($0.key) && inner.values[$0.key] == nil }
        return style
    }

    /// Returns the style with initial values for everything that is not specified.
    func completed(with initial: MarkupStyle) -> MarkupStyle {
        var style = self
        style.values.merge(initial.values) { own, _ in own }
        return style
    }

    var isHidden: Bool { values["display"] == "none" || values["visibility"] == "hidden" }

    /// The font size. Of two, the second one is the height.
    private var fontSize: MarkupLength? {
        values["fontSize"]?.split(whereSeparator: \.isWhitespace).last.flatMap(MarkupLength.init)
    }

    private var opacity: Double {
        values["opacity"].flatMap(Double.init).flatMap { $0.isFinite ? min(1, max(0, $0)) : nil } ?? 1
    }

    /// Returns the style of text in a document with this grid.
    func text(in grid: MarkupGrid) -> TextStyle {
        let decoration = values["textDecoration"] ?? ""
        let color = values["color"].flatMap(Self.color)
        var style = TextStyle(
            isBold: values["fontWeight"] == "bold",
            isItalic: values["fontStyle"] == "italic" || values["fontStyle"] == "oblique",
            isUnderlined: decoration.contains("underline") && !decoration.contains("noUnderline"),
            // White is replaced by the viewer's preference.
            color: color.flatMap { $0.rgb == 0xffffff ? nil : $0.rgb })
        style.opacity = opacity * (color?.opacity ?? 1)
        // Text without a background of its own has the one that the viewer prefers, so that it stays readable.
        if let background = values["backgroundColor"].flatMap(Self.color), background.opacity > 0 {
            style.background = background.rgb
            style.backgroundOpacity = opacity * background.opacity
        }
        style.scale = fontSize.flatMap(grid.scale) ?? 1
        style.family = values["fontFamily"].flatMap(Self.family)
        return style
    }

    /// The longest list of fonts that is used.
    private static let longestFamily = 200

    /// Converts a list of fonts; nil for the usual one.
    private static func family(_ text: String) -> String? {
        let names = text.split(separator: ",").compactMap { part -> String? in
            let name = part.filter { !"\"'".contains($0) }.trimmingPrefix { $0.isWhitespace }
            switch name {
            case "", "default": return nil
            case "monospace", "monospaceSansSerif", "monospaceSerif": return "monospace"
            case "sansSerif", "proportionalSansSerif": return "sans-serif"
            case "serif", "proportionalSerif": return "serif"
            default: return String(name)
            }
        }
        let list = names.joined(separator: ", ")
        return list.isEmpty || list.utf8.count > longestFamily ? nil : list
    }

    private struct Color {
        var rgb: UInt32
        var opacity = 1.0
    }

    private static func color(_ text: String) -> Color? {
        if text.hasPrefix("#"), text.utf8.count == 7 || text.utf8.count == 9 {
            guard let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
            return text.utf8.count == 7
                ? Color(rgb: value) : Color(rgb: value >> 8, opacity: Double(value & 0xff) / 255)
        }
        if text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") {
            let bytes = text[text.index(after: open)...].split(whereSeparator: { ", )".contains($0) }).map { UInt8($0) }
            guard (3...4).contains(bytes.count), !bytes.contains(nil) else { return nil }
            let rgb = bytes.prefix(3).reduce(0) { $0 << 8 | UInt32($1 ?? 0) }
            return Color(rgb: rgb, opacity: bytes.count == 4 ? Double(bytes[3] ?? 0) / 255 : 1)
        }
        return text == "transparent" ? Color(rgb: 0, opacity: 0) : named[text].map { Color(rgb: $0) }
    }

    private static let named: [String: UInt32] = [
        "black": 0, "silver": 0xc0c0c0, "gray": 0x808080, "white": 0xffffff, "maroon": 0x800000, "red": 0xff0000,
        "purple": 0x800080, "fuchsia": 0xff00ff, "magenta": 0xff00ff, "green": 0x008000, "lime": 0x00ff00,
        "olive": 0x808000, "yellow": 0xffff00, "navy": 0x000080, "blue": 0x0000ff, "teal": 0x008080,
        "aqua": 0x00ffff, "cyan": 0x00ffff,
    ]
}
