public import CoreMedia

/// A caption: its text, the time range in which it is displayed, its position and its style.
public struct TimedText: Sendable, Hashable {
    public var range: CMTimeRange
    public var text: String
    public var trackIndex: Int
    /// Nil: the default caption position.
    public var placement: TextPlacement?
    /// Ranges of the text that have another style than the default.
    public var styles: [StyledRange]
    /// Ruby annotations, in the order of the text.
    public var annotations: [TextAnnotation] = []
    /// The time that orders the caption among others that are displayed with it; nil: its start. The parts of a caption whose style changes
    /// have one order.
    package var orderTime: CMTime?
    /// What is drawn in place of the text; nil: the text.
    package var graphics: CaptionGraphics?

    public init(
        range: CMTimeRange, text: String, trackIndex: Int, placement: TextPlacement? = nil, styles: [StyledRange] = []
    ) {
        self.range = range
        self.text = text
        self.trackIndex = trackIndex
        self.placement = placement
        self.styles = styles
    }

    /// Whether this is the same caption with another end time: captions of live streams are sent before their end is known.
    public func continues(_ other: TimedText) -> Bool {
        guard range.start == other.range.start else { return false }
        var same = other
        same.range = range
        return same == self
    }
}
