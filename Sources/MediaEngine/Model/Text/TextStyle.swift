/// The style of a part of a caption that differs from the default style.
public struct TextStyle: Sendable, Hashable {
    public var isBold = false
    public var isItalic = false
    public var isUnderlined = false
    /// Whether a line is drawn through the text.
    public var isStruck = false
    /// Red, green and blue, 8 bits each; nil: the viewer's preference, usually white.
    public var color: UInt32?
    /// 0 to 1, for the text.
    public var opacity = 1.0
    /// Red, green and blue, 8 bits each, for the area behind the text; nil: the viewer's preference.
    public var background: UInt32?
    public var backgroundOpacity = 1.0
    /// The size relative to the usual size of captions.
    public var scale = 1.0
    /// Names of fonts, separated by commas; nil: the viewer's preference.
    public var family: String?
    /// The shadows of the text, the uppermost first.
    public var shadows: [CaptionShadow] = []
    /// Whether the text, which is in a vertical line, is set horizontally in the place of one character.
    public var isCombined = false
    /// A rectangle around the text; nil: none.
    public var outline: CaptionOutline?

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

/// A text that is displayed in smaller type beside a range of a caption, such as the reading of a Chinese character.
public struct TextAnnotation: Sendable, Hashable {
    /// In UTF-16 units of the caption's text.
    public var range: Range<Int>
    public var text: String
    public init(range: Range<Int>, text: String) {
        self.range = range
        self.text = text
    }
}

/// The position of a caption in the video, as fractions of its size. In vertical writing, distances from the top are those from the side at
/// which the first line is, and distances from the left are those from the top.
public struct TextPlacement: Sendable, Hashable {
    public enum Anchor: Sendable, Hashable { case start, center, end }
    public enum Writing: Sendable, Hashable {
        case horizontal
        /// Vertical lines, the first one at the right.
        case verticalRightToLeft
        /// Vertical lines, the first one at the left.
        case verticalLeftToRight
    }

    public var writing = Writing.horizontal
    /// Whether captions at one place follow each other downwards, as paragraphs do; otherwise the first one is the lowest.
    public var flowsDown = false

    /// The distance from the top; nil: at the bottom, the usual position.
    public var line: Double?
    /// The edge of the text that is at `line`.
    public var lineAnchor: Anchor
    /// The number of the row at which the first line of the text is, from 0 at the top, or if negative from -1 at the bottom; nil: the text
    /// is at `line`. Rows are as high as the lines are drawn; `line` is the distance for rows of the usual height.
    public var row: Int?
    /// The distance from the left; nil: centered.
    public var position: Double?
    /// The edge of the text that is at `position`; also the alignment of its lines.
    public var alignment: Anchor

    /// The width of the area for the text, as a fraction of the video's; nil: as wide as its lines.
    public var size: Double?
    /// The alignment of the lines within that area; nil: `alignment`.
    public var textAlignment: Anchor?
    /// The alignment of lines relative to the longest one; nil: that of the text.
    public var rowAlignment: Anchor?
    /// The height and the padding of lines; nil: the usual ones.
    public var lines: TextLines?
    /// The width of the area that the positions refer to, relative to its height: the largest such area in the middle of the video; nil: the
    /// whole video.
    public var aspectRatio: Double?
    /// An area with a background behind the caption.
    public var ground: TextGround?
    /// The region in which the caption is stacked; the distance from the left is then one within the region.
    public var region: TextRegion?

    public init(
        line: Double? = nil, lineAnchor: Anchor = .end, position: Double? = nil, alignment: Anchor = .center
    ) {
        self.line = line
        self.lineAnchor = lineAnchor
        self.position = position
        self.alignment = alignment
    }
}

/// The height and the padding of a caption's lines, relative to the usual size of captions.
public struct TextLines: Sendable, Hashable {
    /// The distance between lines; nil: that of the font.
    public var height: Double?
    /// The space at the start and the end of each line; nil: the usual one.
    public var padding: Double?
    /// Whether the backgrounds of lines touch each other.
    public var fillsGaps = false

    public init() {}
}

/// A rectangle with a color behind captions, as fractions of the video's size.
public struct TextGround: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double
    /// Red, green and blue, 8 bits each.
    public var color: UInt32
    /// 0 to 1.
    public var opacity: Double

    public init(x: Double, y: Double, width: Double, height: Double, color: UInt32, opacity: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.color = color
        self.opacity = opacity
    }
}

/// An area of the video in which captions are stacked from the bottom to the top. Positions are fractions of the video's size.
public struct TextRegion: Sendable, Hashable {
    public var width: Double
    /// The height in lines of text; what does not fit is hidden at the top.
    public var lineCount: Int
    /// The point within the region, as fractions of its size, that lies at `x` and `y`.
    public var anchorX: Double
    public var anchorY: Double
    public var x: Double
    public var y: Double
    /// Whether a new caption moves the earlier ones up visibly.
    public var scrollsUp = false
    /// Red, green and blue, 8 bits each, for the area behind the text; nil: none.
    public var background: UInt32?
    public var backgroundOpacity = 1.0

    public init(width: Double, lineCount: Int, anchorX: Double, anchorY: Double, x: Double, y: Double) {
        self.width = width
        self.lineCount = lineCount
        self.anchorX = anchorX
        self.anchorY = anchorY
        self.x = x
        self.y = y
    }
}
