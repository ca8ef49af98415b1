import CoreGraphics
import UIKit

/// A button of the screens that cover the player: a pill of dark glass, or white where the keys have selected it.
final class ScreenButton: PlayerControl {
    private let label = UILabel(frame: .zero)
    private let icon = UIImageView(image: nil)
    private let hover = UIHoverGestureRecognizer()

    /// Whether Return activates this button.
    var isChosen = false {
        didSet {
            guard isChosen != oldValue else { return }
            accessibilityTraits = isChosen ? [.button, .selected] : .button
            setNeedsLayout()
        }
    }
    /// Whether the button takes part in the focus of the tv idiom. Screens that choose their buttons themselves have buttons that do not.
    var isFocusable = false
    /// Whether the button lies directly on video, so that it needs a dark background.
    var isDark = false { didSet { if isDark != oldValue { setNeedsLayout() } } }
    /// Size of the text, in points.
    var textSize: CGFloat = 15 { didSet { if textSize != oldValue { updateFont() } } }

    init(
        title: String, image: UIImage? = nil, spoken: String? = nil, action: @escaping @MainActor () -> Void
    ) {
        super.init(frame: .zero)
        label.text = title
        label.textAlignment = .center
        label.isAccessibilityElement = false
        icon.image = image
        icon.contentMode = .scaleAspectFit
        icon.isHidden = image == nil
        addSubview(label)
        addSubview(icon)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = spoken ?? title
        addAction(UIAction { _ in action() }, for: .primaryActionTriggered)
        hover.addAction { [weak self] recognizer in
            self?.isHovered = recognizer.state == .began || recognizer.state == .changed
        }
        addGestureRecognizer(hover)
        updateFont()
    }

    required init?(coder: NSCoder) { nil }

    override var tooltip: String? { nil }
    override var canBecomeFocused: Bool { isFocusable && isEnabled && !isHidden }

    var title: String { label.text ?? "" }
    var height: CGFloat { (textSize * 2.8).rounded() }

    private func updateFont() {
        label.font = .systemFont(ofSize: textSize, weight: .semibold)
        setNeedsLayout()
    }

    private var iconWidth: CGFloat { icon.isHidden ? 0 : textSize + (title.isEmpty ? 0 : 10) }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: label.sizeThatFits(.zero).width + iconWidth + textSize * 2.6, height: height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = min(bounds.width, bounds.height) / 2
        let isLit = isChosen || isFocused
        if isLit {
            backgroundColor = PlayerLook.white(isHighlighted ? 0.75 : 1)
        } else {
            let lit: CGFloat = isHighlighted ? 0.36 : isHovered ? 0.28 : 0.18
            backgroundColor =
                !isDark
                ? PlayerLook.white(lit)
                : isHighlighted || isHovered
                    ? UIColor(white: isHighlighted ? 0.42 : 0.3, alpha: 0.86) : PlayerLook.menuGlass
        }
        let ink = isLit ? UIColor(white: 0.06, alpha: 1) : UIColor.white
        label.textColor = ink
        icon.tintColor = ink
        label.alpha = isEnabled ? 1 : 0.4
        icon.alpha = label.alpha
        layer.borderWidth = isLit ? 0 : 1
        layer.borderColor = PlayerLook.white(isDark ? 0.35 : 0.16).cgColor
        let text = label.sizeThatFits(.zero)
        let side = icon.isHidden ? 0 : textSize
        let total = min(bounds.width, text.width + iconWidth)
        var left = ((bounds.width - total) / 2).rounded()
        let isMirrored = isLaidOutFromRight
        let textX = isMirrored || icon.isHidden ? left : left + iconWidth
        if isMirrored, !icon.isHidden { left += total - side }
        icon.frame = CGRect(x: left, y: ((bounds.height - side) / 2).rounded(), width: side, height: side)
        label.frame = CGRect(
            x: textX, y: ((bounds.height - text.height) / 2).rounded(), width: max(0, total - iconWidth),
            height: text.height)
    }
}
