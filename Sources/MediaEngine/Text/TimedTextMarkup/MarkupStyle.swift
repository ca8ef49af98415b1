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
        "color", "fontStyle", "fontWeight", "textDecoration", "textAlign", "visibility",
    ]

    /// Returns the style with the inherited values of an outer element.
    func inheriting(_ outer: MarkupStyle) -> MarkupStyle {
        var style = self
        for (name, value) in outer.values where Self.inherited.contains(name) && style.values[name] == nil {
            style.values[name] = value
        }
        return style
    }

    /// Returns the style with initial values for everything that is not specified.
    func completed(with initial: MarkupStyle) -> MarkupStyle {
        var style = self
        style.values.merge(initial.values) { own, _ in own }
        return style
    }

    var isHidden: Bool { values["display"] == "none" || values["visibility"] == "hidden" }

    var text: TextStyle {
        let decoration = values["textDecoration"] ?? ""
        return TextStyle(
            isBold: values["fontWeight"] == "bold",
            isItalic: values["fontStyle"] == "italic" || values["fontStyle"] == "oblique",
            isUnderlined: decoration.contains("underline") && !decoration.contains("noUnderline"),
            color: values["color"].flatMap(Self.color))
    }

    /// Converts a color; nil for white, which is replaced by the viewer's preference.
    private static func color(_ text: String) -> UInt32? {
        let value: UInt32?
        if text.hasPrefix("#"), text.utf8.count == 7 || text.utf8.count == 9 {
            value = UInt32(text.dropFirst().prefix(6), radix: 16)
        } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") {
            let parts = text[text.index(after: open)...].split(whereSeparator: { ", )".contains($0) }).prefix(3)
            let bytes = parts.compactMap { UInt8($0) }
            value = bytes.count == 3 ? bytes.reduce(0) { $0 << 8 | UInt32($1) } : nil
        } else {
            value = named[text]
        }
        return value == 0xffffff ? nil : value
    }

    private static let named: [String: UInt32] = [
        "black": 0, "silver": 0xc0c0c0, "gray": 0x808080, "white": 0xffffff, "maroon": 0x800000, "red": 0xff0000,
        "purple": 0x800080, "fuchsia": 0xff00ff, "magenta": 0xff00ff, "green": 0x008000, "lime": 0x00ff00,
        "olive": 0x808000, "yellow": 0xffff00, "navy": 0x000080, "blue": 0x0000ff, "teal": 0x008080,
        "aqua": 0x00ffff, "cyan": 0x00ffff,
    ]
}
