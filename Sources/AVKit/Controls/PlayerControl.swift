import CoreGraphics
import QuartzCore
import UIKit

/// A view that is highlighted while the pointer is over it.
@MainActor
protocol PointerTarget: UIView {
    var isHovered: Bool { get set }
    /// Reports the pointer's position, in the view's own points, while the pointer is over the view.
    func pointerMoved(to point: CGPoint)
}

extension PointerTarget {
    func pointerMoved(to point: CGPoint) {}
}

/// A control of the player. The pointer highlights it, Tab reaches it (R41), and a ring surrounds it while it receives the keys.
class PlayerControl: UIControl, PointerTarget {
    var isHovered = false { didSet { if isHovered != oldValue { highlightDidChange() } } }
    /// The name of the key with the same effect, displayed in the tooltip; nil if there is none.
    var keyName: String?
    private var ring: FocusRingView?

    /// The text of the tooltip; nil for controls that explain themselves.
    var tooltip: String? { accessibilityLabel }

    /// Called when the pointer has entered or left the control.
    func highlightDidChange() { setNeedsLayout() }
    func pointerMoved(to point: CGPoint) {}

    /// Performs the action of Return or Space.
    /// - Returns: false if the control has no such action, so that the key keeps its other meaning.
    func activate() -> Bool {
        sendActions(for: .primaryActionTriggered)
        return true
    }

    /// Changes the value of an adjustable control by the left or right arrow key.
    /// - Returns: whether the control has a value.
    func adjust(by step: Int) -> Bool { false }

    // MARK: Keys

    override var canBecomeFirstResponder: Bool { isEnabled && !isHidden && window != nil }
    /// Whether the ring is displayed.
    var showsRing: Bool { ring != nil }
    /// The distance of the ring from the control's edges; negative: outside.
    var ringInset: CGPoint { CGPoint(x: -3, y: -3) }
    var ringRadius: CGFloat { layer.cornerRadius - ringInset.x }

    @discardableResult
    override func becomeFirstResponder() -> Bool {
        guard super.becomeFirstResponder() else { return false }
        if ring == nil {
            let view = FocusRingView(frame: .zero)
            ring = view
            addSubview(view)
            placeRing()
        }
        keyFocus?.controlDidGain(self)
        return true
    }

    @discardableResult
    override func resignFirstResponder() -> Bool {
        guard super.resignFirstResponder() else { return false }
        loseRing()
        return true
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { loseRing() }
    }

    private func loseRing() {
        guard let view = ring else { return }
        ring = nil
        view.removeFromSuperview()
        keyFocus?.controlDidLose(self)
    }

    /// The keyboard focus of the player that contains the control; set with the first focus.
    private weak var foundFocus: KeyFocus?
    private var keyFocus: KeyFocus? {
        var view: UIView? = superview
        while let present = view {
            if let content = present as? any KeyFocusHolder {
                foundFocus = content.keyFocus
                return content.keyFocus
            }
            view = present.superview
        }
        return foundFocus
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        placeRing()
    }

    private func placeRing() {
        guard let ring else { return }
        ring.frame = bounds.insetBy(dx: ringInset.x, dy: ringInset.y)
        ring.radius = ringRadius
    }
}

/// The outline of the control that receives the keys: white with a dark edge on both sides, so that it is visible over any frame of video.
final class FocusRingView: UIView {
    static let width: CGFloat = 2
    private let edge = CALayer()
    private let line = CALayer()

    var radius: CGFloat = 0 { didSet { if radius != oldValue { setNeedsLayout() } } }

    override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
        edge.borderWidth = Self.width + 2
        edge.borderColor = UIColor(white: 0, alpha: 0.6).cgColor
        line.borderWidth = Self.width
        line.borderColor = UIColor.white.cgColor
        layer.addSublayer(edge)
        layer.addSublayer(line)
    }

    required init?(coder: NSCoder) { nil }

    override func layoutSubviews() {
        super.layoutSubviews()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        line.frame = bounds
        edge.frame = bounds.insetBy(dx: -1, dy: -1)
        let largest = min(bounds.width, bounds.height) / 2
        line.cornerRadius = max(0, min(radius, largest))
        edge.cornerRadius = max(0, min(radius + 1, largest + 1))
        CATransaction.commit()
    }
}
