import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// The layout, reuse and selection of tables.
@MainActor
struct TableViewTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    @Test("uikit table 7: a table of ten thousand rows has cells for the visible ones only, and reuses them")
    func reuse() throws {
        CountingCell.made = 0
        let list = NameList(count: 10_000)
        let table = makeTable(list)
        #expect(table.visibleCells.count == 5)
        #expect(table.contentSize == CGSize(width: 320, height: 440_000))
        let first = try #require(table.cellForRow(at: path(0)) as? CountingCell)
        for step in 1...200 {
            table.contentOffset = CGPoint(x: 0, y: Double(step) * 70)
            table.layoutIfNeeded()
        }
        #expect(CountingCell.made <= 14)
        #expect(first.reuses > 0)
        #expect(list.displayed == table.subviews.count { $0 is CountingCell })
        let top = try #require(table.visibleCells.first)
        let place = try #require(table.indexPath(for: top))
        #expect(top.textLabel?.text == "row \(place.row)")
        #expect(table.indexPathForRow(at: CGPoint(x: 9, y: top.frame.midY)) == place)
        #expect(table.rectForRow(at: path(9_999)) == CGRect(x: 0, y: 439_956, width: 320, height: 44))
        table.scrollToRow(at: path(9_999), at: .top, animated: false)
        #expect(table.indexPathsForVisibleRows?.last == path(9_999))
    }

    @Test("a cell made by the client is reused by its identifier, and an unknown identifier has no cell")
    func clientCells() throws {
        final class Source: NSObject, UITableViewDataSource {
            var made = 0
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                if let cell = tableView.dequeueReusableCell(withIdentifier: "own") { return cell }
                made += 1
                return UITableViewCell(style: .value1, reuseIdentifier: "own")
            }
        }
        let source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 220))
        #expect(table.dequeueReusableCell(withIdentifier: "own") == nil)
        table.dataSource = source
        for step in 0..<20 {
            table.contentOffset.y = Double(step) * 100
            table.layoutIfNeeded()
        }
        #expect(source.made <= 12)
        #expect(table.visibleCells.first?.reuseIdentifier == "own")
    }

    @Test("a class registered for an identifier is made with that identifier by its overridden initializer")
    func registeredClass() throws {
        let table = makeTable(NameList(count: 1))
        let cell = try #require(table.cellForRow(at: path(0)) as? CountingCell)
        #expect(cell.reuseIdentifier == "name" && cell.detailTextLabel != nil)
    }

    @Test("headers, rows, footers and the table's own header are placed below each other")
    func sections() {
        let list = NameList([["a", "b"], [], ["c"]])
        list.titles = ["One", nil, "Three"]
        let table = makeTable(list, height: 600)
        table.sectionHeaderHeight = 30
        table.sectionHeaderTopPadding = 5
        table.tableHeaderView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 50))
        table.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
        table.layoutIfNeeded()
        #expect(table.tableHeaderView?.frame == CGRect(x: 0, y: 0, width: 320, height: 50))
        #expect(table.rectForHeader(inSection: 0) == CGRect(x: 0, y: 55, width: 320, height: 30))
        #expect(table.rectForRow(at: path(1)).minY == 129)
        #expect(table.rect(forSection: 1) == CGRect(x: 0, y: 173, width: 320, height: 35))
        #expect(table.cellForRow(at: path(0, 2))?.frame.minY == 243)
        #expect(table.tableFooterView?.frame.minY == 287)
        #expect(table.contentSize.height == 307)
        #expect(table.headerView(forSection: 0)?.textLabel?.text == "One")
        #expect(table.rectForRow(at: path(5)) == .zero)
    }

    @Test("a header of the plain style stays at the top until the next section pushes it away")
    func floatingHeader() throws {
        let list = NameList([(0..<10).map(String.init), (0..<30).map(String.init)])
        list.titles = ["One", "Two"]
        let table = makeTable(list)
        table.sectionHeaderHeight = 30
        table.sectionHeaderTopPadding = 0
        table.contentOffset.y = 100
        table.layoutIfNeeded()
        #expect(table.headerView(forSection: 0)?.frame.minY == 100)
        table.contentOffset.y = 455
        table.layoutIfNeeded()
        #expect(table.headerView(forSection: 0)?.frame.minY == 440)
        #expect(table.headerView(forSection: 1)?.frame.minY == 470)
        table.scrollToRow(at: path(3, 1), at: .top, animated: false)
        #expect(table.contentOffset.y == 602)
    }

    @Test("a grouped header scrolls along, and rows of the inset style are inset with round outer corners")
    func grouped() throws {
        let list = NameList([(0..<30).map(String.init)])
        list.titles = ["One"]
        let table = makeTable(list, style: .insetGrouped)
        let first = try #require(table.cellForRow(at: path(0)))
        #expect(first.frame.minX == 16 && first.frame.width == 288)
        first.layoutIfNeeded()
        #expect(first.layer.cornerRadius == 10 && first.layer.maskedCorners.contains(.layerMinXMinYCorner))
        #expect(!first.layer.maskedCorners.contains(.layerMinXMaxYCorner))
        #expect(table.headerView(forSection: 0)?.textLabel?.text == "ONE")
        table.contentOffset.y = 300
        table.layoutIfNeeded()
        #expect(table.headerView(forSection: 0) == nil)
    }

    @Test("automatic heights follow the content, and rows above the visible ones keep the others in place")
    func automaticHeights() throws {
        let list = NameList(count: 200)
        list.height = { _ in UITableView.automaticDimension }
        let table = makeTable(list)
        table.estimatedRowHeight = 30
        table.layoutIfNeeded()
        #expect(table.cellForRow(at: path(0))?.frame.height == 44)
        #expect(table.rectForRow(at: path(199)).height == 30)
        table.scrollToRow(at: path(150), at: .top, animated: false)
        table.layoutIfNeeded()
        #expect(table.visibleCells.first.flatMap { table.indexPath(for: $0) } == path(150))
        let before = table.rectForRow(at: path(150)).minY - table.contentOffset.y
        table.contentOffset.y -= 20
        table.layoutIfNeeded()
        #expect(table.rectForRow(at: path(149)).height == 44)
        #expect(table.rectForRow(at: path(150)).minY - table.contentOffset.y == before + 20)
        table.scrollToRow(at: path(199), at: .bottom, animated: false)
        table.layoutIfNeeded()
        #expect(table.rectForRow(at: path(199)).maxY == table.bounds.maxY)
        #expect(table.contentSize.height == table.bounds.maxY)
    }

    @Test("a cell whose content has constraints is as high as they require")
    func constraintHeights() {
        final class Source: NSObject, UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
                let box = UIView(frame: .zero)
                box.translatesAutoresizingMaskIntoConstraints = false
                cell.contentView.addSubview(box)
                NSLayoutConstraint.activate([
                    box.topAnchor.constraint(equalTo: cell.contentView.topAnchor, constant: 10),
                    box.bottomAnchor.constraint(equalTo: cell.contentView.bottomAnchor, constant: -10),
                    box.leadingAnchor.constraint(equalTo: cell.contentView.leadingAnchor),
                    box.widthAnchor.constraint(equalTo: cell.contentView.widthAnchor),
                    box.heightAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.25),
                ])
                return cell
            }
        }
        let source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
        table.dataSource = source
        table.layoutIfNeeded()
        #expect(table.rectForRow(at: path(2)) == CGRect(x: 0, y: 200, width: 320, height: 100))
    }

    @Test("a label with several lines wraps at the width of its row, which is as high as the lines")
    func wrappingLabel() throws {
        final class Source: NSObject, UITableViewDataSource {
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 2 }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
                let label = UILabel(frame: .zero)
                label.numberOfLines = 0
                label.text = Array(repeating: "word", count: indexPath.row == 0 ? 1 : 60).joined(separator: " ")
                label.translatesAutoresizingMaskIntoConstraints = false
                cell.contentView.addSubview(label)
                let margins = cell.contentView.layoutMarginsGuide
                NSLayoutConstraint.activate([
                    label.topAnchor.constraint(equalTo: margins.topAnchor),
                    label.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
                    label.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
                    label.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
                ])
                return cell
            }
        }
        let source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 600))
        table.dataSource = source
        table.layoutIfNeeded()
        let (one, many) = (table.rectForRow(at: path(0)).height, table.rectForRow(at: path(1)).height)
        #expect(one < 50 && many > 4 * one)
        let cell = try #require(table.cellForRow(at: path(1)))
        cell.layoutIfNeeded()
        #expect(cell.contentView.subviews.first?.frame == CGRect(x: 8, y: 8, width: 304, height: many - 16))
    }

    @Test("a data source may ask for the visible cells, and reload the data, while it makes a cell")
    func reentrance() {
        final class Source: NSObject, UITableViewDataSource {
            var count = 40
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                _ = tableView.visibleCells
                if indexPath.row == 2, count == 40 {
                    count = 1
                    tableView.reloadData()
                }
                return UITableViewCell(style: .default, reuseIdentifier: nil)
            }
        }
        let source = Source()
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 220))
        table.dataSource = source
        table.layoutIfNeeded()
        table.layoutIfNeeded()
        #expect(table.visibleCells.count == 1 && table.subviews.count { $0 is UITableViewCell } == 1)
    }

    @Test("a tap selects and deselects as the delegate has it, and a drag scrolls instead")
    func selection() {
        let list = NameList(count: 50)
        list.select = { $0.row == 2 ? nil : $0.row == 3 ? IndexPath(row: 4, section: 0) : $0 }
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let table = makeTable(list)
        root.view.addSubview(table)
        window.layoutIfNeeded()
        window.finger(.began, 50, 20, at: 1)
        #expect(table.cellForRow(at: path(0))?.isHighlighted == true)
        window.finger(.ended, 50, 20, at: 1.1)
        for row in 1...3 { window.tap(50, Double(row) * 44 + 20, at: Double(row) + 1) }
        #expect(list.log == ["select 0", "deselect 0", "select 1", "deselect 1", "select 4"])
        #expect(table.indexPathForSelectedRow == path(4) && table.cellForRow(at: path(4))?.isSelected == true)
        table.deselectRow(at: path(4), animated: false)
        #expect(table.indexPathsForSelectedRows == nil && table.cellForRow(at: path(4))?.isSelected == false)
        list.log = []
        window.finger(.began, 50, 150, at: 11)
        window.finger(.moved, 50, 130, at: 11.1)
        window.finger(.moved, 50, 50, at: 11.2)
        window.finger(.ended, 50, 50, at: 12)
        #expect(table.contentOffset.y == 100 && list.log.isEmpty)
    }

    @Test("a row that must not be highlighted is not selected, and multiple selection toggles rows")
    func multipleSelection() {
        let list = NameList(count: 5)
        list.mayHighlight = { $0.row != 1 }
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let table = makeTable(list)
        table.allowsMultipleSelection = true
        root.view.addSubview(table)
        window.layoutIfNeeded()
        for (time, row) in [0, 1, 2, 0].enumerated() { window.tap(50, Double(row) * 44 + 20, at: Double(time) + 1) }
        #expect(list.log == ["select 0", "select 2", "deselect 0"])
        #expect(table.indexPathsForSelectedRows == [path(2)])
    }

    @Test("the detail button reports its row and selects nothing")
    func detailButton() throws {
        let list = NameList(count: 3)
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let table = makeTable(list)
        root.view.addSubview(table)
        try #require(table.cellForRow(at: path(1))).accessoryType = .detailButton
        window.layoutIfNeeded()
        window.tap(295, 66, at: 1)
        #expect(list.log == ["details 1"])
    }
}
