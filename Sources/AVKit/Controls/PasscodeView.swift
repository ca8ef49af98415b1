import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// A black screen that asks for the passcode of a restricted item: the digits entered so far, and a pad of keys for pointer, remote and
/// keyboard (R132).
final class PasscodeView: UIView {
    private static let rows = [3, 3, 3, 3]
    /// The key's digit by its place on the pad; -1: cancel, -2: delete.
    private static let pad = [1, 2, 3, 4, 5, 6, 7, 8, 9, -1, 0, -2]

    private var machine: PasscodeMachine
    private var grid = KeyGrid(rows: PasscodeView.rows)
    private let onEnd: @MainActor (_ isAccepted: Bool) -> Void
    private let icon = UIImageView(image: UIImage(systemName: "lock.fill"))
    private let titleLabel = UILabel(frame: .zero)
    private let reasonLabel = UILabel(frame: .zero)
    private let messageLabel = UILabel(frame: .zero)
    private let dotRow = UIView(frame: .zero)
    private var dots: [UIView] = []
    private var keys: [ScreenButton] = []

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
        keys = Self.pad.enumerated().map { index, value in key(value, at: index) }
        for key in keys { addSubview(key) }
        // With a remote the keys are chosen, so that one of them is always marked.
        if UIDevice.current.userInterfaceIdiom == .tv { grid.select(4) }
        showState()
    }

    required init?(coder: NSCoder) { nil }

    private func key(_ value: Int, at index: Int) -> ScreenButton {
        let strings = StringTable.current
        let press: @MainActor () -> Void = { [weak self] in self?.press(index) }
        switch value {
        case -1:
            return ScreenButton(
                title: "", image: UIImage(systemName: "xmark"), spoken: strings[.cancelPasscode], action: press)
        case -2:
            return ScreenButton(
                title: "", image: UIImage(systemName: "delete.left"), spoken: strings[.deleteDigit], action: press)
        default: return ScreenButton(title: "\(value)", action: press)
        }
    }

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
        switch key {
        case .digit(let digit): take(machine.enter(digit))
        case .delete: take(machine.deleteLast())
        case .leave: take(machine.cancel())
        case .move(let direction): grid.move(direction)
        case .advance(let step): grid.advance(by: step)
        case .activate: if let selection = grid.selection, !press.isRepeat { self.press(selection) }
        }
        showState()
        return true
    }

    private func press(_ index: Int) {
        switch Self.pad[index] {
        case -1: take(machine.cancel())
        case -2: take(machine.deleteLast())
        case let digit: take(machine.enter(digit))
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
            messageLabel.text = strings.wrongPasscode(attemptsLeft: left)
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
        for (index, key) in keys.enumerated() { key.isChosen = index == grid.selection }
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
        // Heights are shares of one unit, the diameter of a key, so that the screen fits windows of any size.
        let unit = max(18, min(66, bounds.height / 7.9, bounds.width / 4.2))
        let hasIcon = bounds.height >= 420
        titleLabel.font = .systemFont(ofSize: max(12, unit * 0.36), weight: .semibold)
        reasonLabel.font = .systemFont(ofSize: max(10, unit * 0.23), weight: .medium)
        messageLabel.font = .systemFont(ofSize: max(10, unit * 0.23), weight: .medium)
        let gap = (unit * 0.24).rounded()
        let padHeight = 4 * unit + 3 * gap
        let iconHeight = hasIcon ? unit * 0.6 : 0
        let header = iconHeight + (hasIcon ? gap : 0) + unit * 2.2
        var y = max(4, ((bounds.height - header - padHeight) / 2).rounded())
        icon.isHidden = !hasIcon
        icon.frame = CGRect(x: (bounds.width - iconHeight) / 2, y: y, width: iconHeight, height: iconHeight)
        if hasIcon { y += iconHeight + gap }
        for (label, height) in [(titleLabel, unit * 0.52), (reasonLabel, unit * 0.48)] {
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
        messageLabel.frame = CGRect(x: 12, y: y, width: max(0, bounds.width - 24), height: (unit * 0.38).rounded())
        y = messageLabel.frame.maxY + unit * 0.12
        // A pad of digits runs from left to right in every language.
        let left = ((bounds.width - 3 * unit - 2 * gap * 1.6) / 2).rounded()
        for (index, key) in keys.enumerated() {
            key.textSize = (unit * 0.36).rounded()
            key.frame = CGRect(
                x: left + CGFloat(index % 3) * (unit + gap * 1.6), y: y + CGFloat(index / 3) * (unit + gap),
                width: unit, height: unit)
        }
    }
}
