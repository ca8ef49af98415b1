public import CoreMedia

/// One cue with its times on the file's own timeline.
public struct WebVTTCue: Sendable, Hashable {
    public var start: CMTime
    /// Where it is not later than `start`, the cue is never displayed.
    public var end: CMTime
    /// The line before the timings; empty where there is none.
    public var identifier: String
    public var settings: WebVTTCueSettings
    /// The text with its markup, lines separated by LF.
    public var payload: String

    public init(
        start: CMTime, end: CMTime, identifier: String = "", settings: WebVTTCueSettings = WebVTTCueSettings(),
        payload: String
    ) {
        self.start = start
        self.end = end
        self.identifier = identifier
        self.settings = settings
        self.payload = payload
    }

    /// The text as a tree of its tags.
    public var nodes: [WebVTTNode] { WebVTTCueText.nodes(of: payload) }

    /// The text without markup: tags are removed, character references are replaced, ruby annotations are dropped.
    public var plainText: String { Self.styledText(of: payload).text }

    /// Returns the text without markup, and its styled ranges.
    /// - Parameters:
    ///   - identifier: the identifier of the cue, which style sheets may name.
    ///   - sheet: the style sheet of the file.
    public static func styledText(
        of payload: String, identifier: String = "", sheet: WebVTTStyleSheet = WebVTTStyleSheet([])
    ) -> (text: String, spans: [WebVTTSpan]) {
        WebVTTStyledText(WebVTTCueText.nodes(of: payload), identifier: identifier, sheet: sheet).result
    }
}
