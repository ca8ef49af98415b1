import CoreGraphics
import UIKit

/// A badge with the remaining time of the interstitial that plays, and a button to skip the interstitial when that is allowed.
///
/// The view stays visible while the controls fade in and out, and lies above their area.
final class BreakView: UIView {
    private let chip = UIView(frame: .zero)
    private let dot = UIView(frame: .zero)
    private let label = UILabel(frame: .zero)
    private let button: SkipButton
    private var content = BreakContent()

    /// - Parameter skip: called when the viewer presses the skip button.
    init(skip: @escaping @MainActor () -> Void) {
        button = SkipButton(action: skip)
        super.init(frame: .zero)
        chip.backgroundColor = PlayerLook.darkGlass
        chip.layer.borderWidth = 1
        chip.layer.borderColor = PlayerLook.hairline.cgColor
        chip.layer.cornerRadius = PlayerLook.breakHeight / 2
        dot.backgroundColor = PlayerLook.breakColor
        dot.layer.cornerRadius = PlayerLook.breakDot / 2
        label.font = PlayerLook.timeFont
        label.textColor = .white
        label.accessibilityTraits = [.staticText, .updatesFrequently]
        chip.addSubview(dot)
        chip.addSubview(label)
        chip.isUserInteractionEnabled = false
        addSubview(chip)
        addSubview(button)
    }

    required init?(coder: NSCoder) { nil }

    var skipButton: SkipButton { button }
    var text: String? { label.text }

    func show(_ content: BreakContent) {
        guard content != self.content || label.text == nil else { return }
        self.content = content
        label.text = content.text
        label.accessibilityLabel = content.spoken
        button.isHidden = content.skipText == nil
        button.title = content.skipText ?? ""
        button.isEnabled = content.skip == .now
        setNeedsLayout()
    }

    /// Places the badge and the button in the lower corners, the badge at the leading edge, above the controls when these are visible.
    func place(in area: CGRect, above controls: CGFloat, margin: CGFloat) {
        let bottom = area.height - max(controls, margin)
        frame = CGRect(
            x: margin, y: (bottom - PlayerLook.skipHeight).rounded(), width: max(0, area.width - 2 * margin),
            height: PlayerLook.skipHeight)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let text = label.sizeThatFits(.zero)
        let height = PlayerLook.breakHeight
        let dotSize = PlayerLook.breakDot
        chip.frame = CGRect(
            x: 0, y: ((bounds.height - height) / 2).rounded(), width: text.width + 14 + dotSize + 8 + 14, height: height
        )
        dot.frame = CGRect(x: 14, y: (height - dotSize) / 2, width: dotSize, height: dotSize)
        label.frame = CGRect(
            x: 14 + dotSize + 8, y: ((height - text.height) / 2).rounded(), width: text.width, height: text.height)
        let width = min(button.wantedWidth, max(0, bounds.width - chip.frame.maxX - 12))
        button.frame = CGRect(x: bounds.width - width, y: 0, width: width, height: bounds.height)
        guard StringTable.current.isRightToLeft else { return }
        for view in [chip, button] { view.frame.origin.x = bounds.width - view.frame.maxX }
        for view in [dot, label] { view.frame.origin.x = chip.bounds.width - view.frame.maxX }
    }

    /// Returns only the skip button or its subviews: touches elsewhere pass through to the video.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }
}

/// A pill-shaped button with a title and an icon.
final class SkipButton: PlayerControl {
    private let label = UILabel(frame: .zero)
    private let icon = UIImageView(image: UIImage(systemName: "forward.end.fill"))

    override var tooltip: String? { nil }
    override func highlightDidChange() { updateFill() }

    var title = "" {
        didSet {
            guard title != oldValue else { return }
            label.text = title
            accessibilityLabel = title
            setNeedsLayout()
        }
    }

    init(action: @escaping @MainActor () -> Void) {
        super.init(frame: .zero)
        label.font = PlayerLook.hintFont
        label.textColor = .white
        label.isAccessibilityElement = false
        icon.tintColor = .white
        icon.contentMode = .scaleAspectFit
        layer.cornerRadius = PlayerLook.skipHeight / 2
        layer.borderWidth = 1
        addSubview(label)
        addSubview(icon)
        isAccessibilityElement = true
        accessibilityTraits = .button
        addAction(UIAction { _ in action() }, for: .primaryActionTriggered)
        updateFill()
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFocused: Bool { isEnabled && !isHidden }

    var wantedWidth: CGFloat { 20 + label.sizeThatFits(.zero).width + (isEnabled ? 10 + 16 : 0) + 20 }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: 20, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
        icon.isHidden = !isEnabled
        icon.frame = CGRect(x: bounds.width - 20 - 16, y: (bounds.height - 16) / 2, width: 16, height: 16)
        if StringTable.current.isRightToLeft {
            for view in [label, icon] as [UIView] { view.frame.origin.x = bounds.width - view.frame.maxX }
        }
        updateFill()
    }

    private func updateFill() {
        label.alpha = isEnabled ? 1 : PlayerLook.secondary
        backgroundColor =
            isEnabled && (isHighlighted || isHovered)
            ? UIColor(white: isHighlighted ? 0.42 : 0.3, alpha: 0.8) : PlayerLook.darkGlass
        layer.borderColor =
            (isFocused || isEnabled ? PlayerLook.white(isFocused ? 1 : 0.35) : PlayerLook.hairline).cgColor
    }
}
