import CoreGraphics
import UIKit

/// The name of the control under a resting pointer, with the key that has the same effect.
///
/// Not part of the accessibility tree: the control itself has the name.
final class TooltipView: UIView {
    /// The time for which the pointer must rest on a control.
    static let delay = Duration.milliseconds(700)
    private static let padding = CGPoint(x: 10, y: 6)
    private static let gap: CGFloat = 8

    private let label = UILabel(frame: .zero)
    private let key = UILabel(frame: .zero)
    private let timer = MainTimer()
    private(set) weak var target: PlayerControl?
    /// Returns the upper edge of the controls at the lower edge. Tooltips of these controls are above it, clear of the time line.
    var ceiling: @MainActor () -> CGFloat? = { nil }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        isHidden = true
        accessibilityElementsHidden = true
        layer.cornerRadius = 8
        layer.borderWidth = 1
        label.textColor = .white
        addSubview(label)
        addSubview(key)
    }

    required init?(coder: NSCoder) { nil }

    /// Reports the control under the pointer. The tooltip appears when the pointer has rested on it, and disappears with the pointer.
    func follow(_ control: PlayerControl?) {
        guard control !== target else { return }
        target = control
        timer.cancel()
        isHidden = true
        guard control != nil else { return }
        timer.fire(after: Self.delay) { [weak self] in self?.show() }
    }

    /// Hides the tooltip until the pointer has moved to another control.
    func dismiss() {
        timer.cancel()
        isHidden = true
    }

    private func show() {
        guard let target, target.window != nil, target.isHovered, !target.isHidden,
            let name = target.tooltip, !name.isEmpty, let superview
        else { return }
        backgroundColor = PlayerLook.menuGlass
        layer.borderColor = PlayerLook.hairline.cgColor
        label.font = PlayerLook.chapterFont
        label.text = name
        key.font = PlayerLook.badgeFont
        key.textColor = PlayerLook.white(PlayerLook.secondary)
        key.text = target.keyName
        isHidden = false
        superview.bringSubviewToFront(self)
        place(over: target.convert(target.bounds, to: superview), in: superview.bounds)
    }

    /// Places the tooltip above a control, or below it at the upper edge.
    private func place(over control: CGRect, in area: CGRect) {
        let (name, keySize) = (label.sizeThatFits(.zero), key.sizeThatFits(.zero))
        let limit = area.width - 16
        let width = min(limit, name.width + (keySize.width > 0 ? Self.gap + keySize.width : 0) + 2 * Self.padding.x)
        let height = max(name.height, keySize.height) + 2 * Self.padding.y
        let edge = ceiling().map { min($0 + 4, control.minY - 8) }
        let bottom = edge.flatMap { control.minY > $0 ? $0 : nil } ?? control.minY - 8
        let isBelow = bottom - height < area.minY || control.minY < area.midY
        frame = CGRect(
            x: max(8, min(control.midX - width / 2, area.width - 8 - width)).rounded(),
            y: (isBelow ? control.maxY + 8 : bottom - height).rounded(), width: width, height: height)
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let (name, keySize) = (label.sizeThatFits(.zero), key.sizeThatFits(.zero))
        let width = min(name.width, bounds.width - 2 * Self.padding.x)
        label.frame = CGRect(
            x: Self.padding.x, y: ((bounds.height - name.height) / 2).rounded(), width: width, height: name.height)
        key.frame = CGRect(
            x: label.frame.maxX + Self.gap, y: ((bounds.height - keySize.height) / 2).rounded(), width: keySize.width,
            height: keySize.height)
        guard StringTable.current.isRightToLeft else { return }
        for view in [label, key] { view.frame.origin.x = bounds.width - view.frame.maxX }
    }
}
