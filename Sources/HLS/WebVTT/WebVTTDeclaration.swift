/// A declaration of a style sheet that affects the text of cues (W3C WebVTT section 8.2.1).
struct WebVTTDeclaration: Sendable, Hashable {
    enum Value: Sendable, Hashable {
        case color(StyleColor)
        case background(StyleColor)
        case bold(Bool)
        case italic(Bool)
        case underlined(Bool)
        case struck(Bool)
        /// Relative to the text around it.
        case relativeSize(Double)
        /// Relative to the size that captions usually have.
        case size(Double)
        case family(String)
        case opacity(Double)
        case visible(Bool)
        case shadows([StyleShadow])
        case outline(StyleOutline)

        func apply(to style: inout WebVTTSpan.Style, inherited: WebVTTSpan.Style) {
            switch self {
            case .color(let color): (style.color, style.colorOpacity) = (color.rgb, color.opacity)
            case .background(let color): style.background = color
            case .bold(let value): style.isBold = value
            case .italic(let value): style.isItalic = value
            // A line below the text around it is below this text, too.
            case .underlined(let value): style.isUnderlined = inherited.isUnderlined || value
            case .struck(let value): style.isStruck = inherited.isStruck || value
            case .relativeSize(let value): style.scale = Self.limited(inherited.scale * value)
            case .size(let value): style.scale = Self.limited(value)
            case .family(let value): style.family = value
            case .opacity(let value): style.opacity = inherited.opacity * value
            case .visible(let value): style.isHidden = !value
            case .shadows(let value): style.shadows = value
            case .outline(let value): style.outline = value.width > 0 ? value : nil
            }
        }

        private static func limited(_ scale: Double) -> Double { min(max(scale, 0.1), 10) }
    }

    var value: Value
    var isImportant: Bool

    /// Parses a declaration; a shorthand gives several, an invalid or irrelevant one none.
    static func list(_ text: String) -> [WebVTTDeclaration] {
        guard let colon = text.firstIndex(of: ":") else { return [] }
        let name = StyleScanner.trimmed(String(text[..<colon])).lowercased()
        var value = StyleScanner.trimmed(String(text[text.index(after: colon)...]))
        var isImportant = false
        if let mark = value.lastIndex(of: "!"),
            StyleScanner.trimmed(String(value[value.index(after: mark)...])).lowercased() == "important"
        {
            isImportant = true
            value = StyleScanner.trimmed(String(value[..<mark]))
        }
        guard !value.isEmpty else { return [] }
        return values(name, value).map { WebVTTDeclaration(value: $0, isImportant: isImportant) }
    }

    private static func values(_ name: String, _ value: String) -> [Value] {
        let word = value.lowercased()
        switch name {
        case "color": return StyleColor(value).map { [.color($0)] } ?? []
        case "background-color": return StyleColor(value).map { [.background($0)] } ?? []
        case "background":
            // The shorthand sets the color to transparent where it has none.
            let color = StyleScanner.words(value).lazy.compactMap { StyleColor($0) }.first
            return [.background(color ?? StyleColor(rgb: 0, opacity: 0))]
        case "font-weight": return bold(word).map { [.bold($0)] } ?? []
        case "font-style": return italic(word).map { [.italic($0)] } ?? []
        case "font-size": return size(word).map { [$0] } ?? []
        case "font-family": return family(value).map { [.family($0)] } ?? []
        case "font": return font(value)
        case "text-decoration", "text-decoration-line":
            let words = StyleScanner.words(word)
            let known = ["none", "underline", "line-through", "overline"]
            guard words.contains(where: known.contains) else { return [] }
            return [.underlined(words.contains("underline")), .struck(words.contains("line-through"))]
        case "text-shadow": return StyleShadow.list(value).map { [.shadows($0)] } ?? []
        case "outline": return StyleOutline(value).map { [.outline($0)] } ?? []
        case "opacity":
            let number = word.hasSuffix("%") ? Double(word.dropLast()).map { $0 / 100 } : Double(word)
            guard let number, number.isFinite else { return [] }
            return [.opacity(min(1, max(0, number)))]
        case "visibility":
            switch word {
            case "visible": return [.visible(true)]
            case "hidden", "collapse": return [.visible(false)]
            default: return []
            }
        default: return []
        }
    }

    private static func bold(_ word: String) -> Bool? {
        switch word {
        case "bold", "bolder": true
        case "normal", "lighter": false
        default: Int(word).flatMap { (1...1_000).contains($0) ? $0 >= 600 : nil }
        }
    }

    private static func italic(_ word: String) -> Bool? {
        switch word {
        case "italic", "oblique": true
        case "normal": false
        default: word.hasPrefix("oblique ") ? true : nil
        }
    }

    /// Sizes of captions by keyword, relative to `medium`.
    private static let sizes = [
        "xx-small": 0.6, "x-small": 0.75, "small": 0.89, "medium": 1, "large": 1.2, "x-large": 1.5, "xx-large": 2,
        "xxx-large": 3,
    ]
    /// The usual size of captions is 5 % of the height of the video.
    private static let viewHeight = 5.0

    private static func size(_ word: String) -> Value? {
        if let known = sizes[word] { return .size(known) }
        if word == "larger" { return .relativeSize(1.2) }
        if word == "smaller" { return .relativeSize(1 / 1.2) }
        let units = word.reversed().prefix { $0.isLetter || $0 == "%" }.count
        guard let number = Double(word.dropLast(units)), number.isFinite, number > 0 else { return nil }
        switch word.suffix(units) {
        case "%": return .relativeSize(number / 100)
        case "em": return .relativeSize(number)
        case "rem": return .size(number)
        case "vh", "vmin": return .size(number / viewHeight)
        case "px": return .size(number / StyleLength.pixels)
        case "pt": return .size(number * 4 / 3 / StyleLength.pixels)
        default: return nil
        }
    }

    /// The longest list of families that is used.
    private static let longestFamily = 200

    private static func family(_ value: String) -> String? {
        let names = StyleScanner.split(value, at: ",").map { name in
            StyleScanner.trimmed(name.filter { $0 != "\"" && $0 != "'" && $0 != "," })
        }
        let list = names.filter { !$0.isEmpty }.joined(separator: ", ")
        return list.isEmpty || list.count > longestFamily ? nil : list
    }

    /// Parses the shorthand: style and weight in any order, the size with an optional line height, and the families.
    private static func font(_ value: String) -> [Value] {
        var values: [Value] = [.bold(false), .italic(false)]
        var words = StyleScanner.words(value)[...]
        while let word = words.popFirst()?.lowercased() {
            if let size = size(String(word.prefix { $0 != "/" })) {
                guard let family = family(words.joined(separator: " ")) else { return [] }
                return values + [size, .family(family)]
            }
            if let value = bold(word), word != "normal" {
                values.append(.bold(value))
            } else if let value = italic(word), word != "normal" {
                values.append(.italic(value))
            }
        }
        return []
    }
}
