import CoreGraphics
public import Foundation

extension UITableView {
    public enum Style: Int, Sendable {
        case plain = 0
        case grouped = 1
        case insetGrouped = 2
    }

    public enum ScrollPosition: Int, Sendable {
        /// Scrolls as little as necessary.
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    /// How a change of rows is displayed.
    ///
    /// Apple: each case has its own movement. Here: `.none` changes the rows at once; with all others, new rows fade in
    /// while the others move to their places.
    public enum RowAnimation: Int, Sendable {
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    /// The height that stands for one determined by the content.
    public static let automaticDimension: CGFloat = -1
    /// Posted after the selection has changed, by the user or by code.
    public static let selectionDidChangeNotification = Notification.Name("UITableViewSelectionDidChangeNotification")
}
