import Foundation

/// The editing state of a view controller, and the bar button that switches it.
@MainActor final class EditButton {
    var isEditing = false { didSet { if isEditing != oldValue { update() } } }
    private var item: UIBarButtonItem?

    private static func title(_ isEditing: Bool) -> String {
        BarStrings.current.name(of: isEditing ? .done : .edit) ?? ""
    }

    /// Returns the button, which is made once.
    /// - Parameter toggle: called when the button is pressed.
    func item(toggle: @escaping () -> Void) -> UIBarButtonItem {
        if let item { return item }
        let new = UIBarButtonItem(primaryAction: UIAction { _ in toggle() })
        new.possibleTitles = [Self.title(false), Self.title(true)]
        item = new
        update()
        return new
    }

    private func update() {
        item?.title = Self.title(isEditing)
        item?.style = isEditing ? .done : .plain
    }
}
