import Foundation

/// The selected and the highlighted items of a list.
@MainActor final class ListSelection {
    private weak var list: (any SelectingList)?
    private(set) var selected: Set<IndexPath> = []
    private(set) var highlighted: IndexPath?

    init(of list: any SelectingList) { self.list = list }

    /// Forgets all items, without a call of the delegate.
    func reset(to paths: Set<IndexPath> = []) {
        selected = paths
        highlighted = nil
    }

    /// Selects an item without notifying the delegate. nil clears the selection.
    func select(_ path: IndexPath?, animated: Bool) {
        guard let list, list.allowsSelection else { return }
        if path == nil || !list.allowsMultipleSelection { for old in selected { set(old, false, animated) } }
        if let path { set(path, true, animated) }
    }

    func deselect(_ path: IndexPath, animated: Bool) { set(path, false, animated) }

    private func set(_ path: IndexPath, _ isOn: Bool, _ animated: Bool = false) {
        if isOn { selected.insert(path) } else { selected.remove(path) }
        list?.showSelected(isOn, at: path, animated: animated)
    }

    /// Handles the selection of an item by the user.
    func choose(_ path: IndexPath) {
        guard let list, list.allowsSelection else { return }
        if list.allowsMultipleSelection, selected.contains(path) {
            guard let path = list.itemToDeselect(path) else { return }
            set(path, false)
            list.didChangeSelection(path, isOn: false)
            return
        }
        guard let path = list.itemToSelect(path) else { return }
        if !list.allowsMultipleSelection {
            for old in selected.sorted() where old != path {
                guard let old = list.itemToDeselect(old) else { continue }
                set(old, false)
                list.didChangeSelection(old, isOn: false)
            }
        }
        set(path, true)
        list.didChangeSelection(path, isOn: true)
    }

    // MARK: Pressing

    private func highlight(_ path: IndexPath?) {
        guard path != highlighted else { return }
        if let highlighted {
            list?.showHighlighted(false, at: highlighted)
            list?.didChangeHighlight(highlighted, isOn: false)
        }
        highlighted = path
        if let path {
            list?.showHighlighted(true, at: path)
            list?.didChangeHighlight(path, isOn: true)
        }
    }

    /// Begins a press of an item.
    func press(_ path: IndexPath?) {
        guard let path, list?.mayHighlight(path) ?? false else { return }
        highlight(path)
    }

    /// Ends a press.
    /// - Parameter isDone: whether the press selects the item.
    func release(isDone: Bool) {
        guard let path = highlighted else { return }
        highlight(nil)
        if isDone { choose(path) }
    }
}
