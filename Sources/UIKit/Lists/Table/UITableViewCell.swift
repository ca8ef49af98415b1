import CoreGraphics
public import Foundation
import WindowSystem

/// A row of a table: an image, texts and an accessory in one of four styles, or the client's views in `contentView`.
open class UITableViewCell: UIView {
    open private(set) var contentView = UIView(frame: .zero)
    open private(set) var reuseIdentifier: String?
    private let style: CellStyle
    private let background = RowBackground()
    private lazy var accessory = RowAccessory { [weak self] in self?.accessoryWasPressed() }
    /// Made at the first access to a label or the image.
    private var texts: RowTexts?
    let editor = RowEditor()
    private var configuredView: (any UIView & UIContentView)?
    private(set) var state = RowState()
    /// Set by the table.
    var row = RowLook() {
        didSet {
            guard row != oldValue else { return }
            if row.indentationLevel != oldValue.indentationLevel { indentationLevel = row.indentationLevel }
            setNeedsLayout()
        }
    }
    /// The height of a row whose height does not follow its content; nil for others.
    var fixedHeight: CGFloat?

    /// The arguments of cells that are made from registered classes.
    static var reuseIdentifierOfNewCell: String?

    public init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        prepare()
    }

    /// Called for cells of registered classes, whose own initializer this calls.
    public override convenience init(frame: CGRect) {
        self.init(style: .default, reuseIdentifier: Self.reuseIdentifierOfNewCell)
        if !frame.isEmpty { self.frame = frame }
    }

    public required init?(coder: NSCoder) { nil }

    private func prepare() {
        for view in [background.plate, contentView, background.separator, background.ring] { addSubview(view) }
        contentView.frame = bounds
        // Constraints in the content are solved with the size of the cell as soon as it changes.
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    }

    // MARK: Content

    private var madeTexts: RowTexts {
        if let texts { return texts }
        let new = RowTexts(style)
        texts = new
        new.updateFonts(TableLook(traitCollection))
        for view in new.views { contentView.addSubview(view) }
        setNeedsLayout()
        return new
    }

    /// The text of the row.
    open var textLabel: UILabel? { madeTexts.text }
    /// The second text; nil in the default style.
    open var detailTextLabel: UILabel? { madeTexts.detail }
    /// The image at the leading edge. An image that is higher than the row, or than 60 points in a row with an automatic
    /// height, is scaled down.
    open var imageView: UIImageView? { madeTexts.image }

    /// The content of the row, in place of the labels and the image.
    open var contentConfiguration: (any UIContentConfiguration)? { didSet { showConfiguration() } }

    /// Returns a configuration with the look of the cell's style, without content.
    open func defaultContentConfiguration() -> UIListContentConfiguration {
        let look = TableLook(traitCollection)
        return switch style {
        case .default: .cell(look)
        case .subtitle: .subtitleCell(look)
        case .value1, .value2: .valueCell(look)
        }
    }

    private func showConfiguration() {
        defer { superview?.setNeedsLayout() }
        guard let configuration = contentConfiguration?.updated(for: configurationState) else {
            configuredView?.removeFromSuperview()
            configuredView = nil
            return
        }
        if let configuredView, configuredView.supports(configuration) {
            configuredView.configuration = configuration
            return
        }
        configuredView?.removeFromSuperview()
        let view = configuration.makeContentView()
        view.frame = contentView.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        contentView.addSubview(view)
        configuredView = view
    }

    // MARK: Configurations and states

    open var configurationState: UICellConfigurationState {
        var result = UICellConfigurationState(traitCollection: traitCollection)
        result.isSelected = state.isSelected
        result.isHighlighted = state.isHighlighted
        result.isFocused = isFocused
        return result
    }

    /// Called when the state of the cell has changed, after `updateConfiguration(using:)`.
    open var configurationUpdateHandler: ConfigurationUpdateHandler? { didSet { setNeedsUpdateConfiguration() } }
    public typealias ConfigurationUpdateHandler =
        @MainActor (_ cell: UITableViewCell, _ state: UICellConfigurationState) -> Void

    /// Updates the configurations for a state. Overrides set those that depend on it.
    open func updateConfiguration(using state: UICellConfigurationState) {
        if let contentConfiguration, let configuredView {
            configuredView.configuration = contentConfiguration.updated(for: state)
        }
    }

    /// Apple: at the next layout. Here: at once.
    open func setNeedsUpdateConfiguration() {
        let state = configurationState
        updateConfiguration(using: state)
        configurationUpdateHandler?(self, state)
    }

    open var isSelected: Bool {
        get { state.isSelected }
        set { setSelected(newValue, animated: false) }
    }
    open var isHighlighted: Bool {
        get { state.isHighlighted }
        set { setHighlighted(newValue, animated: false) }
    }

    /// Called by the table when the row is selected or deselected, also with an unchanged state.
    open func setSelected(_ selected: Bool, animated: Bool) { change(animated) { $0.isSelected = selected } }
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        change(animated) { $0.isHighlighted = highlighted }
    }

    func setHovered(_ isHovered: Bool) { change { $0.isHovered = isHovered } }
    func setHasKeys(_ hasKeys: Bool) { change { $0.hasKeys = hasKeys } }

    private func change(_ animated: Bool = false, _ body: (inout RowState) -> Void) {
        let old = state
        body(&state)
        guard state != old else { return }
        if state.isSelected != old.isSelected { accessibilityDidChange(.states) }
        stateDidChange(animated: animated)
    }

    private func stateDidChange(animated: Bool) {
        setNeedsUpdateConfiguration()
        guard animated, window != nil else { return showState() }
        UIView.animate(withDuration: 0.25) { self.showState() }
    }

    /// How selected and pressed rows look.
    open var selectionStyle = SelectionStyle.default { didSet { setNeedsLayout() } }
    /// The view behind the content, as large as the cell.
    open var backgroundView: UIView? { didSet { exchange(oldValue, backgroundView) } }
    /// The view above the background that is visible while the row is selected or pressed, in place of the usual color.
    open var selectedBackgroundView: UIView? { didSet { exchange(oldValue, selectedBackgroundView) } }
    /// The background of the row; nil for the one of the table's style.
    open var backgroundConfiguration: UIBackgroundConfiguration? { didSet { setNeedsLayout() } }

    private func exchange(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        if let new { insertSubview(new, belowSubview: contentView) }
        if let backgroundView { insertSubview(backgroundView, aboveSubview: background.plate) }
        setNeedsLayout()
    }

    private var isPressed: Bool { (state.isSelected || state.isHighlighted) && selectionStyle != .none }
    private var hasFocusLook: Bool { isFocused && traitCollection.userInterfaceIdiom == .tv }

    private var plateColor: UIColor? {
        if hasFocusLook { return BarLook.highlight(state.isHighlighted ? 0.8 : 1) }
        if isPressed, selectedBackgroundView == nil { return TableLook.pressed }
        if let backgroundConfiguration, !backgroundConfiguration.followsState || !state.isHovered {
            return backgroundConfiguration.resolvedBackgroundColor(for: tintColor)
        }
        if state.isHovered, selectionStyle != .none, !editor.isLifted { return TableLook.hovered }
        return nil
    }

    /// The color of the row while it is neither selected, pressed nor focused; that of the client comes first.
    private var restingColor: UIColor? {
        if let backgroundColor { return backgroundColor }
        guard backgroundConfiguration == nil else { return nil }
        let isTelevision = traitCollection.userInterfaceIdiom == .tv
        if row.style == .plain { return isTelevision ? nil : .systemBackground }
        return .secondarySystemGroupedBackground
    }

    private func showState() {
        let isAlone = hasFocusLook || (isPressed && TableLook(traitCollection).isTelevision && row.style == .plain)
        background.show(plateColor, backgroundConfiguration, in: self, isRoundedAlone: isAlone)
        background.ring.isHidden = !state.hasKeys
        selectedBackgroundView?.isHidden = !isPressed
        layer.backgroundColor = restingColor?.resolvedColor(with: traitCollection).cgColor
        // On the filled highlight of the focus, light and dark change places.
        let style: UIUserInterfaceStyle =
            !hasFocusLook ? .unspecified : traitCollection.userInterfaceStyle == .dark ? .light : .dark
        for view in [contentView, accessory.host] where view.overrideUserInterfaceStyle != style {
            view.overrideUserInterfaceStyle = style
        }
    }

    // MARK: Accessory and indentation

    /// The symbol or button at the trailing edge.
    open var accessoryType: AccessoryType {
        get { accessory.type }
        set { changeAccessory { $0.set(newValue) } }
    }
    /// A view at the trailing edge in place of the one of `accessoryType`, with its own size.
    open var accessoryView: UIView? {
        get { accessory.view }
        set { changeAccessory { $0.view = newValue } }
    }

    private func changeAccessory(_ change: (RowAccessory) -> Void) {
        change(accessory)
        accessory.host.isHidden = false
        if accessory.host.superview == nil { insertSubview(accessory.host, aboveSubview: contentView) }
        setNeedsLayout()
    }

    private func accessoryWasPressed() { table?.accessoryWasPressed(in: self) }

    /// How far the content of a row without a configuration is moved from the leading edge, in units of `indentationWidth`.
    open var indentationLevel = 0 { didSet { setNeedsLayout() } }
    open var indentationWidth: CGFloat = 10 { didSet { setNeedsLayout() } }
    private var indentation: CGFloat { CGFloat(indentationLevel) * indentationWidth }

    private var ownSeparatorInset: UIEdgeInsets?
    /// The distances of the separator from the edges of the cell; until it is set, those of the table.
    open var separatorInset: UIEdgeInsets {
        get { ownSeparatorInset ?? row.separatorInset ?? table?.separatorInset ?? .zero }
        set {
            ownSeparatorInset = newValue
            setNeedsLayout()
        }
    }

    // MARK: Editing

    /// Whether the row has the control of its editing style.
    open var isEditing: Bool {
        get { editor.isOn }
        set { setEditing(newValue, animated: false) }
    }
    /// Set by the table from its delegate.
    open var editingStyle: EditingStyle { editor.style }

    /// Whether the row has the control for moving it while it is edited.
    ///
    /// The table sets it from `tableView(_:canMoveRowAt:)` each time it displays the row or its editing begins. A client can hide the control in
    /// `tableView(_:willDisplay:forRowAt:)`.
    open var showsReorderControl: Bool {
        get { editor.showsReorder }
        set {
            editor.showsReorder = newValue
            editor.updateReorder(in: self)
            setNeedsLayout()
        }
    }

    /// Displays the row above the others while the viewer drags it.
    func setLifted(_ isLifted: Bool) {
        editor.isLifted = isLifted
        RowShadow.set(isLifted, on: layer)
        setNeedsLayout()
    }

    /// Called by the table when its editing begins and ends. Overrides change their content and call the superclass's implementation.
    open func setEditing(_ editing: Bool, animated: Bool) {
        editor.set(editing, editing ? editor.style : .none, in: self)
        setNeedsLayout()
        guard animated, window != nil else { return }
        UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() }
    }

    // MARK: Reuse

    /// Called before the cell is reused for another row. Overrides call the superclass's implementation and reset the
    /// changes of the previous use.
    open func prepareForReuse() {
        state = RowState()
        row = RowLook()
        editor.reset()
        RowShadow.set(false, on: layer)
        setNeedsUpdateConfiguration()
        setNeedsLayout()
    }

    var table: UITableView? {
        var above = superview
        while let present = above {
            if let table = present as? UITableView { return table }
            above = present.superview
        }
        return nil
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        let look = TableLook(traitCollection)
        let (width, end) = (accessory.width(look), editor.trailing(look))
        let trailing = width + end
        let (leading, shift) = (editor.leading(look), editor.shift)
        contentView.frame = mirroredIfNeeded(
            CGRect(x: leading + shift, y: 0, width: max(0, bounds.width - trailing - leading), height: bounds.height))
        accessory.host.frame = mirroredIfNeeded(
            CGRect(x: bounds.width - trailing + shift, y: 0, width: width, height: bounds.height))
        accessory.layout(look)
        editor.layOut(in: self, look)
        for view in [backgroundView, selectedBackgroundView].compactMap({ $0 }) { view.frame = bounds }
        layOutTexts(look)
        showState()
        roundCorners(look)
        showSeparator(look)
    }

    private func layOutTexts(_ look: TableLook) {
        guard let texts else { return }
        texts.updateFonts(look)
        texts.hasAccessory = accessory.width(look) > 0
        for view in texts.views { view.isHidden = configuredView != nil }
        let inset = fixedHeight == nil ? look.verticalMargin * 2 : look.textGap * 2
        texts.place(
            texts.frames(
                width: contentView.bounds.width, height: contentView.bounds.height,
                imageHeight: fixedHeight == nil ? min(look.imageHeight, bounds.height) : max(1, bounds.height - inset),
                look, indentation: indentation), in: contentView)
    }

    private func roundCorners(_ look: TableLook) {
        let isRounded = row.style == .insetGrouped && (row.isFirst || row.isLast || editor.isLifted)
        layer.cornerRadius = isRounded ? look.cornerRadius : 0
        layer.maskedCorners = []
        if row.isFirst || editor.isLifted {
            layer.maskedCorners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner])
        }
        if row.isLast || editor.isLifted {
            layer.maskedCorners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner])
        }
        // A lifted row has a shadow outside of its bounds.
        clipsToBounds = !editor.isLifted && (isRounded || editor.reveal > 0)
    }

    private func showSeparator(_ look: TableLook) {
        let isHidden = row.separator == nil || look.isTelevision || (row.isLast && row.style == .insetGrouped)
        let inset = ownSeparatorInset ?? row.separatorInset
        let start = inset?.left ?? (row.isLast && row.style == .grouped ? 0 : contentStart(look))
        background.showSeparator(isHidden ? nil : row.separator, start: start, end: inset?.right ?? 0, in: self)
    }

    /// Where the texts begin, from the leading edge.
    private func contentStart(_ look: TableLook) -> CGFloat {
        if let list = configuredView as? UIListContentView { return list.textStart }
        guard let texts, configuredView == nil else { return look.margin }
        let text = texts.text.frame.offsetBy(dx: contentView.frame.minX, dy: 0)
        return isRightToLeft ? bounds.width - text.maxX : text.minX
    }

    /// Returns the size for the content: the client's constraints or configuration, or the texts.
    open override func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        CGSize(width: targetSize.width, height: fittingHeight(width: targetSize.width))
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { systemLayoutSizeFitting(size) }

    private func fittingHeight(width: CGFloat) -> CGFloat {
        let look = TableLook(traitCollection)
        let inner = max(0, width - accessory.width(look) - editor.leading(look) - editor.trailing(look))
        if let configuredView {
            let height = Self.height(of: configuredView, width: inner)
            return configuredView is UIListContentView ? max(look.rowHeight, height) : height
        }
        if LayoutEngine.hasConstraints(contentView) {
            let height = LayoutEngine(root: contentView).fittingHeight(width: inner)
            if height > 0 { return height }
        }
        guard let texts else { return look.rowHeight }
        texts.updateFonts(look)
        texts.hasAccessory = inner < width
        let frames = texts.frames(
            width: inner, height: nil, imageHeight: nil, look, indentation: indentation)
        return max(look.rowHeight, frames.height)
    }

    private static func height(of view: UIView, width: CGFloat) -> CGFloat {
        LayoutEngine.hasConstraints(view)
            ? LayoutEngine(root: view).fittingHeight(width: width)
            : view.sizeThatFits(CGSize(width: width, height: 0)).height
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsLayout()
    }

    /// Colors that were resolved outside of the window may be those of the other style.
    open override func didMoveToWindow() {
        super.didMoveToWindow()
        setNeedsLayout()
    }

    // MARK: Focus

    /// Whether the delegate allows the focus; true by default within a table.
    open override var canBecomeFocused: Bool { table?.canFocus(self) ?? false }

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        guard context.nextFocusedItem === self || context.previouslyFocusedItem === self else { return }
        setNeedsUpdateConfiguration()
        coordinator.addCoordinatedAnimations { self.showState() }
    }

    // MARK: Accessibility

    /// The texts of the row.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? Self.texts(in: contentView).joined(separator: ", ") }
        set { super.accessibilityLabel = newValue }
    }

    private static func texts(in view: UIView) -> [String] {
        view.subviews.flatMap { child -> [String] in
            guard !child.isHidden, child.alpha > 0.01 else { return [] }
            if let label = child as? UILabel { return [label.accessibilityLabel ?? ""].filter { !$0.isEmpty } }
            return texts(in: child)
        }
    }

    open override var isAccessibilityElement: Bool {
        get { elementIsSet ? super.isAccessibilityElement : !Self.hasControl(self) }
        set {
            elementIsSet = true
            super.isAccessibilityElement = newValue
        }
    }
    /// Whether the client has determined whether the cell is an element. Otherwise a cell is one unless it contains controls,
    /// which are then elements of their own.
    private var elementIsSet = false

    private static func hasControl(_ view: UIView) -> Bool {
        view.subviews.contains { !$0.isHidden && ($0 is UIControl || hasControl($0)) }
    }

    open override var accessibilityTraits: UIAccessibilityTraits {
        get { state.isSelected ? super.accessibilityTraits.union(.selected) : super.accessibilityTraits }
        set { super.accessibilityTraits = newValue.subtracting(.selected) }
    }

    /// Selects the row on behalf of assistive technology.
    open override func accessibilityActivate() -> Bool { table?.activate(self) ?? false }
}

extension UITableViewCell: ReusableView {
    var reuseKey: CellPool.Key? { reuseIdentifier.map { CellPool.Key(kind: nil, identifier: $0) } }
}

extension UITableViewCell: AccessibleRow {
    var hasKeys: Bool { state.hasKeys }
}
