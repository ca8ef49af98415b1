public import Foundation

/// The actions that a swipe over a row displays.
@preconcurrency @MainActor open class UISwipeActionsConfiguration: NSObject {
    /// From the edge of the row to its middle.
    open private(set) var actions: [UIContextualAction]
    /// Whether a swipe over most of the row performs the first action.
    open var performsFirstActionWithFullSwipe = true

    public init(actions: [UIContextualAction]) { self.actions = actions }
}

/// An action with a button behind a row that is swiped.
@preconcurrency @MainActor open class UIContextualAction: NSObject {
    public enum Style: Int, Sendable {
        case normal = 0
        /// Red, and also performed by the Delete key.
        case destructive
    }

    /// - Parameter completionHandler: to call when the action is done, with whether it was; the row then moves back.
    public typealias Handler =
        @MainActor (_ action: UIContextualAction, _ sourceView: UIView, _ completionHandler: @escaping (Bool) -> Void)
        -> Void

    open private(set) var style: Style
    open private(set) var handler: Handler
    open var title: String?
    /// Displayed above the title.
    open var image: UIImage?
    /// nil for the color of the style.
    open var backgroundColor: UIColor!

    public init(style: Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.title = title
        self.handler = handler
    }
}
