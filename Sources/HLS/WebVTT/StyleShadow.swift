/// A shadow of text in a style sheet (CSS Text Decoration). Lengths are relative to the usual size of captions.
public struct StyleShadow: Sendable, Hashable {
    public var x: Double
    public var y: Double
    /// 0: a sharp edge.
    public var blur: Double
    /// nil: the color of the text.
    public var color: StyleColor?

    public init(x: Double, y: Double, blur: Double = 0, color: StyleColor? = nil) {
        self.x = x
        self.y = y
        self.blur = blur
        self.color = color
    }

    /// Shadows beyond this number are ignored.
    private static let maximumCount = 16

    /// Parses a list of shadows that are separated by commas; nil where one of them is invalid.
    static func list(_ text: String) -> [StyleShadow]? {
        if text.lowercased() == "none" { return [] }
        var shadows: [StyleShadow] = []
        for part in StyleScanner.split(text, at: ",") {
            guard let shadow = StyleShadow(part) else { return nil }
            shadows.append(shadow)
        }
        return Array(shadows.prefix(maximumCount))
    }

    private init?(_ text: String) {
        var lengths: [Double] = []
        var color: StyleColor?
        for word in StyleScanner.words(text) {
            if let length = StyleLength(word) {
                lengths.append(length.value)
            } else {
                guard color == nil, let known = StyleColor(word) else { return nil }
                color = known
            }
        }
        guard (2...3).contains(lengths.count), lengths.count < 3 || lengths[2] >= 0 else { return nil }
        self.init(x: lengths[0], y: lengths[1], blur: lengths.count > 2 ? lengths[2] : 0, color: color)
    }
}

/// A rectangle around text in a style sheet (CSS Basic User Interface).
public struct StyleOutline: Sendable, Hashable {
    /// Relative to the usual size of captions.
    public var width: Double
    /// nil: the color of the text.
    public var color: StyleColor?

    public init(width: Double, color: StyleColor? = nil) {
        self.width = width
        self.color = color
    }

    private static let widths = ["thin": 1.0, "medium": 3, "thick": 5]
    private static let styles: Set = [
        "solid", "dotted", "dashed", "double", "groove", "ridge", "inset", "outset", "auto",
    ]

    /// Parses the shorthand: width, style and color in any order; all styles are drawn as `solid`.
    /// - Returns: nil where the value is invalid; a width of 0 for no outline.
    init?(_ text: String) {
        var hasStyle = false
        self.init(width: Self.widths["medium", default: 3] / StyleLength.pixels)
        for word in StyleScanner.words(text) {
            let name = word.lowercased()
            if let width = Self.widths[name] {
                self.width = width / StyleLength.pixels
            } else if name == "none" {
                hasStyle = false
            } else if Self.styles.contains(name) {
                hasStyle = true
            } else if let length = StyleLength(name) {
                width = max(0, length.value)
            } else if let known = StyleColor(word) {
                color = known
            } else {
                return nil
            }
        }
        if !hasStyle { width = 0 }
    }
}

/// A length of a style sheet, relative to the usual size of captions: 5 % of the height of the video.
struct StyleLength {
    var value: Double

    /// The usual size of captions in pixels of CSS, in a video that is 320 of them high.
    static let pixels = 16.0
    private static let viewHeight = 5.0
    /// Longer ones are cut off.
    private static let longest = 4.0

    /// Nil for what is no length.
    init?(_ text: String) {
        let word = text.lowercased()
        let units = word.reversed().prefix { $0.isLetter || $0 == "%" }.count
        guard let number = Double(word.dropLast(units)), number.isFinite else { return nil }
        let length: Double
        switch word.suffix(units) {
        case "" where number == 0: length = 0
        case "px": length = number / Self.pixels
        case "em", "rem": length = number
        case "vh", "vmin": length = number / Self.viewHeight
        case "pt": length = number * 4 / 3 / Self.pixels
        default: return nil
        }
        value = max(-Self.longest, min(Self.longest, length))
    }
}
