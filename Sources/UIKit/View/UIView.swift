public import CoreGraphics
public import Foundation
public import QuartzCore
import WindowSystem

/// A rectangular area of the user interface: it displays a layer, contains other views, and handles touches and keys.
@preconcurrency @MainActor
open class UIView: UIResponder, @preconcurrency CALayerDelegate, UITraitEnvironment, UIFocusItem,
    UIFocusItemContainer, UICoordinateSpace
{
    public enum ContentMode: Int, Sendable {
        case scaleToFill = 0, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right, topLeft
        case topRight, bottomLeft, bottomRight
    }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    public static let noIntrinsicMetric: CGFloat = -1

    /// The class of the view's layer, created with `init()`. Overridden by views with a special layer.
    open class var layerClass: AnyClass { CALayer.self }

    open private(set) var layer: CALayer
    open internal(set) weak var superview: UIView?
    open internal(set) var subviews: [UIView] = []
    /// The controller whose view this is.
    weak var controller: UIViewController?
    /// The window of the tree. Windows return themselves.
    var windowOfTree: UIWindow? { superview?.windowOfTree }

    open var tag = 0
    open var contentMode = ContentMode.scaleToFill { didSet { layer.contentsGravity = contentMode.gravity } }
    open var isUserInteractionEnabled = true
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false
    open var autoresizesSubviews = true
    open var autoresizingMask: AutoresizingMask = [] { didSet { layoutEngineChanged() } }
    open var translatesAutoresizingMaskIntoConstraints = true { didSet { layoutEngineChanged() } }
    open var gestureRecognizers: [UIGestureRecognizer]?
    open var interactions: [any UIInteraction] = []
    open var restorationIdentifier: String?
    var guides: [UILayoutGuide] = []
    var heldConstraints: [NSLayoutConstraint] = []
    var hugging = (UILayoutPriority.defaultLow, UILayoutPriority.defaultLow)
    var resistance = (UILayoutPriority.defaultHigh, UILayoutPriority.defaultHigh)
    var engine: LayoutEngine?
    /// Whether the layer's contents come from `draw(_:)`.
    var isDrawn = false
    private var shownTraits: UITraitCollection?

    public init(frame: CGRect) {
        layer = Self.makeLayer()
        super.init()
        adopt()
        layer.frame = frame.standardizedOrZero
    }

    public override convenience init() {
        self.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        layer = Self.makeLayer()
        super.init()
        adopt()
    }

    private static func makeLayer() -> CALayer {
        makeInstance(of: layerClass) as? CALayer ?? CALayer()
    }

    private func adopt() {
        layer.delegate = self
        layer.setNeedsDisplay()
    }

    open override var next: UIResponder? { controller ?? superview }

    // MARK: Geometry

    open var frame: CGRect {
        get { layer.frame }
        set { changeSize { layer.frame = newValue.standardizedOrZero } }
    }

    open var bounds: CGRect {
        get { layer.bounds }
        set { changeSize { layer.bounds = newValue.standardizedOrZero } }
    }

    open var center: CGPoint {
        get { layer.position }
        set { layer.position = newValue }
    }

    open var transform: CGAffineTransform {
        get { layer.affineTransform() }
        set { layer.setAffineTransform(newValue) }
    }

    private func changeSize(_ change: () -> Void) {
        let before = bounds.size
        change()
        guard bounds.size != before else { return }
        setNeedsLayout()
        if contentMode == .redraw || before.width * before.height == 0 { setNeedsDisplay() }
        if autoresizesSubviews {
            for child in subviews where child.translatesAutoresizingMaskIntoConstraints {
                child.autoresize(from: before, to: bounds.size)
            }
        }
    }

    // MARK: Appearance

    open var alpha: CGFloat {
        get { CGFloat(layer.opacity) }
        set { layer.opacity = Float(newValue.isFinite ? max(0, min(1, newValue)) : 1) }
    }

    open var isHidden: Bool {
        get { layer.isHidden }
        set {
            guard newValue != layer.isHidden else { return }
            layer.isHidden = newValue
            superview?.visibilityDidChange(of: self)
            window?.accessibilityContentDidChange()
        }
    }

    open var isOpaque: Bool {
        get { layer.isOpaque }
        set { layer.isOpaque = newValue }
    }

    open var clipsToBounds: Bool {
        get { layer.masksToBounds }
        set { layer.masksToBounds = newValue }
    }

    open var backgroundColor: UIColor? { didSet { updateBackground() } }

    private var ownTint: UIColor?
    open var tintColor: UIColor! {
        get { ownTint ?? superview?.tintColor ?? .systemBlue }
        set {
            ownTint = newValue
            tellTint()
        }
    }

    open func tintColorDidChange() {}

    private func tellTint() {
        tintColorDidChange()
        for child in subviews where child.ownTint == nil { child.tellTint() }
    }

    private func updateBackground() {
        let traits = traitCollection
        layer.backgroundColor = backgroundColor.map { color in
            var resolved = color.cgColor
            traits.performAsCurrent { resolved = color.cgColor }
            return resolved
        }
    }

    open func setNeedsDisplay() { layer.setNeedsDisplay() }
    open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay() }

    // MARK: Traits

    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified { didSet { traitsChanged() } }

    open var traitCollection: UITraitCollection {
        let inherited = controller?.parentTraits ?? superview?.traitCollection ?? UITraitCollection.current
        return overrideUserInterfaceStyle == .unspecified
            ? inherited : inherited.merging(UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle))
    }

    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    func traitsChanged() {
        let now = traitCollection
        if shownTraits != now {
            let before = shownTraits
            shownTraits = now
            if backgroundColor != nil { updateBackground() }
            if isDrawn { setNeedsDisplay() }
            controller?.traitCollectionDidChange(before)
            traitCollectionDidChange(before)
        }
        for child in subviews { child.traitsChanged() }
    }

    // MARK: Layout

    open func setNeedsLayout() { layer.setNeedsLayout() }

    open func layoutIfNeeded() {
        updateConstraintsIfNeeded()
        layer.layoutIfNeeded()
    }

    /// Sets the frames of the subviews that are positioned by constraints.
    open func layoutSubviews() { rootOfTree.engine?.place(subviewsOf: self) }

    open func layoutSublayers(of layer: CALayer) {
        guard layer === self.layer else { return }
        updateConstraintsIfNeeded()
        controller?.viewWillLayoutSubviews()
        layoutSubviews()
        controller?.viewDidLayoutSubviews()
    }

    open func display(_ layer: CALayer) { if layer === self.layer { drawContents() } }

    /// Draws the view with `UIGraphicsGetCurrentContext()` into the layer's contents. The default implementation draws
    /// nothing.
    ///
    /// Called before the view is first displayed, after `setNeedsDisplay()`, and, with the content mode `.redraw`,
    /// after each change of size.
    /// - Parameter rect: Apple: the part to be updated. Here: always the bounds, as a view is redrawn completely.
    open func draw(_ rect: CGRect) {}

    /// Draws the view and its subviews, as they are now, into the current context.
    /// - Parameters:
    ///   - rect: where, in the coordinates of the context; the view is scaled to its width.
    ///   - afterUpdates: whether changes of the layout that are due are made first.
    /// - Returns: whether the view was drawn; false without a current context.
    @discardableResult
    open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
        guard let context = UIGraphicsGetCurrentContext() else { return false }
        if afterUpdates { layoutIfNeeded() }
        return layer.draw(in: rect, of: context)
    }

    /// Returns a view with an image of this view and its subviews, as they are now; nil for an empty view.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
        if afterUpdates { layoutIfNeeded() }
        guard let image = layer.image(scale: traitCollection.displayScale) else { return nil }
        let view = UIView(frame: bounds)
        view.layer.contents = image
        return view
    }

    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }
    open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }
    open func invalidateIntrinsicContentSize() {
        layoutEngineChanged()
        superview?.setNeedsLayout()
    }
    open class var requiresConstraintBasedLayout: Bool { false }
    /// Changes the view's constraints. Called before the view's first layout, and before the layout that follows
    /// `setNeedsUpdateConstraints()`. The default implementation does nothing.
    open func updateConstraints() {}
    open func setNeedsUpdateConstraints() {
        updatesConstraints = true
        awaitConstraintUpdates()
        layoutEngineChanged()
        setNeedsLayout()
    }
    open func needsUpdateConstraints() -> Bool { updatesConstraints }
    open func updateConstraintsIfNeeded() {
        let root = rootOfTree
        if root.treeUpdatesConstraints {
            root.treeUpdatesConstraints = false
            root.callUpdateConstraints()
        }
        root.solveConstraints()
    }
    /// Whether `updateConstraints` is called before the next layout.
    private var updatesConstraints = true
    /// In the root of a tree: whether any view of the tree may await `updateConstraints`.
    private var treeUpdatesConstraints = true

    /// Has the next layout call `updateConstraints` of the views of the tree that await it.
    func awaitConstraintUpdates() { rootOfTree.treeUpdatesConstraints = true }

    private func callUpdateConstraints() {
        for child in subviews { child.callUpdateConstraints() }
        guard updatesConstraints else { return }
        updatesConstraints = false
        if let controller { controller.updateViewConstraints() } else { updateConstraints() }
    }
    open var alignmentRectInsets: UIEdgeInsets { .zero }
    open var forFirstBaselineLayout: UIView { self }
    open var forLastBaselineLayout: UIView { self }

    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
        didSet {
            guard layoutMargins != oldValue else { return }
            layoutMarginsDidChange()
            layoutEngineChanged()
        }
    }
    open var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            let m = layoutMargins
            return NSDirectionalEdgeInsets(top: m.top, leading: m.left, bottom: m.bottom, trailing: m.right)
        }
        set {
            layoutMargins = UIEdgeInsets(
                top: newValue.top, left: newValue.leading, bottom: newValue.bottom, right: newValue.trailing)
        }
    }
    open func layoutMarginsDidChange() { setNeedsLayout() }

    /// The insets that controllers add with `additionalSafeAreaInsets`. Windows on Linux have no unsafe areas of their
    /// own.
    open var safeAreaInsets: UIEdgeInsets {
        let added = controller?.additionalSafeAreaInsets ?? .zero
        guard let superview else { return added }
        let outer = superview.safeAreaInsets
        if outer == .zero { return added }
        let safe = superview.bounds.inset(by: outer)
        return added
            + UIEdgeInsets(
                top: max(0, safe.minY - frame.minY), left: max(0, safe.minX - frame.minX),
                bottom: max(0, frame.maxY - safe.maxY), right: max(0, frame.maxX - safe.maxX))
    }
    open func safeAreaInsetsDidChange() {}

    open private(set) lazy var safeAreaLayoutGuide = UILayoutGuide(owner: self, insets: { $0.safeAreaInsets })
    open private(set) lazy var layoutMarginsGuide = UILayoutGuide(
        owner: self, insets: { $0.layoutMargins + $0.safeAreaInsets })
    open var readableContentGuide: UILayoutGuide { layoutMarginsGuide }

    // MARK: Hit testing

    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    /// Returns the deepest visible view that accepts user interaction and contains the point. Views in front are
    /// searched first.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        for child in subviews.reversed() {
            if let hit = child.hitTest(child.convert(point, from: self), with: event) { return hit }
        }
        return self
    }

    /// Converts a point to the coordinates of `view`, or of the window for nil.
    open func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        layer.convert(point, to: (view ?? rootOfTree).layer)
    }
    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        layer.convert(point, from: (view ?? rootOfTree).layer)
    }
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        layer.convert(rect, to: (view ?? rootOfTree).layer)
    }
    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        layer.convert(rect, from: (view ?? rootOfTree).layer)
    }

    // MARK: Gestures

    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
        gestureRecognizer.view = self
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }

    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        guard gestureRecognizer.view === self else { return }
        gestureRecognizer.view = nil
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
    }

    open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

    open func addInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: self)
        interactions.append(interaction)
        interaction.didMove(to: self)
    }

    open func removeInteraction(_ interaction: any UIInteraction) {
        interaction.willMove(to: nil)
        interactions.removeAll { $0 === interaction }
        interaction.didMove(to: nil)
    }

    // MARK: Focus

    open var canBecomeFocused: Bool { false }
    open var isFocused: Bool { window?.focusedView === self }
    open var preferredFocusEnvironments: [any UIFocusEnvironment] { [] }
    open var parentFocusEnvironment: (any UIFocusEnvironment)? { controller ?? superview }
    open var focusItemContainer: (any UIFocusItemContainer)? { self }
    open var coordinateSpace: any UICoordinateSpace { self }
    /// Returns the subviews, whether or not they can become focused; the caller checks `canBecomeFocused`.
    open func focusItems(in rect: CGRect) -> [any UIFocusItem] {
        subviews.filter { !$0.clipsToBounds || rect.intersects($0.frame) }
    }
    open func setNeedsFocusUpdate() { UIFocusSystem.focusSystem(for: self)?.setNeedsUpdate(for: self) }
    open func updateFocusIfNeeded() { UIFocusSystem.focusSystem(for: self)?.updateFocusIfNeeded() }
    open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }
    open func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {}

    // MARK: Hooks

    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}
    /// Called after `isHidden` of a subview has changed.
    func visibilityDidChange(of subview: UIView) {}

    // MARK: Animation

    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        UIView.animationInProgress?.action(for: layer, key: event) ?? NSNull()
    }

    // MARK: Accessibility

    open func accessibilityActivate() -> Bool { false }
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}
    open func accessibilityPerformEscape() -> Bool { false }
    open var isAccessibilityElement: Bool {
        get { accessibility.isElement }
        set { accessibility.isElement = newValue }
    }
    open var accessibilityLabel: String? {
        get { accessibility.label }
        set {
            guard newValue != accessibility.label else { return }
            accessibility.label = newValue
            accessibilityDidChange(.label)
        }
    }
    open var accessibilityValue: String? {
        get { accessibility.value }
        set {
            guard newValue != accessibility.value else { return }
            accessibility.value = newValue
            accessibilityDidChange(.value)
        }
    }
    open var accessibilityHint: String? {
        get { accessibility.hint }
        set { accessibility.hint = newValue }
    }
    open var accessibilityTraits: UIAccessibilityTraits {
        get { accessibility.traits }
        set {
            guard newValue != accessibility.traits else { return }
            accessibility.traits = newValue
            accessibilityDidChange(.states)
        }
    }
    open var accessibilityIdentifier: String? {
        get { accessibility.identifier }
        set { accessibility.identifier = newValue }
    }
    open var accessibilityElementsHidden: Bool {
        get { accessibility.hidesChildren }
        set { accessibility.hidesChildren = newValue }
    }
    /// The elements of the view in the order of reading: views, and `UIAccessibilityElement`s; nil for those of its subviews. The view itself is no
    /// element then.
    open var accessibilityElements: [Any]? {
        get { accessibility.elements }
        set {
            accessibility.elements = newValue
            window?.accessibilityContentDidChange()
        }
    }
    /// Actions of the element that assistive technology offers by their names.
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
        get { accessibility.customActions }
        set { accessibility.customActions = newValue }
    }
    lazy var accessibleNode = ViewAccessibilityNode(self)

    /// Reports the change of a property to assistive technology that has read the element.
    func accessibilityDidChange(_ change: AccessibilityChange) {
        guard AccessibilityBridge.shared.isConnected, isAccessibilityElement, window?.platform is DisplayWindow else {
            return
        }
        AccessibilityBridge.shared.changed(change, of: accessibleNode)
    }

    // MARK: Tree and constraints

    open var window: UIWindow? { windowOfTree }

    open func addSubview(_ view: UIView) { place(view, at: subviews.count) }
    open func insertSubview(_ view: UIView, at index: Int) { place(view, at: index) }
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        place(view, beside: siblingSubview, offset: 0)
    }
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        place(view, beside: siblingSubview, offset: 1)
    }
    open func bringSubviewToFront(_ view: UIView) { if view.superview === self { place(view, at: subviews.count) } }
    open func sendSubviewToBack(_ view: UIView) { if view.superview === self { place(view, at: 0) } }

    open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2), index1 != index2 else { return }
        let low = subviews[min(index1, index2)]
        let high = subviews[max(index1, index2)]
        place(high, at: min(index1, index2))
        place(low, at: max(index1, index2))
    }

    open func removeFromSuperview() {
        guard let old = superview else { return }
        let oldWindow = window
        willMove(toSuperview: nil)
        if oldWindow != nil { tellWillMove(to: nil) }
        old.willRemoveSubview(self)
        leaveEngine()
        old.subviews.removeAll { $0 === self }
        superview = nil
        layer.removeFromSuperlayer()
        if oldWindow != nil { endAnimations() }
        if let first = oldWindow?.firstResponder as? UIView, first.isDescendant(of: self) {
            oldWindow?.firstResponder = nil
        }
        finishMove(from: oldWindow, isNew: true, into: nil)
        old.setNeedsLayout()
    }

    open func isDescendant(of view: UIView) -> Bool {
        var candidate: UIView? = self
        while let present = candidate {
            if present === view { return true }
            candidate = present.superview
        }
        return false
    }

    open func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for child in subviews {
            if let found = child.viewWithTag(tag) { return found }
        }
        return nil
    }

    open var constraints: [NSLayoutConstraint] { heldConstraints }

    open func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }
    open func addConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.activate(constraints) }
    open func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }
    open func removeConstraints(_ constraints: [NSLayoutConstraint]) { NSLayoutConstraint.deactivate(constraints) }

    open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        axis == .horizontal ? hugging.0 : hugging.1
    }

    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { hugging.0 = priority } else { hugging.1 = priority }
        layoutEngineChanged()
    }

    open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        axis == .horizontal ? resistance.0 : resistance.1
    }

    open func setContentCompressionResistancePriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
        if axis == .horizontal { resistance.0 = priority } else { resistance.1 = priority }
        layoutEngineChanged()
    }

    /// Returns the size that best satisfies the constraints in this view; without constraints, the intrinsic or fitting
    /// size.
    open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        if !LayoutEngine.hasConstraints(self) {
            let own = intrinsicContentSize
            let fitting = own.width < 0 || own.height < 0 ? sizeThatFits(targetSize) : own
            return CGSize(
                width: own.width >= 0 ? own.width : fitting.width, height: own.height >= 0 ? own.height : fitting.height
            )
        }
        return LayoutEngine(root: self).fittingSize(targetSize)
    }

    open var layoutGuides: [UILayoutGuide] { guides }

    open func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
        layoutGuide.owningView = self
        guides.append(layoutGuide)
        layoutEngineChanged()
    }

    open func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
        guard layoutGuide.owningView === self else { return }
        guides.removeAll { $0 === layoutGuide }
        layoutGuide.owningView = nil
        layoutEngineChanged()
    }
}

/// A behavior that is attached to a view.
@preconcurrency @MainActor public protocol UIInteraction: NSObjectProtocol {
    var view: UIView? { get }
    func willMove(to view: UIView?)
    func didMove(to view: UIView?)
}

extension CGRect {
    /// The standardized rectangle; zero for a rectangle with NaN or infinite values, which would corrupt the whole
    /// layout.
    var standardizedOrZero: CGRect {
        origin.x.isFinite && origin.y.isFinite && width.isFinite && height.isFinite ? standardized : .zero
    }
}

extension UIView.ContentMode {
    var gravity: CALayerContentsGravity {
        switch self {
        case .scaleToFill, .redraw: .resize
        case .scaleAspectFit: .resizeAspect
        case .scaleAspectFill: .resizeAspectFill
        case .center: .center
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        }
    }
}
