/// The contents of a playlist as one JSON object, for `avplayer inspect --json`. Property names are the JSON keys; nil properties are
/// absent. Durations are seconds; URIs are as written, with variables replaced.
public struct PlaylistReport: Codable, Sendable, Hashable {
    /// nil where the playlist cannot be used.
    public var kind: PlaylistKind?
    public var version: Int?
    public var variables: [String: String]?
    public var independentSegments: Bool?
    public var start: StartPoint?

    // Media playlists.
    public var targetDuration: Double?
    public var partTarget: Double?
    public var mediaSequence: UInt64?
    public var discontinuitySequence: UInt64?
    public var playlistType: MediaPlaylist.Kind?
    public var endList: Bool?
    public var iFramesOnly: Bool?
    /// Whether EXT-X-IMAGES-ONLY is present: true or absent, never false, because the tag is not in the specification.
    public var imagesOnly: Bool?
    public var segments: [Segment]?
    /// The parts of the last, incomplete segment.
    public var parts: [Part]?
    public var dateRanges: [DateRangeEntry]?
    public var serverControl: Control?
    public var preloadHints: [Hint]?
    public var renditionReports: [Position]?
    public var skip: Skip?

    // Multivariant playlists.
    public var variants: [Variant]?
    public var iFrameVariants: [Variant]?
    /// Absent where there are none, because EXT-X-IMAGE-STREAM-INF is not in the specification.
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

    /// Whether a player can use the playlist: it parses, and a multivariant one has variants.
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
