import CoreGraphics
import Foundation

/// The row with the keys in the desktop idiom, and the row under the pointer.
@MainActor final class TableKeys {
    private unowned let table: UITableView
    private var path: IndexPath?
    private var isShown = false
    /// The row under the pointer.
    private(set) var hovered: IndexPath?
    private let hover = UIHoverGestureRecognizer()

    init(_ table: UITableView) { self.table = table }

    /// Begins to follow the pointer.
    func begin() {
        hover.addAction { [weak self] recognizer in
            guard let self else { return }
            let isInside = recognizer.state == .began || recognizer.state == .changed
            setHovered(isInside ? table.shown.path(at: recognizer.location(in: table)) : nil)
        }
        table.addGestureRecognizer(hover)
    }

    func reset() {
        path = nil
        hovered = nil
    }

    func update(_ changes: ListChanges) {
        path = path.flatMap(changes.newPath)
        hovered = hovered.flatMap(changes.newPath)
    }

    func didMake(_ cell: UITableViewCell, _ row: IndexPath) {
        cell.setHovered(row == hovered)
        cell.setHasKeys(isShown && row == path)
    }

    /// Lets the highlight follow the rows that are scrolled below a resting pointer.
    func didLayOut() {
        guard hovered != nil, let window = table.window, let point = window.dispatcher.pointerLocation else { return }
        setHovered(table.shown.path(at: table.convert(point, from: window)))
    }

    private func setHovered(_ row: IndexPath?) {
        guard row != hovered else { return }
        if let hovered { table.cellForRow(at: hovered)?.setHovered(false) }
        hovered = row
        if let row { table.cellForRow(at: row)?.setHovered(true) }
    }

    // MARK: Keys

    /// Takes the keys at a row that was pressed, without showing it.
    func start(at row: IndexPath) {
        hide()
        path = row
        if !table.isFirstResponder, table.becomeFirstResponder() { hide() }
    }

    func show() {
        isShown = true
        if path == nil { path = table.indexPathForSelectedRow ?? table.indexPathsForVisibleRows?.first }
        mark()
    }

    func hide() {
        isShown = false
        if let path { table.cellForRow(at: path)?.setHasKeys(false) }
    }

    private func mark() {
        guard let path, let cell = table.cellForRow(at: path) else { return }
        cell.setHasKeys(isShown)
        if isShown { table.window?.focusDidMove(from: nil, to: cell) }
    }

    /// - Returns: whether the key is one of the table's.
    func handle(_ press: UIPress) -> Bool {
        let page = max(1, Int(table.bounds.height / max(1, path.map { table.rectForRow(at: $0).height } ?? 44)) - 1)
        if let step = Self.step(press) {
            return isShown || table.isFirstResponder
                ? path.map { table.editing.mover.move($0, by: step) } ?? false : false
        }
        switch press.type {
        case .upArrow: return move(by: -1)
        case .downArrow: return move(by: 1)
        case .pageUp: return move(by: -page)
        case .pageDown: return move(by: page)
        default: break
        }
        switch press.key?.keyCode {
        case .keyboardHome: return move(by: -Int.max)
        case .keyboardEnd: return move(by: Int.max)
        default: break
        }
        if press.key?.keyCode == .keyboardDeleteForward || press.key?.keyCode == .keyboardDeleteOrBackspace {
            return isShown || table.isFirstResponder ? path.map { table.editing.delete($0) } ?? false : false
        }
        guard press.activatesControl, isShown || table.isFirstResponder, let path else { return false }
        if !press.isRepeat { table.selection.press(path) }
        return true
    }

    /// Returns by how many places Option with an arrow key moves a row; nil for other keys.
    private static func step(_ press: UIPress) -> Int? {
        guard press.key?.modifierFlags.contains(.alternate) == true else { return nil }
        return press.type == .upArrow ? -1 : press.type == .downArrow ? 1 : nil
    }

    private func mayStop(_ row: IndexPath) -> Bool { table.mayHighlight(row) || table.editing.offersKeys(row) }

    /// Moves the keys over rows that can be highlighted, edited or moved.
    private func move(by step: Int) -> Bool {
        let counts = (0..<table.numberOfSections).map { table.numberOfRows(inSection: $0) }
        let total = counts.reduce(0, +)
        guard total > 0 else { return false }
        guard isShown, let old = path, let place = index(of: old, counts) else {
            if !table.becomeFirstResponder() { return false }
            show()
            reveal()
            return true
        }
        var next = step > 0 ? min(total - 1, place + min(step, total)) : max(0, place - min(-(step + 1), total) - 1)
        let direction = step > 0 ? 1 : -1
        while (0..<total).contains(next), !mayStop(row(next, counts)) { next += direction }
        guard (0..<total).contains(next), next != place else { return true }
        table.cellForRow(at: old)?.setHasKeys(false)
        path = row(next, counts)
        reveal()
        return true
    }

    private func reveal() {
        if let path { table.scrollToRow(at: path, at: .none, animated: false) }
        table.layoutIfNeeded()
        mark()
    }

    /// Returns the number of a row among those of all sections.
    private func index(of path: IndexPath, _ counts: [Int]) -> Int? {
        guard ListPlace(kind: nil, path: path).isIn(counts) else { return nil }
        return counts[..<path.section].reduce(0, +) + path.row
    }

    private func row(_ index: Int, _ counts: [Int]) -> IndexPath {
        var (rest, section) = (index, 0)
        while section < counts.count - 1, rest >= counts[section] {
            rest -= counts[section]
            section += 1
        }
        return IndexPath(row: rest, section: section)
    }
}
