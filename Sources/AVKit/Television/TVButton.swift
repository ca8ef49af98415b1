import CoreGraphics
import Foundation
import UIKit

/// A round button above the transport bar.
final class TVButton: FocusControl {
    enum Kind: Hashable {
        case subtitles, audio, speed, pictureInPicture, overlay, settings
        /// An element of `transportBarCustomMenuItems`.
        case custom(Int)
    }

    let kind: Kind
    private let icon = UIImageView(image: nil)
    private let label = UILabel(frame: .zero)

    init(_ kind: Kind, look: TVLook, image: UIImage?, text: String? = nil, name: String) {
        self.kind = kind
        super.init(look: look)
        icon.image = image
        icon.contentMode = .scaleAspectFit
        label.text = image == nil ? text : nil
        label.font = look.digits(17, .bold)
        label.isAccessibilityElement = false
        layer.cornerRadius = look(TVLook.buttonSize) / 2
        layer.borderWidth = 1
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowRadius = look(10)
        layer.shadowOffset = CGSize(width: 0, height: look(6))
        addSubview(icon)
        addSubview(label)
        accessibilityLabel = name
        showFocus(false)
    }

    required init?(coder: NSCoder) { nil }

    var text: String? {
        get { label.text }
        set {
            guard icon.image == nil, newValue != label.text else { return }
            label.text = newValue
            accessibilityValue = newValue
            setNeedsLayout()
        }
    }

    /// Whether the button's menu is open; the button stays lit meanwhile.
    var isOpen = false { didSet { if isOpen != oldValue { showFocus(isFocused) } } }

    override var focusedScale: CGFloat { 1.12 }

    override func showFocus(_ isFocused: Bool) {
        backgroundColor =
            isFocused ? TVLook.focusedFill : isOpen ? UIColor(white: 0.42, alpha: 0.9) : PlayerLook.menuGlass
        layer.borderColor = isFocused ? UIColor.white.cgColor : PlayerLook.hairline.cgColor
        icon.tintColor = isFocused ? TVLook.focusedInk : .white
        label.textColor = isFocused ? TVLook.focusedInk : .white
        layer.shadowOpacity = isFocused ? 0.45 : 0
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let side = look(26)
        icon.frame = CGRect(x: (bounds.width - side) / 2, y: (bounds.height - side) / 2, width: side, height: side)
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(),
            width: size.width, height: size.height)
    }
}

/// A pill with a title: a tab, or an action of the information panel.
final class TVPill: FocusControl {
    private let label = UILabel(frame: .zero)
    private let icon = UIImageView(image: nil)
    private let isTab: Bool
    /// Whether the tab's panel is visible.
    var isChosen = false {
        didSet {
            guard isChosen != oldValue else { return }
            showFocus(isFocused)
            accessibilityTraits = isChosen ? [.button, .selected] : .button
        }
    }

    init(title: String, image: UIImage? = nil, isTab: Bool, look: TVLook) {
        self.isTab = isTab
        super.init(look: look)
        label.text = title
        label.font = look.font(20, .semibold)
        label.isAccessibilityElement = false
        icon.image = image
        icon.contentMode = .scaleAspectFit
        layer.cornerRadius = look(TVLook.tabHeight) / 2
        addSubview(icon)
        addSubview(label)
        accessibilityLabel = title
        showFocus(false)
    }

    required init?(coder: NSCoder) { nil }

    var title: String { label.text ?? "" }

    var wantedWidth: CGFloat {
        look(24) * 2 + (icon.image == nil ? 0 : look(28)) + label.sizeThatFits(.zero).width.rounded(.up)
    }

    override var focusedScale: CGFloat { isTab ? 1 : 1.06 }

    override func showFocus(_ isFocused: Bool) {
        backgroundColor =
            isFocused
            ? TVLook.focusedFill : isTab ? (isChosen ? PlayerLook.white(0.24) : .clear) : PlayerLook.white(0.16)
        let ink = isFocused ? TVLook.focusedInk : isTab && !isChosen ? PlayerLook.white(0.75) : .white
        label.textColor = ink
        icon.tintColor = ink
        label.shadowColor = isFocused || !isTab ? nil : PlayerLook.textShadow
        label.shadowOffset = PlayerLook.textShadowOffset
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = label.sizeThatFits(.zero)
        let width = min(size.width.rounded(.up), max(0, bounds.width - look(24)))
        let lead = icon.image == nil ? 0 : look(28)
        let left = ((bounds.width - width - lead) / 2).rounded()
        let isRight = isLaidOutFromRight
        let side = look(20)
        icon.frame = CGRect(
            x: isRight ? left + width + look(8) : left, y: (bounds.height - side) / 2, width: side, height: side)
        label.frame = CGRect(
            x: isRight ? left : left + lead, y: ((bounds.height - size.height) / 2).rounded(), width: width,
            height: size.height)
    }
}
