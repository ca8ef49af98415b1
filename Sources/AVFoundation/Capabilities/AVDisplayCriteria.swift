public import CoreMedia
public import Foundation

/// The display mode that suits some media. Immutable.
open class AVDisplayCriteria: NSObject, NSCopying, @unchecked Sendable {
    /// Frames per second; 0 where unknown.
    package let refreshRate: Float
    package let formatDescription: CMFormatDescription?

    public convenience init(refreshRate: Float, formatDescription: CMFormatDescription) {
        self.init(refreshRate: refreshRate, formatDescription: Optional(formatDescription))
    }

    package init(refreshRate: Float, formatDescription: CMFormatDescription?) {
        self.refreshRate = refreshRate
        self.formatDescription = formatDescription
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVDisplayCriteria else { return false }
        return other.refreshRate == refreshRate && other.formatDescription == formatDescription
    }

    open override var hash: Int { refreshRate.hashValue }
}
