import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// A black screen that asks for the passcode of a restricted item: the digits entered so far, and a pad of keys for pointer, remote and
/// keyboard (R132).
final class PasscodeView: UIView {
    private var machine: PasscodeMachine
    private let onEnd: @MainActor (_ isAccepted: Bool) -> Void
    private let icon = UIImageView(image: UIImage(systemName: "lock.fill"))
    private let titleLabel = UILabel(frame: .zero)
    private let reasonLabel = UILabel(frame: .zero)
    private let messageLabel = UILabel(frame: .zero)
    private let dotRow = UIView(frame: .zero)
    private var dots: [UIView] = []
    private let keypad = KeypadView()

    /// - Parameters:
    ///   - reason: why the passcode is required.
    ///   - onEnd: called once, with the outcome.
    init(passcode: PasscodeCheck, reason: String, onEnd: @escaping @MainActor (_ isAccepted: Bool) -> Void) {
        machine = PasscodeMachine(passcode: passcode)
        self.onEnd = onEnd
        super.init(frame: .zero)
        backgroundColor = .black
        let strings = StringTable.current
        icon.tintColor = UIColor(white: 0.88, alpha: 1)
        icon.contentMode = .scaleAspectFit
        titleLabel.text = strings[.enterPasscode]
        titleLabel.textColor = .white
        titleLabel.accessibilityTraits = .header
        reasonLabel.text = reason
        reasonLabel.textColor = PlayerLook.white(PlayerLook.secondary)
        messageLabel.textColor = UIColor(red: 1, green: 0.62, blue: 0.58, alpha: 1)
        for label in [titleLabel, reasonLabel, messageLabel] {
            label.textAlignment = .center
            addSubview(label)
        }
        addSubview(icon)
        dotRow.isAccessibilityElement = true
        addSubview(dotRow)
        dots = (0..<machine.length).map { _ in UIView(frame: .zero) }
        for dot in dots { dotRow.addSubview(dot) }
        keypad.onPress = { [weak self] in self?.press($0) }
        addSubview(keypad)
        showState()
    }

    required init?(coder: NSCoder) { nil }

    // MARK: Input

    override var canBecomeFirstResponder: Bool { true }
    override var canBecomeFocused: Bool { true }
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let left = presses.filter { !handle($0) }
        if !left.isEmpty { super.pressesBegan(left, with: event) }
    }

    /// - Returns: whether the key was handled.
    func handle(_ press: UIPress) -> Bool {
        guard let key = ScreenKey(press) else { return false }
        if key == .leave { self.press(.cancel) } else { return keypad.handle(key, isRepeat: press.isRepeat) }
        return true
    }

    private func press(_ key: KeypadView.Key) {
        switch key {
        case .cancel: take(machine.cancel())
        case .delete: take(machine.deleteLast())
        case .digit(let digit): take(machine.enter(digit))
        }
        showState()
    }

    /// Ends the entry as if the viewer had cancelled it.
    func cancel() { take(machine.cancel()) }

    private func take(_ outcome: PasscodeMachine.Outcome) {
        let strings = StringTable.current
        switch outcome {
        case .unchanged: break
        case .edited: messageLabel.text = nil
        case .rejected(let left):
            let message = strings.wrongPasscode(attemptsLeft: left)
            messageLabel.text = message
            UIAccessibility.announce(message, from: self)
            shake()
            setNeedsLayout()
        case .accepted: onEnd(true)
        case .failed: onEnd(false)
        }
    }

    // MARK: Display

    private func showState() {
        for (index, dot) in dots.enumerated() {
            let isFilled = index < machine.entered.count || machine.isOver && machine.entered.count == machine.length
            dot.backgroundColor = isFilled ? .white : .clear
            dot.layer.borderColor = PlayerLook.white(0.8).cgColor
        }
        dotRow.accessibilityLabel = StringTable.current.digits(machine.entered.count, of: machine.length)
    }

    private func shake() {
        guard !UIAccessibility.isReduceMotionEnabled else { return }
        let motion = CABasicAnimation(keyPath: "position.x")
        motion.fromValue = dotRow.layer.position.x - 9
        motion.toValue = dotRow.layer.position.x + 9
        motion.duration = 0.07
        motion.autoreverses = true
        motion.repeatCount = 3
        dotRow.layer.add(motion, forKey: "shake")
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        // Heights are shares of one unit, the diameter of a key, so that the screen fits windows of any size. The texts have larger shares where
        // the viewer's text size is larger.
        let isTelevision = UIDevice.current.userInterfaceIdiom == .tv
        let largest = isTelevision ? 66 * ScreenScale.factor(in: bounds.size) : 66
        let growth = isTelevision ? 1 : max(1, PlayerLook.textFactor)
        let textShares = 1.38
        let unit = max(18, min(largest, bounds.height / (7.9 + textShares * (growth - 1)), bounds.width / 4.2))
        let hasIcon = bounds.height >= 420
        titleLabel.font = .systemFont(ofSize: max(12, unit * 0.36 * growth), weight: .semibold)
        reasonLabel.font = .systemFont(ofSize: max(10, unit * 0.23 * growth), weight: .medium)
        messageLabel.font = .systemFont(ofSize: max(10, unit * 0.23 * growth), weight: .medium)
        let gap = (unit * 0.24).rounded()
        keypad.keySize = unit
        let padHeight = keypad.wantedSize.height
        let iconHeight = hasIcon ? unit * 0.6 : 0
        let header = iconHeight + (hasIcon ? gap : 0) + unit * (2.2 + textShares * (growth - 1))
        var y = max(4, ((bounds.height - header - padHeight) / 2).rounded())
        icon.isHidden = !hasIcon
        icon.frame = CGRect(x: (bounds.width - iconHeight) / 2, y: y, width: iconHeight, height: iconHeight)
        if hasIcon { y += iconHeight + gap }
        for (label, height) in [(titleLabel, unit * 0.52 * growth), (reasonLabel, unit * 0.48 * growth)] {
            label.frame = CGRect(x: 12, y: y, width: max(0, bounds.width - 24), height: height.rounded())
            y += height.rounded()
        }
        let dot = max(7, (unit * 0.2).rounded())
        let width = dot * CGFloat(dots.count) + dot * 1.2 * CGFloat(max(0, dots.count - 1))
        dotRow.frame = CGRect(
            x: ((bounds.width - width) / 2).rounded(), y: (y + unit * 0.16).rounded(), width: width, height: dot)
        for (index, view) in dots.enumerated() {
            view.frame = CGRect(x: CGFloat(index) * dot * 2.2, y: 0, width: dot, height: dot)
            view.layer.cornerRadius = dot / 2
            view.layer.borderWidth = 1.5
        }
        y = dotRow.frame.maxY + unit * 0.1
        messageLabel.frame = CGRect(
            x: 12, y: y, width: max(0, bounds.width - 24), height: (unit * 0.38 * growth).rounded())
        y = messageLabel.frame.maxY + unit * 0.12
        let size = keypad.wantedSize
        keypad.frame = CGRect(
            x: ((bounds.width - size.width) / 2).rounded(), y: y, width: size.width, height: size.height)
    }
}
