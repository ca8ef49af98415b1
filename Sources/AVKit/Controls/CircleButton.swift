import CoreGraphics
import Foundation
import UIKit

/// A round button with an icon or a few characters.
final class CircleButton: PlayerControl {
    enum Ground { case bare, glass }

    private let icon = UIImageView(image: nil)
    private let label = UILabel(frame: .zero)
    private let ground: Ground

    override func highlightDidChange() { updateFill() }
    /// Whether the button's menu is open; the button stays highlighted meanwhile.
    var isOpen = false { didSet { if isOpen != oldValue { updateFill() } } }

    var symbol: String {
        didSet { if symbol != oldValue { icon.image = UIImage(systemName: symbol) } }
    }

    var text: String? {
        didSet {
            guard text != oldValue else { return }
            label.text = text
            label.isHidden = text == nil
            icon.isHidden = text != nil
            setNeedsLayout()
        }
    }

    init(symbol: String, label name: String, ground: Ground = .bare, action: @escaping @MainActor () -> Void) {
        self.symbol = symbol
        self.ground = ground
        super.init(frame: CGRect(x: 0, y: 0, width: PlayerLook.buttonSize, height: PlayerLook.buttonSize))
        icon.image = UIImage(systemName: symbol)
        icon.tintColor = .white
        icon.contentMode = .scaleAspectFit
        label.font = Self.font(PlayerLook.iconSize)
        label.adjustsFontSizeToFitWidth = true
        label.minimumScaleFactor = 0.6
        label.textColor = .white
        label.textAlignment = .center
        label.isAccessibilityElement = false
        label.isHidden = true
        addSubview(icon)
        addSubview(label)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = name
        addAction(UIAction { _ in action() }, for: .primaryActionTriggered)
        updateFill()
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFocused: Bool { isEnabled && !isHidden }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = min(bounds.width, bounds.height) / 2
        let side = PlayerLook.iconSize(inButtonOf: min(bounds.width, bounds.height))
        let font = Self.font(side)
        if label.font.pointSize != font.pointSize { label.font = font }
        icon.frame = CGRect(
            x: (bounds.width - side) / 2, y: (bounds.height - side) / 2, width: side, height: side)
        let size = label.sizeThatFits(.zero)
        let width = min(size.width, bounds.width - 2)
        label.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(),
            width: width, height: size.height)
        updateFill()
    }

    /// The font of a text in place of an icon.
    private static func font(_ iconSize: CGFloat) -> UIFont {
        .monospacedDigitSystemFont(ofSize: 14 * iconSize / PlayerLook.leastIconSize, weight: .bold)
    }

    private func updateFill() {
        icon.alpha = isEnabled ? 1 : 0.35
        label.alpha = icon.alpha
        let lit: CGFloat = isHighlighted ? PlayerLook.pressedFill : isHovered || isOpen ? PlayerLook.hoverFill : 0
        switch ground {
        case .bare: backgroundColor = lit > 0 ? PlayerLook.white(lit) : nil
        case .glass:
            backgroundColor =
                lit > 0 ? UIColor(white: isHighlighted ? 0.42 : 0.3, alpha: 0.72) : PlayerLook.darkGlass
        }
        layer.borderWidth = isFocused ? 2 : ground == .glass ? 1 : 0
        layer.borderColor = (isFocused ? UIColor.white : PlayerLook.hairline).cgColor
    }
}
