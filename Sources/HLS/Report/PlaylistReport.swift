/// What is in a playlist, as one JSON object: `avplayer inspect --json`. The properties' names are the members' names; what the playlist
/// does not say is nil and absent. Durations are seconds, URIs are as written with variables replaced.
public struct PlaylistReport: Codable, Sendable, Hashable {
    /// nil where the playlist cannot be used.
    public var kind: PlaylistKind?
    public var version: Int?
    public var variables: [String: String]?
    public var independentSegments: Bool?
    public var start: StartPoint?

    // Of a media playlist.
    public var targetDuration: Double?
    public var partTarget: Double?
    public var mediaSequence: UInt64?
    public var discontinuitySequence: UInt64?
    public var playlistType: MediaPlaylist.Kind?
    public var endList: Bool?
    public var iFramesOnly: Bool?
    /// true or absent: the tag is no part of the specification.
    public var imagesOnly: Bool?
    public var segments: [Segment]?
    /// Of the segment that is not complete yet.
    public var parts: [Part]?
    public var dateRanges: [DateRangeEntry]?
    public var serverControl: Control?
    public var preloadHints: [Hint]?
    public var renditionReports: [Position]?
    public var skip: Skip?

    // Of a multivariant playlist.
    public var variants: [Variant]?
    public var iFrameVariants: [Variant]?
    /// Absent where there are none: the tag is no part of the specification.
    public var imageVariants: [Variant]?
    public var renditions: [RenditionEntry]?
    public var sessionData: [Session]?
    public var sessionKeys: [Key]?
    public var contentSteering: Steering?

    public var faults: [Fault]

    public struct Fault: Codable, Sendable, Hashable {
        public var line: Int
        public var rule: String
        public var level: PlaylistFault.Level
        public var message: String
    }

    /// Whether a player can do something with it: it parses, and a multivariant one has variants.
    public var isUsable: Bool { kind == .media || (kind == .multivariant && variants?.isEmpty == false) }

    public init(_ parsed: ParsedPlaylist) {
        faults = parsed.faults.map(Fault.init)
        switch parsed.playlist {
        case .media(let playlist): fill(playlist)
        case .multivariant(let playlist): fill(playlist)
        }
    }

    public init(_ error: PlaylistError) { faults = error.faults.map(Fault.init) }
}

extension PlaylistReport.Fault {
    init(_ fault: PlaylistFault) {
        self.init(line: fault.line, rule: fault.rule.rawValue, level: fault.level, message: fault.message)
    }
}
