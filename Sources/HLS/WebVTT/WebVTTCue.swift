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
    public var plainText: String { Self.plainText(of: payload) }

    public static func plainText(of payload: String) -> String { WebVTTText.plain(payload) }
}
