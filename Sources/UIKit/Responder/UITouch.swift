import CoreGraphics
public import Foundation

/// A touch of one finger, or of the pointer while a button is pressed, from its beginning to its end.
@preconcurrency @MainActor open class UITouch: NSObject {
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
        case regionEntered = 5
        case regionMoved = 6
        case regionExited = 7
    }

    public enum TouchType: Int, Sendable {
        case direct = 0
        case indirect = 1
        case pencil = 2
        /// A mouse, or a touch pad that moves a pointer.
        case indirectPointer = 3
    }

    open internal(set) var phase: Phase = .began
    /// The number of taps in sequence: 2 for the second click of a double click.
    open internal(set) var tapCount = 1
    open internal(set) var timestamp: TimeInterval
    open internal(set) weak var view: UIView?
    open internal(set) weak var window: UIWindow?
    open internal(set) var gestureRecognizers: [UIGestureRecognizer]? = []
    open internal(set) var force: CGFloat = 1
    open internal(set) var majorRadius: CGFloat = 1
    open var type: TouchType { kind }

    private let kind: TouchType
    /// The position in the window's coordinates.
    var position: CGPoint
    var previousPosition: CGPoint
    /// Whether the view does not receive the touch: a gesture recognizer has canceled it, or the view receives another touch.
    var isTakenFromView = false

    init(type: TouchType, position: CGPoint, window: UIWindow?, view: UIView?, timestamp: TimeInterval) {
        kind = type
        self.position = position
        previousPosition = position
        self.window = window
        self.view = view
        self.timestamp = timestamp
    }

    /// Returns the position in the coordinates of `view`, or of the window for nil.
    open func location(in view: UIView?) -> CGPoint { convert(position, to: view) }
    open func previousLocation(in view: UIView?) -> CGPoint { convert(previousPosition, to: view) }
    open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }

    private func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        guard let view, let window else { return point }
        return view.convert(point, from: window)
    }
}
