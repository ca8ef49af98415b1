import Foundation

/// A view that a list reuses for other items: a cell, or a header or footer of a section.
@MainActor protocol ReusableView: UIView {
    /// The queue of the view; nil for a view that is not reused.
    var reuseKey: CellPool.Key? { get }
    func prepareForReuse()
}
