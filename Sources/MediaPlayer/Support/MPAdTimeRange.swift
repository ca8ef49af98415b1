public import CoreMedia
public import Foundation

/// The time range of an advertisement within an item. Any thread may use it.
open class MPAdTimeRange: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked: protected by `lock`.
    private let lock = NSLock()
    private var range: CMTimeRange

    public init(timeRange: CMTimeRange) {
        range = timeRange
        super.init()
    }

    public convenience init(_ timeRange: CMTimeRange) { self.init(timeRange: timeRange) }

    open var timeRange: CMTimeRange {
        get { lock.withLock { range } }
        set { lock.withLock { range = newValue } }
    }

    open func copy(with zone: NSZone? = nil) -> Any { MPAdTimeRange(timeRange: timeRange) }
}
