import CoreGraphics
import UIKit

/// A pill-shaped button with a title, on translucent or white background.
final class PillButton: PlayerControl {
    private let label = UILabel(frame: .zero)
    private let isProminent: Bool
    /// Size of the title, in points.
    var textSize = 14 * PlayerLook.textFactor {
        didSet {
            guard textSize != oldValue else { return }
            label.font = .systemFont(ofSize: textSize, weight: .semibold)
            setNeedsLayout()
        }
    }

    init(title: String, isProminent: Bool, action: @escaping @MainActor () -> Void) {
        self.isProminent = isProminent
        super.init(frame: .zero)
        label.text = title
        label.font = .systemFont(ofSize: textSize, weight: .semibold)
        label.isAccessibilityElement = false
        addSubview(label)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = title
        addAction(UIAction { _ in action() }, for: .primaryActionTriggered)
    }

    required init?(coder: NSCoder) { nil }

    override var tooltip: String? { nil }
    override var canBecomeFocused: Bool { true }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let text = label.sizeThatFits(.zero)
        return CGSize(width: text.width.rounded(.up) + 36, height: max(36, text.height.rounded(.up) + 18))
    }

    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        super.didUpdateFocus(in: context, with: coordinator)
        setNeedsLayout()
    }

    /// Whether the button is white. In the tv idiom, as everywhere there, it is so while it has the focus.
    private var isWhite: Bool { UIDevice.current.userInterfaceIdiom == .tv ? isFocused : isProminent }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.height / 2
        let lit: CGFloat = isHighlighted ? 0.7 : isHovered ? 0.88 : 1
        label.textColor = isWhite ? .black : .white
        backgroundColor =
            isWhite
            ? PlayerLook.white(lit) : PlayerLook.white(isHighlighted ? 0.34 : isHovered ? 0.26 : 0.18)
        layer.borderWidth = isFocused ? 2 : 0
        layer.borderColor = UIColor.white.cgColor
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(),
            width: size.width, height: size.height)
    }
}
