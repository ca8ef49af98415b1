public import CoreGraphics
public import Foundation

/// A scroll view that displays many items with a few reused cells.
///
/// A `delegate` that conforms to `UICollectionViewDelegate` also receives selection, display and focus callbacks.
/// Apple: insertions and other changes are animated. Here: changes appear at the next layout.
open class UICollectionView: UIScrollView {
    public enum ScrollDirection: Int, Sendable { case vertical = 0, horizontal = 1 }
    public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }

    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
        public static let left = ScrollPosition(rawValue: 8)
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        public static let right = ScrollPosition(rawValue: 32)
    }

    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }
    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            guard collectionViewLayout !== oldValue else { return }
            oldValue.collectionView = nil
            collectionViewLayout.collectionView = self
            collectionViewLayout.invalidateLayout()
        }
    }
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    /// Whether the focus returns to the cell that had it last.
    open var remembersLastFocusedIndexPath = false
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }

    private var pool = CellPool { type, key in
        let view = makeInstance(of: type) as? UICollectionReusableView
        view?.reuseIdentifier = key.identifier
        view?.elementKind = key.kind
        return view
    }
    private let shown = ShownViews()
    private var counts: [Int] = []
    private var hasCounts = false
    private lazy var selection = ListSelection(of: self)
    /// The changes of a running batch update; nil outside of one.
    private var batch: ListChanges?
    private var lastFocused: IndexPath?
    /// The bounds' size for which the layout was prepared.
    private(set) var sizeOfLayout = CGSize.zero
    /// The area of a running scroll animation, which needs cells besides the visible bounds.
    private var travelled: CGRect?
    /// The maximum length of that area in multiples of the bounds. Longer animations show no intermediate cells.
    private static let longestTravel: CGFloat = 6

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.collectionView = self
    }

    public convenience override init(frame: CGRect) {
        self.init(frame: frame, collectionViewLayout: UICollectionViewFlowLayout())
    }

    public required init?(coder: NSCoder) { nil }

    private var itemDelegate: (any UICollectionViewDelegate)? { delegate as? any UICollectionViewDelegate }

    // MARK: Making cells

    /// Registers a class for new cells; nil removes the registration.
    open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        pool.register(cellClass, .init(kind: nil, identifier: identifier))
    }

    open func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) {
        pool.register(viewClass, .init(kind: elementKind, identifier: identifier))
    }

    func isRegistered(_ identifier: String) -> Bool { pool.isRegistered(.init(kind: nil, identifier: identifier)) }

    /// Returns an unused cell, or a new one of the registered class. An unregistered identifier is a programming error
    /// and stops the program.
    open func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
        -> UICollectionViewCell
    {
        let view = pool.take(.init(kind: nil, identifier: identifier))
        guard let cell = view as? UICollectionViewCell else {
            preconditionFailure(
                "\(type(of: view)), registered for \"\(identifier)\", is not a subclass of UICollectionViewCell.")
        }
        if let attributes = layoutAttributesForItem(at: indexPath) { cell.place(attributes) }
        return cell
    }

    open func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        let view = pool.take(.init(kind: elementKind, identifier: identifier))
        guard let view = view as? UICollectionReusableView else {
            preconditionFailure("\(type(of: view)) is not a subclass of UICollectionReusableView.")
        }
        return view
    }

    // MARK: Data

    open var numberOfSections: Int {
        readCounts()
        return counts.count
    }

    open func numberOfItems(inSection section: Int) -> Int {
        readCounts()
        return counts.indices.contains(section) ? counts[section] : 0
    }

    private func readCounts() {
        guard !hasCounts else { return }
        hasCounts = true
        guard let dataSource else {
            counts = []
            return
        }
        counts = (0..<max(0, dataSource.numberOfSections(in: self))).map {
            max(0, dataSource.collectionView(self, numberOfItemsInSection: $0))
        }
    }

    /// Clears the selection, recycles all cells, and reads the data source again at the next layout.
    open func reloadData() {
        hasCounts = false
        selection.reset()
        for (place, view) in shown.removeAll() { recycle(view, place) }
        collectionViewLayout.invalidateLayout()
    }

    open func reloadItems(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            let place = ListPlace(kind: nil, path: path)
            guard let view = shown[place] else { continue }
            shown[place] = nil
            recycle(view, place)
        }
        collectionViewLayout.invalidateLayout()
    }

    open func reloadSections(_ sections: IndexSet) { changeData { $0.reloadedSections.formUnion(sections) } }

    /// Reads the data source again after an insertion. Selected items stay selected at their new index paths.
    open func insertItems(at indexPaths: [IndexPath]) { changeData { $0.insertedItems.formUnion(indexPaths) } }

    open func deleteItems(at indexPaths: [IndexPath]) { changeData { $0.deletedItems.formUnion(indexPaths) } }

    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        changeData { $0.movedItems[indexPath] = newIndexPath }
    }

    /// Reads the data source again after an insertion. Selected items of later sections stay selected.
    open func insertSections(_ sections: IndexSet) { changeData { $0.insertedSections.formUnion(sections) } }

    open func deleteSections(_ sections: IndexSet) { changeData { $0.deletedSections.formUnion(sections) } }

    /// Makes the changes of a block together: deletions are those of items before it, insertions those of items after it.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        let isOutermost = batch == nil
        if isOutermost { batch = ListChanges() }
        updates?()
        if isOutermost, let changes = batch {
            batch = nil
            apply(changes)
        }
        layoutIfNeeded()
        if let completion { HostTime.after(0) { completion(true) } }
    }

    private func changeData(_ change: (inout ListChanges) -> Void) {
        var changes = batch ?? ListChanges()
        change(&changes)
        if batch == nil { apply(changes) } else { batch = changes }
    }

    private func apply(_ changes: ListChanges) {
        let kept = Set(selection.selected.compactMap(changes.newPath))
        reloadData()
        selection.reset(to: kept)
    }

    // MARK: Finding cells and items

    open var visibleCells: [UICollectionViewCell] {
        let area = bounds
        return shown.sorted(kind: nil).compactMap { _, view in
            view.frame.intersects(area) ? view as? UICollectionViewCell : nil
        }
    }
    open var indexPathsForVisibleItems: [IndexPath] { visibleCells.compactMap { indexPath(for: $0) } }

    /// Returns nil for an item that has no cell at present.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        shown.cell(at: indexPath) as? UICollectionViewCell
    }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? { shown.path(ofCell: cell) }
    open func indexPathForItem(at point: CGPoint) -> IndexPath? { shown.path(at: point) }
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    { shown[ListPlace(kind: elementKind, path: indexPath)] as? UICollectionReusableView }
    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
        shown.sorted(kind: elementKind).compactMap { $0.view as? UICollectionReusableView }
    }
    open func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        prepareLayout()
        return collectionViewLayout.layoutAttributesForItem(at: indexPath)
    }

    // MARK: Layout

    /// The size available to cells: the view's size without its insets.
    var layoutArea: CGSize {
        let inset = adjustedContentInset
        return CGSize(
            width: max(0, bounds.width - inset.left - inset.right),
            height: max(0, bounds.height - inset.top - inset.bottom))
    }

    private func prepareLayout() {
        if bounds.size != sizeOfLayout, collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
            collectionViewLayout.isPrepared = false
        }
        guard !collectionViewLayout.isPrepared else { return }
        collectionViewLayout.isPrepared = true
        sizeOfLayout = bounds.size
        collectionViewLayout.prepare()
        contentSize = collectionViewLayout.collectionViewContentSize
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        prepareLayout()
        if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
        show(in: travelled.map { $0.union(bounds) } ?? bounds, keepsOthers: false)
    }

    /// Creates the missing cells in an area, and recycles those outside it unless `keepsOthers` is true.
    private func show(in area: CGRect, keepsOthers: Bool) {
        guard let dataSource, area.width > 0, area.height > 0 else { return }
        let wanted = collectionViewLayout.layoutAttributesForElements(in: area) ?? []
        var stay: Set<ListPlace> = []
        for attributes in wanted {
            let place = ListPlace(kind: attributes.representedElementKind, path: attributes.indexPath)
            if place.isIn(counts) { stay.insert(place) }
        }
        if !keepsOthers {
            for (place, view) in shown.removeAll(outside: stay) { recycle(view, place) }
        }
        for attributes in wanted {
            let place = ListPlace(kind: attributes.representedElementKind, path: attributes.indexPath)
            guard stay.contains(place) else { continue }
            if let view = shown[place] as? UICollectionReusableView {
                view.place(attributes)
            } else {
                UIView.performWithoutAnimation { make(place, attributes, dataSource) }
            }
        }
    }

    private func make(
        _ place: ListPlace, _ attributes: UICollectionViewLayoutAttributes, _ dataSource: any UICollectionViewDataSource
    ) {
        let view: UICollectionReusableView
        if let kind = place.kind {
            view = dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: place.path)
        } else {
            let cell = dataSource.collectionView(self, cellForItemAt: place.path)
            cell.isSelected = selection.selected.contains(place.path)
            cell.isHighlighted = false
            view = cell
        }
        view.place(attributes)
        shown[place] = view
        if let cell = view as? UICollectionViewCell {
            itemDelegate?.collectionView(self, willDisplay: cell, forItemAt: place.path)
        }
        addSubview(view)
    }

    private func recycle(_ view: UIView, _ place: ListPlace) {
        view.removeFromSuperview()
        if let cell = view as? UICollectionViewCell {
            itemDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: place.path)
        }
        pool.give(view)
    }

    // MARK: Scrolling

    override func scrollingWillAnimate(to offset: CGPoint) {
        let way = bounds.union(CGRect(origin: offset, size: bounds.size))
        let isShort =
            way.width <= bounds.width * Self.longestTravel && way.height <= bounds.height * Self.longestTravel
        travelled = isShort ? way : nil
        setNeedsLayout()
    }

    override func scrollingDidAnimate() {
        travelled = nil
        setNeedsLayout()
    }

    open func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
        guard let frame = layoutAttributesForItem(at: indexPath)?.frame else { return }
        var offset = contentOffset
        if scrollPosition.contains(.left) {
            offset.x = frame.minX
        } else if scrollPosition.contains(.right) {
            offset.x = frame.maxX - bounds.width
        } else if scrollPosition.contains(.centeredHorizontally) {
            offset.x = frame.midX - bounds.width / 2
        }
        if scrollPosition.contains(.top) {
            offset.y = frame.minY
        } else if scrollPosition.contains(.bottom) {
            offset.y = frame.maxY - bounds.height
        } else if scrollPosition.contains(.centeredVertically) {
            offset.y = frame.midY - bounds.height / 2
        }
        if scrollPosition.isEmpty {
            scrollRectToVisible(frame, animated: animated)
        } else {
            setContentOffset(limited(offset), animated: animated)
        }
    }

    // MARK: Selection

    open var indexPathsForSelectedItems: [IndexPath]? { selection.selected.sorted() }

    /// Selects an item without notifying the delegate. nil clears the selection.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        selection.select(indexPath, animated: animated)
        guard allowsSelection, let indexPath, !scrollPosition.isEmpty else { return }
        scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }

    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selection.deselect(indexPath, animated: animated)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let touch = touches.first { selection.press(indexPathForItem(at: touch.location(in: self))) }
    }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        selection.release(isDone: indexPathForItem(at: touch.location(in: self)) == selection.highlighted)
    }
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        selection.release(isDone: false)
    }

    // MARK: Focus

    func canFocus(_ cell: UICollectionViewCell) -> Bool {
        guard let path = indexPath(for: cell) else { return false }
        return itemDelegate?.collectionView(self, canFocusItemAt: path) ?? true
    }

    /// Creates cells for items outside the visible bounds, so that the focus can move to them.
    open override func focusItems(in rect: CGRect) -> [any UIFocusItem] {
        prepareLayout()
        if !rect.isInfinite, !bounds.contains(rect) { show(in: rect.intersection(reachable), keepsOthers: true) }
        return super.focusItems(in: rect)
    }

    private var reachable: CGRect { bounds.insetBy(dx: -bounds.width, dy: -bounds.height) }

    open override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        let path =
            (remembersLastFocusedIndexPath ? lastFocused : nil)
            ?? itemDelegate?.indexPathForPreferredFocusedView(in: self)
        return path.flatMap { cellForItem(at: $0) }.map { [$0] } ?? []
    }

    open override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool {
        itemDelegate?.collectionView(self, shouldUpdateFocusIn: itemContext(context)) ?? true
    }

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        let context = itemContext(context)
        if let next = context.nextFocusedIndexPath { lastFocused = next }
        itemDelegate?.collectionView(self, didUpdateFocusIn: context, with: coordinator)
    }

    private func itemContext(_ context: UIFocusUpdateContext) -> UICollectionViewFocusUpdateContext {
        UICollectionViewFocusUpdateContext(
            context, previous: shown.path(holding: context.previouslyFocusedItem),
            next: shown.path(holding: context.nextFocusedItem))
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let path = shown.path(holding: window?.focusSystem.focusedItem),
            presses.contains(where: { $0.type == .select })
        else { return super.pressesBegan(presses, with: event) }
        selection.press(path)
    }
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard selection.highlighted != nil, presses.contains(where: { $0.type == .select }) else {
            return super.pressesEnded(presses, with: event)
        }
        selection.release(isDone: true)
    }
    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        selection.release(isDone: false)
        super.pressesCancelled(presses, with: event)
    }
}

extension UICollectionView: SelectingList {
    func showSelected(_ isSelected: Bool, at path: IndexPath, animated: Bool) {
        cellForItem(at: path)?.isSelected = isSelected
    }
    func showHighlighted(_ isHighlighted: Bool, at path: IndexPath) {
        cellForItem(at: path)?.isHighlighted = isHighlighted
    }
    func mayHighlight(_ path: IndexPath) -> Bool {
        itemDelegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
    }
    func didChangeHighlight(_ path: IndexPath, isOn: Bool) {
        if isOn {
            itemDelegate?.collectionView(self, didHighlightItemAt: path)
        } else {
            itemDelegate?.collectionView(self, didUnhighlightItemAt: path)
        }
    }
    func itemToSelect(_ path: IndexPath) -> IndexPath? {
        // An item that stays selected is only reported.
        if selection.selected.contains(path) { return path }
        return itemDelegate?.collectionView(self, shouldSelectItemAt: path) ?? true ? path : nil
    }
    func itemToDeselect(_ path: IndexPath) -> IndexPath? {
        guard allowsMultipleSelection else { return path }
        return itemDelegate?.collectionView(self, shouldDeselectItemAt: path) ?? true ? path : nil
    }
    func didChangeSelection(_ path: IndexPath, isOn: Bool) {
        if isOn {
            itemDelegate?.collectionView(self, didSelectItemAt: path)
        } else {
            itemDelegate?.collectionView(self, didDeselectItemAt: path)
        }
    }
}
