public import CoreGraphics

/// The font of text.
public struct TextStyle: Hashable, Sendable {
    /// The family, or several separated by commas; fontconfig substitutes missing ones.
    public var family: String
    /// The font size in points.
    public var size: CGFloat
    /// 100 (thin) to 900 (black); 400 is regular, 600 semibold, 700 bold.
    public var weight: Int
    public var isItalic: Bool
    /// Whether digits have equal widths, so that changing times do not shift.
    public var usesTabularFigures: Bool
    /// Additional space between letters in points.
    public var letterSpacing: CGFloat

    /// Inter, and the substitutes where it is not installed.
    public static let defaultFamily = "Inter, Cantarell, Noto Sans, DejaVu Sans, sans-serif"
    public static let monospacedFamily = "JetBrains Mono, Noto Sans Mono, DejaVu Sans Mono, monospace"

    public init(
        family: String = TextStyle.defaultFamily, size: CGFloat = 17, weight: Int = 400, isItalic: Bool = false,
        usesTabularFigures: Bool = false, letterSpacing: CGFloat = 0
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.isItalic = isItalic
        self.usesTabularFigures = usesTabularFigures
        self.letterSpacing = letterSpacing
    }
}

/// Text in one style and colour.
public struct TextRun: Sendable, Hashable {
    public var text: String
    public var style: TextStyle
    public var color: CGColor
    public var backgroundColor: CGColor?
    public var isUnderlined: Bool
    public var isStruckThrough: Bool
    /// A text in half the size above this one, such as the reading of a Chinese character.
    public var annotation: String?
    /// Whether the text is set horizontally in the place of one character, in a layout of vertical text.
    public var isCombined = false
    /// The height of the lines with this run in points, with the difference to the font's own above and below the text; nil: the font's own.
    public var lineHeight: CGFloat?

    public init(
        _ text: String, style: TextStyle = TextStyle(), color: CGColor = .white, backgroundColor: CGColor? = nil,
        isUnderlined: Bool = false, isStruckThrough: Bool = false
    ) {
        self.text = text
        self.style = style
        self.color = color
        self.backgroundColor = backgroundColor
        self.isUnderlined = isUnderlined
        self.isStruckThrough = isStruckThrough
    }
}

/// Line breaking and layout.
public struct TextOptions: Sendable, Hashable {
    public enum Alignment: Sendable { case natural, left, center, right, justified }
    public enum LineBreak: Sendable { case wordWrap, characterWrap, clip, truncateHead, truncateMiddle, truncateTail }

    /// In points; nil: lines end only at line breaks in the text.
    public var maximumWidth: CGFloat?
    /// 0: unlimited.
    public var maximumLines: Int
    public var alignment: Alignment
    /// The handling of text that does not fit. Several lines are broken at words and truncated in the last one. With `clip`, lines beyond the
    /// maximum are left out, and a single line ends at the edge.
    public var lineBreak: LineBreak
    /// Additional space between lines in points.
    public var lineSpacing: CGFloat
    /// Whether the characters of scripts that are written vertically are turned, so that they are upright when the text is drawn rotated
    /// clockwise by a quarter turn.
    public var isVertical = false

    public init(
        maximumWidth: CGFloat? = nil, maximumLines: Int = 0, alignment: Alignment = .natural,
        lineBreak: LineBreak = .wordWrap, lineSpacing: CGFloat = 0
    ) {
        self.maximumWidth = maximumWidth
        self.maximumLines = maximumLines
        self.alignment = alignment
        self.lineBreak = lineBreak
        self.lineSpacing = lineSpacing
    }
}

/// The extents of a font above and below its baseline, in points.
public struct FontMetrics: Sendable, Hashable {
    public var ascent: CGFloat
    /// The extent below the baseline, positive.
    public var descent: CGFloat
    /// The font's space between two lines.
    public var leading: CGFloat = 0
    public var lineHeight: CGFloat { ascent + descent }
}
