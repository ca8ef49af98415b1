import CoreGraphics
import UIKit

/// The black screen over an item that is not authorized: empty while the item is checked, and afterwards the reason why it does not play.
final class LockedView: UIView {
    private let icon = UIImageView(image: UIImage(systemName: "lock.fill"))
    private let label = UILabel(frame: .zero)
    private var button: ScreenButton?

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .black
        icon.tintColor = UIColor(white: 0.88, alpha: 1)
        icon.contentMode = .scaleAspectFit
        label.textColor = .white
        label.textAlignment = .center
        label.numberOfLines = 4
        icon.isHidden = true
        addSubview(icon)
        addSubview(label)
    }

    required init?(coder: NSCoder) { nil }

    var text: String? { label.text }
    /// The button that asks for the passcode again; nil where nothing can authorize the item.
    var retryButton: ScreenButton? { button }

    /// - Parameter retry: asks for authorization again; nil: there is no way to authorize the item.
    func show(_ text: String, retry: (@MainActor () -> Void)?) {
        label.text = text
        icon.isHidden = false
        button?.removeFromSuperview()
        button = retry.map { ScreenButton(title: StringTable.current[.enterPasscode], action: $0) }
        if let button {
            button.isChosen = true
            addSubview(button)
        }
        setNeedsLayout()
    }

    override var canBecomeFocused: Bool { button != nil }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

    /// - Returns: whether the key was handled.
    func handle(_ press: UIPress) -> Bool {
        guard let button, !press.isRepeat, ScreenKey(press) == .activate || press.type == .playPause else {
            return false
        }
        button.sendActions(for: .primaryActionTriggered)
        return true
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !handle($0) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let isShort = bounds.height < 300
        let factor = isShort ? 1 : ScreenScale.factor(in: bounds.size)
        label.font = .systemFont(ofSize: isShort ? 14 : (20 * factor).rounded(), weight: .semibold)
        button?.textSize = (15 * factor).rounded()
        let width = max(0, min(560 * max(1, factor), bounds.width - 48))
        let text = label.sizeThatFits(CGSize(width: width, height: 0)).height
        let iconSize: CGFloat = isShort ? 24 : (40 * max(1, factor)).rounded()
        let gap: CGFloat = isShort ? 8 : 18
        let buttonHeight = button.map { gap + $0.height } ?? 0
        var y = ((bounds.height - iconSize - gap - text - buttonHeight) / 2).rounded()
        icon.frame = CGRect(x: (bounds.width - iconSize) / 2, y: y, width: iconSize, height: iconSize)
        y += iconSize + gap
        label.frame = CGRect(x: ((bounds.width - width) / 2).rounded(), y: y, width: width, height: text)
        y += text + gap
        if let button {
            let size = button.sizeThatFits(.zero)
            button.frame = CGRect(
                x: ((bounds.width - size.width) / 2).rounded(), y: y, width: size.width, height: size.height)
        }
    }
}
