import CoreGraphics
import Foundation

/// A control that is highlighted under the pointer, that Tab reaches in the desktop idiom, and that the focus reaches in the tv idiom.
class KeyControl: UIControl {
    private let highlight = UIView(frame: .zero)
    private let hover = UIHoverGestureRecognizer()
    private var isHovered = false { didSet { if isHovered != oldValue { setNeedsLayout() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        highlight.isUserInteractionEnabled = false
        addSubview(highlight)
        hover.addAction { [weak self] recognizer in
            self?.isHovered = recognizer.state == .began || recognizer.state == .changed
        }
        addGestureRecognizer(hover)
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    /// The frame of the highlight and of the ring.
    var highlightFrame: CGRect { bounds }
    var highlightRadius: CGFloat { 8 }
    /// The color of the highlight while the control is neither pressed, hovered nor focused.
    var restingHighlight: UIColor? { nil }
    /// Whether the control is displayed with the highlight of the tv idiom's focus.
    var hasFocusHighlight: Bool { isFocused }

    override func layoutSubviews() {
        super.layoutSubviews()
        highlight.frame = highlightFrame
        highlight.layer.cornerRadius = highlightRadius
        highlight.backgroundColor = highlightColor
    }

    private var highlightColor: UIColor? {
        if hasFocusHighlight { return BarLook.highlight(isHighlighted ? 0.8 : 1) }
        guard isEnabled else { return restingHighlight }
        return isHighlighted
            ? BarLook.highlight(0.18) : isHovered ? BarLook.highlight(0.09) : restingHighlight
    }

    // MARK: Keys

    override var canBecomeFocused: Bool { isEnabled && !isHidden }
    override var isKeyStop: Bool { true }
    override var keyRing: (frame: CGRect, radius: CGFloat) { (highlightFrame, highlightRadius) }
}

extension UIPress {
    /// Whether the key presses the control that has the keys: Return or Space.
    var activatesControl: Bool { type == .select || key?.keyCode == .keyboardSpacebar }

    /// The direction in which Tab moves the keys: 1, or -1 with Shift; nil for other keys and for Tab with other modifiers.
    var tabStep: Int? {
        guard let key, key.keyCode == .keyboardTab,
            key.modifierFlags.isDisjoint(with: [.control, .alternate, .command])
        else { return nil }
        return key.modifierFlags.contains(.shift) ? -1 : 1
    }
}
