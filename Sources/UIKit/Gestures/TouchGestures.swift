import CoreGraphics
public import Foundation

/// Recognizes one or several taps, clicks or remote presses.
open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1
    open var numberOfTouchesRequired = 1
    open var buttonMaskRequired: UIEvent.ButtonMask = .primary
    private var taps = 0
    private var timer: HostTimer?
    private var starts: [ObjectIdentifier: CGPoint] = [:]
    /// The largest number of simultaneous touches of the current tap.
    private var mostTouches = 0

    /// The movement in points beyond which a touch is no tap.
    static let slack: CGFloat = 12
    /// The maximum time between two taps of one gesture, in seconds.
    static let longestPause = 0.35

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        timer?.cancel()
        if self.touches.count > numberOfTouchesRequired { state = .failed }
        if !event.buttonMask.isEmpty, event.buttonMask != buttonMaskRequired { state = .failed }
        for touch in touches { starts[ObjectIdentifier(touch)] = touch.position }
        mostTouches = max(mostTouches, self.touches.count)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first, let start = starts[ObjectIdentifier(touch)] else { return }
        if hypot(touch.position.x - start.x, touch.position.y - start.y) > Self.slack { state = .failed }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        for touch in touches { starts[ObjectIdentifier(touch)] = nil }
        // A tap is complete when its last finger is lifted.
        guard state == .possible, self.touches.allSatisfy({ $0.phase == .ended }) else { return }
        guard mostTouches == numberOfTouchesRequired else {
            state = .failed
            return
        }
        mostTouches = 0
        taps += 1
        if taps >= numberOfTapsRequired {
            state = .ended
        } else {
            timer = HostTime.after(Self.longestPause) { [weak self] in
                guard let self, state == .possible else { return }
                isCounting = false
                state = .failed
                if touches.isEmpty || self.touches.isEmpty { finishSequence() }
            }
            isCounting = true
        }
    }

    private var isCounting = false
    override var isActive: Bool { super.isActive || isCounting }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) { state = .ended }

    open override func reset() {
        taps = 0
        mostTouches = 0
        starts = [:]
        isCounting = false
        timer?.cancel()
    }
}

/// Recognizes a dragging touch, and wheel or two-finger touch pad scrolling where `allowedScrollTypesMask` allows it.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    open var minimumNumberOfTouches = 1
    open var maximumNumberOfTouches = Int.max
    open var allowedScrollTypesMask: UIScrollTypeMask = []
    /// The distance in points that a finger must move before the gesture begins.
    var threshold: CGFloat { 10 }
    var start = CGPoint.zero
    private var offset = CGPoint.zero
    private var samples: [(time: TimeInterval, point: CGPoint)] = []
    private var wheel: CGPoint?
    private var wheelTimer: HostTimer?

    open func translation(in view: UIView?) -> CGPoint {
        if let wheel { return wheel }
        return CGPoint(x: lastLocation.x - start.x + offset.x, y: lastLocation.y - start.y + offset.y)
    }

    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        if wheel != nil { wheel = translation }
        offset = translation
        start = lastLocation
    }

    /// Returns the velocity over the last tenth of a second, in points per second.
    open func velocity(in view: UIView?) -> CGPoint {
        guard let last = samples.last, let first = samples.first(where: { last.time - $0.time <= 0.1 }),
            last.time > first.time
        else { return .zero }
        let seconds = CGFloat(last.time - first.time)
        return CGPoint(x: (last.point.x - first.point.x) / seconds, y: (last.point.y - first.point.y) / seconds)
    }

    /// Whether a movement has a direction that the recognizer accepts.
    func isWanted(_ dx: CGFloat, _ dy: CGFloat) -> Bool { true }

    private func note(_ touch: UITouch) {
        samples.append((touch.timestamp, touch.position))
        if samples.count > 32 { samples.removeFirst() }
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first else { return }
        note(touch)
        if state == .possible { start = touch.position }
        if self.touches.count > maximumNumberOfTouches { state = .failed }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first else { return }
        note(touch)
        if state == .possible {
            guard self.touches.count >= minimumNumberOfTouches else { return }
            let (dx, dy) = (touch.position.x - start.x, touch.position.y - start.y)
            guard hypot(dx, dy) >= threshold else { return }
            state = isWanted(dx, dy) ? .began : .failed
        } else {
            state = .changed
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        // Adds a sample at the time of lifting, so that a finger that rested before has no velocity.
        if let touch = touches.first { note(touch) }
        if self.touches.filter({ $0.phase != .ended }).isEmpty { state = state == .possible ? .failed : .ended }
    }

    open override func reset() {
        offset = .zero
        samples = []
        wheel = nil
    }

    /// Handles a wheel event. The gesture begins with the first event, and ends 0.15 seconds after the last.
    func scroll(_ dx: CGFloat, _ dy: CGFloat, at point: CGPoint) -> Bool {
        guard isEnabled, !allowedScrollTypesMask.isEmpty, touches.isEmpty else { return false }
        lastLocation = point
        if wheel == nil {
            wheel = CGPoint(x: dx, y: dy)
            state = .began
            guard state == .began else {
                finishSequence()
                return false
            }
        } else {
            wheel = CGPoint(x: (wheel?.x ?? 0) + dx, y: (wheel?.y ?? 0) + dy)
            state = .changed
        }
        wheelTimer?.cancel()
        wheelTimer = HostTime.after(0.15) { [weak self] in
            self?.state = .ended
            self?.finishSequence()
        }
        return true
    }
}

public struct UIScrollTypeMask: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let discrete = UIScrollTypeMask(rawValue: 1)
    public static let continuous = UIScrollTypeMask(rawValue: 2)
    public static let all: UIScrollTypeMask = [.discrete, .continuous]
}

/// Recognizes a quick stroke in one direction.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    public struct Direction: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let right = Direction(rawValue: 1)
        public static let left = Direction(rawValue: 2)
        public static let up = Direction(rawValue: 4)
        public static let down = Direction(rawValue: 8)
    }

    open var direction = Direction.right
    open var numberOfTouchesRequired = 1
    private var start = CGPoint.zero
    private var startTime: TimeInterval = 0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first else { return }
        start = touch.position
        startTime = touch.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first, state == .possible else { return }
        let (dx, dy) = (touch.position.x - start.x, touch.position.y - start.y)
        guard touch.timestamp - startTime < 0.5 else {
            state = .failed
            return
        }
        guard hypot(dx, dy) > 40 else { return }
        let seen: Direction = abs(dx) > abs(dy) ? (dx > 0 ? .right : .left) : (dy > 0 ? .down : .up)
        state = direction.contains(seen) && max(abs(dx), abs(dy)) > 2 * min(abs(dx), abs(dy)) ? .ended : .failed
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible { state = .failed }
    }
}

/// Recognizes a touch that stays in place for `minimumPressDuration`.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    open var minimumPressDuration: TimeInterval = 0.5
    open var allowableMovement: CGFloat = 10
    private var start = CGPoint.zero
    private var timer: HostTimer?

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first else { return }
        start = touch.position
        timer = HostTime.after(minimumPressDuration) { [weak self] in
            guard let self, state == .possible, !self.touches.isEmpty else { return }
            state = .began
        }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = touches.first else { return }
        if state != .possible {
            state = .changed
        } else if hypot(touch.position.x - start.x, touch.position.y - start.y) > allowableMovement {
            state = .failed
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
    }

    open override func reset() { timer?.cancel() }
}

/// Recognizes two fingers that move apart or together.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    open var scale: CGFloat = 1
    open private(set) var velocity: CGFloat = 0
    private var startDistance: CGFloat = 0

    private var distance: CGFloat {
        guard touches.count >= 2 else { return 0 }
        let (a, b) = (touches[0].position, touches[1].position)
        return hypot(a.x - b.x, a.y - b.y)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { startDistance = distance }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard startDistance > 0 else { return }
        scale = distance / startDistance
        if state == .possible {
            if abs(distance - startDistance) > 10 { state = .began }
        } else {
            state = .changed
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        state = state == .possible ? .failed : .ended
    }

    open override func reset() {
        scale = 1
        startDistance = 0
    }
}

/// Recognizes a pointer that enters, moves over and leaves the view without a pressed button.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    func hover(_ isInside: Bool, at point: CGPoint) {
        guard isEnabled else { return }
        lastLocation = point
        switch (state, isInside) {
        case (.possible, true): state = .began
        case (.began, true), (.changed, true): state = .changed
        case (.began, false), (.changed, false):
            state = .ended
            finishSequence()
        default: break
        }
    }
}
