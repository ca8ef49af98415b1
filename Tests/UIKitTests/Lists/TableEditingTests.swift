import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// The editing mode of tables, and the actions behind their rows.
@MainActor
struct TableEditingTests {
    /// A list whose rows can be edited.
    private final class EditableList: NSObject, UITableViewDataSource, UITableViewDelegate {
        var names = (0..<6).map { "row \($0)" }
        var log: [String] = []
        var mayEdit: (Int) -> Bool = { _ in true }
        var style = UITableViewCell.EditingStyle.delete
        var trailing: [UIContextualAction]?
        var leading: [UIContextualAction]?

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
            cell.textLabel?.text = names[indexPath.row]
            return cell
        }
        func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { 44 }
        func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { mayEdit(indexPath.row) }
        func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {
            log.append("\(editingStyle) \(indexPath.row)")
            guard editingStyle == .delete else { return }
            names.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .automatic)
        }
        func tableView(
            _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
        ) -> UITableViewCell.EditingStyle { style }
        func tableView(
            _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
        ) -> UISwipeActionsConfiguration? { leading.map { UISwipeActionsConfiguration(actions: $0) } }
        func tableView(
            _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
        ) -> UISwipeActionsConfiguration? { trailing.map { UISwipeActionsConfiguration(actions: $0) } }
        func tableView(_ tableView: UITableView, willBeginEditingRowAt indexPath: IndexPath) {
            log.append("begin \(indexPath.row)")
        }
        func tableView(_ tableView: UITableView, didEndEditingRowAt indexPath: IndexPath?) { log.append("end") }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            log.append("select \(indexPath.row)")
        }
    }

    private func show(_ list: EditableList, _ body: (UIWindow, UITableView) throws -> Void) rethrows {
        let window = makeWindow(UIViewController())
        defer { window.isHidden = true }
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 400, height: 300), style: .plain)
        table.register(UITableViewCell.self, forCellReuseIdentifier: "name")
        table.dataSource = list
        table.delegate = list
        window.rootViewController?.view.addSubview(table)
        window.layoutIfNeeded()
        try body(window, table)
    }

    private func pointer(_ window: UIWindow, _ phase: PointerEvent.Phase, _ x: Double, _ y: Double) {
        window.memory?.inject(
            .pointer(
                PointerEvent(
                    phase: phase, location: CGPoint(x: x, y: y), button: phase == .moved ? nil : .primary,
                    heldButtons: phase == .released ? [] : [.primary], clickCount: 1)))
        window.layoutIfNeeded()
    }

    private func click(_ window: UIWindow, _ x: Double, _ y: Double) {
        pointer(window, .pressed, x, y)
        pointer(window, .released, x, y)
    }

    private func drag(_ window: UIWindow, from x: Double, by distance: Double, y: Double = 66) {
        pointer(window, .pressed, x, y)
        for step in 1...4 { pointer(window, .moved, x + distance * Double(step) / 4, y) }
        pointer(window, .released, x + distance, y)
    }

    private func content(_ table: UITableView, _ row: Int) -> CGRect {
        table.layoutIfNeeded()
        let cell = table.cellForRow(at: IndexPath(row: row, section: 0))
        cell?.layoutIfNeeded()
        return cell?.contentView.frame ?? .zero
    }

    @Test("a drag over a row shows the Delete button, whose press commits the deletion")
    func drag_showsDelete() {
        let list = EditableList()
        show(list) { window, table in
            drag(window, from: 300, by: -60)
            #expect(list.log == ["begin 1"] && content(table, 1).minX < -70 && content(table, 0).minX == 0)
            click(window, 380, 66)
            #expect(list.log == ["begin 1", "delete 1", "end"] && !list.names.contains("row 1"))
            #expect(content(table, 1).minX == 0)
        }
    }

    @Test("a short drag moves back, a press elsewhere closes an open row without selecting, a long drag deletes")
    func drag_settles() {
        let list = EditableList()
        show(list) { window, table in
            drag(window, from: 300, by: -20)
            #expect(content(table, 1).minX == 0 && list.log == ["begin 1", "end"])
            drag(window, from: 300, by: -60)
            list.log = []
            click(window, 100, 200)
            #expect(list.log == ["end"] && content(table, 1).minX == 0)
            drag(window, from: 380, by: -300)
            #expect(list.log.contains("delete 1"))
        }
    }

    @Test("actions of the delegate are shown on both sides, and a row moves back when its action is done")
    func actions_runHandlers() {
        let list = EditableList()
        var done: ((Bool) -> Void)?
        var runs: [String] = []
        list.trailing = [
            UIContextualAction(style: .normal, title: "More") { _, _, finish in
                runs.append("more")
                done = finish
            },
            UIContextualAction(style: .normal, title: "Flag") { _, _, finish in
                runs.append("flag")
                finish(true)
            },
        ]
        list.leading = [
            UIContextualAction(style: .normal, title: "Read") { _, _, finish in
                runs.append("read")
                finish(true)
            }
        ]
        show(list) { window, table in
            drag(window, from: 300, by: -100)
            click(window, 390, 66)
            #expect(runs == ["more"] && content(table, 1).minX < -100)
            done?(true)
            #expect(content(table, 1).minX == 0)
            drag(window, from: 100, by: 60)
            #expect(content(table, 1).minX > 70)
            click(window, 10, 66)
            #expect(runs == ["more", "read"] && content(table, 1).minX == 0)
        }
    }

    @Test(
        "in the editing mode, rows that can be edited have a control, whose press shows the deletion, and none is selected"
    )
    func editing_showsControls() {
        let list = EditableList()
        list.mayEdit = { $0 != 2 }
        show(list) { window, table in
            table.setEditing(true, animated: false)
            #expect(table.isEditing && content(table, 1).minX > 30 && content(table, 2).minX == 0)
            click(window, 200, 66)
            #expect(list.log.isEmpty)
            table.allowsSelectionDuringEditing = true
            click(window, 200, 66)
            #expect(list.log == ["select 1"])
            click(window, 25, 66)
            #expect(content(table, 1).minX < 0)
            click(window, 380, 66)
            #expect(list.log == ["select 1", "delete 1"])
            list.style = .insert
            table.reloadData()
            window.layoutIfNeeded()
            click(window, 25, 22)
            #expect(list.log.last == "insert 0")
            table.isEditing = false
            #expect(content(table, 0).minX == 0)
        }
    }

    @Test("the Delete key deletes the row with the keys, unless it cannot be edited")
    func deleteKey_commits() {
        let list = EditableList()
        list.mayEdit = { $0 == 1 }
        show(list) { window, table in
            table.becomeFirstResponder()
            window.press(KeyUsage(rawValue: EditKey.delete))
            #expect(list.log.isEmpty)
            window.press(KeyUsage(rawValue: EditKey.down))
            window.press(KeyUsage(rawValue: EditKey.delete))
            #expect(list.log == ["delete 1"] && list.names.count == 5)
        }
    }

    @Test("rows of a data source that does not declare them editable have no actions behind them")
    func drag_withoutEditing() {
        let list = NameList(count: 3)
        let window = makeWindow(UIViewController())
        defer { window.isHidden = true }
        let table = makeTable(list, width: 400)
        window.rootViewController?.view.addSubview(table)
        window.layoutIfNeeded()
        drag(window, from: 300, by: -100)
        #expect(content(table, 1).minX == 0)
    }
}
