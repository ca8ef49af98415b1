import CoreGraphics
import Foundation

/// Moves the rows of a table that is edited: by a drag of the reorder control, by keys, and for assistive technology.
@MainActor final class RowMover {
    private unowned let table: UITableView
    private var moving = RowMoving.idle
    private weak var cell: UITableViewCell?
    private weak var gesture: UIGestureRecognizer?
    private var scrolling: HostTimer?

    /// The height of the areas at the edges of the table in which a dragged row scrolls it.
    private static let edge: CGFloat = 48
    /// The longest way of one step of scrolling, in points, and the time between two steps.
    private static let longestStep: CGFloat = 10
    private static let interval: TimeInterval = 1.0 / 60

    init(_ table: UITableView) { self.table = table }

    /// The row that is dragged.
    var lifted: LiftedRow? { moving.row }

    func canMove(_ path: IndexPath) -> Bool {
        guard table.isEditing, table.traitCollection.userInterfaceIdiom != .tv else { return false }
        return table.dataSource?.tableView(table, canMoveRowAt: path) ?? false
    }

    // MARK: Drags

    func dragged(_ cell: UITableViewCell, _ gesture: UIGestureRecognizer) {
        switch gesture.state {
        case .began: lift(cell, gesture)
        case .changed where self.gesture === gesture: follow()
        case .ended where self.gesture === gesture: drop()
        case .cancelled where self.gesture === gesture: cancel()
        default: break
        }
    }

    private func lift(_ cell: UITableViewCell, _ gesture: UIGestureRecognizer) {
        cancel()
        table.editing.close(animated: true)
        guard let path = table.indexPath(for: cell), canMove(path) else { return }
        let top = table.rectForRow(at: path).minY
        moving = .lifted(LiftedRow(path, grip: gesture.location(in: table).y - top, top: top))
        (self.cell, self.gesture) = (cell, gesture)
        table.keys.start(at: path)
        table.bringSubviewToFront(cell)
        cell.setLifted(true)
    }

    /// Places the lifted row below the pointer, and lets the other rows make room for it.
    func follow() {
        guard var row = lifted, let gesture else { return }
        let height = height(of: row)
        let place = gesture.location(in: table).y
        row.top = limited(place - row.grip, height)
        let proposed = table.arrangement.insertion(at: row.top, without: row.source)
        let old = row.target
        if proposed != row.proposed {
            row.proposed = proposed
            row.aim(at: permitted(proposed, from: row.source) ?? old)
        }
        // The delegate may have ended the drag.
        guard lifted?.source == row.source else { return }
        moving = .lifted(row)
        if let cell { UIView.performWithoutAnimation { cell.frame.origin.y = row.top } }
        if row.target != old { layOut() }
        scroll(from: place)
    }

    private func height(of row: LiftedRow) -> CGFloat { table.arrangement.strip(ofRow: row.source)?.height ?? 0 }

    /// Limits the upper edge of a lifted row to the visible content.
    private func limited(_ top: CGFloat, _ height: CGFloat) -> CGFloat {
        let inset = table.adjustedContentInset
        let least = max(table.arrangement.start(of: 0) ?? 0, table.bounds.minY + inset.top)
        let greatest = min(table.arrangement.length, table.bounds.maxY - inset.bottom) - height
        return max(least, min(top, greatest))
    }

    private func layOut() {
        table.setNeedsLayout()
        guard table.window != nil else { return table.layoutIfNeeded() }
        UIView.animate(withDuration: 0.25) { self.table.layoutIfNeeded() }
    }

    private func drop() {
        guard let row = lifted else { return }
        end()
        guard row.target != row.source else { return layOut() }
        commit(row.source, row.target)
    }

    /// Moves the lifted row back.
    /// - Returns: whether there was one.
    @discardableResult func cancel() -> Bool {
        guard lifted != nil else { return false }
        end()
        layOut()
        return true
    }

    /// Forgets the lifted row, because the rows change in another way.
    func abandon() {
        if lifted != nil { end() }
    }

    private func end() {
        moving = .idle
        scrolling?.cancel()
        guard let cell else { return }
        (self.cell, gesture) = (nil, nil)
        cell.setLifted(false)
        // Until the row has arrived, it is above the rows that it crosses.
        UIView.animate(withDuration: 0.3) {
            cell.layoutIfNeeded()
        } completion: { [weak table, weak cell] _ in
            guard let table, let cell, cell.superview === table, !cell.editor.isLifted else { return }
            table.cells.insertBehindSections(cell)
        }
    }

    // MARK: Scrolling at the edges

    /// - Parameter place: the pointer's vertical position.
    private func scroll(from place: CGFloat) {
        scrolling?.cancel()
        let inset = table.adjustedContentInset
        let edge = min(Self.edge, table.bounds.height / 4)
        let above = table.bounds.minY + inset.top + edge - place
        let below = place - (table.bounds.maxY - inset.bottom - edge)
        guard edge > 0, above > 0 || below > 0 else { return }
        let step = (above > 0 ? -min(1, above / edge) : min(1, below / edge)) * Self.longestStep
        let offset = table.contentOffset
        let target = table.limited(CGPoint(x: offset.x, y: offset.y + step))
        guard target != offset else { return }
        scrolling = HostTime.after(Self.interval) { [weak self] in
            guard let self, lifted != nil else { return }
            table.contentOffset = target
            follow()
        }
    }

    // MARK: Keys and assistive technology

    /// Moves a row by one place, also into the neighbouring section.
    /// - Parameter step: -1 for up, 1 for down.
    /// - Returns: whether the row has moved.
    @discardableResult func move(_ path: IndexPath, by step: Int) -> Bool {
        guard lifted == nil, canMove(path), let proposed = neighbour(of: path, step),
            let target = permitted(proposed, from: path), target != path
        else { return false }
        commit(path, target)
        table.scrollToRow(at: target, at: .none, animated: false)
        return true
    }

    private func neighbour(of path: IndexPath, _ step: Int) -> IndexPath? {
        let (section, row) = (path.section, path.row + step)
        if row >= 0, row < table.numberOfRows(inSection: section) { return IndexPath(row: row, section: section) }
        let next = section + step
        guard next >= 0, next < table.numberOfSections else { return nil }
        return IndexPath(row: step < 0 ? table.numberOfRows(inSection: next) : 0, section: next)
    }

    // MARK: Data

    /// Returns the target that the delegate determines; nil for one that does not exist.
    private func permitted(_ proposed: IndexPath, from source: IndexPath) -> IndexPath? {
        guard let delegate = table.rowDelegate else { return proposed }
        let target = delegate.tableView(
            table, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
        guard target.count == 2, target.section >= 0, target.section < table.numberOfSections else { return nil }
        let count = table.numberOfRows(inSection: target.section) - (target.section == source.section ? 1 : 0)
        return (0...max(0, count)).contains(target.row) ? target : nil
    }

    private func commit(_ source: IndexPath, _ target: IndexPath) {
        var changes = ListChanges()
        changes.movedItems = [source: target]
        table.change(changes, isAnimated: true) {
            self.table.dataSource?.tableView(self.table, moveRowAt: source, to: target)
        }
    }
}
