public import CoreGraphics
public import Foundation

/// A scroll view that displays a list of rows in sections, with a few reused cells.
///
/// A `delegate` that conforms to `UITableViewDelegate` also provides heights and section views, and receives selection,
/// display and focus callbacks. In the desktop idiom, arrow keys move from row to row and Return selects.
open class UITableView: UIScrollView {
    /// The key of header and footer views in the reuse queue.
    static let headerFooterKind = "headerFooter"

    open private(set) var style: Style
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { if dataSource !== oldValue { reloadData() } }
    }
    open override weak var delegate: (any UIScrollViewDelegate)? {
        didSet { if delegate !== oldValue { heightsDidChange() } }
    }
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    /// Whether the focus returns to the row that had it last.
    open var remembersLastFocusedIndexPath = false

    // MARK: Appearance

    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine { didSet { rowsDidChangeLook() } }
    /// nil for the system's color.
    open var separatorColor: UIColor? = .separator { didSet { rowsDidChangeLook() } }
    private(set) var ownSeparatorInset: UIEdgeInsets?
    /// The distances of the separators from the edges of the rows. Until it is set, separators begin where the texts begin.
    open var separatorInset: UIEdgeInsets {
        get { ownSeparatorInset ?? UIEdgeInsets(top: 0, left: TableLook(traitCollection).margin, bottom: 0, right: 0) }
        set {
            ownSeparatorInset = newValue
            rowsDidChangeLook()
        }
    }
    /// The view behind the rows, which does not scroll.
    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { insertSubview(backgroundView, at: 0) }
            setNeedsLayout()
        }
    }
    /// The view above all sections, with the height of its frame.
    open var tableHeaderView: UIView? { didSet { exchange(oldValue, tableHeaderView) } }
    /// The view below all sections, with the height of its frame.
    open var tableFooterView: UIView? { didSet { exchange(oldValue, tableFooterView) } }

    // MARK: State of the list

    private var measures = TableMeasures() { didSet { if measures != oldValue { heightsDidChange() } } }
    private(set) lazy var cells = TableCells(self)
    let shown = ShownViews()
    private(set) lazy var selection = ListSelection(of: self)
    private(set) var arrangement = TableArrangement()
    /// The numbers of rows for which the arrangement was made; nil before the data source has been read.
    private var counts: [Int]?
    /// The sizes for which the arrangement was made; nil when it must be made again.
    private var arranged: Arranged?
    /// The changes of a running update, and the number of its unfinished beginnings.
    private var update: (changes: ListChanges, depth: Int, isAnimated: Bool)?
    /// The area of a running scroll animation, which needs cells besides the visible bounds.
    private var travelled: CGRect?
    var lastFocused: IndexPath?
    /// Whether cells are being made. The data source may ask for the visible ones meanwhile.
    private(set) var isShowing = false
    private(set) lazy var keys = TableKeys(self)
    private(set) lazy var editing = TableEditing(self)

    private struct Arranged: Equatable {
        var width: CGFloat
        var head: CGFloat
        var foot: CGFloat
        var traits: UITraitCollection
    }

    /// The maximum length of a scroll animation with intermediate cells, in multiples of the bounds.
    private static let longestTravel: CGFloat = 6
    /// The maximum number of passes in which newly visible rows are measured and make room for further ones.
    private static let maximumPasses = 12

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
        keys.begin()
        _ = editing
    }

    public convenience override init(frame: CGRect) {
        self.init(frame: frame, style: .plain)
    }

    public required init?(coder: NSCoder) { nil }

    var rowDelegate: (any UITableViewDelegate)? { delegate as? any UITableViewDelegate }

    // MARK: Heights

    /// The height of rows for which the delegate has none.
    open var rowHeight: CGFloat {
        get { measures.row }
        set { measures.row = newValue }
    }
    /// The height that a row with an automatic height is assumed to have before it is first displayed.
    open var estimatedRowHeight: CGFloat {
        get { measures.estimatedRow }
        set { measures.estimatedRow = newValue }
    }
    open var sectionHeaderHeight: CGFloat {
        get { measures.header }
        set { measures.header = newValue }
    }
    open var sectionFooterHeight: CGFloat {
        get { measures.footer }
        set { measures.footer = newValue }
    }
    open var estimatedSectionHeaderHeight: CGFloat {
        get { measures.estimatedHeader }
        set { measures.estimatedHeader = newValue }
    }
    open var estimatedSectionFooterHeight: CGFloat {
        get { measures.estimatedFooter }
        set { measures.estimatedFooter = newValue }
    }
    /// The space above each header; automatic: 22 points in the plain style, none in the others.
    open var sectionHeaderTopPadding: CGFloat {
        get { measures.headerPadding }
        set { measures.headerPadding = newValue }
    }

    private func heightsDidChange() {
        arranged = nil
        // The heights so far are no estimates for others.
        arrangement = TableArrangement()
        setNeedsLayout()
    }

    private func exchange(_ old: UIView?, _ new: UIView?) {
        guard old !== new else { return }
        old?.removeFromSuperview()
        if let new { addSubview(new) }
        heightsDidChange()
    }

    // MARK: Making cells

    /// Registers a class for new cells; nil removes the registration.
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        cells.pool.register(cellClass, .init(kind: nil, identifier: identifier))
    }

    open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
        cells.pool.register(aClass, .init(kind: Self.headerFooterKind, identifier: identifier))
    }

    /// Returns an unused cell, or a new one of the registered class; nil where there is neither.
    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        cells.pool.takeIfPossible(.init(kind: nil, identifier: identifier)) as? UITableViewCell
    }

    /// Returns an unused cell, or a new one of the registered class. An unregistered identifier is a programming error
    /// and stops the program.
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        let cell = cells.cell(identifier)
        if let frame = frame(of: ListPlace(kind: nil, path: indexPath)) { cell.frame = frame }
        return cell
    }

    open func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
        cells.pool.takeIfPossible(.init(kind: Self.headerFooterKind, identifier: identifier))
            as? UITableViewHeaderFooterView
    }

    // MARK: Data

    open var numberOfSections: Int { readCounts().count }

    open func numberOfRows(inSection section: Int) -> Int {
        let counts = readCounts()
        return counts.indices.contains(section) ? counts[section] : 0
    }

    private func readCounts() -> [Int] {
        if let counts { return counts }
        let new = currentCounts()
        counts = new
        return new
    }

    private func currentCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<max(0, dataSource.numberOfSections(in: self))).map {
            max(0, dataSource.tableView(self, numberOfRowsInSection: $0))
        }
    }

    /// Clears the selection, recycles all cells, and reads the data source again at the next layout.
    open func reloadData() {
        editing.endForChanges()
        counts = nil
        arranged = nil
        selection.reset()
        keys.reset()
        for (place, view) in shown.removeAll() { cells.recycle(view, place) }
        setNeedsLayout()
    }

    // MARK: Changes

    /// Makes the changes of a block together, and animates them: deletions are those of rows before it, insertions those
    /// of rows after it. Numbers of rows that do not agree with the changes are a programming error and stop the program.
    /// - Parameter completion: called with true after the layout.
    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates()
        if let completion { HostTime.after(0) { completion(true) } }
    }

    open func beginUpdates() {
        if update == nil {
            _ = counts ?? (arranged == nil ? nil : readCounts())
            update = (ListChanges(), 0, true)
        }
        update?.depth += 1
    }

    /// Makes the changes since `beginUpdates()`. Without changes, heights are read again.
    open func endUpdates() {
        guard let now = update else { return }
        update?.depth -= 1
        guard now.depth == 1 else { return }
        update = nil
        apply(now.changes, isAnimated: now.isAnimated)
    }

    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.insertedItems.formUnion(indexPaths) }
    }
    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.deletedItems.formUnion(indexPaths) }
    }
    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        change(animation) { $0.reloadedItems.formUnion(indexPaths) }
    }
    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        change(.automatic) { $0.movedItems[indexPath] = newIndexPath }
    }
    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.insertedSections.formUnion(sections) }
    }
    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.deletedSections.formUnion(sections) }
    }
    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        change(animation) { $0.reloadedSections.formUnion(sections) }
    }
    open func moveSection(_ section: Int, toSection newSection: Int) {
        change(.automatic) { $0.movedSections[section] = newSection }
    }

    private func change(_ animation: RowAnimation, _ body: (inout ListChanges) -> Void) {
        let isOnly = update == nil
        if isOnly { beginUpdates() }
        if var now = update {
            body(&now.changes)
            if animation == .none { now.isAnimated = false }
            update = now
        }
        if isOnly { endUpdates() }
    }

    /// Makes changes that have been calculated.
    /// - Parameter body: changes the data.
    func change(_ changes: ListChanges, isAnimated: Bool, _ body: () -> Void) {
        beginUpdates()
        body()
        update?.changes = changes
        update?.isAnimated = isAnimated
        endUpdates()
    }

    private func apply(_ changes: ListChanges, isAnimated: Bool) {
        // Data that was not read before the changes has no earlier state.
        guard let old = counts else { return setNeedsLayout() }
        editing.endForChanges()
        let new = currentCounts()
        if let text = changes.mismatch(from: old, to: new, items: "rows", list: "table view") {
            // The cells would display the data of other rows.
            preconditionFailure(text)
        }
        let measured = arrangement.measuredRows
        counts = new
        cells.update(changes)
        selection.reset(to: Set(selection.selected.compactMap(changes.newPath)))
        lastFocused = lastFocused.flatMap(changes.newPath)
        keys.update(changes)
        var heights: [IndexPath: CGFloat] = [:]
        for (path, height) in measured where !changes.isReloaded(path) {
            if let path = changes.newPath(of: path) { heights[path] = height }
        }
        arrange(known: heights)
        setNeedsLayout()
        layOutChanges(isAnimated: isAnimated)
    }

    private func layOutChanges(isAnimated: Bool) {
        guard isAnimated, window != nil, !bounds.isEmpty else { return }
        let before = Set(shown.views.values.map(ObjectIdentifier.init))
        UIView.animate(withDuration: 0.3) { self.layoutIfNeeded() }
        let new = shown.views.values.filter { !before.contains(ObjectIdentifier($0)) }
        for view in new { view.alpha = 0 }
        UIView.animate(withDuration: 0.3) { for view in new { view.alpha = 1 } }
    }

    // MARK: Editing

    /// Whether rows have the controls of their editing styles.
    open var isEditing: Bool {
        get { editing.isOn }
        set { setEditing(newValue, animated: false) }
    }

    open func setEditing(_ editing: Bool, animated: Bool) { self.editing.set(editing, animated: animated) }

    /// Whether rows can be selected while `isEditing` is true.
    open var allowsSelectionDuringEditing: Bool {
        get { editing.allowsSelection }
        set { editing.allowsSelection = newValue }
    }

    override func scroll(byWheel turn: CGPoint) -> Bool {
        defer { editing.mover.follow() }
        return editing.turn(turn, over: keys.hovered) || super.scroll(byWheel: turn)
    }

    // MARK: Arranging

    /// The width of the rows' area.
    var areaWidth: CGFloat {
        let inset = adjustedContentInset
        return max(0, bounds.width - inset.left - inset.right)
    }

    /// Makes the arrangement again where sizes or data have changed.
    func prepare() {
        let now = Arranged(
            width: areaWidth, head: tableHeaderView?.frame.height ?? 0, foot: tableFooterView?.frame.height ?? 0,
            traits: traitCollection)
        guard now != arranged else { return }
        arrange(known: [:])
    }

    /// - Parameter known: measured heights of rows with automatic heights.
    private func arrange(known: [IndexPath: CGFloat]) {
        let head = tableHeaderView?.frame.height ?? 0
        let foot = tableFooterView?.frame.height ?? 0
        arranged = Arranged(width: areaWidth, head: head, foot: foot, traits: traitCollection)
        let former = known.isEmpty ? arrangement : TableArrangement()
        let heights = TableHeights(self, measures: measures, former: former, known: known)
        arrangement = TableArrangement(
            readCounts().enumerated().map { heights.section($0.offset, rows: $0.element) }, head: head)
        updateContentSize()
    }

    private func updateContentSize() {
        let size = CGSize(width: areaWidth, height: arrangement.length + (arranged?.foot ?? 0))
        if contentSize != size { contentSize = size }
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        prepare()
        show(in: visibleArea, keepsOthers: false)
        if let backgroundView, backgroundView.frame != bounds { backgroundView.frame = bounds }
        place(tableHeaderView, at: 0)
        place(tableFooterView, at: arrangement.length)
        keys.didLayOut()
    }

    private var visibleArea: CGRect { travelled.map { $0.union(bounds) } ?? bounds }

    private func place(_ view: UIView?, at top: CGFloat) {
        guard let view else { return }
        let frame = CGRect(x: 0, y: top, width: areaWidth, height: view.frame.height)
        if view.frame != frame { view.frame = frame }
    }

    /// Creates the missing cells in an area, measures those with automatic heights, and recycles those outside it unless
    /// `keepsOthers` is true.
    func show(in area: CGRect, keepsOthers: Bool) {
        guard let dataSource, !isShowing, area.width > 0, area.height > 0 else { return }
        isShowing = true
        defer { isShowing = false }
        var area = area
        for _ in 0..<Self.maximumPasses {
            let wanted = places(in: area)
            if !keepsOthers {
                for (place, view) in shown.removeAll(outside: Set(wanted)) { cells.recycle(view, place) }
            }
            // The data source may call `reloadData()`, after which the places are no longer valid.
            for place in wanted where shown[place] == nil && arranged != nil {
                UIView.performWithoutAnimation { cells.make(place, dataSource) }
            }
            guard arranged != nil, let moved = measure(wanted) else { break }
            area = area.offsetBy(dx: 0, dy: moved)
        }
        for (place, view) in shown.views { lay(view, place) }
    }

    private func lay(_ view: UIView, _ place: ListPlace) {
        guard let frame = frame(of: place) else { return }
        (view as? UITableViewCell)?.row = look(of: place.path)
        if view.frame != frame { view.frame = frame }
    }

    /// Measures the views at places whose heights are estimates. Rows that begin above the visible area grow upwards.
    /// - Returns: how far the content was moved; nil where nothing was measured.
    private func measure(_ places: [ListPlace]) -> CGFloat? {
        var heights: [ListPlace: CGFloat] = [:]
        var growth: CGFloat = 0
        for place in places where arrangement.isEstimate(place) {
            guard let view = shown[place], let frame = frame(of: place, floats: false) else { continue }
            let target = CGSize(width: frame.width, height: 0)
            let height = max(place.kind == nil ? 1 : 0, view.systemLayoutSizeFitting(target).height.rounded(.up))
            heights[place] = height
            if frame.minY < bounds.minY + adjustedContentInset.top { growth += height - frame.height }
        }
        guard !heights.isEmpty else { return nil }
        arrangement.set(heights)
        let isAtTop = bounds.minY <= -adjustedContentInset.top
        updateContentSize()
        if growth != 0, !isAtTop { moveContent(by: growth) }
        return isAtTop ? 0 : growth
    }

    private func rowsDidChangeLook() {
        for (place, view) in shown.views where place.kind == nil {
            (view as? UITableViewCell)?.row = look(of: place.path)
        }
    }

    // MARK: Scrolling

    override func scrollingWillAnimate(to offset: CGPoint) {
        let way = bounds.union(CGRect(origin: offset, size: bounds.size))
        travelled = way.height <= bounds.height * Self.longestTravel ? way : nil
        setNeedsLayout()
    }

    override func scrollingDidAnimate() {
        travelled = nil
        setNeedsLayout()
    }

    /// Scrolls so that a rectangle is visible, also below a header that floats over it.
    open override func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        prepare()
        var rect = rect
        let path = indexPathForRow(at: CGPoint(x: rect.midX, y: rect.midY))
        if style == .plain, let path, let header = arrangement.strip(ofHeader: path.section) {
            rect = rect.union(rect.offsetBy(dx: 0, dy: -header.height))
        }
        super.scrollRectToVisible(rect, animated: animated)
    }

    // MARK: Touches, keys and the remote

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first, event?.isPrimaryPress ?? true, !editing.close(animated: true) else { return }
        selection.press(shown.path(at: touch.location(in: self)))
    }
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first else { return }
        let path = shown.path(at: touch.location(in: self))
        if let path, path == selection.highlighted { keys.start(at: path) }
        selection.release(isDone: path == selection.highlighted)
    }
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        selection.release(isDone: false)
    }

    open override var canBecomeFirstResponder: Bool { isKeyStop || editing.mover.lifted != nil }

    @discardableResult open override func becomeFirstResponder() -> Bool {
        let hasKeys = super.becomeFirstResponder()
        if hasKeys { keys.show() }
        return hasKeys
    }

    @discardableResult open override func resignFirstResponder() -> Bool {
        let isResigned = super.resignFirstResponder()
        if isResigned { keys.hide() }
        return isResigned
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if presses.contains(where: { $0.type == .menu }), editing.mover.cancel() { return }
        let focused = shown.path(holding: window?.focusSystem.focusedItem)
        if let focused, presses.contains(where: { $0.type == .select }) { return selection.press(focused) }
        guard isKeyStop, presses.contains(where: keys.handle) else {
            return super.pressesBegan(presses, with: event)
        }
    }
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard selection.highlighted != nil, presses.contains(where: \.activatesControl) else {
            return super.pressesEnded(presses, with: event)
        }
        selection.release(isDone: true)
    }
    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        selection.release(isDone: false)
        super.pressesCancelled(presses, with: event)
    }

    // MARK: Focus

    /// Creates cells for rows outside the visible bounds, so that the focus can move to them.
    open override func focusItems(in rect: CGRect) -> [any UIFocusItem] {
        prepare()
        if !rect.isInfinite, !bounds.contains(rect) {
            show(in: rect.intersection(bounds.insetBy(dx: 0, dy: -bounds.height)), keepsOthers: true)
        }
        return super.focusItems(in: rect)
    }

    open override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        let path =
            (remembersLastFocusedIndexPath ? lastFocused : nil)
            ?? rowDelegate?.indexPathForPreferredFocusedView(in: self)
        return path.flatMap { cellForRow(at: $0) }.map { [$0] } ?? []
    }

    open override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool {
        rowDelegate?.tableView(self, shouldUpdateFocusIn: rowContext(context)) ?? true
    }

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        let context = rowContext(context)
        if let next = context.nextFocusedIndexPath { lastFocused = next }
        rowDelegate?.tableView(self, didUpdateFocusIn: context, with: coordinator)
    }

    private func rowContext(_ context: UIFocusUpdateContext) -> UITableViewFocusUpdateContext {
        UITableViewFocusUpdateContext(
            context, previous: shown.path(holding: context.previouslyFocusedItem),
            next: shown.path(holding: context.nextFocusedItem))
    }
}
