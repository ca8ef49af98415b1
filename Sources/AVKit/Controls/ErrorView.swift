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
    /// The actions of the buttons, in their order.
    private var actions: [@MainActor () -> Void] = []

    override init(frame: CGRect) {
        super.init(frame: frame)
        panel.backgroundColor = UIColor(white: 0, alpha: 0.72)
        panel.layer.cornerRadius = 18
        addSubview(panel)
        icon.tintColor = PlayerLook.white(0.9)
        icon.contentMode = .scaleAspectFit
        titleLabel.textColor = .white
        messageLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        causeLabel.textColor = PlayerLook.white(0.7)
        for label in [titleLabel, messageLabel, causeLabel] {
            label.numberOfLines = 0
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
        actions = ways.map(\.action)
        // The same buttons stay, with the focus: the view is shown again with each change of the player.
        if buttons.map(\.accessibilityLabel) != ways.map(\.title) { makeButtons(ways.map(\.title)) }
        accessibilityLabel = [title, message, cause].compactMap { $0 }.joined(separator: ". ")
        setNeedsLayout()
    }

    private func makeButtons(_ titles: [String]) {
        for button in buttons { button.removeFromSuperview() }
        buttons = titles.enumerated().map { index, title in
            PillButton(title: title, isProminent: index == 0) { [weak self] in self?.perform(index) }
        }
        for button in buttons { addSubview(button) }
    }

    private func perform(_ index: Int) { if actions.indices.contains(index) { actions[index]() } }

    var targets: [any PointerTarget] { buttons }

    override var preferredFocusEnvironments: [any UIFocusEnvironment] { Array(buttons.prefix(1)) }

    /// Returns only the buttons and their subviews: touches elsewhere pass through to the views below.
    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return buttons.contains { button in hit.map { $0 === button || $0.isDescendant(of: button) } ?? false }
            ? hit : nil
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        setNeedsLayout()
    }

    /// The sizes of the text that are tried, relative to the default size, largest first.
    private var factors: [CGFloat] {
        let wish = ScreenScale.factor(in: bounds.size)
        return [wish] + [wish * 0.8, wish * 0.65, 1, 0.85].filter { $0 < wish }
    }

    /// The largest text that fits the window is displayed, up to the viewer's text size.
    override func layoutSubviews() {
        super.layoutSubviews()
        for factor in factors where arrange(factor, isLast: factor == factors.last) { return }
    }

    /// - Returns: false, without a complete layout, if the text is too high for the window and smaller text is left to try.
    private func arrange(_ factor: CGFloat, isLast: Bool) -> Bool {
        titleLabel.font = .systemFont(ofSize: 20 * factor, weight: .semibold)
        messageLabel.font = .systemFont(ofSize: 15 * factor)
        causeLabel.font = .systemFont(ofSize: 13 * factor)
        for button in buttons { button.textSize = 14 * factor }
        let width = max(0, min(520 * max(1, factor * 0.8), bounds.width - 48))
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
        let rows = buttonRows(in: width)
        let pillHeight = buttons.map { $0.sizeThatFits(.zero).height }.max() ?? 0
        var total = elements.reduce(0) { $0 + $1.size.height + $1.gap }
        if !rows.isEmpty { total += 24 + CGFloat(rows.count) * (pillHeight + 12) - 12 }
        guard isLast || total <= bounds.height - 24 else { return false }
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
        for row in rows {
            let widths = row.map { min(width, $0.sizeThatFits(.zero).width) }
            let length = widths.reduce(0, +) + CGFloat(row.count - 1) * 12
            var x = ((bounds.width - length) / 2).rounded()
            // In a right-to-left language the first button is at the right.
            let order = StringTable.current.isRightToLeft ? Array(row.indices.reversed()) : Array(row.indices)
            for index in order {
                row[index].frame = CGRect(x: x, y: y, width: widths[index], height: pillHeight)
                x += widths[index] + 12
            }
            y += pillHeight + 12
        }
        return true
    }

    /// The buttons in rows that fit a width.
    private func buttonRows(in width: CGFloat) -> [[PillButton]] {
        var rows: [[PillButton]] = []
        var used = CGFloat.infinity
        for button in buttons {
            let length = button.sizeThatFits(.zero).width
            if used + 12 + length <= width {
                rows[rows.count - 1].append(button)
                used += 12 + length
            } else {
                rows.append([button])
                used = length
            }
        }
        return rows
    }
}
