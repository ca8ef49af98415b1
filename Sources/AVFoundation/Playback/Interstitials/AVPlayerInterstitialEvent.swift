public import CoreMedia
public import Foundation
import HLS
import Synchronization

/// Something to be played in between, at a time or date of an item: an advertisement, a bumper.
///
/// Any thread may use it. An event may be changed until it is given to a controller, which keeps copies; those, and the events of a monitor, are
/// read only, and changing one is a programming error (semantics section 14).
open class AVPlayerInterstitialEvent: NSObject, NSCopying, @unchecked Sendable {
    // All that changes is behind the lock.
    private let state: Mutex<Values>

    /// - Parameter time: of the primary; the other members have their defaults, and the primary goes on after as long as the event played.
    public convenience init(primaryItem: AVPlayerItem, time: CMTime) {
        self.init(Values(primaryItem: primaryItem, time: time, resumptionOffset: .indefinite))
    }

    /// - Parameter date: of the primary, which must carry dates.
    public convenience init(primaryItem: AVPlayerItem, date: Date) {
        self.init(Values(primaryItem: primaryItem, date: date, resumptionOffset: .indefinite))
    }

    /// - Parameters:
    ///   - identifier: nil makes one up. Of events with the same one the last counts.
    ///   - templateItems: played in turn, in copies.
    ///   - resumptionOffset: added to `time` where the primary goes on; indefinite: as long as the event played.
    ///   - playoutLimit: the event ends after so long; invalid: no limit.
    public convenience init(
        primaryItem: AVPlayerItem, identifier: String? = nil, time: CMTime, templateItems: [AVPlayerItem],
        restrictions: Restrictions = [], resumptionOffset: CMTime = .zero, playoutLimit: CMTime = .invalid,
        userDefinedAttributes: [AnyHashable: Any] = [:]
    ) {
        var values = Values(primaryItem: primaryItem, time: time, resumptionOffset: resumptionOffset)
        values.identifier = identifier ?? values.identifier
        values.templateItems = templateItems
        values.restrictions = restrictions
        values.playoutLimit = playoutLimit
        values.userDefinedAttributes = userDefinedAttributes
        self.init(values)
    }

    /// The same at a date of the primary.
    public convenience init(
        primaryItem: AVPlayerItem, identifier: String? = nil, date: Date, templateItems: [AVPlayerItem],
        restrictions: Restrictions = [], resumptionOffset: CMTime = .zero, playoutLimit: CMTime = .invalid,
        userDefinedAttributes: [AnyHashable: Any] = [:]
    ) {
        var values = Values(primaryItem: primaryItem, date: date, resumptionOffset: resumptionOffset)
        values.identifier = identifier ?? values.identifier
        values.templateItems = templateItems
        values.restrictions = restrictions
        values.playoutLimit = playoutLimit
        values.userDefinedAttributes = userDefinedAttributes
        self.init(values)
    }

    init(_ values: Values) {
        state = Mutex(values)
        super.init()
    }

    /// One that may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        var values = read { $0 }
        values.isFrozen = false
        return AVPlayerInterstitialEvent(values)
    }

    /// What an event says, as a value.
    ///
    /// `@unchecked`: the attributes are the client's, who does not change what it has handed over.
    struct Values: @unchecked Sendable {
        weak var primaryItem: AVPlayerItem?
        var identifier = UUID().uuidString
        var time = CMTime.invalid
        var date: Date?
        var templateItems: [AVPlayerItem] = []
        var restrictions: Restrictions = []
        var resumptionOffset = CMTime.zero
        var playoutLimit = CMTime.invalid
        var alignsStart = false
        var alignsResumption = false
        var cue = Cue.noCue
        var willPlayOnce = false
        var userDefinedAttributes: [AnyHashable: Any] = [:]
        var assetListResponse: [AnyHashable: Any]?
        var occupancy = TimelineOccupancy.singlePoint
        var supplements = false
        var contentMayVary = true
        var plannedDuration = CMTime.invalid
        var skipRange = CMTimeRange.invalid
        var skipLabel: String?
        var isFrozen = false

        init(
            primaryItem: AVPlayerItem?, time: CMTime = .invalid, date: Date? = nil, resumptionOffset: CMTime = .zero
        ) {
            self.primaryItem = primaryItem
            self.time = time
            self.date = date
            self.resumptionOffset = resumptionOffset
        }
    }

    func read<Result>(_ body: (borrowing Values) -> Result) -> Result { state.withLock { body($0) } }

    /// A copy that cannot be changed.
    func frozen() -> AVPlayerInterstitialEvent {
        var values = read { $0 }
        values.isFrozen = true
        return AVPlayerInterstitialEvent(values)
    }

    /// For the player, which owns its events.
    func update(_ body: (inout Values) -> Void) { state.withLock { body(&$0) } }

    private func set<Value>(_ property: WritableKeyPath<Values, Value>, to value: Value) {
        update { values in
            // The misuse that Apple answers with an exception.
            precondition(!values.isFrozen, "Events of a monitor or controller cannot be changed: copy them first.")
            values[keyPath: property] = value
        }
    }

    // MARK: When and what

    /// Not retained.
    open var primaryItem: AVPlayerItem? {
        get { read { $0.primaryItem } }
        set { set(\.primaryItem, to: newValue) }
    }

    open var identifier: String {
        get { read { $0.identifier } }
        set { set(\.identifier, to: newValue) }
    }

    /// Of the primary; invalid where the event has a date.
    open var time: CMTime {
        get { read { $0.time } }
        set { set(\.time, to: newValue) }
    }

    open var date: Date? {
        get { read { $0.date } }
        set { set(\.date, to: newValue) }
    }

    /// Of an event in a stream: empty before its server has said what it plays.
    open var templateItems: [AVPlayerItem] {
        get { read { $0.templateItems } }
        set { set(\.templateItems, to: newValue) }
    }

    open var restrictions: Restrictions {
        get { read { $0.restrictions } }
        set { set(\.restrictions, to: newValue) }
    }

    /// Indefinite: as long as the event played.
    open var resumptionOffset: CMTime {
        get { read { $0.resumptionOffset } }
        set { set(\.resumptionOffset, to: newValue) }
    }

    /// Invalid: no limit.
    open var playoutLimit: CMTime {
        get { read { $0.playoutLimit } }
        set { set(\.playoutLimit, to: newValue) }
    }

    /// Whether a stream is left where one of its segments ends.
    open var alignsStartWithPrimarySegmentBoundary: Bool {
        get { read { $0.alignsStart } }
        set { set(\.alignsStart, to: newValue) }
    }

    open var alignsResumptionWithPrimarySegmentBoundary: Bool {
        get { read { $0.alignsResumption } }
        set { set(\.alignsResumption, to: newValue) }
    }

    open var cue: Cue {
        get { read { $0.cue } }
        set { set(\.cue, to: newValue) }
    }

    /// Counts when it begins, also where it is cancelled.
    open var willPlayOnce: Bool {
        get { read { $0.willPlayOnce } }
        set { set(\.willPlayOnce, to: newValue) }
    }

    /// Of an event in a stream: the attributes whose names begin with X-.
    open var userDefinedAttributes: [AnyHashable: Any] {
        get { read { $0.userDefinedAttributes } }
        set { set(\.userDefinedAttributes, to: newValue) }
    }

    /// What a server answered for X-ASSET-LIST: ASSETS with URI and DURATION. nil: nothing yet. Apple: all of the answer.
    open var assetListResponse: [AnyHashable: Any]? { read { $0.assetListResponse } }

    // MARK: How it shows

    open var timelineOccupancy: TimelineOccupancy {
        get { read { $0.occupancy } }
        set { set(\.occupancy, to: newValue) }
    }

    /// Whether the time line shows it like the primary and not as something apart.
    open var supplementsPrimaryContent: Bool {
        get { read { $0.supplements } }
        set { set(\.supplements, to: newValue) }
    }

    open var contentMayVary: Bool {
        get { read { $0.contentMayVary } }
        set { set(\.contentMayVary, to: newValue) }
    }

    /// Invalid where nobody says.
    open var plannedDuration: CMTime {
        get { read { $0.plannedDuration } }
        set { set(\.plannedDuration, to: newValue) }
    }

    /// When, in the event's own time, the viewer may skip the rest. Invalid: never.
    open var skipControlTimeRange: CMTimeRange {
        get { read { $0.skipRange } }
        set { set(\.skipRange, to: newValue) }
    }

    /// Names the words on the button, in the app's own resources; nil: the player's.
    open var skipControlLocalizedLabelBundleKey: String? {
        get { read { $0.skipLabel } }
        set { set(\.skipLabel, to: newValue) }
    }

    // MARK: Kinds

    public struct Restrictions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Seeking past the event plays it first.
        public static let constrainsSeekingForwardInPrimaryContent = Restrictions(rawValue: 1)
        /// Inside it, neither forwards nor faster.
        public static let requiresPlaybackAtPreferredRateForAdvancement = Restrictions(rawValue: 4)
    }

    /// Where an event plays that has no time.
    public struct Cue: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let noCue = Cue(rawValue: "AVPlayerInterstitialEventNoCue")
        /// Before the primary begins, wherever that is.
        public static let joinCue = Cue(rawValue: "AVPlayerInterstitialEventJoinCue")
        /// After the primary has ended.
        public static let leaveCue = Cue(rawValue: "AVPlayerInterstitialEventLeaveCue")
    }

    public enum TimelineOccupancy: Int, Sendable { case singlePoint, fill }

    public enum AssetListResponseStatus: Int, Sendable { case available, cleared, unavailable }

    /// What the viewer may do about skipping the rest.
    public enum SkippableEventState: Int, Sendable { case notSkippable, notYetEligible, eligible, noLongerEligible }
}
