public import CoreMedia

/// One caption with its times in the file's own clock.
public struct WebVTTCue: Sendable, Hashable {
    public var start: CMTime
    /// After `start`.
    public var end: CMTime
    /// The line before the times; empty where there is none.
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

    /// The text without markup: tags go, character references are what they stand for, ruby annotations are left out.
    public var plainText: String { WebVTTText(payload).plain }

    /// The text without markup, and its letters that do not look like the others.
    public static func styledText(of payload: String) -> (text: String, spans: [WebVTTSpan]) {
        let text = WebVTTText(payload)
        return (text.plain, text.spans)
    }
}
