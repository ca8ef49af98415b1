import CoreGraphics
import Foundation
import MediaTesting
import Testing

@testable import UIKit

/// Tables whose data change.
@MainActor
struct TableChangeTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    /// Checks that every visible row displays its data at its place.
    private func check(_ table: UITableView, _ list: NameList, _ comment: Comment) {
        table.layoutIfNeeded()
        let cells = table.subviews.compactMap { $0 as? CountingCell }
        for cell in cells {
            guard let path = table.indexPath(for: cell) else {
                Issue.record("a cell without an index path, \(comment)")
                continue
            }
            #expect(cell.textLabel?.text == list.sections[path.section][path.row], comment)
            #expect(cell.frame == table.rectForRow(at: path), comment)
            #expect(cell.isSelected == (table.indexPathsForSelectedRows ?? []).contains(path), comment)
        }
        #expect(list.displayed == cells.count, comment)
        for path in table.indexPathsForRows(in: table.bounds) ?? [] {
            #expect(table.cellForRow(at: path) != nil, comment)
        }
    }

    @Test("cells, selection and delegate calls agree with the data after any sequence of changes")
    func randomChanges() {
        for seed in UInt64(1)...60 {
            var random = SeededGenerator(seed: seed)
            var next = 0
            func fresh() -> String {
                next += 1
                return "\(next)"
            }
            let list = NameList((0..<3).map { _ in (0..<Int.random(in: 0...12, using: &random)).map { _ in fresh() } })
            let automatic = Bool.random(using: &random)
            if automatic { list.height = { _ in UITableView.automaticDimension } }
            let table = makeTable(list)
            table.allowsMultipleSelection = true
            var selected: Set<String> = []
            var history: [String] = []
            for _ in 0..<12 {
                history.append(change(table, list, &selected, fresh: fresh, &random))
                check(table, list, "seed \(seed), \(history)")
                let paths = table.indexPathsForSelectedRows ?? []
                #expect(Set(paths.map { list.sections[$0.section][$0.row] }) == selected, "seed \(seed), \(history)")
            }
        }
    }

    private func change(
        _ table: UITableView, _ list: NameList, _ selected: inout Set<String>, fresh: () -> String,
        _ random: inout SeededGenerator
    ) -> String {
        let section = Int.random(in: 0..<max(1, list.sections.count), using: &random)
        guard list.sections.indices.contains(section) else { return "-" }
        let count = list.sections[section].count
        switch Int.random(in: 0...7, using: &random) {
        case 0:
            let row = Int.random(in: 0...count, using: &random)
            list.sections[section].insert(fresh(), at: row)
            table.insertRows(at: [path(row, section)], with: .automatic)
            return "insert \(section).\(row)"
        case 1 where count > 1:
            // The last and the first row in one update, each by its index before the update, and a new one.
            selected.subtract([list.sections[section].removeLast(), list.sections[section].removeFirst()])
            list.sections[section].insert(fresh(), at: 0)
            table.performBatchUpdates {
                table.insertRows(at: [path(0, section)], with: .fade)
                table.deleteRows(at: [path(0, section)], with: .none)
                table.deleteRows(at: [path(count - 1, section)], with: .none)
            }
            return "replace ends of \(section)"
        case 2 where count > 1:
            let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
            let name = list.sections[section].remove(at: from)
            list.sections[section].insert(name, at: to)
            table.moveRow(at: path(from, section), to: path(to, section))
            return "move \(section).\(from) to \(to)"
        case 3 where count > 0:
            let row = Int.random(in: 0..<count, using: &random)
            selected.insert(list.sections[section][row])
            table.selectRow(at: path(row, section), animated: false, scrollPosition: .none)
            return "select \(section).\(row)"
        case 4:
            list.sections.insert([fresh(), fresh()], at: section)
            table.insertSections([section], with: .top)
            return "insert section \(section)"
        case 5 where list.sections.count > 1:
            selected.subtract(list.sections.remove(at: section))
            table.deleteSections([section], with: .top)
            return "delete section \(section)"
        case 6 where count > 0:
            let row = Int.random(in: 0..<count, using: &random)
            let wasSelected = selected.remove(list.sections[section][row]) != nil
            list.sections[section][row] = fresh()
            if wasSelected { selected.insert(list.sections[section][row]) }
            table.reloadRows(at: [path(row, section)], with: .none)
            return "reload \(section).\(row)"
        default:
            table.contentOffset.y = Double.random(in: 0...max(0.001, table.contentSize.height - 220), using: &random)
            return "scroll to \(Int(table.contentOffset.y))"
        }
    }

    @Test("an update keeps the cells of the rows that stay")
    func updateKeepsCells() {
        let list = NameList(count: 3)
        let table = makeTable(list)
        let cell = table.cellForRow(at: path(1))
        list.sections[0].insert("new", at: 0)
        table.insertRows(at: [path(0)], with: .none)
        table.layoutIfNeeded()
        #expect(cell != nil && table.cellForRow(at: path(2)) === cell)
        list.sections[0].removeAll()
        table.reloadData()
        table.layoutIfNeeded()
        #expect(table.visibleCells.isEmpty && table.contentSize.height == 0)
    }

    @Test("in a window, rows move and new ones fade in unless the animation is none")
    func animations() {
        withManualTime { time in
            let list = NameList(count: 3)
            let root = UIViewController()
            let window = makeWindow(root)
            let table = makeTable(list)
            root.view.addSubview(table)
            window.layoutIfNeeded()
            list.sections[0].insert("new", at: 0)
            table.insertRows(at: [path(0)], with: .fade)
            #expect(table.cellForRow(at: path(0))?.layer.animation(forKey: "opacity") != nil)
            #expect(table.cellForRow(at: path(1))?.layer.animation(forKey: "position") != nil)
            time.advance(by: 1)
            list.sections[0].insert("newer", at: 0)
            table.insertRows(at: [path(0)], with: .none)
            window.layoutIfNeeded()
            #expect(table.cellForRow(at: path(0))?.layer.animation(forKey: "opacity") == nil)
            window.isHidden = true
        }
    }

    @Test("changes whose numbers do not agree with the data are explained with both numbers")
    func mismatch() {
        var changes = ListChanges()
        changes.insertedItems = [path(0)]
        #expect(changes.mismatch(from: [3], to: [4], items: "rows", list: "table view") == nil)
        let rows = changes.mismatch(from: [3], to: [3], items: "rows", list: "table view") ?? ""
        #expect(rows.hasPrefix("Invalid update: invalid number of rows in section 0."))
        #expect(rows.contains("after the update (3)") && rows.contains("(1 inserted, 0 deleted)"))
        let sections = changes.mismatch(from: [3], to: [4, 0], items: "rows", list: "table view") ?? ""
        #expect(sections.hasPrefix("Invalid update: invalid number of sections."))
        changes.movedItems = [path(2): path(0, 1)]
        #expect(changes.mismatch(from: [3, 0], to: [3, 1], items: "rows", list: "table view") == nil)
    }

    @Test("a table whose data do not agree with an insertion stops the program")
    func inconsistentUpdate_traps() async {
        await #expect(processExitsWith: .failure) { @MainActor in
            let list = NameList(count: 3)
            let table = makeTable(list)
            table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        }
    }

    @Test("deletions are indices before an update and insertions those after it, in any order")
    func batchIndices() {
        var changes = ListChanges()
        changes.deletedItems = [path(0), path(3)]
        changes.insertedItems = [path(1)]
        #expect((0..<5).map { changes.newPath(of: path($0))?.row } == [nil, 0, 2, nil, 3])
        changes.deletedSections = [0]
        changes.insertedSections = [0, 1]
        #expect(changes.newSection(0) == nil && changes.newSection(1) == 2)
        #expect(changes.newPath(of: path(4)) == nil && changes.newPath(of: path(4, 1)) == path(4, 2))
    }
}
