import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// Moving the rows of tables by drags, keys and assistive technology.
@MainActor
struct TableMovingTests {
    /// Sections of names whose rows can be moved.
    private final class MovableList: NSObject, UITableViewDataSource, UITableViewDelegate {
        var sections: [[String]]
        var titles: [String] = []
        var log: [String] = []
        var mayMove: (IndexPath) -> Bool = { _ in true }
        var target: (IndexPath) -> IndexPath = { $0 }
        var style = UITableViewCell.EditingStyle.none

        init(_ sections: [[String]] = [(0..<5).map { "row \($0)" }]) { self.sections = sections }

        func numberOfSections(in tableView: UITableView) -> Int { sections.count }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
            cell.textLabel?.text = sections[indexPath.section][indexPath.row]
            return cell
        }
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
            titles.isEmpty ? nil : titles[section]
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 44 }
        func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle { style }
        func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { mayMove(indexPath) }
        func tableView(
            _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {
            log.append(
                "\(sourceIndexPath.section).\(sourceIndexPath.row) to \(destinationIndexPath.section).\(destinationIndexPath.row)"
            )
            let name = sections[sourceIndexPath.section].remove(at: sourceIndexPath.row)
            sections[destinationIndexPath.section].insert(name, at: destinationIndexPath.row)
        }
        func tableView(
            _ tableView: UITableView, targetIndexPathForMoveFromRowAt sourceIndexPath: IndexPath,
            toProposedIndexPath proposedDestinationIndexPath: IndexPath
        ) -> IndexPath { target(proposedDestinationIndexPath) }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { log.append("select") }
    }

    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    private func show(
        _ list: any UITableViewDataSource & UITableViewDelegate, style: UITableView.Style = .plain,
        height: Double = 300,
        isRightToLeft: Bool = false, _ body: (UIWindow, UITableView, HostTime.Manual) throws -> Void
    ) rethrows {
        let before = UITraitCollection.current
        defer { UITraitCollection.current = before }
        if isRightToLeft {
            UITraitCollection.current = before.merging(UITraitCollection(layoutDirection: .rightToLeft))
        }
        try withManualTime { time in
            let window = makeWindow(UIViewController(), height: height)
            defer { window.isHidden = true }
            let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: height), style: style)
            table.register(UITableViewCell.self, forCellReuseIdentifier: "name")
            table.dataSource = list
            table.delegate = list
            window.rootViewController?.view.addSubview(table)
            table.setEditing(true, animated: false)
            window.layoutIfNeeded()
            try body(window, table, time)
        }
    }

    private func pointer(_ window: UIWindow, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double) {
        window.memory?.inject(
            .pointer(
                PointerEvent(
                    phase: phase, location: CGPoint(x: x, y: y), button: phase == .moved ? nil : .primary,
                    heldButtons: phase == .released ? [] : [.primary], clickCount: 1)))
        window.layoutIfNeeded()
    }

    private func drag(_ window: UIWindow, from y: Double, to end: Double, x: Double = 380, isDropped: Bool = true) {
        pointer(window, .pressed, x, y)
        for step in 1...4 { pointer(window, .moved, x, y + (end - y) * Double(step) / 4) }
        if isDropped { pointer(window, .released, x, end) }
    }

    private func key(_ window: UIWindow, _ usage: UInt16, _ modifiers: KeyModifiers = [.alternate]) {
        for phase in [KeyEvent.Phase.down, .up] {
            window.memory?.inject(.key(KeyEvent(phase: phase, usage: KeyUsage(rawValue: usage), modifiers: modifiers)))
        }
        window.layoutIfNeeded()
    }

    /// The texts of the visible rows from the top to the bottom.
    private func texts(_ table: UITableView) -> [String] {
        table.layoutIfNeeded()
        return table.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.map { $0.textLabel?.text ?? "" }
    }

    private func control(_ table: UITableView, _ path: IndexPath) -> RowReorderControl? {
        table.cellForRow(at: path)?.subviews.compactMap { $0 as? RowReorderControl }.first
    }

    // MARK: The control

    @Test("the reorder control is at the trailing edge of rows that can be moved, while the table is edited")
    func control_isShown() {
        let list = MovableList()
        list.mayMove = { $0.row != 1 }
        show(list) { _, table, _ in
            #expect(control(table, path(0))?.frame.maxX == 400 && control(table, path(1)) == nil)
            #expect(table.cellForRow(at: path(0))?.showsReorderControl == true)
            #expect((table.cellForRow(at: path(0))?.contentView.frame.maxX ?? 400) < 370)
            table.setEditing(false, animated: false)
            table.layoutIfNeeded()
            #expect(control(table, path(0)) == nil && table.cellForRow(at: path(0))?.contentView.frame.maxX == 400)
        }
    }

    @Test("in a table from right to left, the reorder control is at the left edge and moves rows")
    func control_rightToLeft() {
        let list = MovableList()
        show(list, isRightToLeft: true) { window, table, _ in
            #expect(control(table, path(0))?.frame.minX == 0)
            drag(window, from: 22, to: 22 + 44, x: 15)
            #expect(list.log == ["0.0 to 0.1"])
        }
    }

    @Test("a client hides the control of a row by showsReorderControl")
    func control_isHiddenByClient() {
        show(MovableList()) { _, table, _ in
            table.cellForRow(at: path(2))?.showsReorderControl = false
            table.layoutIfNeeded()
            #expect(control(table, path(2)) == nil && control(table, path(3)) != nil)
        }
    }

    // MARK: Drags

    @Test("a drag of the reorder control lifts the row, the others make room, and the drop moves the row")
    func drag_movesRow() {
        let list = MovableList()
        show(list) { window, table, _ in
            drag(window, from: 66, to: 66 + 80, isDropped: false)
            let cell = table.cellForRow(at: path(1))
            #expect(cell?.frame.minY == 124 && cell?.layer.shadowOpacity ?? 0 > 0 && cell?.clipsToBounds == false)
            #expect(table.cellForRow(at: path(2))?.frame.minY == 44 && table.cellForRow(at: path(3))?.frame.minY == 88)
            #expect(table.cellForRow(at: path(4))?.frame.minY == 176 && list.log.isEmpty)
            #expect(table.subviews.last { $0 is UITableViewCell } === cell)
            pointer(window, .released, 380, 146)
            #expect(list.log == ["0.1 to 0.3"] && cell?.layer.shadowOpacity == 0)
            #expect(texts(table) == ["row 0", "row 2", "row 3", "row 1", "row 4"])
            #expect(table.cellForRow(at: path(3)) === cell && cell?.frame.minY == 132)
        }
    }

    @Test("a drag upwards moves the row up, and one that ends at its start changes nothing")
    func drag_upwards() {
        let list = MovableList()
        show(list) { window, table, _ in
            drag(window, from: 154, to: 10)
            #expect(list.log == ["0.3 to 0.0"] && texts(table).first == "row 3")
            list.log = []
            pointer(window, .pressed, 380, 66)
            pointer(window, .moved, 380, 160)
            pointer(window, .moved, 380, 70)
            pointer(window, .released, 380, 70)
            #expect(list.log.isEmpty && table.cellForRow(at: path(1))?.frame.minY == 44)
        }
    }

    @Test("a finger drags a row by its control without scrolling the table")
    func drag_byTouch() {
        let list = MovableList()
        show(list, height: 150) { window, table, _ in
            window.finger(.began, 380, 66, at: 1)
            window.finger(.moved, 380, 40, at: 1.1)
            window.finger(.moved, 380, 20, at: 1.2)
            #expect(table.contentOffset.y == 0)
            window.finger(.ended, 380, 20, at: 1.3)
            #expect(list.log == ["0.1 to 0.0"])
        }
    }

    @Test("a row is dragged into another section below its header, and rounded rows follow the display")
    func drag_acrossSections() {
        let list = MovableList([["a", "b"], ["c", "d"], []])
        list.titles = ["one", "two", "three"]
        show(list, style: .insetGrouped, height: 500) { window, table, _ in
            let start = table.rectForRow(at: path(1)).midY
            // The section moves up by the height of the row.
            let first = table.rectForRow(at: path(0, 1)).midY - 44
            let header = table.rectForHeader(inSection: 1).minY
            drag(window, from: start, to: first, x: 365, isDropped: false)
            #expect(table.headerView(forSection: 1)?.frame.minY == header - 44)
            #expect(table.cellForRow(at: path(0))?.row.isLast == true)
            pointer(window, .released, 365, first)
            #expect(list.sections == [["a"], ["b", "c", "d"], []] && list.log == ["0.1 to 1.0"])
            list.log = []
            let end = table.rectForRow(at: path(2, 1)).midY
            drag(window, from: end, to: end + 90, x: 365)
            #expect(list.log == ["1.2 to 2.0"] && list.sections[2] == ["d"])
        }
    }

    @Test("the delegate changes the target of a move, and one that does not exist is ignored")
    func drag_withTarget() {
        let list = MovableList()
        list.target = { IndexPath(row: min($0.row, 2), section: $0.section) }
        show(list) { window, table, _ in
            drag(window, from: 22, to: 22 + 44 * 4)
            #expect(list.log == ["0.0 to 0.2"])
            list.target = { _ in IndexPath(row: 9, section: 0) }
            drag(window, from: 22, to: 22 + 44 * 2)
            #expect(list.log.count == 1 && table.cellForRow(at: path(0))?.frame.minY == 0)
        }
    }

    @Test("a drag held at the lower edge scrolls the table until its end, without further movement of the pointer")
    func drag_scrolls() {
        let list = MovableList([(0..<30).map { "row \($0)" }])
        show(list) { window, table, time in
            drag(window, from: 22, to: 295, isDropped: false)
            time.advance(by: 0.5)
            let middle = table.contentOffset.y
            #expect(middle > 100)
            time.advance(by: 5)
            window.layoutIfNeeded()
            #expect(table.contentOffset.y == 1020)
            #expect(table.visibleCells.contains { $0.textLabel?.text == "row 0" })
            pointer(window, .released, 380, 295)
            #expect(list.log == ["0.0 to 0.29"])
            time.advance(by: 1)
            #expect(texts(table).last == "row 0")
        }
    }

    @Test("the wheel scrolls below a lifted row, which stays at the pointer")
    func drag_withWheel() {
        let list = MovableList([(0..<30).map { "row \($0)" }])
        show(list) { window, table, _ in
            drag(window, from: 22, to: 150, isDropped: false)
            window.memory?.inject(.wheel(WheelEvent(deltaX: 0, deltaY: -11, location: CGPoint(x: 100, y: 150))))
            window.layoutIfNeeded()
            #expect(table.contentOffset.y == 440 && table.cellForRow(at: path(0))?.frame.minY == 440 + 128)
            pointer(window, .released, 380, 150)
            #expect(list.log == ["0.0 to 0.13"])
        }
    }

    @Test("Escape, reloaded data and the end of the editing end a drag without a move")
    func drag_isCancelled() {
        let list = MovableList()
        show(list) { window, table, _ in
            let ends: [() -> Void] = [
                { key(window, KeyUsage.escape.rawValue, []) }, { table.reloadData() },
                { table.setEditing(false, animated: false) },
            ]
            for end in ends {
                table.isEditing = true
                table.layoutIfNeeded()
                drag(window, from: 66, to: 170, isDropped: false)
                end()
                #expect(table.editing.mover.lifted == nil)
                table.layoutIfNeeded()
                #expect(table.cellForRow(at: path(1))?.frame.minY == 44)
                #expect(table.cellForRow(at: path(1))?.layer.shadowOpacity == 0)
                pointer(window, .released, 380, 170)
                #expect(list.log.isEmpty)
            }
        }
    }

    @Test("the secondary button lifts no row, and rows outside of the control are not lifted")
    func drag_elsewhere() {
        let list = MovableList()
        show(list) { window, table, _ in
            window.memory?.inject(
                .pointer(
                    PointerEvent(
                        phase: .pressed, location: CGPoint(x: 380, y: 66), button: .secondary,
                        heldButtons: [.secondary],
                        clickCount: 1)))
            #expect(table.editing.mover.lifted == nil)
            window.memory?.inject(
                .pointer(
                    PointerEvent(
                        phase: .released, location: CGPoint(x: 380, y: 66), button: .secondary, heldButtons: [],
                        clickCount: 1)))
            drag(window, from: 66, to: 150, x: 200)
            #expect(list.log.isEmpty)
        }
    }

    // MARK: Keys and assistive technology

    @Test("Option with arrow keys moves the row with the keys, also into the neighbouring section")
    func keys_moveRow() {
        let list = MovableList([["a", "b"], ["c"]])
        show(list) { window, table, _ in
            table.becomeFirstResponder()
            key(window, EditKey.down)
            #expect(list.log == ["0.0 to 0.1"])
            key(window, EditKey.down)
            #expect(list.sections == [["b"], ["a", "c"]])
            key(window, EditKey.up)
            #expect(list.sections == [["b", "a"], ["c"]])
            key(window, EditKey.up)
            key(window, EditKey.up)
            #expect(list.sections == [["a", "b"], ["c"]] && list.log.count == 4)
            key(window, EditKey.down, [])
            key(window, EditKey.down)
            #expect(list.log.last == "0.1 to 1.0")
            table.isEditing = false
            key(window, EditKey.up)
            #expect(list.log.count == 5)
        }
    }

    @Test("the reorder control is an element with the name of its row and the actions Move Up and Move Down")
    func accessibility_movesRow() throws {
        let list = MovableList()
        try show(list) { _, table, _ in
            let control = try #require(self.control(table, path(1)))
            let node = control.accessibleNode
            #expect(control.accessibilityLabel == "Reorder, row 1")
            let actions = node.accessibilityNodeActions
            let up = try #require(actions.first { $0.label == "Move Up" })
            let down = try #require(actions.first { $0.label == "Move Down" })
            #expect(node.performAccessibilityNodeAction(down.name) && list.log == ["0.1 to 0.2"])
            #expect(node.performAccessibilityNodeAction(up.name) && list.log.last == "0.2 to 0.1")
            #expect(node.performAccessibilityNodeAction(up.name) && list.log.last == "0.1 to 0.0")
            #expect(!node.performAccessibilityNodeAction(up.name) && list.log.count == 3)
        }
    }

    @Test("the names of moving are in all six languages")
    func strings() {
        #expect(Set(TableStrings.all.map(\.moveUp)).count == 6 && Set(TableStrings.all.map(\.moveDown)).count == 6)
        #expect(Set(TableStrings.all.map(\.reorder)).count == 6)
    }

    // MARK: Data sources

    /// A data source that lets rows be moved, but does not implement the move.
    private final class Unmoved: NSObject, UITableViewDataSource, UITableViewDelegate {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
            cell.textLabel?.text = "row \(indexPath.row)"
            return cell
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 44 }
        func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
    }

    @Test("without an implementation of the move, a dropped row returns to its place")
    func move_withoutImplementation() {
        show(Unmoved()) { window, table, _ in
            drag(window, from: 22, to: 110)
            #expect(texts(table) == ["row 0", "row 1", "row 2"])
        }
    }

    /// A data source of snapshots whose items can be moved.
    private final class Snapshots: UITableViewDiffableDataSource<Int, String> {
        override func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(
            _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {
            guard let item = itemIdentifier(for: sourceIndexPath) else { return }
            let other = itemIdentifier(for: destinationIndexPath)
            var snapshot = snapshot()
            snapshot.deleteItems([item])
            if let other, destinationIndexPath > sourceIndexPath {
                snapshot.insertItems([item], afterItem: other)
            } else if let other {
                snapshot.insertItems([item], beforeItem: other)
            }
            apply(snapshot, animatingDifferences: false)
        }
    }

    @Test("a diffable data source applies the snapshot of a move while the table moves the row")
    func move_withSnapshot() throws {
        try withManualTime { time in
            let window = makeWindow(UIViewController())
            defer { window.isHidden = true }
            let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), style: .plain)
            table.register(UITableViewCell.self, forCellReuseIdentifier: "name")
            table.rowHeight = 44
            let source = Snapshots(tableView: table) { table, path, name in
                let cell = table.dequeueReusableCell(withIdentifier: "name", for: path)
                cell.textLabel?.text = name
                return cell
            }
            var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
            snapshot.appendSections([0])
            snapshot.appendItems(["a", "b", "c", "d"])
            source.apply(snapshot, animatingDifferences: false)
            window.rootViewController?.view.addSubview(table)
            table.isEditing = true
            window.layoutIfNeeded()
            let cell = try #require(table.cellForRow(at: path(0)))
            drag(window, from: 22, to: 110)
            #expect(source.snapshot().itemIdentifiers == ["b", "c", "a", "d"])
            #expect(texts(table) == ["b", "c", "a", "d"] && table.cellForRow(at: path(2)) === cell)
            time.advance(by: 1)
        }
    }

    // MARK: The arrangement

    @Test("a lifted row is inserted where the middle of the next row is below its upper edge")
    func arrangement_insertion() {
        let arrangement = TableArrangement([
            .init(header: 20, rows: [40, 60]), .init(header: 20, rows: []), .init(header: 20, rows: [40]),
        ])
        func target(_ top: CGFloat, _ source: IndexPath) -> IndexPath {
            arrangement.insertion(at: top, without: source)
        }
        #expect(target(20, path(0)) == path(0) && target(50, path(0)) == path(0) && target(51, path(0)) == path(1))
        #expect(target(91, path(0)) == path(0, 1) && target(111, path(0)) == path(0, 2))
        #expect(target(200, path(0)) == path(1, 2) && target(0, path(0, 2)) == path(0))
        #expect(target(129, path(0, 2)) == path(2))
        #expect(target(151, path(0, 2)) == path(0, 2) && target(131, path(0, 2)) == path(0, 1))
    }
}
