import CoreGraphics
import UIKit

/// One row of a panel: a check mark, a title, and a value with arrows or a cross at the trailing edge.
final class PanelRowView: UIControl {
    private let mark = UIImageView(image: UIImage(systemName: "checkmark"))
    private let label = UILabel(frame: .zero)
    private let value = UILabel(frame: .zero)
    private var cross: CircleButton?
    private let metrics: PanelMetrics
    let content: PanelContent.Row
    /// Called when the row gets the keys.
    var onGain: @MainActor () -> Void = {}

    var isLit = false { didSet { if isLit != oldValue { setNeedsLayout() } } }

    init(_ content: PanelContent.Row, _ metrics: PanelMetrics) {
        self.content = content
        self.metrics = metrics
        super.init(frame: .zero)
        layer.cornerRadius = 8
        mark.contentMode = .scaleAspectFit
        mark.isHidden = !content.isMarked
        label.font = metrics.rowFont
        label.text = content.title
        value.font = metrics.rowFont
        value.text = content.adjust == nil ? content.value : content.value.map { "\u{2039}  \($0)  \u{203A}" }
        for view in [mark, label, value] as [UIView] {
            view.isUserInteractionEnabled = false
            view.isAccessibilityElement = false
            addSubview(view)
        }
        isAccessibilityElement = true
        accessibilityLabel = content.title
        accessibilityValue = content.isMarked ? StringTable.current[.selected] : content.value
        accessibilityTraits = content.isMarked ? [.button, .selected] : .button
        addAction(UIAction { _ in content.choose() }, for: .primaryActionTriggered)
        if let remove = content.remove {
            let button = CircleButton(symbol: "xmark", label: StringTable.current[.remove]) { remove() }
            cross = button
            addSubview(button)
        }
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFirstResponder: Bool { isEnabled && window != nil }

    @discardableResult
    override func becomeFirstResponder() -> Bool {
        guard super.becomeFirstResponder() else { return false }
        onGain()
        return true
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isFilled = isLit && metrics.fillsSelection
        backgroundColor =
            isFilled
            ? TVLook.focusedFill
            : isHighlighted
                ? PlayerLook.white(PlayerLook.pressedFill) : isLit ? PlayerLook.white(PlayerLook.hoverFill) : nil
        mark.tintColor = isFilled ? TVLook.focusedInk : .white
        label.textColor = isFilled ? TVLook.focusedInk : .white
        value.textColor =
            isFilled ? TVLook.focusedInk.withAlphaComponent(0.75) : PlayerLook.white(PlayerLook.secondary)
        let height = bounds.height
        let side = metrics.markSize
        mark.frame = CGRect(x: 12, y: (height - side) / 2, width: side, height: side)
        var right = bounds.width - (metrics.inset - 8)
        if let cross {
            cross.isHidden = !isLit
            let side = metrics.crossSize
            cross.frame = CGRect(x: bounds.width - side - 4, y: (height - side) / 2, width: side, height: side)
            right = cross.frame.minX - 4
        }
        let valueSize = value.sizeThatFits(.zero)
        let valueWidth = min(valueSize.width, max(0, right - 120))
        value.frame = CGRect(
            x: right - valueWidth, y: ((height - valueSize.height) / 2).rounded(), width: valueWidth,
            height: valueSize.height)
        let left: CGFloat = content.isMarked || content.remove != nil ? 22 + side : metrics.inset - 8
        let size = label.sizeThatFits(.zero)
        label.frame = CGRect(
            x: left, y: ((height - size.height) / 2).rounded(),
            width: max(0, min(size.width, value.frame.minX - 10 - left)), height: size.height)
        guard StringTable.current.isRightToLeft else { return }
        let views: [UIView?] = [mark, label, value, cross]
        for view in views.compactMap(\.self) {
            view.frame.origin.x = bounds.width - view.frame.maxX
        }
    }
}
