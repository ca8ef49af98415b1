import CoreGraphics
import Foundation

/// The views that a list displays at present, by their places.
@MainActor final class ShownViews {
    private(set) var views: [ListPlace: UIView] = [:]

    subscript(place: ListPlace) -> UIView? {
        get { views[place] }
        set { views[place] = newValue }
    }

    func cell(at path: IndexPath) -> UIView? { views[ListPlace(kind: nil, path: path)] }

    func path(ofCell cell: UIView) -> IndexPath? {
        views.first { $0.value === cell && $0.key.kind == nil }?.key.path
    }

    /// Returns the path of the cell that contains a focus item.
    func path(holding item: (any UIFocusItem)?) -> IndexPath? {
        for environment in item?.focusChain ?? [] {
            if let view = environment as? UIView, let path = path(ofCell: view) { return path }
        }
        return nil
    }

    /// Returns the path of the visible cell at a point of the list's coordinates.
    func path(at point: CGPoint) -> IndexPath? {
        views.first { $0.key.kind == nil && !$0.value.isHidden && $0.value.frame.contains(point) }?.key.path
    }

    /// Returns the views of a kind, nil for cells, in the order of their index paths.
    func sorted(kind: String?) -> [(path: IndexPath, view: UIView)] {
        views.filter { $0.key.kind == kind }.sorted { $0.key.path < $1.key.path }.map { ($0.key.path, $0.value) }
    }

    /// Removes the views outside `places`, except those with the focus inside, and returns them.
    func removeAll(outside places: Set<ListPlace>) -> [ListPlace: UIView] {
        let gone = views.filter { !places.contains($0.key) && !$0.value.isFocusInside }
        for place in gone.keys { views[place] = nil }
        return gone
    }

    func removeAll() -> [ListPlace: UIView] {
        defer { views = [:] }
        return views
    }

    /// Moves the views to the places of their items after an update, and returns the views of removed items.
    func update(_ changes: ListChanges) -> [ListPlace: UIView] {
        var gone: [ListPlace: UIView] = [:]
        var moved: [ListPlace: UIView] = [:]
        for (place, view) in views {
            if let path = place.kind == nil ? changes.newPath(of: place.path) : changes.newSection(of: place.path) {
                moved[ListPlace(kind: place.kind, path: path)] = view
            } else {
                gone[place] = view
            }
        }
        views = moved
        return gone
    }
}

extension UIView {
    /// Whether this view or one of its descendants has the focus.
    fileprivate var isFocusInside: Bool { window?.focusedView?.isDescendant(of: self) ?? false }
}
