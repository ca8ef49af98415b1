import CoreGraphics
import Foundation
import UIKit

/// The error message of an item that cannot be played: what failed, why, and buttons to retry or leave.
final class ErrorView: UIView {
    /// Dark background of the text, for use over video frames.
    private let panel = UIView(frame: .zero)
    private let icon = UIImageView(image: UIImage(systemName: "exclamationmark.triangle"))
    private let titleLabel = UILabel(frame: .zero)
    private let messageLabel = UILabel(frame: .zero)
    private let causeLabel = UILabel(frame: .zero)
    private var buttons: [PillButton] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        panel.backgroundColor = UIColor(white: 0, alpha: 0.72)
        panel.layer.cornerRadius = 18
        addSubview(panel)
        icon.tintColor = PlayerLook.white(0.9)
        icon.contentMode = .scaleAspectFit
        titleLabel.font = .systemFont(ofSize: 20, weight: .semibold)
        titleLabel.textColor = .white
        messageLabel.font = .systemFont(ofSize: 15)
        messageLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        causeLabel.font = .systemFont(ofSize: 13)
        causeLabel.textColor = PlayerLook.white(0.7)
        for label in [titleLabel, messageLabel, causeLabel] {
            label.numberOfLines = label === titleLabel ? 2 : 4
            label.textAlignment = .center
            addSubview(label)
        }
        addSubview(icon)
    }

    required init?(coder: NSCoder) { nil }

    /// - Parameter isOverVideo: whether a video frame is visible behind the message and the controls beside it stay usable.
    func show(
        title: String, message: String, cause: String?, isOverVideo: Bool,
        ways: [(title: String, action: @MainActor () -> Void)]
    ) {
        panel.isHidden = !isOverVideo
        titleLabel.text = title
        messageLabel.text = message
        causeLabel.text = cause
        for button in buttons { button.removeFromSuperview() }
        buttons = ways.enumerated().map { index, way in
            PillButton(title: way.title, isProminent: index == 0, action: way.action)
        }
        for button in buttons { addSubview(button) }
        accessibilityLabel = [title, message, cause].compactMap { $0 }.joined(separator: ". ")
        setNeedsLayout()
    }

    var targets: [any PointerTarget] { buttons }

    /// Returns only the buttons and their subviews: touches elsewhere pass through to the views below.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return buttons.contains { button in hit.map { $0 === button || $0.isDescendant(of: button) } ?? false }
            ? hit : nil
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = max(0, min(520, bounds.width - 48))
        let isShort = bounds.height < 300
        let iconSize: CGFloat = isShort ? 0 : 44
        icon.isHidden = isShort
        var elements: [(view: UIView, size: CGSize, gap: CGFloat)] = []
        if !isShort { elements.append((icon, CGSize(width: iconSize, height: iconSize), 16)) }
        for (label, gap) in [(titleLabel, 8.0), (messageLabel, 8.0), (causeLabel, 0.0)]
        where !(label.text ?? "").isEmpty {
            var size = label.sizeThatFits(CGSize(width: width, height: 0))
            size.width = width
            elements.append((label, size, gap))
        }
        let pillHeight = PillButton.height
        var total = elements.reduce(0) { $0 + $1.size.height + $1.gap }
        if !buttons.isEmpty { total += 24 + pillHeight }
        var y = max(12, ((bounds.height - total) / 2).rounded())
        panel.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: y, width: width, height: total
        ).insetBy(dx: -20, dy: -20)
        for element in elements {
            element.view.frame = CGRect(
                x: ((bounds.width - element.size.width) / 2).rounded(), y: y, width: element.size.width,
                height: element.size.height)
            y += element.size.height + element.gap
        }
        y += 24
        let widths = buttons.map { $0.sizeThatFits(.zero).width }
        var x = ((bounds.width - widths.reduce(0, +) - CGFloat(max(0, buttons.count - 1)) * 12) / 2).rounded()
        for (button, width) in zip(buttons, widths) {
            button.frame = CGRect(x: x, y: y, width: width, height: pillHeight)
            x += width + 12
        }
    }
}

/// A pill-shaped button with a title, on translucent or white background.
final class PillButton: PlayerControl {
    static let height: CGFloat = 36

    private let label = UILabel(frame: .zero)
    private let isProminent: Bool

    init(title: String, isProminent: Bool, action: @escaping @MainActor () -> Void) {
        self.isProminent = isProminent
        super.init(frame: .zero)
        label.text = title
        label.font = .systemFont(ofSize: 14, weight: .semibold)
        label.textColor = isProminent ? .black : .white
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
        CGSize(width: label.sizeThatFits(.zero).width + 36, height: Self.height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        layer.cornerRadius = bounds.height / 2
        let lit: CGFloat = isHighlighted ? 0.7 : isHovered ? 0.88 : 1
        backgroundColor =
            isProminent
            ? PlayerLook.white(lit) : PlayerLook.white(isHighlighted ? 0.34 : isHovered ? 0.26 : 0.18)
        layer.borderWidth = isFocused ? 2 : 0
        layer.borderColor = UIColor.white.cgColor
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: ((bounds.height - size.height) / 2).rounded(),
            width: size.width, height: size.height)
    }
}
