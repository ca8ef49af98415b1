import CoreGraphics
public import Foundation
import WindowSystem

/// A control that is on or off.
///
/// A tap, Return, Space or a drag of the thumb changes it and sends `.valueChanged`.
open class UISwitch: UIControl {
    private static let size = CGSize(width: 51, height: 31)
    private static let inset: CGFloat = 2

    private let track = UIView(frame: .zero)
    private let thumb = UIView(frame: .zero)
    private var storedState = false
    /// The horizontal place at which the touch began, and whether the thumb has been dragged since.
    private var dragStart: CGFloat?

    /// The color of the track while the switch is on; nil: green.
    open var onTintColor: UIColor? { didSet { setNeedsLayout() } }
    /// The color of the thumb; nil: white.
    open var thumbTintColor: UIColor? { didSet { setNeedsLayout() } }

    open var isOn: Bool {
        get { storedState }
        set { setOn(newValue, animated: false) }
    }

    /// - Parameter frame: Apple and here: only the origin is used; a switch has one size.
    public override init(frame: CGRect) {
        super.init(frame: CGRect(origin: frame.origin, size: Self.size))
        for view in [track, thumb] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        isAccessibilityElement = true
        accessibilityTraits = .button
    }

    public required init?(coder: NSCoder) { nil }

    /// Changes the state without an event.
    open func setOn(_ on: Bool, animated: Bool) {
        guard on != storedState else { return }
        storedState = on
        accessibilityDidChange(.states)
        setNeedsLayout()
        guard animated, window != nil else { return }
        UIView.animate(withDuration: 0.2) { self.layoutIfNeeded() }
    }

    open override var intrinsicContentSize: CGSize { Self.size }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { Self.size }

    open override func layoutSubviews() {
        track.frame = CGRect(origin: .zero, size: Self.size)
        track.layer.cornerRadius = Self.size.height / 2
        track.backgroundColor = storedState ? onTintColor ?? .systemGreen : .systemFill
        let side = Self.size.height - Self.inset * 2
        let isAtRight = storedState != isRightToLeft
        thumb.frame = CGRect(
            x: isAtRight ? Self.size.width - Self.inset - side : Self.inset, y: Self.inset, width: side, height: side)
        thumb.layer.cornerRadius = side / 2
        thumb.backgroundColor = thumbTintColor ?? .white
        thumb.layer.shadowOpacity = 0.25
        thumb.layer.shadowOffset = CGSize(width: 0, height: 1)
        thumb.layer.shadowRadius = 2
        alpha = isEnabled ? 1 : 0.45
        super.layoutSubviews()
    }

    /// "1" while the switch is on, and "0" otherwise.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? (storedState ? "1" : "0") }
        set { super.accessibilityValue = newValue }
    }

    // MARK: Input

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        dragStart = touch.location(in: self).x
        return super.beginTracking(touch, with: event)
    }

    /// Switches by a drag of the thumb across the middle. The end of the touch changes nothing then.
    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard let start = dragStart else { return true }
        let moved = touch.location(in: self).x - start
        guard abs(moved) > Self.size.width / 4 else { return true }
        let isOn = (moved > 0) != isRightToLeft
        dragStart = nil
        if isOn != storedState { toggle() }
        return true
    }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        wasDragged = dragStart == nil
        dragStart = nil
    }
    private var wasDragged = false

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        wasDragged = false
    }

    override func primaryAction() {
        if !wasDragged { toggle() }
        super.primaryAction()
    }

    private func toggle() {
        setOn(!storedState, animated: true)
        sendActions(for: .valueChanged)
    }

    // MARK: Keys

    override var isKeyStop: Bool { true }
    override var keyRing: (frame: CGRect, radius: CGFloat) {
        (bounds.insetBy(dx: -3, dy: -3), Self.size.height / 2 + 3)
    }
    open override var canBecomeFocused: Bool { isEnabled && !isHidden }

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        let scale = context.nextFocusedItem === self ? UIButton.focusScale : 1
        coordinator.addCoordinatedAnimations({ self.transform = CGAffineTransform(scaleX: scale, y: scale) })
    }
}
