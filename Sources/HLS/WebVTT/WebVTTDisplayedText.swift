/// The text of a cue as it is displayed.
public struct WebVTTDisplayedText: Sendable, Hashable {
    /// The text without markup and ruby annotations.
    public var text = ""
    public var spans: [WebVTTSpan] = []
    /// The ruby annotations, in the order of the text.
    public var annotations: [WebVTTAnnotation] = []
}

/// An annotation of ruby text, which is displayed beside its base in smaller type (W3C WebVTT section 4.2.2).
public struct WebVTTAnnotation: Sendable, Hashable {
    /// The base, in UTF-16 units of the displayed text.
    public var range: Range<Int>
    public var text: String

    public init(range: Range<Int>, text: String) {
        self.range = range
        self.text = text
    }
}
