public import CoreMedia

/// One caption: text with the time during which it shows, where it stands and how it looks.
public struct TimedText: Sendable, Hashable {
    public var range: CMTimeRange
    public var text: String
    public var trackIndex: Int
    /// nil: where captions usually stand.
    public var placement: TextPlacement?
    /// Letters that do not look as captions usually do.
    public var styles: [StyledRange]

    public init(
        range: CMTimeRange, text: String, trackIndex: Int, placement: TextPlacement? = nil, styles: [StyledRange] = []
    ) {
        self.range = range
        self.text = text
        self.trackIndex = trackIndex
        self.placement = placement
        self.styles = styles
    }

    /// Whether this is the other one with another end: captions of live streams are told before it is known when they end.
    public func continues(_ other: TimedText) -> Bool {
        guard range.start == other.range.start else { return false }
        var same = other
        same.range = range
        return same == self
    }
}
