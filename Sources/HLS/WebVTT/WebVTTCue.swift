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
    /// The distance from the file's own timeline, which timestamps in `payload` have, to `start` and `end`, in nanoseconds.
    public var timestampShift: Int64 = 0

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
        let text = displayedText(of: payload, identifier: identifier, sheet: sheet)
        return (text.text, text.spans)
    }

    /// Returns the text without markup, its styled ranges and its ruby annotations.
    /// - Parameters:
    ///   - identifier: the identifier of the cue, which style sheets may name.
    ///   - region: the identifier of the cue's region, which style sheets may name, too; nil: none.
    ///   - sheet: the style sheet of the file.
    ///   - time: the time on the file's own timeline, in nanoseconds, at which `:past` and `:future` are evaluated; nil: they select nothing.
    public static func displayedText(
        of payload: String, identifier: String = "", region: String? = nil,
        sheet: WebVTTStyleSheet = WebVTTStyleSheet([]), at time: Int64? = nil
    ) -> WebVTTDisplayedText {
        WebVTTStyledText(
            WebVTTCueText.nodes(of: payload), identifier: identifier, region: region, sheet: sheet, time: time
        ).result
    }

    /// Returns the times at which a style sheet gives the text other styles: the timestamps in the text where the sheet has rules for `:past`
    /// or `:future`, in nanoseconds of the file's own timeline, between the cue's start and end, in order.
    public func styleChanges(_ sheet: WebVTTStyleSheet) -> [Int64] {
        guard sheet.dependsOnTime, payload.utf8.contains(0x3c), start.isNumeric, end.isNumeric else { return [] }
        let begins = start.convertScale(1_000_000_000, method: .default).value &- timestampShift
        let ends = end.convertScale(1_000_000_000, method: .default).value &- timestampShift
        let times = Set(nodes.flatMap(\.timestamps)).filter { begins < $0 && $0 < ends }
        return Array(times.sorted().prefix(Self.maximumStyleChanges))
    }

    /// Timestamps of a cue beyond this number change no styles.
    private static let maximumStyleChanges = 200
}
