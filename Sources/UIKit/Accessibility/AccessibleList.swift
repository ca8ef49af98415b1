/// A list that appears in the accessibility tree, with its visible rows as children.
@MainActor protocol AccessibleList: UIView {
    /// The visible rows, headers and footers in the order of reading.
    var accessibleRows: [UIView] { get }
}

/// A row of a list.
@MainActor protocol AccessibleRow: UIView {
    /// Whether the row has the keys of the desktop idiom.
    var hasKeys: Bool { get }
}
