import CoreGraphics
import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class NumberCell: UICollectionViewCell { var number = -1 }

@MainActor
private final class NumberHeader: UICollectionReusableView {}

/// Sections of numbers, each number once.
@MainActor
private final class NumberSource: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
    var sections: [[Int]]
    var displayed = 0
    var log: [String] = []

    init(_ sections: [[Int]]) { self.sections = sections }

    func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        (cell as? NumberCell)?.number = sections[indexPath.section][indexPath.item]
        return cell
    }
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "header", for: indexPath)
    }
    func collectionView(
        _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) { displayed += 1 }
    func collectionView(
        _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) { displayed -= 1 }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("select \(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        log.append("deselect \(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
        log.append("highlight \(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        log.append("unhighlight \(indexPath.item)")
    }
}

/// Collection views whose data change.
@MainActor
struct CollectionChangeTests {
    private func makeView(_ source: NumberSource, headers: Double = 0) -> UICollectionView {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 90, height: 40)
        layout.headerReferenceSize = CGSize(width: 0, height: headers)
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 220), collectionViewLayout: layout)
        view.register(NumberCell.self, forCellWithReuseIdentifier: "cell")
        view.register(
            NumberHeader.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
            withReuseIdentifier: "header")
        view.allowsMultipleSelection = true
        view.dataSource = source
        view.delegate = source
        view.layoutIfNeeded()
        return view
    }

    /// Checks that every visible cell displays its item where the layout has it.
    private func check(_ view: UICollectionView, _ source: NumberSource, _ comment: Comment) {
        view.layoutIfNeeded()
        let cells = view.subviews.compactMap { $0 as? NumberCell }
        var seen: Set<IndexPath> = []
        for cell in cells {
            guard let path = view.indexPath(for: cell) else {
                Issue.record("a cell without an index path, \(comment)")
                continue
            }
            #expect(seen.insert(path).inserted, comment)
            #expect(cell.number == source.sections[path.section][path.item], comment)
            #expect(cell.frame == view.layoutAttributesForItem(at: path)?.frame, comment)
            #expect(cell.isSelected == (view.indexPathsForSelectedItems ?? []).contains(path), comment)
        }
        // Every item in the visible area has a cell.
        for (section, items) in source.sections.enumerated() {
            for item in items.indices {
                let path = IndexPath(item: item, section: section)
                guard let frame = view.layoutAttributesForItem(at: path)?.frame, frame.intersects(view.bounds) else {
                    continue
                }
                #expect(seen.contains(path), comment)
            }
        }
        #expect(source.displayed == cells.count, comment)
    }

    @Test("cells, selection and delegate calls agree with the data after any sequence of changes")
    func randomChanges_keepCellsAndSelection() {
        for seed in UInt64(1)...80 {
            var random = SeededGenerator(seed: seed)
            var next = 0
            func fresh() -> Int {
                next += 1
                return next
            }
            let source = NumberSource(
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    (0..<Int.random(in: 0...30, using: &random)).map { _ in fresh() }
                })
            let view = makeView(source, headers: Bool.random(using: &random) ? 20 : 0)
            /// The selected numbers, which stay selected while their items move.
            var selected: Set<Int> = []
            var history: [String] = []
            for _ in 0..<12 {
                history.append(change(view, source, &selected, fresh: fresh, &random))
                let comment: Comment = "seed \(seed), \(history)"
                check(view, source, comment)
                let paths = view.indexPathsForSelectedItems ?? []
                #expect(Set(paths.map { source.sections[$0.section][$0.item] }) == selected, comment)
            }
        }
    }

    private func change(
        _ view: UICollectionView, _ source: NumberSource, _ selected: inout Set<Int>, fresh: () -> Int,
        _ random: inout SeededGenerator
    ) -> String {
        let section = Int.random(in: 0..<max(1, source.sections.count), using: &random)
        guard source.sections.indices.contains(section) else { return "-" }
        let count = source.sections[section].count
        switch Int.random(in: 0...8, using: &random) {
        case 0:
            let item = Int.random(in: 0...count, using: &random)
            source.sections[section].insert(fresh(), at: item)
            view.insertItems(at: [IndexPath(item: item, section: section)])
            return "insert \(section).\(item)"
        case 1 where count > 0:
            let item = Int.random(in: 0..<count, using: &random)
            selected.remove(source.sections[section].remove(at: item))
            view.deleteItems(at: [IndexPath(item: item, section: section)])
            return "delete \(section).\(item)"
        case 2 where count > 1:
            let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
            let number = source.sections[section].remove(at: from)
            source.sections[section].insert(number, at: to)
            view.moveItem(at: IndexPath(item: from, section: section), to: IndexPath(item: to, section: section))
            return "move \(section).\(from) to \(to)"
        case 3 where count > 0:
            let item = Int.random(in: 0..<count, using: &random)
            let path = IndexPath(item: item, section: section)
            if selected.remove(source.sections[section][item]) != nil {
                view.deselectItem(at: path, animated: false)
                return "deselect \(section).\(item)"
            }
            selected.insert(source.sections[section][item])
            view.selectItem(at: path, animated: false, scrollPosition: [])
            return "select \(section).\(item)"
        case 4:
            source.sections.insert([fresh(), fresh(), fresh()], at: section)
            view.insertSections([section])
            return "insert section \(section)"
        case 5 where source.sections.count > 1:
            selected.subtract(source.sections.remove(at: section))
            view.deleteSections([section])
            return "delete section \(section)"
        case 6 where count > 0:
            let item = Int.random(in: 0..<count, using: &random)
            selected.remove(source.sections[section][item])
            view.deselectItem(at: IndexPath(item: item, section: section), animated: false)
            source.sections[section][item] = fresh()
            view.reloadItems(at: [IndexPath(item: item, section: section)])
            return "reload \(section).\(item)"
        case 7:
            view.contentOffset.y = Double.random(in: 0...max(0.001, view.contentSize.height - 220), using: &random)
            return "scroll to \(Int(view.contentOffset.y))"
        default:
            view.frame.size = CGSize(width: [200.0, 300, 420].randomElement(using: &random) ?? 300, height: 220)
            return "width \(Int(view.frame.width))"
        }
    }

    @Test("multiple selection by touches adds and removes items, and each touch highlights its item meanwhile")
    func multipleSelection_toggles() {
        let source = NumberSource([Array(0..<9)])
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let view = makeView(source)
        root.view.addSubview(view)
        window.layoutIfNeeded()
        window.finger(.began, 40, 20, at: 1)
        #expect(view.cellForItem(at: IndexPath(item: 0, section: 0))?.isHighlighted == true)
        window.finger(.ended, 40, 20, at: 1.1)
        window.tap(150, 20, at: 2)
        window.tap(40, 20, at: 3)
        #expect(
            source.log == [
                "highlight 0", "unhighlight 0", "select 0", "highlight 1", "unhighlight 1", "select 1", "highlight 0",
                "unhighlight 0", "deselect 0",
            ])
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
    }

    @Test("an empty collection view has no cells and accepts requests for items that do not exist")
    func emptyView_acceptsRequests() {
        let view = makeView(NumberSource([]))
        let path = IndexPath(item: 3, section: 2)
        view.scrollToItem(at: path, at: .top, animated: false)
        #expect(view.cellForItem(at: path) == nil && view.layoutAttributesForItem(at: path) == nil)
        #expect(view.indexPathForItem(at: .zero) == nil && view.numberOfItems(inSection: 2) == 0)
        view.reloadItems(at: [path])
        view.layoutIfNeeded()
        #expect(view.visibleCells.isEmpty && view.contentOffset == .zero)
    }
}
