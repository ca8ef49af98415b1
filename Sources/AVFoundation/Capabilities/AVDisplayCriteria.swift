public import CoreMedia
public import Foundation

/// The display mode that suits some media. Immutable.
public final class AVDisplayCriteria: NSObject, NSCopying, Sendable {
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

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVDisplayCriteria else { return false }
        return other.refreshRate == refreshRate && other.formatDescription == formatDescription
    }

    public override var hash: Int { refreshRate.hashValue }
}
