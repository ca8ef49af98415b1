import CoreGraphics
public import Foundation
public import Selectors

/// Recognizes a gesture in a sequence of touches or presses, and calls its actions on each change of state.
@preconcurrency @MainActor open class UIGestureRecognizer: NSObject {
    public enum State: Int, Sendable {
        case possible = 0, began, changed, ended, cancelled, failed
        public static let recognized = State.ended
    }

    open internal(set) weak var view: UIView?
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    open var isEnabled = true { didSet { if !isEnabled { cancel() } } }
    open var cancelsTouchesInView = true
    open var delaysTouchesBegan = false
    open var delaysTouchesEnded = true
    open var allowedTouchTypes: [NSNumber] = [0, 1, 2, 3]
    open var allowedPressTypes: [NSNumber] = []
    open var requiresExclusiveTouchType = true
    open var name: String?
    open var numberOfTouches: Int { touches.count }
    open private(set) var modifierFlags: UIKeyModifierFlags = []
    open private(set) var buttonMask: UIEvent.ButtonMask = []

    private enum Action {
        case closure((UIGestureRecognizer) -> Void)
        case method(TargetAction)
    }

    private var actions: [Action] = []
    private var required: [Weak] = []
    private struct Weak { weak var recognizer: UIGestureRecognizer? }
    private var current = State.possible
    private var isWaiting: State?
    var touches: [UITouch] = []
    /// The recognizers that receive the same touches.
    var rivals: () -> [UIGestureRecognizer] = { [] }

    /// Creates a recognizer that calls a method of `target`: without parameters, or with the recognizer.
    /// - Parameter target: not retained. After it is deallocated, the recognizer calls nothing.
    public init(target: Any?, action: Selector?) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    public convenience override init() {
        self.init(target: nil, action: nil)
    }

    package convenience init(action: @escaping (UIGestureRecognizer) -> Void) {
        self.init(target: nil, action: nil)
        addAction(action)
    }

    package func addAction(_ action: @escaping (UIGestureRecognizer) -> Void) { actions.append(.closure(action)) }

    /// Calls a method of `target`, too. A method that has been added is not added again.
    open func addTarget(_ target: Any, action: Selector) {
        actions.removeAll { if case .method(let method) = $0 { method.isEnded } else { false } }
        let isPresent = actions.contains { present in
            if case .method(let method) = present { method.matches(target: target, selector: action) } else { false }
        }
        if !isPresent { actions.append(.method(TargetAction(target: target, selector: action))) }
    }

    /// - Parameters:
    ///   - target: nil: all targets.
    ///   - action: nil: all methods of the target.
    open func removeTarget(_ target: Any?, action: Selector?) {
        actions.removeAll { present in
            if case .method(let method) = present { method.matches(target: target, selector: action) } else { false }
        }
    }

    /// The state of the recognition. Subclasses set it; a change from `.possible` also depends on the delegate and on
    /// the other recognizers.
    open var state: State {
        get { current }
        set { change(to: newValue) }
    }

    private func change(to new: State) {
        switch (current, new) {
        case (.possible, .began), (.possible, .ended):
            guard mayBegin() else {
                current = .failed
                releaseDependents()
                return
            }
            if required.contains(where: { $0.recognizer.map { $0.current == .possible && $0.isActive } ?? false }) {
                isWaiting = new
                return
            }
            enter(new)
        case (.began, .changed), (.changed, .changed), (.began, .ended), (.changed, .ended), (.began, .cancelled),
            (.changed, .cancelled):
            current = new
            send()
        case (.possible, .failed), (.possible, .cancelled):
            isWaiting = nil
            current = .failed
            releaseDependents()
        default: break
        }
    }

    private func enter(_ new: State) {
        isWaiting = nil
        current = new
        for rival in rivals() where rival !== self && rival.current == .possible && !allows(rival) {
            rival.change(to: .failed)
        }
        for dependent in rivals() where dependent.requires(self) && dependent.current == .possible {
            dependent.change(to: .failed)
        }
        if cancelsTouchesInView { for touch in touches { touch.window?.takeFromView(touch) } }
        send()
    }

    private func send() {
        for action in actions {
            switch action {
            case .closure(let call): call(self)
            case .method(let method): method.target.map { _ = method.selector.call(on: $0, with: [self]) }
            }
        }
    }

    private func releaseDependents() {
        for dependent in rivals() where dependent.requires(self) {
            if let waiting = dependent.isWaiting, dependent.current == .possible { dependent.change(to: waiting) }
        }
    }

    private func requires(_ other: UIGestureRecognizer) -> Bool { required.contains { $0.recognizer === other } }

    /// Whether touches are in progress, or the recognizer waits for the next of several taps.
    var isActive: Bool { !touches.isEmpty }

    private func mayBegin() -> Bool {
        for rival in rivals() where rival !== self && [.began, .changed, .ended].contains(rival.current) {
            if !allows(rival) { return false }
        }
        return (view?.gestureRecognizerShouldBegin(self) ?? true)
            && (delegate?.gestureRecognizerShouldBegin(self) ?? true)
    }

    private func allows(_ other: UIGestureRecognizer) -> Bool {
        if self is UIHoverGestureRecognizer || other is UIHoverGestureRecognizer { return true }
        return (delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false)
            || (other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false)
    }

    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        required.removeAll { $0.recognizer == nil }
        required.append(Weak(recognizer: otherGestureRecognizer))
    }

    /// Returns the center of the touches in the coordinates of `view`, or of the window for nil.
    open func location(in view: UIView?) -> CGPoint {
        guard !touches.isEmpty else {
            guard let view, let window = self.view?.window else { return lastLocation }
            return view.convert(lastLocation, from: window)
        }
        let points = touches.map { $0.location(in: view) }
        return CGPoint(
            x: points.map(\.x).reduce(0, +) / CGFloat(points.count),
            y: points.map(\.y).reduce(0, +) / CGFloat(points.count))
    }
    var lastLocation = CGPoint.zero

    open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint {
        touches.indices.contains(touchIndex) ? touches[touchIndex].location(in: view) : location(in: view)
    }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent) {}
    open func ignore(_ touch: UITouch, for event: UIEvent) { touches.removeAll { $0 === touch } }
    /// Resets the recognizer's own state after the gesture has ended.
    open func reset() {}

    private func cancel() {
        change(to: .cancelled)
        finishSequence()
    }

    // MARK: Events from the window

    func accepts(_ touch: UITouch) -> Bool {
        isEnabled && allowedTouchTypes.contains(NSNumber(value: touch.type.rawValue))
            && (delegate?.gestureRecognizer(self, shouldReceive: touch) ?? true)
    }

    func feed(_ touch: UITouch, _ event: UIEvent, rivals: [UIGestureRecognizer]) {
        guard isEnabled else { return }
        self.rivals = { [weak self] in rivals + (self.map { [$0] } ?? []) }
        modifierFlags = event.modifierFlags
        buttonMask = event.buttonMask
        lastLocation = touch.position
        if touch.phase == .began, [.ended, .failed, .cancelled].contains(current), touches.isEmpty { finishSequence() }
        if touch.phase == .began {
            for other in rivals where other !== self {
                if delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false { require(toFail: other) }
                if delegate?.gestureRecognizer(self, shouldBeRequiredToFailBy: other) ?? false {
                    other.require(toFail: self)
                }
            }
            touches.append(touch)
        }
        guard touches.contains(where: { $0 === touch }) else { return }
        if [.possible, .began, .changed].contains(current) {
            switch touch.phase {
            case .began: touchesBegan([touch], with: event)
            case .moved: touchesMoved([touch], with: event)
            case .ended: touchesEnded([touch], with: event)
            case .cancelled: touchesCancelled([touch], with: event)
            default: break
            }
        }
    }

    /// Removes a touch after all recognizers have received its end.
    func forget(_ touch: UITouch) {
        touches.removeAll { $0 === touch }
        if touches.isEmpty, [.ended, .failed, .cancelled].contains(current) { finishSequence() }
    }

    func finishSequence() {
        current = .possible
        isWaiting = nil
        touches = []
        rivals = { [] }
        reset()
    }

    func feed(_ press: UIPress, _ event: UIPressesEvent) -> Bool {
        guard isEnabled, allowedPressTypes.contains(NSNumber(value: press.type.rawValue)),
            delegate?.gestureRecognizer(self, shouldReceive: press) ?? true
        else { return false }
        if press.phase == .began { pressesBegan([press], with: event) } else { pressesEnded([press], with: event) }
        if [.ended, .failed, .cancelled].contains(current) {
            let didRecognize = current == .ended
            finishSequence()
            return didRecognize
        }
        return false
    }
}

/// Decides whether a recognizer may begin, and which recognizers may recognize simultaneously. All methods are
/// optional.
@preconcurrency @MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool
}

extension UIGestureRecognizerDelegate {
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        true
    }
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive press: UIPress) -> Bool {
        true
    }
}
