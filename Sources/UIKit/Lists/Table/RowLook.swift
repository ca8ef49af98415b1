import CoreGraphics

/// What a table determines about the appearance of a row.
struct RowLook: Equatable {
    var style = UITableView.Style.plain
    /// Whether the row is the first or the last of its section.
    var isFirst = false
    var isLast = false
    var separator: UIColor?
    var separatorInset: UIEdgeInsets?
    var indentationLevel = 0
}

/// What the viewer does with a row.
struct RowState: Equatable {
    var isSelected = false
    var isHighlighted = false
    /// Whether the pointer is over the row.
    var isHovered = false
    /// Whether the row has the keys of the desktop idiom.
    var hasKeys = false
}
