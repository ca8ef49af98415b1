import CoreGraphics
import Foundation
import MediaTesting
import Testing

@testable import UIKit

/// Diffable data sources and their snapshots.
@MainActor
struct SnapshotDataSourceTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var result = Snapshot()
        for (name, items) in sections {
            result.appendSections([name])
            result.appendItems(items)
        }
        return result
    }

    private func makeTable() -> (UITableView, UITableViewDiffableDataSource<String, Int>) {
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 600))
        table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
        let source = UITableViewDiffableDataSource<String, Int>(tableView: table) { table, path, item in
            let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
            cell.textLabel?.text = "\(item)"
            return cell
        }
        table.layoutIfNeeded()
        return (table, source)
    }

    @Test("a snapshot inserts, moves and deletes items and sections by their identifiers")
    func editing() {
        var items = snapshot([("a", [1, 2, 3]), ("b", [])])
        items.appendItems([9], toSection: "b")
        items.insertItems([4, 5], beforeItem: 2)
        items.insertItems([6], afterItem: 3)
        items.moveItem(1, afterItem: 9)
        items.moveItem(6, beforeItem: 4)
        #expect(items.itemIdentifiers(inSection: "a") == [6, 4, 5, 2, 3])
        #expect(items.itemIdentifiers(inSection: "b") == [9, 1] && items.numberOfItems == 7)
        #expect(items.sectionIdentifier(containingItem: 1) == "b" && items.indexOfItem(9) == 5)
        items.deleteItems([4, 9])
        items.insertSections(["c"], beforeSection: "a")
        items.insertSections(["d"], afterSection: "a")
        items.deleteSections(["b"])
        #expect(items.sectionIdentifiers == ["c", "a", "d"] && items.itemIdentifiers == [6, 5, 2, 3])
        items.deleteAllItems()
        #expect(items.numberOfSections == 0)
    }

    @Test("a data source displays its snapshots and finds items and index paths")
    func display() {
        let (table, source) = makeTable()
        source.apply(snapshot([("a", [1, 2]), ("b", [3])]), animatingDifferences: false)
        #expect(table.visibleCells.map { $0.textLabel?.text } == ["1", "2", "3"])
        #expect(source.itemIdentifier(for: IndexPath(row: 0, section: 1)) == 3)
        #expect(source.indexPath(for: 2) == IndexPath(row: 1, section: 0))
        #expect(source.sectionIdentifier(for: 1) == "b" && source.index(for: "b") == 1)
        #expect(source.itemIdentifier(for: IndexPath(row: 7, section: 0)) == nil)
    }

    @Test("reloaded items have new cells and the others keep theirs")
    func reload() {
        let (table, source) = makeTable()
        source.apply(snapshot([("a", [1, 2])]), animatingDifferences: false)
        table.layoutIfNeeded()
        let cells = table.visibleCells
        cells[0].tag = 7
        cells[1].textLabel?.text = "changed"
        var next = source.snapshot()
        next.reloadItems([2])
        source.apply(next, animatingDifferences: false)
        #expect(table.visibleCells.map { $0.textLabel?.text } == ["1", "2"])
        #expect(table.visibleCells.first?.tag == 7)
        #expect(source.snapshot().reloadedItemIdentifiers.isEmpty)
    }

    @Test("cells and selection follow the items through any sequence of snapshots")
    func randomSnapshots() {
        for seed in UInt64(1)...60 {
            var random = SeededGenerator(seed: seed)
            let (table, source) = makeTable()
            table.allowsMultipleSelection = true
            for step in 0..<6 {
                var pool = Array(0..<14).shuffled(using: &random)
                let names = ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
                let next = snapshot(
                    names.map { name in
                        let count = min(pool.count, Int.random(in: 0...5, using: &random))
                        defer { pool.removeFirst(count) }
                        return (name, Array(pool.prefix(count)))
                    })
                let selected = Set((table.indexPathsForSelectedRows ?? []).compactMap(source.itemIdentifier))
                source.apply(next, animatingDifferences: step.isMultiple(of: 2))
                let comment: Comment = "seed \(seed), step \(step)"
                #expect(table.visibleCells.map { $0.textLabel?.text } == next.itemIdentifiers.map { "\($0)" }, comment)
                let now = Set((table.indexPathsForSelectedRows ?? []).compactMap(source.itemIdentifier))
                #expect(now.isSubset(of: selected), comment)
                #expect(table.visibleCells.count { $0.isSelected } == now.count, comment)
                for path in table.indexPathsForVisibleRows ?? [] where Bool.random(using: &random) {
                    table.selectRow(at: path, animated: false, scrollPosition: .none)
                }
            }
        }
    }
}
