import CoreGraphics
import Foundation

/// The editing mode of a table, and the actions behind its rows: shown by a drag over a row, by the wheel, and by the buttons of the editing mode.
@MainActor final class TableEditing: NSObject, UIGestureRecognizerDelegate {
    private unowned let table: UITableView
    let mover: RowMover
    private(set) var isOn = false
    var allowsSelection = false
    private let pan = UIPanGestureRecognizer()
    private var opened: (path: IndexPath, view: SwipeActionsView)?
    /// The movement of the row when the drag began.
    private var start: CGFloat = 0

    /// The part of a row's width from which on a swipe performs the first action.
    private static let fullSwipe: CGFloat = 0.6
    /// The least turn of the wheel that shows actions, in points.
    private static let leastTurn: CGFloat = 4

    init(_ table: UITableView) {
        self.table = table
        mover = RowMover(table)
        super.init()
        pan.delegate = self
        pan.addAction { [weak self] _ in self?.panned() }
        table.addGestureRecognizer(pan)
    }

    // MARK: Editing mode

    func set(_ isOn: Bool, animated: Bool) {
        close(animated: animated)
        mover.cancel()
        guard isOn != self.isOn else { return }
        self.isOn = isOn
        for case let cell as UITableViewCell in table.shown.sorted(kind: nil).map(\.view) {
            if let path = table.indexPath(for: cell) { apply(to: cell, path, animated: animated) }
        }
    }

    func apply(to cell: UITableViewCell, _ path: IndexPath, animated: Bool) {
        guard isOn || cell.isEditing else { return }
        cell.editor.set(isOn, isOn ? style(at: path) : .none, in: cell)
        cell.showsReorderControl = isOn && mover.canMove(path)
        cell.setEditing(isOn, animated: animated)
    }

    private func canEdit(_ path: IndexPath) -> Bool { table.dataSource?.tableView(table, canEditRowAt: path) ?? false }

    private func style(at path: IndexPath) -> UITableViewCell.EditingStyle {
        guard canEdit(path) else { return .none }
        return table.rowDelegate?.tableView(table, editingStyleForRowAt: path) ?? .delete
    }

    /// Whether keys stop at a row because it can be edited or moved.
    func offersKeys(_ path: IndexPath) -> Bool { isOn && (canEdit(path) || mover.canMove(path)) }

    func controlWasPressed(in cell: UITableViewCell) {
        guard let path = table.indexPath(for: cell) else { return }
        if style(at: path) == .insert {
            table.dataSource?.tableView(table, commit: .insert, forRowAt: path)
        } else if let view = actions(at: path, isTrailing: true) {
            open(path, view)
        }
    }

    // MARK: Actions

    private func configuration(at path: IndexPath, isTrailing: Bool) -> UISwipeActionsConfiguration? {
        guard canEdit(path) else { return nil }
        let delegate = table.rowDelegate
        guard isTrailing else { return delegate?.tableView(table, leadingSwipeActionsConfigurationForRowAt: path) }
        if let own = delegate?.tableView(table, trailingSwipeActionsConfigurationForRowAt: path) { return own }
        guard style(at: path) == .delete else { return nil }
        let title = delegate?.tableView(table, titleForDeleteConfirmationButtonForRowAt: path)
        let delete = UIContextualAction(style: .destructive, title: title ?? TableStrings.current.delete) {
            [weak table] _, _, done in
            if let table { table.dataSource?.tableView(table, commit: .delete, forRowAt: path) }
            done(true)
        }
        return UISwipeActionsConfiguration(actions: [delete])
    }

    private func actions(at path: IndexPath, isTrailing: Bool) -> SwipeActionsView? {
        guard let configuration = configuration(at: path, isTrailing: isTrailing), !configuration.actions.isEmpty else {
            return nil
        }
        return SwipeActionsView(configuration, isTrailing: isTrailing) { [weak self] action in
            self?.perform(action, at: path)
        }
    }

    private func perform(_ action: UIContextualAction, at path: IndexPath) {
        guard let cell = table.cellForRow(at: path) else { return }
        action.handler(action, cell) { [weak self] _ in self?.close(animated: true) }
    }

    /// Performs the destructive action of a row, for the Delete key.
    /// - Returns: whether there is one.
    func delete(_ path: IndexPath) -> Bool {
        let actions = configuration(at: path, isTrailing: true)?.actions
        guard let action = actions?.first(where: { $0.style == .destructive }) else { return false }
        perform(action, at: path)
        return true
    }

    // MARK: Movement

    private func open(_ path: IndexPath, _ view: SwipeActionsView) {
        begin(path, view)
        guard let cell = table.cellForRow(at: path) else { return }
        move(cell, to: view.naturalWidth, animated: true)
    }

    private func begin(_ path: IndexPath, _ view: SwipeActionsView) {
        close(animated: true)
        guard let cell = table.cellForRow(at: path) else { return }
        opened = (path, view)
        if !isOn { table.rowDelegate?.tableView(table, willBeginEditingRowAt: path) }
        cell.editor.show(view, reveal: 0, in: cell)
        UIView.performWithoutAnimation { cell.layoutIfNeeded() }
    }

    private func move(_ cell: UITableViewCell, to reveal: CGFloat, animated: Bool) {
        cell.editor.show(cell.editor.actions, reveal: reveal, in: cell)
        cell.setNeedsLayout()
        guard animated, table.window != nil else { return }
        UIView.animate(withDuration: 0.25) { cell.layoutIfNeeded() }
    }

    /// Moves the row back whose actions are visible.
    /// - Returns: whether there was one.
    @discardableResult func close(animated: Bool) -> Bool {
        guard let (path, view) = opened else { return false }
        opened = nil
        if let cell = table.cellForRow(at: path), cell.editor.actions === view {
            if animated, table.window != nil {
                move(cell, to: 0, animated: true)
            }
            cell.editor.show(nil, reveal: 0, in: cell)
            cell.setNeedsLayout()
        }
        if !isOn { table.rowDelegate?.tableView(table, didEndEditingRowAt: path) }
        return true
    }

    /// Ends what the viewer does with single rows, because the rows change.
    func endForChanges() {
        close(animated: false)
        mover.abandon()
    }

    // MARK: Drags and the wheel

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        let moved = pan.translation(in: table)
        guard table.traitCollection.userInterfaceIdiom != .tv, abs(moved.x) > abs(moved.y),
            let path = table.shown.path(at: pan.location(in: table))
        else { return false }
        if let opened, opened.path == path { return true }
        let isTrailing = (moved.x < 0) != table.isRightToLeft
        guard let view = actions(at: path, isTrailing: isTrailing) else { return false }
        begin(path, view)
        return true
    }

    private func panned() {
        guard let (path, view) = opened, let cell = table.cellForRow(at: path) else { return }
        let moved = pan.translation(in: table).x
        let isLeft = view.isTrailing != table.isRightToLeft
        switch pan.state {
        case .began:
            start = cell.editor.reveal
            fallthrough
        case .changed:
            move(cell, to: min(cell.bounds.width, max(0, start + (isLeft ? -moved : moved))), animated: false)
        case .ended: settle(cell, view, path)
        case .cancelled, .failed: close(animated: true)
        default: break
        }
    }

    private func settle(_ cell: UITableViewCell, _ view: SwipeActionsView, _ path: IndexPath) {
        let reveal = cell.editor.reveal
        let isFull = reveal > max(cell.bounds.width * Self.fullSwipe, view.naturalWidth)
        if isFull, view.configuration.performsFirstActionWithFullSwipe, let first = view.configuration.actions.first {
            return perform(first, at: path)
        }
        if reveal < view.naturalWidth / 2 {
            close(animated: true)
        } else {
            move(cell, to: view.naturalWidth, animated: true)
        }
    }

    /// - Parameter row: the one under the pointer.
    /// - Returns: whether the turn shows or hides actions.
    func turn(_ turn: CGPoint, over row: IndexPath?) -> Bool {
        guard abs(turn.x) > abs(turn.y), abs(turn.x) >= Self.leastTurn, let row else { return false }
        let isTrailing = (turn.x < 0) != table.isRightToLeft
        if let opened, opened.path == row {
            if opened.view.isTrailing != isTrailing { close(animated: true) }
            return true
        }
        guard let view = actions(at: row, isTrailing: isTrailing) else { return false }
        open(row, view)
        return true
    }
}
