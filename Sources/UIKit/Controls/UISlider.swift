import CoreGraphics
public import Foundation

/// A control with a thumb on a track for selecting a number.
open class UISlider: UIControl {
    private static let thickness: CGFloat = 6
    private static let knobSize: CGFloat = 16

    private struct Images {
        var thumb: UIImage?
        var minimumTrack: UIImage?
        var maximumTrack: UIImage?
    }

    private let track = UIImageView(image: nil)
    private let filled = UIImageView(image: nil)
    private let knob = UIImageView(image: nil)
    /// The images by the raw value of a state.
    private var images: [UInt: Images] = [:]
    private var storedValue: Float = 0

    open var minimumValue: Float = 0 { didSet { setValue(value, animated: false) } }
    open var maximumValue: Float = 1 { didSet { setValue(value, animated: false) } }
    /// Whether events are sent while the thumb moves, or only when the user releases it.
    open var isContinuous = true
    /// Setting the color removes the images of the same part.
    open var minimumTrackTintColor: UIColor? { didSet { removeImages(\.minimumTrack) } }
    /// Setting the color removes the images of the same part.
    open var maximumTrackTintColor: UIColor? { didSet { removeImages(\.maximumTrack) } }
    /// Setting the color removes the images of the same part.
    open var thumbTintColor: UIColor? { didSet { removeImages(\.thumb) } }

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

    // MARK: Images

    /// Sets the image that replaces the thumb and gives it its size; an image of no size hides the thumb.
    open func setThumbImage(_ image: UIImage?, for state: State) { setImage(image, \.thumb, for: state) }
    /// Sets the image that is stretched over the track before the thumb.
    open func setMinimumTrackImage(_ image: UIImage?, for state: State) { setImage(image, \.minimumTrack, for: state) }
    /// Sets the image that is stretched over the whole track.
    open func setMaximumTrackImage(_ image: UIImage?, for state: State) { setImage(image, \.maximumTrack, for: state) }
    open func thumbImage(for state: State) -> UIImage? { images[state.rawValue]?.thumb }
    open func minimumTrackImage(for state: State) -> UIImage? { images[state.rawValue]?.minimumTrack }
    open func maximumTrackImage(for state: State) -> UIImage? { images[state.rawValue]?.maximumTrack }
    open var currentThumbImage: UIImage? { current(\.thumb) }
    open var currentMinimumTrackImage: UIImage? { current(\.minimumTrack) }
    open var currentMaximumTrackImage: UIImage? { current(\.maximumTrack) }

    private func setImage(_ image: UIImage?, _ part: WritableKeyPath<Images, UIImage?>, for state: State) {
        images[state.rawValue, default: Images()][keyPath: part] = image
        updateColors()
        setNeedsLayout()
    }

    private func removeImages(_ part: WritableKeyPath<Images, UIImage?>) {
        for state in images.keys { images[state]?[keyPath: part] = nil }
        updateColors()
        setNeedsLayout()
    }

    private func current(_ part: KeyPath<Images, UIImage?>) -> UIImage? {
        images[state.rawValue]?[keyPath: part] ?? images[State.normal.rawValue]?[keyPath: part]
    }

    override func stateDidChange() {
        super.stateDidChange()
        updateColors()
        setNeedsLayout()
    }

    private var thumbSize: CGSize {
        currentThumbImage?.size ?? CGSize(width: Self.knobSize, height: Self.knobSize)
    }

    open func trackRect(forBounds bounds: CGRect) -> CGRect {
        CGRect(
            x: bounds.minX, y: bounds.midY - Self.thickness / 2, width: bounds.width, height: Self.thickness)
    }

    open func thumbRect(forBounds bounds: CGRect, trackRect rect: CGRect, value: Float) -> CGRect {
        let size = thumbSize
        let travel = max(0, rect.width - size.width)
        return CGRect(
            x: rect.minX + travel * fraction(of: value), y: rect.midY - size.height / 2, width: size.width,
            height: size.height)
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
        for view in [track, filled] { view.layer.cornerRadius = view.image == nil ? bar.height / 2 : 0 }
        knob.layer.cornerRadius = knob.image == nil ? thumb.height / 2 : 0
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
        let travel = bounds.width - thumbSize.width
        guard travel > 0 else { return }
        let part = max(0, min(1, (touch.location(in: self).x - thumbSize.width / 2) / travel))
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
        track.image = currentMaximumTrackImage
        filled.image = currentMinimumTrackImage
        knob.image = currentThumbImage
        track.backgroundColor = track.image == nil ? maximumTrackTintColor ?? .systemFill : .clear
        filled.backgroundColor = filled.image == nil ? minimumTrackTintColor ?? tintColor : .clear
        knob.backgroundColor = knob.image == nil ? thumbTintColor ?? .white : .clear
    }
}
