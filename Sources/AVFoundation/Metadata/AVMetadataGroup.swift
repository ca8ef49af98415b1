public import CoreMedia
public import Foundation
import Synchronization

/// A group of metadata items.
public class AVMetadataGroup: NSObject, @unchecked Sendable {
    // Sendable: the state that mutable subclasses change is behind the lock of `state`.
    struct State: Sendable {
        var items: [AVMetadataItem]
        var timeRange = CMTimeRange.invalid
        var startDate = Date.distantPast
        var endDate: Date?
    }

    let state: Mutex<State>
    /// Distinguishes groups by their purpose; nil where unspecified.
    public let classifyingLabel: String?
    /// Identifies the group within its media; nil where unspecified.
    public let uniqueID: String?

    init(_ state: State, classifyingLabel: String? = nil, uniqueID: String? = nil) {
        self.state = Mutex(state)
        self.classifyingLabel = classifyingLabel
        self.uniqueID = uniqueID
        super.init()
    }

    public var items: [AVMetadataItem] { state.withLock { $0.items } }
}

/// Metadata items for a time range of the media, such as a chapter or the display time of an image.
public class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        super.init(State(items: items, timeRange: timeRange))
    }

    public var timeRange: CMTimeRange { state.withLock { $0.timeRange } }

    public func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVTimedMetadataGroup else { return false }
        return other === self || other.timeRange == timeRange && other.items == items
    }

    public override var hash: Int { timeRange.hashValue }

    public override var description: String {
        "<AVTimedMetadataGroup \(timeRange.start.seconds)..<\(timeRange.end.seconds), \(items)>"
    }
}

public class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
    public override var items: [AVMetadataItem] {
        get { super.items }
        set { state.withLock { $0.items = newValue } }
    }

    public override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { state.withLock { $0.timeRange = newValue } }
    }
}

/// Metadata items for a range of wall-clock time, as in live streams.
public class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
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

    public var startDate: Date { state.withLock { $0.startDate } }
    /// nil while the end is unknown.
    public var endDate: Date? { state.withLock { $0.endDate } }

    public func copy(with zone: NSZone? = nil) -> Any {
        AVDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
    }
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
    }
}

public class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
    public override var items: [AVMetadataItem] {
        get { super.items }
        set { state.withLock { $0.items = newValue } }
    }

    public override var startDate: Date {
        get { super.startDate }
        set { state.withLock { $0.startDate = newValue } }
    }

    public override var endDate: Date? {
        get { super.endDate }
        set { state.withLock { $0.endDate = newValue } }
    }
}
