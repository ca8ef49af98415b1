public import CoreMedia
public import Foundation
import Synchronization

/// A group of metadata items.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
    // Sendable: the state that mutable subclasses change is behind the lock of `state`.
    struct State: Sendable {
        var items: [AVMetadataItem]
        var timeRange = CMTimeRange.invalid
        var startDate = Date.distantPast
        var endDate: Date?
    }

    let state: Mutex<State>
    /// Distinguishes groups by their purpose; nil where unspecified.
    open private(set) var classifyingLabel: String?
    /// Identifies the group within its media; nil where unspecified.
    open private(set) var uniqueID: String?

    init(_ state: State, classifyingLabel: String? = nil, uniqueID: String? = nil) {
        self.state = Mutex(state)
        self.classifyingLabel = classifyingLabel
        self.uniqueID = uniqueID
        super.init()
    }

    /// Creates a group without items, for clients' subclasses.
    public override init() {
        state = Mutex(State(items: []))
        super.init()
    }

    open var items: [AVMetadataItem] { state.withLock { $0.items } }
}

/// Metadata items for a time range of the media, such as a chapter or the display time of an image.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        super.init(State(items: items, timeRange: timeRange))
    }

    open var timeRange: CMTimeRange { state.withLock { $0.timeRange } }

    open func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVTimedMetadataGroup else { return false }
        return other === self || other.timeRange == timeRange && other.items == items
    }

    open override var hash: Int { timeRange.hashValue }

    open override var description: String {
        "<AVTimedMetadataGroup \(timeRange.start.seconds)..<\(timeRange.end.seconds), \(items)>"
    }
}

open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
    open override var items: [AVMetadataItem] {
        get { super.items }
        set { state.withLock { $0.items = newValue } }
    }

    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { state.withLock { $0.timeRange = newValue } }
    }
}

/// Metadata items for a range of wall-clock time, as in live streams.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
    public init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
        super.init(State(items: items, startDate: startDate, endDate: endDate))
    }

    init(
        items: [AVMetadataItem], start startDate: Date, end endDate: Date?, classifyingLabel: String?, uniqueID: String?
    ) {
        super.init(
            State(items: items, startDate: startDate, endDate: endDate), classifyingLabel: classifyingLabel,
            uniqueID: uniqueID)
    }

    open var startDate: Date { state.withLock { $0.startDate } }
    /// nil while the end is unknown.
    open var endDate: Date? { state.withLock { $0.endDate } }

    open func copy(with zone: NSZone? = nil) -> Any {
        AVDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
    }
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
    }
}

open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
    open override var items: [AVMetadataItem] {
        get { super.items }
        set { state.withLock { $0.items = newValue } }
    }

    open override var startDate: Date {
        get { super.startDate }
        set { state.withLock { $0.startDate = newValue } }
    }

    open override var endDate: Date? {
        get { super.endDate }
        set { state.withLock { $0.endDate = newValue } }
    }
}
