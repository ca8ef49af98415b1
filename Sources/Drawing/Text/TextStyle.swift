public import CoreGraphics

/// How letters look.
public struct TextStyle: Hashable, Sendable {
    /// The family, or several with commas between them; what is missing is left to fontconfig.
    public var family: String
    /// Points.
    public var size: CGFloat
    /// 100 (thin) to 900 (black); 400 is regular, 600 semibold, 700 bold.
    public var weight: Int
    public var isItalic: Bool
    /// Figures of one width, so that times do not dance.
    public var usesTabularFigures: Bool
    /// Points between letters, beyond their own.
    public var letterSpacing: CGFloat

    /// Inter, and what stands in for it where it is not installed.
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

/// How lines are broken and laid.
public struct TextOptions: Sendable, Hashable {
    public enum Alignment: Sendable { case natural, left, center, right, justified }
    public enum LineBreak: Sendable { case wordWrap, characterWrap, clip, truncateHead, truncateMiddle, truncateTail }

    /// Points; nil: lines end only where the text says so.
    public var maximumWidth: CGFloat?
    /// 0: as many as there are.
    public var maximumLines: Int
    public var alignment: Alignment
    /// What happens to text that does not fit. Several lines are broken at words and cut in the last one.
    public var lineBreak: LineBreak
    /// Points between lines, beyond their own.
    public var lineSpacing: CGFloat

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

/// Heights of a font above and below its base line, in points.
public struct FontMetrics: Sendable, Hashable {
    public var ascent: CGFloat
    /// Below the base line, positive.
    public var descent: CGFloat
    public var lineHeight: CGFloat { ascent + descent }
}
