public import CoreMedia
import Foundation

/// Something that plays in between, such as an advertisement: a date range of the class `com.apple.hls.interstitial`
/// (spec/hls.md section 9; bis appendix D).
public struct Interstitial: Sendable, Hashable {
    public enum Source: Sendable, Hashable {
        /// The address of a playlist.
        case asset(uri: String)
        /// The address of a list of them, as JSON.
        case list(uri: String)
        /// So many items that the app has made itself.
        case items(count: Int)
    }

    public struct Snap: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Leave the primary at the segment boundary nearest the start.
        public static let out = Snap(rawValue: 1)
        /// Come back at the boundary nearest the resume point.
        public static let `in` = Snap(rawValue: 2)
    }

    public struct Restrictions: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Neither forwards nor faster inside it.
        public static let skip = Restrictions(rawValue: 1)
        /// Not past it without playing it.
        public static let jump = Restrictions(rawValue: 2)
    }

    public enum Occupancy: String, Sendable, Hashable { case point = "POINT", range = "RANGE" }
    public enum Style: String, Sendable, Hashable { case highlight = "HIGHLIGHT", primary = "PRIMARY" }

    public struct SkipControl: Sendable, Hashable {
        /// Seconds before the button shows; 0 is at once.
        public var offset: Double
        /// Seconds that it shows; nil is to the end.
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
    /// On the primary's time line. nil where the playlist has no dates, or a cue places it elsewhere.
    public var start: CMTime?
    /// Where the primary is really left: `start`, or a segment's boundary near it.
    public var departure: CMTime?
    /// nil: placed by time alone.
    public var startDate: Date?
    public var cues: DateRange.Cues
    /// Seconds; nil where nobody says before the assets are known.
    public var duration: Double?
    /// Seconds to add to the start to find where the primary goes on. nil: as long as the interstitial was.
    public var resumeOffset: Double?
    /// Seconds after which it ends early.
    public var playoutLimit: Double?
    public var snap: Snap
    public var restrictions: Restrictions
    /// Different viewers may see different things.
    public var contentMayVary: Bool
    public var occupancy: Occupancy
    public var style: Style
    public var skipControl: SkipControl?

    public static let category = "com.apple.hls.interstitial"

    /// An event that plays as it is, and after which the primary goes on where it was left.
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

    /// Seconds of the primary that it takes the place of, once it has played for so long.
    public func replacedSeconds(played: Double?) -> Double {
        if let resumeOffset { return resumeOffset }
        guard let played = played ?? duration else { return 0 }
        return playoutLimit.map { min($0, played) } ?? played
    }
}

extension Interstitial {
    /// - Returns: nil for ranges of other classes, and for events that do not say what to play or say it twice.
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
        // Unknown values are as good as none.
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
