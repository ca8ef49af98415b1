public import Foundation

/// A display as reported by the driver.
public struct DisplayInfo: Sendable, Hashable {
    public var name: String
    /// The frame in points of the desktop.
    public var frame: CGRect
    /// `frame` without panels and docks.
    public var usableFrame: CGRect
    /// Pixels per point.
    public var scale: CGFloat
    /// The refresh rate in Hz; 60 if the display does not report one.
    public var refreshRate: Double
}
