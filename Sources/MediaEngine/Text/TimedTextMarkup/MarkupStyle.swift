/// The styles of a TTML element: those inherited by text, and those that position regions.
struct MarkupStyle {
    static let namespace = "http://www.w3.org/ns/ttml#styling"
    /// The namespaces of styles: of TTML, of EBU-TT-D, and of IMSC.
    private static let namespaces = [
        namespace, "urn:ebu:tt:style", "http://www.w3.org/ns/ttml/profile/imsc1#styling",
    ]
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
        for (attribute, value) in element.attributes
        where Self.namespaces.contains(attribute.namespace) {
            values[attribute.name] = value
        }
    }

    init(values: [String: String] = [:]) { self.values = values }

    /// Returns the value of a style.
    subscript(_ name: String) -> String? { values[name] }

    private static let inherited: Set<String> = [
        "color", "fontFamily", "fontStyle", "fontWeight", "textDecoration", "textAlign", "visibility",
        "direction", "multiRowAlign", "textShadow", "textOutline", "textEmphasis", "shear", "fontShear", "lineShear",
        "lineHeight", "linePadding", "fillLineGap", "textCombine",
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

    /// Whether nothing of the text is visible.
    var isTransparent: Bool { opacity == 0 }

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
        let color = values["color"].flatMap(MarkupColor.init)
        var style = TextStyle(
            isBold: values["fontWeight"] == "bold",
            isItalic: values["fontStyle"] == "italic" || values["fontStyle"] == "oblique" || isSheared,
            isUnderlined: decoration.contains("underline"),
            // White is replaced by the viewer's preference.
            color: color.flatMap { $0.rgb == 0xffffff ? nil : $0.rgb })
        style.isStruck = decoration.contains("lineThrough")
        style.opacity = opacity * (color?.opacity ?? 1)
        // Text without a background of its own has the one that the viewer prefers, so that it stays readable.
        if let background = values["backgroundColor"].flatMap(MarkupColor.init), background.opacity > 0 {
            style.background = background.rgb
            style.backgroundOpacity = opacity * background.opacity
        }
        style.scale = fontSize.flatMap(grid.scale) ?? 1
        style.shadows = MarkupShadows(self, size: style.scale, text: color, grid).all
        style.family = values["fontFamily"].flatMap(Self.family)
        return style
    }

    /// Returns the height and the padding of lines (TTML2 section 10.2.26, EBU-TT-D, IMSC 1.1).
    func lines(in grid: MarkupGrid) -> TextLines? {
        let size = fontSize.flatMap(grid.scale) ?? 1
        func length(_ name: String) -> Double? {
            values[name].flatMap { MarkupLength($0[...]) }.flatMap {
                grid.textLength($0, size: size, limit: Self.tallest)
            }
        }
        var lines = TextLines()
        lines.height = length("lineHeight").flatMap { $0 > 0 ? $0 : nil }
        lines.padding = length("linePadding").map { max(0, $0) }
        lines.fillsGaps = values["fillLineGap"] == "true"
        return lines == TextLines() ? nil : lines
    }

    /// The maximum height of a line, relative to the usual size of captions.
    private static let tallest = 20.0

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

    /// Whether letters are slanted (TTML2 sections 10.2.17, 10.2.25 and 10.2.36).
    private var isSheared: Bool {
        ["fontShear", "lineShear", "shear"].contains { name in
            guard let text = values[name], text.hasSuffix("%"), let part = Double(text.dropLast()) else { return false }
            return part != 0
        }
    }

    /// The color of the element's area.
    var background: MarkupColor? {
        guard var color = values["backgroundColor"].flatMap(MarkupColor.init) else { return nil }
        color.opacity *= opacity
        return color
    }

    /// The mark that is set at each letter; nil: none (TTML2 section 10.2.40).
    var emphasisMark: String? {
        let words = (values["textEmphasis"] ?? "none").split(whereSeparator: \.isWhitespace)
        guard !words.contains("none"), !words.isEmpty else { return nil }
        let isOpen = words.contains("open")
        if words.contains("dot") { return isOpen ? "\u{25e6}" : "\u{2022}" }
        if words.contains("sesame") { return isOpen ? "\u{fe46}" : "\u{fe45}" }
        return isOpen ? "\u{25cb}" : "\u{25cf}"
    }

    /// Returns the characters that begin and end the direction of an element's text; nil where it has none of its own.
    /// - Parameter whole: the element's style with what it inherits.
    func directionMarks(_ whole: MarkupStyle) -> (opening: String, closing: String)? {
        let isRightToLeft = whole["direction"] == "rtl"
        switch values["unicodeBidi"] {
        case "embed": return (isRightToLeft ? "\u{202b}" : "\u{202a}", "\u{202c}")
        case "bidiOverride": return (isRightToLeft ? "\u{202e}" : "\u{202d}", "\u{202c}")
        case "isolate": return (isRightToLeft ? "\u{2067}" : "\u{2066}", "\u{2069}")
        default: return nil
        }
    }

    /// Returns the value between two: of colors, numbers and lists of lengths with equal units; nil for others.
    static func mixed(_ first: String, _ second: String, _ share: Double) -> String? {
        if let first = MarkupColor(first), let second = MarkupColor(second) {
            return first.mixed(with: second, share).text
        }
        if let first = Double(first), let second = Double(second) { return String(first + (second - first) * share) }
        let pairs = zip(first.split(separator: " "), second.split(separator: " ")).map { first, second -> String? in
            guard let first = MarkupLength(first), let second = MarkupLength(second), first.unit == second.unit
            else { return nil }
            return "\(first.value + (second.value - first.value) * share)\(first.unit.rawValue)"
        }
        guard pairs.count == first.split(separator: " ").count, !pairs.isEmpty else { return nil }
        let values = pairs.compactMap { $0 }
        return values.count == pairs.count ? values.joined(separator: " ") : nil
    }
}
