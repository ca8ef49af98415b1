import CoreGraphics
import Foundation

/// Makes the cells and section views of a table, and keeps those without a place for reuse.
@MainActor final class TableCells {
    private unowned let table: UITableView
    var pool = CellPool { type, key in UITableView.make(type, key) }

    init(_ table: UITableView) { self.table = table }

    /// Returns an unused cell, or a new one. An unregistered identifier stops the program.
    func cell(_ identifier: String) -> UITableViewCell {
        guard let cell = pool.take(.init(kind: nil, identifier: identifier)) as? UITableViewCell else {
            preconditionFailure("The reuse queue of \"\(identifier)\" has a view that is not a UITableViewCell.")
        }
        return cell
    }

    // MARK: Making

    func make(_ place: ListPlace, _ dataSource: any UITableViewDataSource) {
        let section = place.path.section
        switch place.kind {
        case TableKind.header:
            guard let view = table.sectionView(TableKind.header, section) else { return }
            adopt(view, place)
            table.rowDelegate?.tableView(table, willDisplayHeaderView: view, forSection: section)
            table.addSubview(view)
        case TableKind.footer:
            guard let view = table.sectionView(TableKind.footer, section) else { return }
            adopt(view, place)
            table.rowDelegate?.tableView(table, willDisplayFooterView: view, forSection: section)
            table.addSubview(view)
        default: makeCell(place, dataSource)
        }
    }

    private func makeCell(_ place: ListPlace, _ dataSource: any UITableViewDataSource) {
        let cell = dataSource.tableView(table, cellForRowAt: place.path)
        cell.row = table.look(of: place.path)
        let arrangement = table.arrangement
        cell.fixedHeight = arrangement.isEstimate(place) ? nil : arrangement.fixedHeight(at: place)
        cell.alpha = 1
        adopt(cell, place)
        cell.setSelected(table.selection.selected.contains(place.path), animated: false)
        cell.setHighlighted(false, animated: false)
        table.keys.didMake(cell, place.path)
        table.editing.apply(to: cell, place.path, animated: false)
        table.rowDelegate?.tableView(table, willDisplay: cell, forRowAt: place.path)
        insertBehindSections(cell)
    }

    /// Adds a cell behind the section views and the lifted row.
    func insertBehindSections(_ cell: UITableViewCell) {
        table.insertSubview(cell, at: table.backgroundView == nil ? 0 : 1)
    }

    private func adopt(_ view: UIView, _ place: ListPlace) {
        if let frame = table.frame(of: place) { view.frame = frame }
        table.shown[place] = view
    }

    // MARK: Reuse

    func recycle(_ view: UIView, _ place: ListPlace) {
        view.removeFromSuperview()
        switch place.kind {
        case TableKind.header:
            table.rowDelegate?.tableView(table, didEndDisplayingHeaderView: view, forSection: place.path.section)
        case TableKind.footer:
            table.rowDelegate?.tableView(table, didEndDisplayingFooterView: view, forSection: place.path.section)
        default:
            if let cell = view as? UITableViewCell {
                table.rowDelegate?.tableView(table, didEndDisplaying: cell, forRowAt: place.path)
            }
        }
        pool.give(view)
    }

    /// Gives the views their places after an update, and recycles those of removed and reloaded rows and sections.
    func update(_ changes: ListChanges) {
        recycle { $0.kind == nil && changes.isReloaded($0.path) }
        for (place, view) in table.shown.update(changes) { recycle(view, place) }
        let sections = Set(changes.reloadedSections.compactMap(changes.newSection))
        recycle { $0.kind != nil && sections.contains($0.path.section) }
    }

    private func recycle(where isGone: (ListPlace) -> Bool) {
        for (place, view) in table.shown.views where isGone(place) {
            table.shown[place] = nil
            recycle(view, place)
        }
    }
}
