import CoreGraphics
public import Foundation

/// A control with a thumb on a track for selecting a number.
open class UISlider: UIControl {
    private static let thickness: CGFloat = 6
    private static let knobSize: CGFloat = 16

    private let track = UIView(frame: .zero)
    private let filled = UIView(frame: .zero)
    private let knob = UIView(frame: .zero)
    private var storedValue: Float = 0

    open var minimumValue: Float = 0 { didSet { setValue(value, animated: false) } }
    open var maximumValue: Float = 1 { didSet { setValue(value, animated: false) } }
    /// Whether events are sent while the thumb moves, or only when the user releases it.
    open var isContinuous = true
    open var minimumTrackTintColor: UIColor? { didSet { updateColors() } }
    open var maximumTrackTintColor: UIColor? { didSet { updateColors() } }
    open var thumbTintColor: UIColor? { didSet { updateColors() } }

    open var value: Float {
        get { storedValue }
        set { setValue(newValue, animated: false) }
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        for view in [track, filled, knob] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        isAccessibilityElement = true
        accessibilityTraits = .adjustable
        updateColors()
    }

    public required init?(coder: NSCoder) { nil }

    /// Sets the value without sending an event. Values outside the range are clamped; NaN and infinity become the
    /// minimum.
    open func setValue(_ value: Float, animated: Bool) {
        let upper = max(minimumValue, maximumValue)
        storedValue = value.isFinite ? max(minimumValue, min(upper, value)) : minimumValue
        setNeedsLayout()
        guard animated else { return }
        UIView.animate(withDuration: 0.25) { self.layoutIfNeeded() }
    }

    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(
            x: bounds.minX, y: bounds.midY - Self.thickness / 2, width: bounds.width, height: Self.thickness)
    }

    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let travel = max(0, rect.width - Self.knobSize)
        return CGRect(
            x: rect.minX + travel * fraction(of: value), y: rect.midY - Self.knobSize / 2, width: Self.knobSize,
            height: Self.knobSize)
    }

    private func fraction(of value: Float) -> CGFloat {
        let span = maximumValue - minimumValue
        return span > 0 ? CGFloat((value - minimumValue) / span) : 0
    }

    open override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 28) }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: max(100, bounds.width), height: 28) }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let bar = trackRect(forBounds: bounds)
        let thumb = thumbRect(forBounds: bounds, trackRect: bar, value: value)
        track.frame = bar
        filled.frame = CGRect(x: bar.minX, y: bar.minY, width: max(0, thumb.midX - bar.minX), height: bar.height)
        knob.frame = thumb
        for view in [track, filled] { view.layer.cornerRadius = bar.height / 2 }
        knob.layer.cornerRadius = thumb.height / 2
        alpha = isEnabled ? 1 : 0.4
    }

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch, isLast: false)
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        follow(touch, isLast: false)
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        guard let touch else { return }
        follow(touch, isLast: true)
    }

    private func follow(_ touch: UITouch, isLast: Bool) {
        let travel = bounds.width - Self.knobSize
        guard travel > 0 else { return }
        let part = max(0, min(1, (touch.location(in: self).x - Self.knobSize / 2) / travel))
        let before = value
        setValue(minimumValue + Float(part) * (maximumValue - minimumValue), animated: false)
        if isContinuous ? value != before : isLast { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    }

    /// Does nothing: a slider sends its events when its value changes, not when it is pressed.
    override func primaryAction() {}

    // MARK: Accessibility

    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? ControlStrings.current.percent(Double(fraction(of: value))) }
        set { super.accessibilityValue = newValue }
    }

    open override func accessibilityIncrement() { adjust(by: 0.1) }
    open override func accessibilityDecrement() { adjust(by: -0.1) }

    private func adjust(by part: Float) {
        setValue(value + part * (maximumValue - minimumValue), animated: false)
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    private func updateColors() {
        track.backgroundColor = maximumTrackTintColor ?? .systemFill
        filled.backgroundColor = minimumTrackTintColor ?? tintColor
        knob.backgroundColor = thumbTintColor ?? .white
    }
}
