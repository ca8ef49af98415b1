public import CoreMedia
public import Foundation
import HLS
import Synchronization

/// Media that plays at a time or date of a primary item, such as an advertisement or a bumper.
///
/// Any thread may use it. A controller stores copies of its events, so a later change of the original has no effect.
/// These copies, and the events of a monitor, are read-only; changing one is a programming error (semantics section
/// 14).
open class AVPlayerInterstitialEvent: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: the mutable state is behind the lock.
    private let state: Mutex<Values>

    /// Creates an event without items and with default properties: the primary resumes at `time` plus the event's
    /// played duration.
    /// - Parameter time: a time in the primary.
    public convenience init(primaryItem: AVPlayerItem, time: CMTime) {
        self.init(Values(primaryItem: primaryItem, time: time, resumptionOffset: .indefinite))
    }

    /// Creates an event at a date, without items and with default properties.
    /// - Parameter date: a date in the primary, which must carry program date-times.
    public convenience init(primaryItem: AVPlayerItem, date: Date) {
        self.init(Values(primaryItem: primaryItem, date: date, resumptionOffset: .indefinite))
    }

    /// - Parameters:
    ///   - identifier: nil: a generated one. Of several events with the same identifier the last one is used.
    ///   - time: a time in the primary.
    ///   - templateItems: the items to play, in order; copies of them are played.
    ///   - resumptionOffset: added to `time` to give the time at which the primary resumes; indefinite: the played
    ///     duration of the event.
    ///   - playoutLimit: the longest duration that the event plays; invalid: no limit.
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

    /// Creates an event at a date of the primary.
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

    /// Returns a copy that may be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        var values = read { $0 }
        values.isFrozen = false
        return AVPlayerInterstitialEvent(values)
    }

    /// The properties of an event.
    ///
    /// `@unchecked`: the attributes are the client's, who must not change objects after handing them over.
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

    /// Returns a copy that cannot be changed.
    func frozen() -> AVPlayerInterstitialEvent {
        var values = read { $0 }
        values.isFrozen = true
        return AVPlayerInterstitialEvent(values)
    }

    /// Changes the event for the player, which owns it.
    func update(_ body: (inout Values) -> Void) { state.withLock { body(&$0) } }

    private func set<Value>(_ property: WritableKeyPath<Values, Value>, to value: Value) {
        update { values in
            // Apple raises an exception for this misuse.
            precondition(!values.isFrozen, "Events of a monitor or controller cannot be changed: copy them first.")
            values[keyPath: property] = value
        }
    }

    // MARK: Time and content

    /// The item in which the event plays. Not retained.
    open var primaryItem: AVPlayerItem? {
        get { read { $0.primaryItem } }
        set { set(\.primaryItem, to: newValue) }
    }

    open var identifier: String {
        get { read { $0.identifier } }
        set { set(\.identifier, to: newValue) }
    }

    /// The start of the event as a time in the primary; invalid where the event has a date.
    open var time: CMTime {
        get { read { $0.time } }
        set { set(\.time, to: newValue) }
    }

    open var date: Date? {
        get { read { $0.date } }
        set { set(\.date, to: newValue) }
    }

    /// For an event of a stream: empty until its asset list has been loaded.
    open var templateItems: [AVPlayerItem] {
        get { read { $0.templateItems } }
        set { set(\.templateItems, to: newValue) }
    }

    open var restrictions: Restrictions {
        get { read { $0.restrictions } }
        set { set(\.restrictions, to: newValue) }
    }

    /// Indefinite: the played duration of the event.
    open var resumptionOffset: CMTime {
        get { read { $0.resumptionOffset } }
        set { set(\.resumptionOffset, to: newValue) }
    }

    /// Invalid: no limit.
    open var playoutLimit: CMTime {
        get { read { $0.playoutLimit } }
        set { set(\.playoutLimit, to: newValue) }
    }

    /// Whether the event starts at a segment boundary of the primary.
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

    /// Whether the event plays at most once. A cancelled event counts as played once it has started.
    open var willPlayOnce: Bool {
        get { read { $0.willPlayOnce } }
        set { set(\.willPlayOnce, to: newValue) }
    }

    /// For an event of a stream: the attributes whose names begin with X-.
    open var userDefinedAttributes: [AnyHashable: Any] {
        get { read { $0.userDefinedAttributes } }
        set { set(\.userDefinedAttributes, to: newValue) }
    }

    /// The response to the X-ASSET-LIST request: ASSETS with URI and DURATION. nil before the response. Apple: the whole response.
    open var assetListResponse: [AnyHashable: Any]? { read { $0.assetListResponse } }

    // MARK: Appearance

    open var timelineOccupancy: TimelineOccupancy {
        get { read { $0.occupancy } }
        set { set(\.occupancy, to: newValue) }
    }

    /// Whether the timeline shows the event as a part of the primary content.
    open var supplementsPrimaryContent: Bool {
        get { read { $0.supplements } }
        set { set(\.supplements, to: newValue) }
    }

    open var contentMayVary: Bool {
        get { read { $0.contentMayVary } }
        set { set(\.contentMayVary, to: newValue) }
    }

    /// Invalid where unknown.
    open var plannedDuration: CMTime {
        get { read { $0.plannedDuration } }
        set { set(\.plannedDuration, to: newValue) }
    }

    /// The time range, in the event's own time, in which the viewer may skip the rest. Invalid: never.
    open var skipControlTimeRange: CMTimeRange {
        get { read { $0.skipRange } }
        set { set(\.skipRange, to: newValue) }
    }

    /// The key of the button's label in the app's resources; nil: the player's label.
    open var skipControlLocalizedLabelBundleKey: String? {
        get { read { $0.skipLabel } }
        set { set(\.skipLabel, to: newValue) }
    }

    // MARK: Types

    public struct Restrictions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A seek past the event plays the event first.
        public static let constrainsSeekingForwardInPrimaryContent = Restrictions(rawValue: 1)
        /// While the event plays, the viewer can neither seek forwards nor play faster.
        public static let requiresPlaybackAtPreferredRateForAdvancement = Restrictions(rawValue: 4)
    }

    /// The position of an event that has no time.
    public struct Cue: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let noCue = Cue(rawValue: "AVPlayerInterstitialEventNoCue")
        /// Before the primary starts, at any position.
        public static let joinCue = Cue(rawValue: "AVPlayerInterstitialEventJoinCue")
        /// After the primary has ended.
        public static let leaveCue = Cue(rawValue: "AVPlayerInterstitialEventLeaveCue")
    }

    public enum TimelineOccupancy: Int, Sendable { case singlePoint, fill }

    public enum AssetListResponseStatus: Int, Sendable { case available, cleared, unavailable }

    /// Whether the viewer may skip the rest of the event.
    public enum SkippableEventState: Int, Sendable { case notSkippable, notYetEligible, eligible, noLongerEligible }
}
