import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class FilmCell: UICollectionViewCell {
    let label: UILabel
    static var made = 0
    var reuses = 0

    override init(frame: CGRect) {
        label = UILabel(frame: frame)
        Self.made += 1
        super.init(frame: frame)
        contentView.addSubview(label)
    }
    required init?(coder: NSCoder) { nil }
    override func prepareForReuse() {
        super.prepareForReuse()
        reuses += 1
    }
}

@MainActor
private final class Shelf: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var films: [String]
    var log: [String] = []
    var mayFocus: (IndexPath) -> Bool = { _ in true }
    var refuses: Set<Int> = []

    init(_ count: Int) { films = (0..<count).map { "film \($0)" } }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { films.count }
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
        -> UICollectionViewCell
    {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "film", for: indexPath)
        (cell as? FilmCell)?.label.text = films[indexPath.item]
        return cell
    }
    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        !refuses.contains(indexPath.item)
    }
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("select \(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        log.append("deselect \(indexPath.item)")
    }
    func collectionView(_ collectionView: UICollectionView, canFocusItemAt indexPath: IndexPath) -> Bool {
        mayFocus(indexPath)
    }
    func collectionView(
        _ collectionView: UICollectionView, didUpdateFocusIn context: UICollectionViewFocusUpdateContext,
        with coordinator: UIFocusAnimationCoordinator
    ) {
        func name(_ path: IndexPath?) -> String { path.map { "\($0.item)" } ?? "-" }
        log.append("focus \(name(context.previouslyFocusedIndexPath)) \(name(context.nextFocusedIndexPath))")
    }
    func scrollViewDidScroll(_ scrollView: UIScrollView) { log.append("scroll") }
}

@MainActor
private func makeShelf(
    _ shelf: Shelf, _ frame: CGRect, direction: UICollectionView.ScrollDirection = .vertical
) -> UICollectionView {
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = direction
    layout.itemSize = CGSize(width: 100, height: 50)
    let view = UICollectionView(frame: frame, collectionViewLayout: layout)
    view.register(FilmCell.self, forCellWithReuseIdentifier: "film")
    view.dataSource = shelf
    view.delegate = shelf
    view.layoutIfNeeded()
    return view
}

@MainActor
struct CollectionViewTests {
    private let frame = CGRect(x: 0, y: 0, width: 320, height: 200)

    @Test("uikit table 7: thousands of items are displayed by the cells that fit, which are reused while scrolling")
    func reuse() throws {
        FilmCell.made = 0
        let shelf = Shelf(10_000)
        let view = makeShelf(shelf, frame)
        #expect(view.visibleCells.count == 12)
        #expect(view.contentSize == CGSize(width: 320, height: 3334 * 60 - 10))
        let first = try #require(view.cellForItem(at: IndexPath(item: 0, section: 0)) as? FilmCell)
        #expect(first.label.text == "film 0")
        #expect(first.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
        for step in 1...40 {
            view.contentOffset = CGPoint(x: 0, y: Double(step) * 100)
            view.layoutIfNeeded()
        }
        #expect(FilmCell.made <= 30)
        #expect(first.reuses > 0)
        #expect(view.cellForItem(at: IndexPath(item: 0, section: 0)) == nil)
        let top = try #require(view.visibleCells.first as? FilmCell)
        let path = try #require(view.indexPath(for: top))
        #expect(top.label.text == "film \(path.item)")
        #expect(view.indexPathForItem(at: CGPoint(x: 50, y: top.frame.midY)) == path)
    }

    @Test("uikit table 7: scrollToItem scrolls an item to the requested edge or middle, within the content")
    func scrollToItem() throws {
        let films = Shelf(300)
        let view = makeShelf(films, frame)
        view.scrollToItem(at: IndexPath(item: 150, section: 0), at: .top, animated: false)
        #expect(view.contentOffset == CGPoint(x: 0, y: 3000))
        view.scrollToItem(at: IndexPath(item: 150, section: 0), at: .centeredVertically, animated: false)
        #expect(view.contentOffset.y == 2925)
        view.scrollToItem(at: IndexPath(item: 299, section: 0), at: .top, animated: false)
        #expect(view.contentOffset.y == view.contentSize.height - 200)
        view.layoutIfNeeded()
        #expect(view.cellForItem(at: IndexPath(item: 299, section: 0)) != nil)
    }

    @Test("uikit table 7: a horizontal flow lays out columns; a new width lays out a grid again")
    func directions() {
        let films = Shelf(20)
        let shelf = makeShelf(films, CGRect(x: 0, y: 0, width: 320, height: 120), direction: .horizontal)
        #expect(shelf.contentSize.height == 120)
        #expect(shelf.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.origin == CGPoint(x: 0, y: 70))
        #expect(shelf.cellForItem(at: IndexPath(item: 2, section: 0))?.frame.minX == 110)

        let grid = makeShelf(films, frame)
        #expect(grid.cellForItem(at: IndexPath(item: 3, section: 0))?.frame.minY == 60)
        grid.frame.size.width = 430
        grid.layoutIfNeeded()
        #expect(grid.cellForItem(at: IndexPath(item: 3, section: 0))?.frame.minY == 0)
    }

    @Test("uikit table 7: a tap selects, the delegate is notified of the deselected item, and may refuse a selection")
    func selection() {
        let shelf = Shelf(20)
        shelf.refuses = [2]
        let root = UIViewController()
        let window = makeWindow(root)
        let view = makeShelf(shelf, frame)
        root.view.addSubview(view)
        window.layoutIfNeeded()
        window.tap(50, 25, at: 1)
        window.tap(160, 25, at: 2)
        window.tap(270, 25, at: 3)
        #expect(shelf.log == ["select 0", "deselect 0", "select 1"])
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        #expect(view.cellForItem(at: IndexPath(item: 1, section: 0))?.isSelected == true)
        view.selectItem(at: IndexPath(item: 5, section: 0), animated: false, scrollPosition: [])
        #expect(shelf.log.count == 3)
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 5, section: 0)])
        window.isHidden = true
    }

    @Test("uikit table 7: a drag scrolls and selects nothing")
    func drag() {
        let shelf = Shelf(100)
        let root = UIViewController()
        let window = makeWindow(root)
        let view = makeShelf(shelf, frame)
        root.view.addSubview(view)
        window.layoutIfNeeded()
        window.finger(.began, 50, 150, at: 1)
        window.finger(.moved, 50, 130, at: 1.1)
        window.finger(.moved, 50, 50, at: 1.2)
        window.finger(.ended, 50, 50, at: 2)
        #expect(view.contentOffset.y == 100)
        #expect(!shelf.log.contains { $0.hasPrefix("select") })
        #expect(shelf.log.contains("scroll"))
        window.isHidden = true
    }

    @Test("uikit table 7: insertions and deletions move the selection, and a reload clears it")
    func changes() {
        let shelf = Shelf(3)
        let view = makeShelf(shelf, frame)
        view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: [])
        shelf.films.insert("new", at: 0)
        var isDone = false
        withManualTime { time in
            view.performBatchUpdates({ view.insertItems(at: [IndexPath(item: 0, section: 0)]) }) { isDone = $0 }
            time.advance(by: 0)
        }
        #expect(isDone)
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
        #expect((view.cellForItem(at: IndexPath(item: 0, section: 0)) as? FilmCell)?.label.text == "new")
        shelf.films.remove(at: 0)
        view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        shelf.films = []
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.visibleCells.isEmpty)
        #expect(view.indexPathsForSelectedItems == [])
        #expect(view.contentSize.height == 0)
    }

    @Test("uikit table 7: headers are placed above their sections, and registrations create and configure cells")
    func headersAndRegistrations() throws {
        final class Header: UICollectionReusableView {}
        final class Source: NSObject, UICollectionViewDataSource {
            let registration = UICollectionView.CellRegistration<FilmCell, String> { cell, _, name in
                cell.label.text = name
            }
            func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }
            func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
            func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
                -> UICollectionViewCell
            {
                collectionView.dequeueConfiguredReusableCell(
                    using: registration, for: indexPath, item: "in \(indexPath.section)")
            }
            func collectionView(
                _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
                at indexPath: IndexPath
            ) -> UICollectionReusableView {
                collectionView.dequeueReusableSupplementaryView(
                    ofKind: kind, withReuseIdentifier: "header", for: indexPath)
            }
        }
        let layout = UICollectionViewFlowLayout()
        layout.headerReferenceSize = CGSize(width: 0, height: 30)
        let view = UICollectionView(frame: frame, collectionViewLayout: layout)
        let kind = UICollectionView.elementKindSectionHeader
        view.register(Header.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "header")
        let source = Source()
        view.dataSource = source
        view.layoutIfNeeded()
        let second = IndexPath(item: 0, section: 1)
        #expect(view.supplementaryView(forElementKind: kind, at: second)?.frame.minY == 80)
        #expect((view.cellForItem(at: second) as? FilmCell)?.label.text == "in 1")
    }

    @Test("uikit tables 2, 7: the remote moves over a shelf, also to cells outside the bounds, and selects")
    func focus() {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        withManualTime { time in
            let shelf = Shelf(20)
            shelf.mayFocus = { $0.item != 1 }
            let root = UIViewController()
            let window = makeWindow(root)
            let view = makeShelf(shelf, CGRect(x: 0, y: 0, width: 320, height: 60), direction: .horizontal)
            view.remembersLastFocusedIndexPath = true
            root.view.addSubview(view)
            let below = UIButton(type: .custom)
            below.frame = CGRect(x: 0, y: 100, width: 320, height: 40)
            root.view.addSubview(below)
            time.advance(by: 0)
            #expect(shelf.log == ["focus - 0"])
            for _ in 0..<8 { window.press(.rightArrow) }
            time.advance(by: 1)
            let path = IndexPath(item: 9, section: 0)
            #expect(view.cellForItem(at: path)?.isFocused == true)
            #expect(view.bounds.contains(view.cellForItem(at: path)?.frame ?? .null))
            window.press(.returnOrEnter)
            #expect(shelf.log.last == "select 9")
            window.press(.downArrow)
            #expect(below.isFocused)
            #expect(UIFocusSystem.focusSystem(for: view)?.resolve(view) === view.cellForItem(at: path))
            window.isHidden = true
        }
    }
}
