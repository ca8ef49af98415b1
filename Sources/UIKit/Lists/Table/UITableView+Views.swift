import CoreGraphics
import Foundation

/// Making the views of rows and sections.
extension UITableView {
    static func make(_ type: AnyClass, _ key: CellPool.Key) -> UIView? {
        if key.kind == nil {
            UITableViewCell.reuseIdentifierOfNewCell = key.identifier
            defer { UITableViewCell.reuseIdentifierOfNewCell = nil }
            return type is UITableViewCell.Type ? makeInstance(of: type) as? UIView : nil
        }
        UITableViewHeaderFooterView.reuseIdentifierOfNewView = key.identifier
        defer { UITableViewHeaderFooterView.reuseIdentifierOfNewView = nil }
        return type is UITableViewHeaderFooterView.Type ? makeInstance(of: type) as? UIView : nil
    }

    func look(of path: IndexPath) -> RowLook {
        let lifted = editing.mover.lifted
        let place = lifted?.displayedPath(of: path) ?? path
        let count = numberOfRows(inSection: place.section) + (lifted?.growth(ofSection: place.section) ?? 0)
        return RowLook(
            style: style, isFirst: place.row == 0, isLast: place.row == count - 1,
            separator: separatorStyle == .none ? nil : separatorColor ?? .separator, separatorInset: ownSeparatorInset,
            indentationLevel: rowDelegate?.tableView(self, indentationLevelForRowAt: path) ?? 0)
    }

    /// Returns the delegate's view of a header or footer, or one with the data source's title.
    func sectionView(_ kind: String, _ section: Int) -> UIView? {
        let isHeader = kind == TableKind.header
        let own =
            isHeader
            ? rowDelegate?.tableView(self, viewForHeaderInSection: section)
            : rowDelegate?.tableView(self, viewForFooterInSection: section)
        if let view = own {
            (view as? UITableViewHeaderFooterView)?.look = (style, kind)
            return view
        }
        let title = title(kind, section)
        guard let title else { return nil }
        let identifier = "UITableView-\(kind)"
        let view =
            dequeueReusableHeaderFooterView(withIdentifier: identifier)
            ?? UITableViewHeaderFooterView(reuseIdentifier: identifier)
        view.look = (style, kind)
        view.show(title: title)
        return view
    }

    func title(_ kind: String, _ section: Int) -> String? {
        kind == TableKind.header
            ? dataSource?.tableView(self, titleForHeaderInSection: section)
            : dataSource?.tableView(self, titleForFooterInSection: section)
    }
}
