public import CoreMedia
import Foundation

/// An asset that plays during or around the primary item, such as an advertisement: a date range of the class `com.apple.hls.interstitial`
/// (spec/hls.md section 9; bis appendix D).
public struct Interstitial: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
        /// The URL of a playlist.
        case asset(uri: String)
        /// The URL of a JSON list of playlists (X-ASSET-LIST).
        case list(uri: String)
        /// A number of items that the application created.
        case items(count: Int)
    }

    public struct Snap: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Leave the primary at the segment boundary nearest the start.
        public static let out = Snap(rawValue: 1)
        /// Return at the boundary nearest the resume point.
        public static let `in` = Snap(rawValue: 2)
    }

    public struct Restrictions: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// No seeking forwards and no playback faster than 1 inside the interstitial.
        public static let skip = Restrictions(rawValue: 1)
        /// No seeking past the interstitial without playing it.
        public static let jump = Restrictions(rawValue: 2)
    }

    public enum Occupancy: String, Sendable, Hashable { case point = "POINT", range = "RANGE" }
    public enum Style: String, Sendable, Hashable { case highlight = "HIGHLIGHT", primary = "PRIMARY" }

    public struct SkipControl: Sendable, Hashable {
        /// Seconds into the interstitial at which the button appears; 0 is at once.
        public var offset: Double
        /// Seconds for which the button is visible; nil is to the end.
        public var duration: Double?
        public var labelID: String?

        public init(offset: Double, duration: Double? = nil, labelID: String? = nil) {
            self.offset = offset
            self.duration = duration
            self.labelID = labelID
        }
    }

    public var id: String
    public var source: Source
    /// The start on the primary's timeline. nil where the playlist has no dates, or a cue places the interstitial elsewhere.
    public var start: CMTime?
    /// Where the primary is left: `start`, or a segment boundary near it.
    public var departure: CMTime?
    /// nil: placed by media time alone.
    public var startDate: Date?
    public var cues: DateRange.Cues
    /// Seconds; nil where unknown before the assets are loaded.
    public var duration: Double?
    /// Offset in seconds from the start at which the primary resumes. nil: the time that the interstitial played.
    public var resumeOffset: Double?
    /// Seconds after which the interstitial is ended early.
    public var playoutLimit: Double?
    public var snap: Snap
    public var restrictions: Restrictions
    /// Whether different viewers may get different content.
    public var contentMayVary: Bool
    public var occupancy: Occupancy
    public var style: Style
    public var skipControl: SkipControl?

    public static let category = "com.apple.hls.interstitial"

    /// Creates an event without restrictions, after which the primary resumes where it was left.
    public init(id: String, source: Source, start: CMTime?) {
        self.id = id
        self.source = source
        self.start = start
        departure = start
        cues = []
        resumeOffset = 0
        snap = []
        restrictions = []
        contentMayVary = true
        occupancy = .point
        style = .highlight
    }

    /// Returns the seconds of the primary that the interstitial replaces after it has played for `played` seconds.
    public func replacedSeconds(played: Double?) -> Double {
        if let resumeOffset { return resumeOffset }
        guard let played = played ?? duration else { return 0 }
        return playoutLimit.map { min($0, played) } ?? played
    }
}

extension Interstitial {
    /// - Returns: nil for ranges of other classes, and for events with neither or both of X-ASSET-URI and X-ASSET-LIST.
    init?(_ range: DateRange, map: ProgramDateMap?) {
        guard range.category == Self.category else { return nil }
        switch (range.attributes["X-ASSET-URI"]?.text, range.attributes["X-ASSET-LIST"]?.text) {
        case (let uri?, nil): source = .asset(uri: uri)
        case (nil, let uri?): source = .list(uri: uri)
        default: return nil
        }
        id = range.id
        startDate = range.start
        cues = range.cues
        let isElsewhere = !range.cues.isDisjoint(with: [.pre, .post])
        start = isElsewhere ? nil : map?.extendedTime(of: range.start)
        departure = start
        duration = range.end?.timeIntervalSince(range.start) ?? range.plannedDuration
        resumeOffset = range.attributes["X-RESUME-OFFSET"]?.number
        playoutLimit = range.attributes["X-PLAYOUT-LIMIT"]?.number.flatMap { $0 >= 0 ? $0 : nil }
        func words(_ name: String) -> Set<String> {
            Set(
                (range.attributes[name]?.text ?? "").split(separator: ",").map {
                    $0.trimmingCharacters(in: .whitespaces)
                })
        }
        let (snaps, restricted) = (words("X-SNAP"), words("X-RESTRICT"))
        snap = []
        if snaps.contains("OUT") { snap.insert(.out) }
        if snaps.contains("IN") { snap.insert(.in) }
        restrictions = []
        if restricted.contains("SKIP") { restrictions.insert(.skip) }
        if restricted.contains("JUMP") { restrictions.insert(.jump) }
        // Unknown values are ignored.
        contentMayVary = range.attributes["X-CONTENT-MAY-VARY"]?.text != "NO"
        occupancy = range.attributes["X-TIMELINE-OCCUPIES"]?.text.flatMap(Occupancy.init) ?? .point
        style = range.attributes["X-TIMELINE-STYLE"]?.text.flatMap(Style.init) ?? .highlight
        if let offset = range.attributes["X-SKIP-CONTROL-OFFSET"]?.number, offset >= 0 {
            skipControl = SkipControl(
                offset: offset,
                duration: range.attributes["X-SKIP-CONTROL-DURATION"]?.number.flatMap { $0 > 0 ? $0 : nil },
                labelID: range.attributes["X-SKIP-CONTROL-LABEL-ID"]?.text)
        }
    }
}
