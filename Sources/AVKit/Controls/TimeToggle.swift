import CoreGraphics
import UIKit

/// A button with the duration; a press switches to the remaining time. For a live stream the button shows LIVE with a dot that is red at
/// the live edge, and a press seeks there.
final class TimeToggle: PlayerControl {
    private static let dotSize: CGFloat = 7
    private static let dotGap: CGFloat = 6
    private var liveText: String { StringTable.current[.liveBadge] }

    private let label = UILabel(frame: .zero)
    private let dot = UIView(frame: .zero)

    init() {
        super.init(frame: .zero)
        label.font = PlayerLook.timeFont
        label.textColor = PlayerLook.white(PlayerLook.secondary)
        label.shadowColor = PlayerLook.textShadow
        label.shadowOffset = PlayerLook.textShadowOffset
        label.isAccessibilityElement = false
        addSubview(label)
        dot.layer.cornerRadius = Self.dotSize / 2
        dot.isUserInteractionEnabled = false
        dot.isHidden = true
        addSubview(dot)
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    required init?(coder: NSCoder) { nil }

    override var ringInset: CGPoint { CGPoint(x: -5, y: 6) }
    override var ringRadius: CGFloat { 8 }
    override func highlightDidChange() {
        if dot.isHidden { label.textColor = PlayerLook.white(isHovered ? 1 : PlayerLook.secondary) }
    }

    /// Applies the viewer's text size.
    func updateFont() {
        label.font = PlayerLook.timeFont
        setNeedsLayout()
    }

    func show(_ text: String, spoken: String) {
        guard label.text != text || !dot.isHidden else { return }
        dot.isHidden = true
        label.text = text
        label.textColor = PlayerLook.white(isHovered ? 1 : PlayerLook.secondary)
        accessibilityLabel = spoken
        setNeedsLayout()
    }

    func showLive(isAtEdge: Bool) {
        label.text = liveText
        label.textColor = isAtEdge ? .white : PlayerLook.white(PlayerLook.secondary)
        dot.isHidden = false
        dot.backgroundColor = isAtEdge ? PlayerLook.liveColor : PlayerLook.white(0.5)
        accessibilityLabel = StringTable.current[isAtEdge ? .live : .goToLive]
        setNeedsLayout()
    }

    var liveWidth: CGFloat { Self.dotSize + Self.dotGap + width(for: liveText) }

    func width(for text: String) -> CGFloat {
        let probe = UILabel(frame: .zero)
        probe.font = label.font
        probe.text = text
        return probe.sizeThatFits(.zero).width
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = label.sizeThatFits(.zero)
        let left = dot.isHidden ? 0 : Self.dotSize + Self.dotGap
        label.frame = CGRect(
            x: left, y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
        dot.frame = CGRect(
            x: 0, y: ((bounds.height - Self.dotSize) / 2).rounded(), width: Self.dotSize, height: Self.dotSize)
    }
}
