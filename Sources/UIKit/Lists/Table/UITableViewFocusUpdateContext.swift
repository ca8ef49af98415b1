public import Foundation

/// A focus update that begins or ends in a table view.
open class UITableViewFocusUpdateContext: UIFocusUpdateContext {
    open private(set) var previouslyFocusedIndexPath: IndexPath?
    open private(set) var nextFocusedIndexPath: IndexPath?

    init(_ context: UIFocusUpdateContext, previous: IndexPath?, next: IndexPath?) {
        previouslyFocusedIndexPath = previous
        nextFocusedIndexPath = next
        super.init(
            from: context.previouslyFocusedItem, to: context.nextFocusedItem, heading: context.focusHeading)
    }
}
