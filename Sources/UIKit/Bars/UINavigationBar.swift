import CoreGraphics
public import Foundation

/// Reports the changes of the items of a navigation bar, and can prevent them.
@preconcurrency @MainActor public protocol UINavigationBarDelegate: UIBarPositioningDelegate {
    func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool
    func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem)
    func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool
    func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem)
}

extension UINavigationBarDelegate {
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { true }
    public func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {}
    public func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { true }
    public func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {}
}

/// The style of a bar's colors.
public enum UIBarStyle: Int, Sendable {
    /// That of the interface, light or dark.
    case `default` = 0
    /// Dark.
    case black = 1
}

/// A bar with a title, a back button and further buttons. It displays the last of a stack of items.
open class UINavigationBar: UIView, UIBarPositioning {
    /// Not called for the changes of a navigation controller's bar.
    open weak var delegate: (any UINavigationBarDelegate)? { didSet { setNeedsLayout() } }
    open var barStyle = UIBarStyle.default {
        didSet { overrideUserInterfaceStyle = barStyle == .black ? .dark : .unspecified }
    }
    /// Whether the content of a navigation controller extends below the bar. An opaque bar covers nothing.
    open var isTranslucent = true {
        didSet {
            guard isTranslucent != oldValue else { return }
            updateLook()
            owner?.barDidChange()
        }
    }
    /// The color behind the title; nil: that of the system.
    open var barTintColor: UIColor? { didSet { updateLook() } }
    /// The font and color of the title; those of the appearance precede them.
    open var titleTextAttributes: [NSAttributedString.Key: Any]? { didSet { content?.itemDidChange() } }
    /// The appearance of the bar; `barTintColor` precedes the color of its background.
    open var standardAppearance = UINavigationBarAppearance() { didSet { updateLook() } }
    /// The appearance while the content of a navigation controller is at its upper edge; nil: `standardAppearance`.
    open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { updateLook() } }

    private let background = BarBackground(frame: .zero)
    private var stack: [UINavigationItem] = []
    private(set) var content: NavigationBarContent?
    private var endOfTransition: (() -> Void)?
    /// The navigation controller whose bar this is.
    weak var owner: UINavigationController?
    /// Whether the content below the bar is at its upper edge.
    var isAtScrollEdge = false { didSet { if isAtScrollEdge != oldValue { updateLook() } } }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(background)
        background.hairlineEdge = .bottom
        updateLook()
    }

    public required init?(coder: NSCoder) { nil }

    // MARK: Items

    open var items: [UINavigationItem]? {
        get { stack }
        set { setItems(newValue, animated: false) }
    }
    open var topItem: UINavigationItem? { stack.last }
    open var backItem: UINavigationItem? { stack.dropLast().last }

    /// Adds an item and displays it, unless the delegate prevents it.
    open func pushItem(_ item: UINavigationItem, animated: Bool) {
        guard delegate?.navigationBar(self, shouldPush: item) ?? true else { return }
        change(to: stack + [item], .push, animated: animated) { [weak self] in
            guard let self else { return }
            delegate?.navigationBar(self, didPush: item)
        }
    }

    /// Removes the last item, unless it is the only one or the delegate prevents it.
    /// - Returns: the item that was removed.
    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? {
        guard stack.count > 1, let item = stack.last,
            delegate?.navigationBar(self, shouldPop: item) ?? true
        else { return nil }
        change(to: Array(stack.dropLast()), .pop, animated: animated) { [weak self] in
            guard let self else { return }
            delegate?.navigationBar(self, didPop: item)
        }
        return item
    }

    /// Replaces all items. The content moves as with a push or a pop, depending on whether the new top item was in the bar.
    open func setItems(_ items: [UINavigationItem]?, animated: Bool) {
        let items = items ?? []
        let isPop = items.last.map { last in stack.contains { $0 === last } } ?? true
        change(to: items, items.last === stack.last ? .replacement : isPop ? .pop : .push, animated: animated) {}
    }

    private func change(
        to items: [UINavigationItem], _ direction: Direction, animated: Bool, completion: @escaping () -> Void
    ) {
        let transition = makeTransition(to: items, direction)
        guard animated, window != nil else {
            transition.end()
            return completion()
        }
        UIView.performWithoutAnimation(transition.prepare)
        UIView.animate(withDuration: UINavigationController.seconds, animations: transition.animate) { _ in
            transition.end()
            completion()
        }
    }

    enum Direction { case push, pop, replacement }

    /// The steps of an animated change of the displayed item.
    @MainActor struct Transition {
        let prepare: () -> Void
        let animate: () -> Void
        let end: () -> Void
    }

    /// Displays the last of new items, and returns the steps of the movement from the former one.
    func makeTransition(to items: [UINavigationItem], _ direction: Direction) -> Transition {
        endOfTransition?()
        for item in stack where item.bar === self { item.bar = nil }
        stack = items
        for item in items { item.bar = self }
        let before = content
        let after = items.last.map { NavigationBarContent($0, back: backItem, bar: self) }
        content = after
        if let after { addSubview(after) }
        before?.isUserInteractionEnabled = false
        before?.accessibilityElementsHidden = true
        invalidateIntrinsicContentSize()
        updateLook()
        setNeedsLayout()
        window?.focusableContentDidChange()
        let shift = direction == .replacement || UIAccessibility.isReduceMotionEnabled ? 0 : bounds.width / 3
        let sign: CGFloat = (direction == .pop) == isRightToLeft ? 1 : -1
        let end = { [weak self, weak before, weak after] in
            before?.removeFromSuperview()
            after?.settle()
            self?.endOfTransition = nil
        }
        endOfTransition = end
        return Transition(
            prepare: { [weak self] in
                self?.layoutIfNeeded()
                after?.displace(by: -shift * sign)
            },
            animate: {
                before?.displace(by: shift * sign)
                after?.settle()
            }, end: end)
    }

    /// Updates the bar after an item has changed.
    func itemDidChange(_ item: UINavigationItem, animated: Bool) {
        guard item === topItem || item === backItem, let content else { return }
        if animated, window != nil {
            UIView.transition(with: self, duration: 0.25, options: .transitionCrossDissolve) { content.itemDidChange() }
        } else {
            content.itemDidChange()
        }
        updateLook()
        owner?.barDidChange()
    }

    /// Goes back for the back button.
    func performBack() {
        if let action = topItem?.backAction { return action.performWithSender(self, target: nil) }
        if let owner { owner.popViewController(animated: true) } else { popItem(animated: true) }
    }

    // MARK: Appearance

    /// The appearance of the displayed item.
    var appearance: UINavigationBarAppearance {
        let standard = topItem?.standardAppearance ?? standardAppearance
        return isAtScrollEdge ? topItem?.scrollEdgeAppearance ?? scrollEdgeAppearance ?? standard : standard
    }

    private func updateLook() {
        background.show(appearance, color: barTintColor.map { isTranslucent ? $0 : $0.withAlphaComponent(1) })
        if !isTranslucent { background.backgroundColor = background.backgroundColor?.withAlphaComponent(1) }
        content?.itemDidChange()
    }

    open var barPosition: UIBarPosition {
        let position = delegate?.position(for: self) ?? .any
        return position == .any ? .top : position
    }

    // MARK: Layout

    private var look: BarLook { BarLook(traitCollection) }

    /// The height with the line of the prompt.
    var fittingHeight: CGFloat { look.height + (topItem?.prompt == nil ? 0 : look.promptHeight) }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: fittingHeight)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: fittingHeight) }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        invalidateIntrinsicContentSize()
        content?.itemDidChange()
        owner?.barDidChange()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        background.frame = bounds
        background.hairlineEdge = barPosition == .bottom ? .top : .bottom
        for case let content as NavigationBarContent in subviews {
            content.bounds.size = bounds.size
            content.center = CGPoint(x: bounds.midX, y: bounds.midY)
        }
    }
}
