import CoreGraphics
import Foundation

/// The button that displays a bar item.
final class BarButton: KeyControl, BarItemDisplay {
    let item: UIBarButtonItem
    private let label = UILabel(frame: .zero)
    private let picture = UIImageView(image: nil)
    private let chevron = UIImageView(image: nil)
    /// Called after the item has changed so that its bar is laid out again.
    private let itemDidChange: @MainActor () -> Void
    /// The responder from which methods without a target are searched.
    private let actionStart: @MainActor () -> UIResponder?
    private let press = UILongPressGestureRecognizer()
    private let click = UITapGestureRecognizer()

    /// Whether the button has the arrow of a back button.
    let isBack: Bool
    /// Replaces the title of a back button for which there is no room.
    var shortTitle: String?? { didSet { showContent() } }
    /// Called by a press in place of the item's action.
    private let ownAction: (@MainActor () -> Void)?
    private var look: BarLook { BarLook(traitCollection) }

    init(
        _ item: UIBarButtonItem, isBack: Bool = false, ownAction: (@MainActor () -> Void)? = nil,
        actionStart: @escaping @MainActor () -> UIResponder?, itemDidChange: @escaping @MainActor () -> Void
    ) {
        self.item = item
        self.ownAction = ownAction
        self.isBack = isBack
        self.actionStart = actionStart
        self.itemDidChange = itemDidChange
        super.init(frame: .zero)
        for view in [chevron, picture, label] {
            view.isAccessibilityElement = false
            addSubview(view)
        }
        chevron.isHidden = !isBack
        picture.contentMode = .scaleAspectFit
        label.textAlignment = .center
        item.display = self
        press.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.direct.rawValue)]
        press.addAction { [weak self] recognizer in if recognizer.state == .began { self?.showMenu() } }
        click.buttonMaskRequired = .secondary
        click.allowedTouchTypes = [NSNumber(value: UITouch.TouchType.indirectPointer.rawValue)]
        click.addAction { [weak self] recognizer in if recognizer.state == .ended { self?.showMenu() } }
        addGestureRecognizer(press)
        addGestureRecognizer(click)
        showContent()
    }

    required init?(coder: NSCoder) { nil }

    func barItemDidChange() {
        showContent()
        itemDidChange()
    }

    // MARK: Content

    /// The color of the content without the highlight of the focus.
    private var contentColor: UIColor { hasFocusHighlight ? BarLook.inverse : item.tintColor ?? tintColor }

    private func attributes() -> [NSAttributedString.Key: Any] {
        item.effectiveAttributes(for: !isEnabled ? .disabled : isHighlighted ? .highlighted : .normal)
    }

    private var title: String? { shortTitle ?? item.shownTitle }

    private func showContent() {
        isEnabled = item.isEnabled
        isSelected = item.isSelected
        isHidden = item.isHidden
        let attributes = attributes()
        label.text = title
        label.font =
            attributes[.font] as? UIFont ?? look.buttonFont(isProminent: item.style == .done && item.shownImage == nil)
        picture.image = item.shownImage
        picture.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: look.symbolSize)
        if isBack {
            chevron.image = UIImage(systemName: isRightToLeft ? "chevron.right" : "chevron.left")
            chevron.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: look.symbolSize)
        }
        label.isHidden = (title ?? "").isEmpty
        picture.isHidden = picture.image == nil
        let color = attributes[.foregroundColor] as? UIColor
        label.textColor = hasFocusHighlight ? contentColor : color ?? contentColor
        picture.tintColor = contentColor
        chevron.tintColor = contentColor
        for view in [label, picture, chevron] { view.alpha = isEnabled ? isHighlighted ? 0.6 : 1 : 0.35 }
        accessibilityLabel = isBack ? backName : item.spokenName
        accessibilityIdentifier = item.accessibilityIdentifier ?? (isBack ? "BackButton" : nil)
        accessibilityHint = item.accessibilityHint
        accessibilityValue = item.accessibilityValue
        setNeedsLayout()
    }

    /// The spoken name of a back button, which says where it leads.
    private var backName: String {
        let back = BarStrings.current.back
        let title = item.spokenName
        return title.isEmpty || title == back ? back : "\(back), \(title)"
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

    // MARK: Layout

    private var chevronWidth: CGFloat { isBack ? (look.symbolSize * 0.8).rounded() : 0 }

    /// The width that the button takes.
    var fittingWidth: CGFloat {
        if item.width > 0 { return item.width }
        let look = look
        var content = picture.isHidden ? 0 : picture.sizeThatFits(.zero).width
        if !label.isHidden { content = max(content, label.sizeThatFits(.zero).width.rounded(.up)) }
        for title in item.possibleTitles ?? [] {
            let size = NSAttributedString(string: title, attributes: [.font: label.font as Any]).size()
            content = max(content, size.width.rounded(.up))
        }
        let padding = isBack ? look.padding / 2 : look.padding
        return max(isBack ? 0 : look.leastWidth, content + padding * 2 + chevronWidth)
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: fittingWidth, height: look.height) }

    override var highlightFrame: CGRect {
        let height = max(0, look.height - look.highlightInset * 2)
        return CGRect(x: 0, y: ((bounds.height - height) / 2).rounded(), width: bounds.width, height: height)
    }

    override var restingHighlight: UIColor? { item.isSelected ? BarLook.highlight(0.12) : nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        let inset = isBack ? look.padding / 2 : 0
        let room = bounds.width - chevronWidth - inset * 2
        let size = label.sizeThatFits(.zero)
        let width = isBack ? room : min(room, size.width.rounded(.up))
        label.textAlignment = isBack ? (isRightToLeft ? .right : .left) : .center
        label.frame = mirroredIfNeeded(
            CGRect(
                x: inset + chevronWidth + ((room - width) / 2).rounded(),
                y: ((bounds.height - size.height) / 2).rounded(), width: max(0, width), height: size.height))
        let image = picture.sizeThatFits(.zero)
        picture.frame = CGRect(
            x: ((bounds.width - image.width) / 2).rounded() + (item.imageInsets.left - item.imageInsets.right) / 2,
            y: ((bounds.height - image.height) / 2).rounded() + (item.imageInsets.top - item.imageInsets.bottom) / 2,
            width: image.width, height: image.height)
        let side = look.symbolSize
        chevron.frame = mirroredIfNeeded(
            CGRect(
                x: inset - side * 0.2, y: ((bounds.height - side) / 2).rounded(), width: side, height: side))
    }

    // MARK: Pressing

    override func primaryAction() {
        super.primaryAction()
        if let ownAction { return ownAction() }
        guard item.hasAction else { return showMenu() }
        item.perform(from: actionStart() ?? self, event: nil)
    }

    private func showMenu() {
        guard isEnabled, let menu = item.menu else { return }
        MenuController.show(menu, from: self, sender: item)
    }
}
