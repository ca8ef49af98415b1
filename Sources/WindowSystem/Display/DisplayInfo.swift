public import Foundation

/// One display, as the driver describes it.
public struct DisplayInfo: Sendable, Hashable {
    public var name: String
    /// In points of the desktop.
    public var frame: CGRect
    /// `frame` without panels and docks.
    public var usableFrame: CGRect
    /// Pixels in a point.
    public var scale: CGFloat
    /// In Hz; 60 where the display does not say.
    public var refreshRate: Double
}
