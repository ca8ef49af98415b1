public import CoreGraphics
public import Foundation

extension UITableView {
    // MARK: Finding cells and rows

    public var visibleCells: [UITableViewCell] {
        if !isShowing { layoutIfNeeded() }
        return shown.sorted(kind: nil).compactMap { _, view in
            view.frame.intersects(bounds) ? view as? UITableViewCell : nil
        }
    }
    public var indexPathsForVisibleRows: [IndexPath]? { visibleCells.compactMap { indexPath(for: $0) } }

    /// Returns nil for a row that has no cell at present.
    public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        shown.cell(at: indexPath) as? UITableViewCell
    }
    public func indexPath(for cell: UITableViewCell) -> IndexPath? { shown.path(ofCell: cell) }

    public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        shown[ListPlace(kind: TableKind.header, path: IndexPath(row: 0, section: section))]
            as? UITableViewHeaderFooterView
    }
    public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        shown[ListPlace(kind: TableKind.footer, path: IndexPath(row: 0, section: section))]
            as? UITableViewHeaderFooterView
    }

    /// Returns the row at a point of the table's coordinates, whether or not it is visible.
    public func indexPathForRow(at point: CGPoint) -> IndexPath? {
        prepare()
        let path = arrangement.rows(in: point.y...point.y.nextUp).first
        guard let path, let frame = frame(of: ListPlace(kind: nil, path: path)) else { return nil }
        return frame.contains(point) ? path : nil
    }

    public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        prepare()
        guard rect.height > 0 else { return [] }
        return arrangement.rows(in: rect.minY...rect.maxY)
    }

    /// Returns the frame of a row; zero for one that does not exist.
    public func rectForRow(at indexPath: IndexPath) -> CGRect {
        prepare()
        return frame(of: ListPlace(kind: nil, path: indexPath)) ?? .zero
    }
    public func rectForHeader(inSection section: Int) -> CGRect { rect(TableKind.header, section) }
    public func rectForFooter(inSection section: Int) -> CGRect { rect(TableKind.footer, section) }

    private func rect(_ kind: String, _ section: Int) -> CGRect {
        prepare()
        return frame(of: ListPlace(kind: kind, path: IndexPath(row: 0, section: section)), floats: false) ?? .zero
    }

    /// Returns the area of a section with its header and footer.
    public func rect(forSection section: Int) -> CGRect {
        prepare()
        guard let strip = arrangement.strip(ofSection: section) else { return .zero }
        return CGRect(x: 0, y: strip.top, width: bounds.width, height: strip.height)
    }

    // MARK: Scrolling

    public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        prepare()
        // Rows at the destination get their heights before it is calculated.
        for _ in 0..<2 {
            guard let target = offset(of: indexPath, scrollPosition) else { return }
            show(in: CGRect(origin: target, size: bounds.size), keepsOthers: true)
        }
        guard let target = offset(of: indexPath, scrollPosition) else { return }
        setContentOffset(target, animated: animated)
    }

    public func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
        prepare()
        let nearest = selection.selected.min { distance(of: $0) < distance(of: $1) }
        if let nearest { scrollToRow(at: nearest, at: scrollPosition, animated: animated) }
    }

    private func distance(of path: IndexPath) -> CGFloat { abs(rectForRow(at: path).midY - bounds.midY) }

    private func offset(of path: IndexPath, _ position: ScrollPosition) -> CGPoint? {
        guard let row = frame(of: ListPlace(kind: nil, path: path)) else { return nil }
        let inset = adjustedContentInset
        let header = style == .plain ? arrangement.strip(ofHeader: path.section)?.height ?? 0 : 0
        let top = row.minY - header - inset.top
        let bottom = row.maxY + inset.bottom - bounds.height
        let y: CGFloat =
            switch position {
            case .top: top
            case .middle: (top + bottom) / 2
            case .bottom: bottom
            case .none: contentOffset.y > top ? top : max(contentOffset.y, min(bottom, top))
            }
        return limited(CGPoint(x: contentOffset.x, y: y))
    }

    // MARK: Selection

    public var indexPathForSelectedRow: IndexPath? { selection.selected.min() }
    /// nil where no row is selected.
    public var indexPathsForSelectedRows: [IndexPath]? {
        selection.selected.isEmpty ? nil : selection.selected.sorted()
    }

    /// Selects a row without notifying the delegate. nil clears the selection.
    public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        selection.select(indexPath, animated: animated)
        postSelection()
        guard allowsSelection, let indexPath, scrollPosition != .none else { return }
        scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }

    public func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selection.deselect(indexPath, animated: animated)
        postSelection()
    }

    private func postSelection() {
        NotificationCenter.default.post(name: Self.selectionDidChangeNotification, object: self)
    }

    // MARK: Used by UIKit only

    /// Whether a section has a header or footer of its own.
    func hasSectionView(_ kind: String, _ section: Int) -> Bool {
        if let title = title(kind, section), !title.isEmpty { return true }
        let path = IndexPath(row: 0, section: section)
        if shown[ListPlace(kind: kind, path: path)] != nil { return true }
        return kind == TableKind.header
            ? rowDelegate?.tableView(self, viewForHeaderInSection: section) != nil
            : rowDelegate?.tableView(self, viewForFooterInSection: section) != nil
    }

    func canFocus(_ cell: UITableViewCell) -> Bool {
        guard let path = indexPath(for: cell) else { return false }
        return rowDelegate?.tableView(self, canFocusRowAt: path) ?? true
    }

    func accessoryWasPressed(in cell: UITableViewCell) {
        guard let path = indexPath(for: cell) else { return }
        rowDelegate?.tableView(self, accessoryButtonTappedForRowWith: path)
    }

    /// Selects the row of a cell on behalf of assistive technology.
    /// - Returns: whether the row can be selected.
    func activate(_ cell: UITableViewCell) -> Bool {
        guard let path = indexPath(for: cell), allowsSelection, mayHighlight(path) else { return false }
        selection.choose(path)
        return true
    }
}

extension UITableView: SelectingList {
    func showSelected(_ isSelected: Bool, at path: IndexPath, animated: Bool) {
        cellForRow(at: path)?.setSelected(isSelected, animated: animated)
    }
    func showHighlighted(_ isHighlighted: Bool, at path: IndexPath) {
        cellForRow(at: path)?.setHighlighted(isHighlighted, animated: false)
    }
    func mayHighlight(_ path: IndexPath) -> Bool {
        if isEditing, !allowsSelectionDuringEditing { return false }
        return rowDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    }
    func didChangeHighlight(_ path: IndexPath, isOn: Bool) {
        if isOn {
            rowDelegate?.tableView(self, didHighlightRowAt: path)
        } else {
            rowDelegate?.tableView(self, didUnhighlightRowAt: path)
        }
    }
    func itemToSelect(_ path: IndexPath) -> IndexPath? {
        rowDelegate.map { $0.tableView(self, willSelectRowAt: path) } ?? path
    }
    func itemToDeselect(_ path: IndexPath) -> IndexPath? {
        rowDelegate.map { $0.tableView(self, willDeselectRowAt: path) } ?? path
    }
    func didChangeSelection(_ path: IndexPath, isOn: Bool) {
        postSelection()
        if isOn {
            rowDelegate?.tableView(self, didSelectRowAt: path)
        } else {
            rowDelegate?.tableView(self, didDeselectRowAt: path)
        }
    }
}

extension UITableView: AccessibleList {
    var accessibleRows: [UIView] {
        let views = shown.views.values.filter { $0.frame.intersects(bounds) }.sorted { $0.frame.minY < $1.frame.minY }
        return (tableHeaderView.map { [$0] } ?? []) + views + (tableFooterView.map { [$0] } ?? [])
    }
}

extension UITableView: KeyStop, ListKeyReceiver {
    /// Whether Tab gives the keys to the table: in the desktop idiom, where rows can be selected.
    var isKeyStop: Bool {
        allowsSelection && window != nil && !isHidden && traitCollection.userInterfaceIdiom != .tv
    }
}
