import Foundation

/// A list whose items are highlighted and selected by touches, pointers, keys and the remote.
@MainActor protocol SelectingList: UIScrollView {
    var allowsSelection: Bool { get }
    var allowsMultipleSelection: Bool { get }
    func showSelected(_ isSelected: Bool, at path: IndexPath, animated: Bool)
    func showHighlighted(_ isHighlighted: Bool, at path: IndexPath)
    /// Whether a press highlights the item. An item that is not highlighted is not selected either.
    func mayHighlight(_ path: IndexPath) -> Bool
    func didChangeHighlight(_ path: IndexPath, isOn: Bool)
    /// Returns the item to select in place of another one; nil for none.
    func itemToSelect(_ path: IndexPath) -> IndexPath?
    func itemToDeselect(_ path: IndexPath) -> IndexPath?
    func didChangeSelection(_ path: IndexPath, isOn: Bool)
}
