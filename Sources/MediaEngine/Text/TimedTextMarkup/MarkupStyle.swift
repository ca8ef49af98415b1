/// The styles of a TTML document: what is inherited by text, and what places regions.
struct MarkupStyle {
    static let namespace = "http://www.w3.org/ns/ttml#styling"
    /// Styles that name styles that name styles …
    private static let longestChain = 16

    /// As written, by name.
    private(set) var values: [String: String] = [:]

    /// What an element says, over what it takes from the styles that it names.
    init(_ element: MarkupElement, _ named: [String: MarkupElement], depth: Int = 0) {
        guard depth < Self.longestChain else { return }
        for reference in (element["style"] ?? "").split(whereSeparator: \.isWhitespace) {
            guard let style = named[String(reference)] else { continue }
            values.merge(MarkupStyle(style, named, depth: depth + 1).values) { $1 }
        }
        // Regions have styles as children too.
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

    /// Of this name, with blanks at its ends cut off.
    subscript(_ name: String) -> String? { values[name] }

    private static let inherited: Set<String> = [
        "color", "fontStyle", "fontWeight", "textDecoration", "textAlign", "visibility",
    ]

    /// What holds for the text in an element of this style, in one of that style.
    func inheriting(_ outer: MarkupStyle) -> MarkupStyle {
        var style = self
        for (name, value) in outer.values where Self.inherited.contains(name) && style.values[name] == nil {
            style.values[name] = value
        }
        return style
    }

    /// What holds where neither this nor what it inherits says otherwise.
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

    /// White is what viewers get where nothing is said.
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
