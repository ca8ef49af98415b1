public import CoreMedia

/// One cue with its times on the file's own timeline.
public struct WebVTTCue: Sendable, Hashable {
    public var start: CMTime
    /// Later than `start`.
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

    /// The text without markup: tags are removed, character references are replaced, ruby annotations are dropped.
    public var plainText: String { WebVTTText(payload).plain }

    /// Returns the text without markup, and its styled ranges.
    public static func styledText(of payload: String) -> (text: String, spans: [WebVTTSpan]) {
        let text = WebVTTText(payload)
        return (text.plain, text.spans)
    }
}
