public import CoreGraphics
import Foundation

/// The background of a cell.
@preconcurrency @MainActor public struct UIBackgroundConfiguration {
    /// nil for the tint color.
    public var backgroundColor: UIColor?
    public var cornerRadius: CGFloat = 0
    public var backgroundInsets = NSDirectionalEdgeInsets.zero
    /// nil for the tint color.
    public var strokeColor: UIColor?
    public var strokeWidth: CGFloat = 0
    /// A view in place of the color, as large as the background.
    public var customView: UIView?

    /// Whether the color is that of the cell's state.
    var followsState = false

    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration(backgroundColor: .clear) }
    public static func listPlainCell() -> UIBackgroundConfiguration { cell(.systemBackground) }
    public static func listGroupedCell() -> UIBackgroundConfiguration { cell(.secondarySystemGroupedBackground) }

    private static func cell(_ color: UIColor) -> UIBackgroundConfiguration {
        var configuration = UIBackgroundConfiguration(backgroundColor: color)
        configuration.followsState = true
        return configuration
    }

    private init(backgroundColor: UIColor?) { self.backgroundColor = backgroundColor }

    public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor { backgroundColor ?? tintColor }
    public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor { strokeColor ?? tintColor }
}
