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

    private struct Place: Hashable {
        var kind: String?
        var path: IndexPath
    }

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

    private var pool = CellPool()
    private var shown: [Place: UICollectionReusableView] = [:]
    private var counts: [Int] = []
    private var hasCounts = false
    private var selected: Set<IndexPath> = []
    private var highlighted: IndexPath?
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
        pool.take(.init(kind: elementKind, identifier: identifier))
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
        selected = []
        highlighted = nil
        for (place, view) in shown { recycle(view, place) }
        shown = [:]
        collectionViewLayout.invalidateLayout()
    }

    open func reloadItems(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            guard let view = shown.removeValue(forKey: Place(kind: nil, path: path)) else { continue }
            recycle(view, Place(kind: nil, path: path))
        }
        collectionViewLayout.invalidateLayout()
    }

    open func reloadSections(_ sections: IndexSet) { changeData { _ in } }

    /// Reads the data source again after an insertion. Selected items stay selected at their new index paths.
    open func insertItems(at indexPaths: [IndexPath]) {
        changeData { paths in
            for new in indexPaths.sorted() {
                paths = paths.mapValues { path in
                    path.section == new.section && path.item >= new.item
                        ? IndexPath(item: path.item + 1, section: path.section) : path
                }
            }
        }
    }

    open func deleteItems(at indexPaths: [IndexPath]) {
        changeData { paths in
            for old in indexPaths.sorted(by: >) {
                paths = paths.filter { $0.value != old }.mapValues { path in
                    path.section == old.section && path.item > old.item
                        ? IndexPath(item: path.item - 1, section: path.section) : path
                }
            }
        }
    }

    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        let wasSelected = selected.contains(indexPath)
        deleteItems(at: [indexPath])
        insertItems(at: [newIndexPath])
        if wasSelected { selected.insert(newIndexPath) }
    }

    /// Reads the data source again after an insertion. Selected items of later sections stay selected.
    open func insertSections(_ sections: IndexSet) {
        changeData { paths in
            for new in sections {
                paths = paths.mapValues { path in
                    path.section >= new ? IndexPath(item: path.item, section: path.section + 1) : path
                }
            }
        }
    }

    open func deleteSections(_ sections: IndexSet) {
        changeData { paths in
            for old in sections.reversed() {
                paths = paths.filter { $0.value.section != old }.mapValues { path in
                    path.section > old ? IndexPath(item: path.item, section: path.section - 1) : path
                }
            }
        }
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        updates?()
        layoutIfNeeded()
        if let completion { HostTime.after(0) { completion(true) } }
    }

    /// - Parameter change: updates the index paths of the selected items.
    private func changeData(_ change: (inout [IndexPath: IndexPath]) -> Void) {
        var paths = Dictionary(uniqueKeysWithValues: selected.map { ($0, $0) })
        change(&paths)
        let kept = Set(paths.values)
        reloadData()
        selected = kept
    }

    // MARK: Finding cells and items

    open var visibleCells: [UICollectionViewCell] {
        let area = bounds
        return shown.sorted { $0.key.path < $1.key.path }.compactMap { _, view in
            view.frame.intersects(area) ? view as? UICollectionViewCell : nil
        }
    }
    open var indexPathsForVisibleItems: [IndexPath] { visibleCells.compactMap { indexPath(for: $0) } }

    /// Returns nil for an item that has no cell at present.
    open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        shown[Place(kind: nil, path: indexPath)] as? UICollectionViewCell
    }
    open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        shown.first { $0.value === cell && $0.key.kind == nil }?.key.path
    }
    open func indexPathForItem(at point: CGPoint) -> IndexPath? {
        shown.first { $0.key.kind == nil && !$0.value.isHidden && $0.value.frame.contains(point) }?.key.path
    }
    open func supplementaryView(forElementKind elementKind: String, at indexPath: IndexPath)
        -> UICollectionReusableView?
    { shown[Place(kind: elementKind, path: indexPath)] }
    open func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
        shown.filter { $0.key.kind == elementKind }.sorted { $0.key.path < $1.key.path }.map(\.value)
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
        var stay: Set<Place> = []
        for attributes in wanted where isThere(attributes.indexPath, attributes.representedElementKind) {
            stay.insert(Place(kind: attributes.representedElementKind, path: attributes.indexPath))
        }
        if !keepsOthers {
            for (place, view) in shown where !stay.contains(place) && !view.isFocusInside {
                shown[place] = nil
                recycle(view, place)
            }
        }
        for attributes in wanted {
            let place = Place(kind: attributes.representedElementKind, path: attributes.indexPath)
            guard stay.contains(place) else { continue }
            if let view = shown[place] {
                view.place(attributes)
            } else {
                UIView.performWithoutAnimation { make(place, attributes, dataSource) }
            }
        }
    }

    private func isThere(_ path: IndexPath, _ kind: String?) -> Bool {
        guard path.count == 2, counts.indices.contains(path.section) else { return false }
        return kind != nil || (0..<counts[path.section]).contains(path.item)
    }

    private func make(
        _ place: Place, _ attributes: UICollectionViewLayoutAttributes, _ dataSource: any UICollectionViewDataSource
    ) {
        let view: UICollectionReusableView
        if let kind = place.kind {
            view = dataSource.collectionView(self, viewForSupplementaryElementOfKind: kind, at: place.path)
        } else {
            let cell = dataSource.collectionView(self, cellForItemAt: place.path)
            cell.isSelected = selected.contains(place.path)
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

    private func recycle(_ view: UICollectionReusableView, _ place: Place) {
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

    open var indexPathsForSelectedItems: [IndexPath]? { selected.sorted() }

    /// Selects an item without notifying the delegate. nil clears the selection.
    open func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
        guard allowsSelection else { return }
        if indexPath == nil || !allowsMultipleSelection { for old in selected { setSelected(old, false) } }
        guard let indexPath else { return }
        setSelected(indexPath, true)
        if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
    }

    open func deselectItem(at indexPath: IndexPath, animated: Bool) { setSelected(indexPath, false) }

    private func setSelected(_ path: IndexPath, _ isOn: Bool) {
        if isOn { selected.insert(path) } else { selected.remove(path) }
        cellForItem(at: path)?.isSelected = isOn
    }

    /// Handles the selection of an item by the user, by touch, pointer or remote.
    private func choose(_ path: IndexPath) {
        guard allowsSelection else { return }
        let delegate = itemDelegate
        if selected.contains(path) {
            guard allowsMultipleSelection else {
                delegate?.collectionView(self, didSelectItemAt: path)
                return
            }
            guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
            setSelected(path, false)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
        if !allowsMultipleSelection {
            for old in selected {
                setSelected(old, false)
                delegate?.collectionView(self, didDeselectItemAt: old)
            }
        }
        setSelected(path, true)
        delegate?.collectionView(self, didSelectItemAt: path)
    }

    private func highlight(_ path: IndexPath?) {
        guard path != highlighted else { return }
        if let highlighted {
            cellForItem(at: highlighted)?.isHighlighted = false
            itemDelegate?.collectionView(self, didUnhighlightItemAt: highlighted)
        }
        highlighted = path
        if let path {
            cellForItem(at: path)?.isHighlighted = true
            itemDelegate?.collectionView(self, didHighlightItemAt: path)
        }
    }

    private func press(_ path: IndexPath?) {
        guard let path, itemDelegate?.collectionView(self, shouldHighlightItemAt: path) ?? true else { return }
        highlight(path)
    }

    private func release(isDone: Bool) {
        guard let path = highlighted else { return }
        highlight(nil)
        if isDone { choose(path) }
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let touch = touches.first { press(indexPathForItem(at: touch.location(in: self))) }
    }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        release(isDone: indexPathForItem(at: touch.location(in: self)) == highlighted)
    }
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { release(isDone: false) }

    // MARK: Focus

    func canFocus(_ cell: UICollectionViewCell) -> Bool {
        guard let path = indexPath(for: cell) else { return false }
        return itemDelegate?.collectionView(self, canFocusItemAt: path) ?? true
    }

    private func path(holding item: (any UIFocusItem)?) -> IndexPath? {
        for environment in item?.focusChain ?? [] {
            if let cell = environment as? UICollectionViewCell, let path = indexPath(for: cell) { return path }
        }
        return nil
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
            context, previous: path(holding: context.previouslyFocusedItem),
            next: path(holding: context.nextFocusedItem))
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let path = path(holding: window?.focusSystem.focusedItem), presses.contains(where: { $0.type == .select })
        else { return super.pressesBegan(presses, with: event) }
        press(path)
    }
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard highlighted != nil, presses.contains(where: { $0.type == .select }) else {
            return super.pressesEnded(presses, with: event)
        }
        release(isDone: true)
    }
    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        release(isDone: false)
        super.pressesCancelled(presses, with: event)
    }
}

extension UIView {
    /// Whether this view or one of its descendants has the focus.
    fileprivate var isFocusInside: Bool { window?.focusedView?.isDescendant(of: self) ?? false }
}
