import CoreGraphics
public import Foundation

/// Receives the selections of a tab bar.
@preconcurrency @MainActor public protocol UITabBarDelegate: NSObjectProtocol {
    /// Called after the viewer has selected an item, also if the item was selected.
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
}

extension UITabBarDelegate {
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
}

/// The appearance of a tab bar.
open class UITabBarAppearance: UIBarAppearance {}

/// A row of items, one of which is selected.
///
/// Apple: several layouts by the size classes. Here: the image over the title.
open class UITabBar: UIView {
    open weak var delegate: (any UITabBarDelegate)?
    open var items: [UITabBarItem]? {
        get { shown }
        set { setItems(newValue, animated: false) }
    }
    /// Setting it does not call the delegate.
    open weak var selectedItem: UITabBarItem? { didSet { updateSelection() } }
    /// The color behind the items; nil: that of the system.
    open var barTintColor: UIColor? { didSet { updateLook() } }
    /// The appearance of the background; `barTintColor` precedes its color.
    open var standardAppearance = UITabBarAppearance() { didSet { updateLook() } }
    /// The color of items that are not selected; nil: gray. Selected items have the tint color.
    open var unselectedItemTintColor: UIColor? { didSet { updateSelection() } }

    private let background = BarBackground(frame: .zero)
    private var shown: [UITabBarItem]?
    private var buttons: [TabBarButton] = []
    /// Whether the bar is above the content, as in the tv idiom.
    var isAboveContent = false { didSet { if isAboveContent != oldValue { setNeedsLayout() } } }
    /// Decides whether the viewer may select an item, and acts on it before the delegate.
    var select: (@MainActor (UITabBarItem) -> Bool)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(background)
        updateLook()
    }

    public required init?(coder: NSCoder) { nil }

    /// Replaces the items. The selected item stays selected if it is among them.
    /// - Parameter animated: whether the new items fade in.
    open func setItems(_ items: [UITabBarItem]?, animated: Bool) {
        for button in buttons { button.removeFromSuperview() }
        shown = items
        buttons = (items ?? []).map { item in TabBarButton(item) { [weak self] in self?.press(item) } }
        for button in buttons { addSubview(button) }
        if let selectedItem, !(items ?? []).contains(where: { $0 === selectedItem }) { self.selectedItem = nil }
        updateSelection()
        setNeedsLayout()
        window?.focusableContentDidChange()
        guard animated, window != nil else { return }
        UIView.performWithoutAnimation { for button in buttons { button.alpha = 0 } }
        UIView.animate(withDuration: 0.25) { for button in self.buttons { button.alpha = 1 } }
    }

    private func press(_ item: UITabBarItem) {
        if let select, !select(item) { return }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }

    private func updateSelection() {
        for button in buttons {
            button.restingColor = unselectedItemTintColor
            button.isSelected = button.item === selectedItem
        }
    }

    private func updateLook() { background.show(standardAppearance, color: barTintColor) }

    private var look: BarLook { BarLook(traitCollection) }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: look.tabHeight)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: look.tabHeight) }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        background.frame = bounds
        background.hairlineEdge = isAboveContent ? .bottom : .top
        guard !buttons.isEmpty else { return }
        let (left, right) = (safeAreaInsets.left, safeAreaInsets.right)
        let width = max(0, bounds.width - left - right) / CGFloat(buttons.count)
        let height = min(bounds.height, look.tabHeight)
        for (index, button) in buttons.enumerated() {
            let start = (left + width * CGFloat(index)).rounded()
            let end = (left + width * CGFloat(index + 1)).rounded()
            button.frame = mirroredIfNeeded(
                CGRect(x: start, y: isAboveContent ? bounds.height - height : 0, width: end - start, height: height))
        }
    }
}
