import CoreGraphics
import UIKit

/// The entry of a passcode in a panel: places for the digits, which are not displayed, and a pad of keys for pointer and remote. Digits can
/// be typed as well.
final class PasscodeEntryView: UIView {
    private let prompt = UILabel(frame: .zero)
    private let placeRow = UIView(frame: .zero)
    private let places = (0..<PanelContent.Entry.length).map { _ in UIView(frame: .zero) }
    private let keypad = KeypadView()
    private var entry: PanelContent.Entry?
    private var digits = "" { didSet { showDigits() } }
    /// Called when the viewer presses the pad's key that cancels.
    var onCancel: @MainActor () -> Void = {}

    init() {
        super.init(frame: .zero)
        prompt.textColor = PlayerLook.white(PlayerLook.secondary)
        prompt.textAlignment = .center
        placeRow.isAccessibilityElement = true
        placeRow.accessibilityTraits = .staticText
        for view in [prompt, placeRow, keypad] as [UIView] { addSubview(view) }
        for place in places {
            place.layer.cornerRadius = 9
            place.layer.borderWidth = 2
            place.layer.borderColor = UIColor.white.cgColor
            placeRow.addSubview(place)
        }
        keypad.onPress = { [weak self] in self?.press($0) }
    }

    required init?(coder: NSCoder) { nil }

    func show(_ entry: PanelContent.Entry?, _ metrics: PanelMetrics) {
        self.entry = entry
        if let wish = entry?.prompt, wish != prompt.text { UIAccessibility.announce(wish, from: self) }
        prompt.text = entry?.prompt
        prompt.font = metrics.rowFont
        keypad.keySize = metrics.keySize
        digits = ""
        setNeedsLayout()
    }

    var wantedHeight: CGFloat { promptHeight + 64 + keypad.wantedSize.height + 24 }
    private var promptHeight: CGFloat { prompt.sizeThatFits(.zero).height.rounded(.up) }

    func pressed(_ press: UIPress) {
        guard let key = ScreenKey(press) else { return }
        _ = keypad.handle(key, isRepeat: press.isRepeat)
    }

    private func press(_ key: KeypadView.Key) {
        switch key {
        case .cancel: onCancel()
        case .delete: if !digits.isEmpty { digits.removeLast() }
        case .digit(let digit):
            digits.append("\(digit)")
            guard digits.count == PanelContent.Entry.length else { return }
            let complete = digits
            digits = ""
            entry?.finish(complete)
        }
    }

    private func showDigits() {
        for (index, place) in places.enumerated() {
            place.backgroundColor = index < digits.count ? .white : nil
        }
        placeRow.accessibilityLabel = StringTable.current.digits(digits.count, of: places.count)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        prompt.frame = CGRect(x: 22, y: 4, width: max(0, bounds.width - 44), height: promptHeight)
        let side: CGFloat = 18
        let total = side * CGFloat(places.count) + 16 * CGFloat(places.count - 1)
        placeRow.frame = CGRect(
            x: ((bounds.width - total) / 2).rounded(), y: prompt.frame.maxY + 22, width: total, height: side)
        for (index, place) in places.enumerated() {
            place.frame = CGRect(x: CGFloat(index) * (side + 16), y: 0, width: side, height: side)
        }
        let pad = keypad.wantedSize
        keypad.frame = CGRect(
            x: ((bounds.width - pad.width) / 2).rounded(), y: placeRow.frame.maxY + 24, width: pad.width,
            height: pad.height)
    }
}
