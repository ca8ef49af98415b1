/// How some letters of a caption look, where they do not look like all others.
public struct TextStyle: Sendable, Hashable {
    public var isBold = false
    public var isItalic = false
    public var isUnderlined = false
    /// Red, green and blue, 8 bits each; nil: what the viewer prefers, commonly white.
    public var color: UInt32?
    public init(isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false, color: UInt32? = nil) {
        self.isBold = isBold
        self.isItalic = isItalic
        self.isUnderlined = isUnderlined
        self.color = color
    }
}

/// A style and the letters that it holds for.
public struct StyledRange: Sendable, Hashable {
    /// In UTF-16 units of the text.
    public var range: Range<Int>
    public var style: TextStyle
    public init(range: Range<Int>, style: TextStyle) {
        self.range = range
        self.style = style
    }
}

/// Where a caption stands on the picture, in parts of its size.
public struct TextPlacement: Sendable, Hashable {
    public enum Anchor: Sendable, Hashable { case start, center, end }

    /// From the top; nil: at the bottom, as captions usually are.
    public var line: Double?
    /// Which edge of the text stands at `line`.
    public var lineAnchor: Anchor
    /// From the left; nil: in the middle.
    public var position: Double?
    /// Which edge of the text stands at `position`; also how its lines are set.
    public var alignment: Anchor

    public init(
        line: Double? = nil, lineAnchor: Anchor = .end, position: Double? = nil, alignment: Anchor = .center
    ) {
        self.line = line
        self.lineAnchor = lineAnchor
        self.position = position
        self.alignment = alignment
    }
}
