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

/// The rectangle of a region, in parts of the picture, and how text stands in it.
struct MarkupRegion {
    var style: MarkupStyle

    /// - Parameters:
    ///   - cells: of the document's grid.
    ///   - pixels: of its root, where it says so.
    func placement(
        textAlign: String?, cells: (Double, Double), pixels: (Double, Double)?
    ) -> TextPlacement {
        func pair(_ name: String) -> (Double, Double)? {
            let parts = (style[name] ?? "").split(whereSeparator: \.isWhitespace)
            guard parts.count == 2, let x = Self.length(parts[0], cells.0, pixels?.0),
                let y = Self.length(parts[1], cells.1, pixels?.1)
            else { return nil }
            return (x, y)
        }
        let origin = pair("origin") ?? (0, 0)
        let extent = pair("extent") ?? (1 - origin.0, 1 - origin.1)
        func inside(_ value: Double) -> Double { min(1, max(0, value)) }
        var placement = TextPlacement()
        switch style["displayAlign"] {
        case "after": (placement.line, placement.lineAnchor) = (inside(origin.1 + extent.1), .end)
        case "center": (placement.line, placement.lineAnchor) = (inside(origin.1 + extent.1 / 2), .center)
        default: (placement.line, placement.lineAnchor) = (inside(origin.1), .start)
        }
        switch textAlign ?? "start" {
        case "center":
            let middle = inside(origin.0 + extent.0 / 2)
            if abs(middle - 0.5) > 0.02 { placement.position = middle }
        case "right", "end": (placement.position, placement.alignment) = (inside(origin.0 + extent.0), .end)
        default: (placement.position, placement.alignment) = (inside(origin.0), .start)
        }
        return placement
    }

    /// A part of the whole: "12.5%", "3c", "96px".
    private static func length(_ text: Substring, _ cells: Double, _ pixels: Double?) -> Double? {
        func number(_ unit: String, _ whole: Double) -> Double? {
            guard text.hasSuffix(unit), let value = Double(text.dropLast(unit.count)), value.isFinite else {
                return nil
            }
            return value / whole
        }
        if let part = number("%", 100) { return part }
        if let part = number("px", pixels ?? 0) { return part.isFinite ? part : nil }
        return number("c", cells)
    }
}
