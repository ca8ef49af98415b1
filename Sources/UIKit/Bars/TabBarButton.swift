import CoreGraphics
import Foundation

/// The button that displays an item of a tab bar.
final class TabBarButton: KeyControl, BarItemDisplay {
    let item: UITabBarItem
    /// The color while the item is not selected; nil: gray.
    var restingColor: UIColor? { didSet { showContent() } }

    private let label = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    private let badge = UILabel(frame: .zero)
    private let press: @MainActor () -> Void
    private var look: BarLook { BarLook(traitCollection) }

    init(_ item: UITabBarItem, press: @escaping @MainActor () -> Void) {
        self.item = item
        self.press = press
        super.init(frame: .zero)
        for view in [picture, label, badge] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
        picture.contentMode = .scaleAspectFit
        label.textAlignment = .center
        badge.textAlignment = .center
        badge.textColor = .white
        badge.layer.masksToBounds = true
        item.display = self
        showContent()
    }

    required init?(coder: NSCoder) { nil }

    func barItemDidChange() { showContent() }

    private func showContent() {
        isEnabled = item.isEnabled
        let state: UIControl.State = !isEnabled ? .disabled : isSelected ? .selected : .normal
        let attributes = item.effectiveAttributes(for: state)
        let color = hasFocusHighlight ? BarLook.inverse : isSelected ? tintColor : restingColor ?? .secondaryLabel
        label.text = item.title
        label.font = attributes[.font] as? UIFont ?? look.tabFont
        label.textColor = hasFocusHighlight ? color : attributes[.foregroundColor] as? UIColor ?? color
        picture.image = Self.template(isSelected ? item.selectedImage ?? item.image : item.image)
        picture.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: look.symbolSize)
        picture.tintColor = color
        badge.text = item.badgeValue
        badge.font = look.badgeFont
        badge.backgroundColor = item.badgeColor ?? .systemRed
        badge.isHidden = item.badgeValue == nil
        for view in [label, picture] { view.alpha = isEnabled ? isHighlighted ? 0.6 : 1 : 0.35 }
        accessibilityLabel = item.accessibilityLabel ?? item.title
        accessibilityIdentifier = item.accessibilityIdentifier
        accessibilityHint = item.accessibilityHint
        accessibilityValue = item.accessibilityValue ?? item.badgeValue
        accessibilityTraits = isSelected ? [.button, .selected] : .button
        setNeedsLayout()
    }

    /// An image that keeps its colors only where the client says so.
    private static func template(_ image: UIImage?) -> UIImage? {
        image?.renderingMode == .automatic ? image?.withRenderingMode(.alwaysTemplate) : image
    }

    override func stateDidChange() {
        super.stateDidChange()
        showContent()
    }

    override func tintColorDidChange() {
        super.tintColorDidChange()
        showContent()
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        showContent()
    }

    override var highlightFrame: CGRect { bounds.insetBy(dx: 2, dy: 2) }

    override func layoutSubviews() {
        super.layoutSubviews()
        let image = picture.image == nil ? .zero : picture.sizeThatFits(.zero)
        let text = (item.title ?? "").isEmpty ? .zero : label.sizeThatFits(.zero)
        let pictureSize = CGSize(width: min(image.width, bounds.width), height: min(image.height, look.symbolSize))
        let gap: CGFloat = image.height > 0 && text.height > 0 ? 2 : 0
        let top = ((bounds.height - pictureSize.height - gap - text.height) / 2).rounded()
        picture.frame = CGRect(
            x: ((bounds.width - pictureSize.width) / 2).rounded() + (item.imageInsets.left - item.imageInsets.right)
                / 2,
            y: top + (item.imageInsets.top - item.imageInsets.bottom) / 2, width: pictureSize.width,
            height: pictureSize.height)
        let width = min(bounds.width - 4, text.width.rounded(.up))
        label.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: top + pictureSize.height + gap, width: max(0, width),
            height: text.height)
        let badgeSize = badge.sizeThatFits(.zero)
        let height = badgeSize.height.rounded(.up) + 2
        badge.frame = mirroredIfNeeded(
            CGRect(
                x: (bounds.width / 2 + look.symbolSize / 3).rounded(), y: 2,
                width: max(height, badgeSize.width.rounded(.up) + 8), height: height))
        badge.layer.cornerRadius = height / 2
    }

    override func primaryAction() {
        super.primaryAction()
        press()
    }
}
