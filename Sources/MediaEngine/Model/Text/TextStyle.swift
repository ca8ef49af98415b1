/// The style of a part of a caption that differs from the default style.
public struct TextStyle: Sendable, Hashable {
    public var isBold = false
    public var isItalic = false
    public var isUnderlined = false
    /// Red, green and blue, 8 bits each; nil: the viewer's preference, usually white.
    public var color: UInt32?
    public init(isBold: Bool = false, isItalic: Bool = false, isUnderlined: Bool = false, color: UInt32? = nil) {
        self.isBold = isBold
        self.isItalic = isItalic
        self.isUnderlined = isUnderlined
        self.color = color
    }
}

/// A style and the range of text that it applies to.
public struct StyledRange: Sendable, Hashable {
    /// In UTF-16 units of the text.
    public var range: Range<Int>
    public var style: TextStyle
    public init(range: Range<Int>, style: TextStyle) {
        self.range = range
        self.style = style
    }
}

/// The position of a caption in the video, as fractions of its size.
public struct TextPlacement: Sendable, Hashable {
    public enum Anchor: Sendable, Hashable { case start, center, end }

    /// The distance from the top; nil: at the bottom, the usual position.
    public var line: Double?
    /// The edge of the text that is at `line`.
    public var lineAnchor: Anchor
    /// The distance from the left; nil: centered.
    public var position: Double?
    /// The edge of the text that is at `position`; also the alignment of its lines.
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
