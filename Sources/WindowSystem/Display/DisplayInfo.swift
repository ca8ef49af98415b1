package import Foundation

/// A display as reported by the driver.
package struct DisplayInfo: Sendable, Hashable {
    package var name: String
    /// The frame in points of the desktop.
    package var frame: CGRect
    /// `frame` without panels and docks.
    package var usableFrame: CGRect
    /// Pixels per point.
    package var scale: CGFloat
    /// The refresh rate in Hz; 60 if the display does not report one.
    package var refreshRate: Double
}
