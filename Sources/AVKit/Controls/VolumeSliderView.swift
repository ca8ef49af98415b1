import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// The volume slider beside the mute button. Its knob is visible only under the pointer and during a drag.
final class VolumeSliderView: PlayerControl, AccessibilityScale {
    /// The displayed volume, 0 to 1.
    var value: Float = 1 {
        didSet {
            value = value.isFinite ? max(0, min(1, value)) : 0
            if value != oldValue { setNeedsLayout() }
        }
    }
    var onChange: @MainActor (Float) -> Void = { _ in }
    /// Called with the steps of an arrow key; negative: quieter.
    var onStep: @MainActor (Int) -> Void = { _ in }

    private let track = CALayer()
    private let filled = CALayer()
    private let knob = CALayer()

    override var ringInset: CGPoint { CGPoint(x: -6, y: 8) }
    override var ringRadius: CGFloat { 8 }

    override init(frame: CGRect) {
        super.init(frame: frame)
        track.backgroundColor = PlayerLook.white(0.35).cgColor
        for part in [filled, knob] { part.backgroundColor = UIColor.white.cgColor }
        for part in [track, filled, knob] { layer.addSublayer(part) }
        isAccessibilityElement = true
        accessibilityLabel = StringTable.current[.volume]
        accessibilityTraits = .adjustable
    }

    required init?(coder: NSCoder) { nil }

    override var accessibilityValue: String? {
        get { StringTable.current.spokenPercent(Int((value * 100).rounded())) }
        set { super.accessibilityValue = newValue }
    }

    var accessibilityNumber: Double { Double(value) }
    var accessibilityRange: ClosedRange<Double> { 0...1 }
    func setAccessibilityNumber(_ number: Double) { onChange(Float(number)) }
    override func activate() -> Bool { false }
    override func adjust(by step: Int) -> Bool {
        onStep(step)
        return true
    }
    override func accessibilityIncrement() { onChange(min(1, value + KeyBindings.volumeStep)) }
    override func accessibilityDecrement() { onChange(max(0, value - KeyBindings.volumeStep)) }

    override func layoutSubviews() {
        super.layoutSubviews()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        let height = PlayerLook.volumeTrackHeight
        let top = ((bounds.height - height) / 2).rounded()
        let width = (bounds.width * CGFloat(value)).rounded()
        track.frame = CGRect(x: 0, y: top, width: bounds.width, height: height)
        filled.frame = CGRect(x: 0, y: top, width: width, height: height)
        for part in [track, filled] { part.cornerRadius = height / 2 }
        let size: CGFloat = 12
        knob.isHidden = !(isHovered || isTracking || showsRing)
        knob.cornerRadius = size / 2
        knob.frame = CGRect(
            x: max(0, min(bounds.width - size, width - size / 2)), y: ((bounds.height - size) / 2).rounded(),
            width: size,
            height: size)
        CATransaction.commit()
    }

    override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch)
        return true
    }

    override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch)
        return true
    }

    private func follow(_ touch: UITouch) {
        guard bounds.width > 0 else { return }
        onChange(Float(max(0, min(1, touch.location(in: self).x / bounds.width))))
    }
}
