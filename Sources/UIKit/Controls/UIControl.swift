import CoreGraphics
public import Foundation
public import Selectors

/// A view that the user operates. It tracks touches and sends events to the registered actions, in the order in which they were added.
open class UIControl: UIView, KeyStop {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchDown = Event(rawValue: 1 << 0)
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        public static let touchDragInside = Event(rawValue: 1 << 2)
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        public static let touchDragExit = Event(rawValue: 1 << 5)
        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        public static let touchCancel = Event(rawValue: 1 << 8)
        public static let valueChanged = Event(rawValue: 1 << 12)
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        public static let menuActionTriggered = Event(rawValue: 1 << 14)
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// The viewer has changed the text.
        public static let editingChanged = Event(rawValue: 1 << 17)
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// The Return key was pressed. A text field with an action for it ends editing.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        public static let allTouchEvents = Event(rawValue: 0xFFF)
        public static let allEditingEvents = Event(rawValue: 0xF_0000)
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal: State = []
        public static let highlighted = State(rawValue: 1)
        public static let disabled = State(rawValue: 2)
        public static let selected = State(rawValue: 4)
        public static let focused = State(rawValue: 8)
    }

    public enum ContentHorizontalAlignment: Int, Sendable {
        case center = 0
        case left, right, fill, leading, trailing
    }

    public enum ContentVerticalAlignment: Int, Sendable {
        case center = 0
        case top, bottom, fill
    }

    private struct Handler {
        enum Call {
            case action(UIAction)
            case method(TargetAction)
        }

        let call: Call
        var events: Event
    }

    private var handlers: [Handler] = []
    /// The event whose actions are being sent.
    private var currentEvent: UIEvent?

    /// Disabling a control cancels a press in progress.
    open var isEnabled = true {
        didSet {
            guard isEnabled != oldValue else { return }
            if !isEnabled { cancelPress() }
            stateDidChange()
        }
    }
    open var isSelected = false {
        didSet { if isSelected != oldValue { stateDidChange() } }
    }
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { stateDidChange() } }
    }

    /// Where the content of the control is horizontally. Buttons follow it.
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsLayout() } }
    /// Where the content of the control is vertically. Buttons follow it.
    open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { setNeedsLayout() } }

    /// The horizontal alignment as left, center, right or fill.
    open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
        let isRightToLeft = traitCollection.layoutDirection == .rightToLeft
        switch contentHorizontalAlignment {
        case .leading: return isRightToLeft ? .right : .left
        case .trailing: return isRightToLeft ? .left : .right
        case .left, .center, .right, .fill: return contentHorizontalAlignment
        }
    }

    open private(set) var isTracking = false
    open private(set) var isTouchInside = false

    open var state: State {
        var state = State.normal
        if isHighlighted { state.insert(.highlighted) }
        if !isEnabled { state.insert(.disabled) }
        if isSelected { state.insert(.selected) }
        if isFocused { state.insert(.focused) }
        return state
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
    }

    // MARK: Events

    /// Adds an action for events. Replaces an action that has the same identifier.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
        handlers.append(Handler(call: .action(action), events: controlEvents))
    }

    open func removeAction(_ action: UIAction, for controlEvents: Event) {
        removeAction(identifiedBy: action.identifier, for: controlEvents)
    }

    open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
        removeHandlers(for: controlEvents) { call in
            if case .action(let action) = call { action.identifier == actionIdentifier } else { false }
        }
    }

    private func removeHandlers(for events: Event, where isRemoved: (Handler.Call) -> Bool) {
        handlers = handlers.compactMap { handler in
            guard isRemoved(handler.call) else { return handler }
            let left = handler.events.subtracting(events)
            return left.isEmpty ? nil : Handler(call: handler.call, events: left)
        }
    }

    /// Calls a method of `target` for events: without parameters, with the control, or with the control and the event. Adding a method again
    /// adds its events.
    /// - Parameter target: not retained. nil: the first responder up the chain that has the method, from the first responder or the control.
    open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
        handlers.removeAll { if case .method(let method) = $0.call { method.isEnded } else { false } }
        let method = TargetAction(target: target, selector: action)
        let index = handlers.firstIndex { handler in
            guard case .method(let present) = handler.call else { return false }
            return present.selector == action && present.target === method.target
        }
        if let index {
            handlers[index].events.formUnion(controlEvents)
        } else {
            handlers.append(Handler(call: .method(method), events: controlEvents))
        }
    }

    /// Ends the calls of a method for events.
    /// - Parameters:
    ///   - target: nil: all targets.
    ///   - action: nil: all methods of the target.
    open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
        removeHandlers(for: controlEvents) { call in
            if case .method(let method) = call { method.matches(target: target, selector: action) } else { false }
        }
    }

    /// The targets of all methods. NSNull stands for the responder chain.
    open var allTargets: Set<AnyHashable> {
        Set(
            methods.filter { !$0.0.isEnded }.map { method, _ in
                switch method.target {
                case let target as NSObject: AnyHashable(target)
                case let target?: AnyHashable(ObjectIdentifier(target))
                case nil: AnyHashable(NSNull())
                }
            })
    }

    /// The events for which there is an action or a method.
    open var allControlEvents: Event { handlers.reduce(into: []) { $0.formUnion($1.events) } }

    /// The names of the methods of a target for an event; nil if there are none.
    open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
        let names = methods.filter { method, events in
            !events.isDisjoint(with: controlEvent) && method.target === target.map { $0 as AnyObject }
        }.map { NSStringFromSelector($0.0.selector) }
        return names.isEmpty ? nil : names
    }

    private var methods: [(TargetAction, Event)] {
        handlers.compactMap { if case .method(let method) = $0.call { (method, $0.events) } else { nil } }
    }

    open func sendAction(_ action: UIAction) {
        action.performWithSender(self, target: nil)
    }

    /// Calls a method of a target. Subclasses override it to watch or change what the control calls.
    open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
        UIApplication.shared.sendAction(action, to: target, from: self, for: event)
    }

    open func sendActions(for controlEvents: Event) {
        for handler in handlers where !handler.events.isDisjoint(with: controlEvents) {
            switch handler.call {
            case .action(let action): sendAction(action)
            case .method(let method):
                if !method.isEnded { sendAction(method.selector, to: method.target, for: currentEvent) }
            }
        }
    }

    private func sendActions(for controlEvents: Event, during event: UIEvent?) {
        currentEvent = event
        sendActions(for: controlEvents)
        currentEvent = nil
    }

    /// Calls `iterator` for each action and each method, in their order, until it sets its last argument to true.
    open func enumerateEventHandlers(_ iterator: (UIAction?, (Any?, Selector)?, Event, inout Bool) -> Void) {
        var isStopped = false
        for handler in handlers where !isStopped {
            switch handler.call {
            case .action(let action): iterator(action, nil, handler.events, &isStopped)
            case .method(let method): iterator(nil, (method.target, method.selector), handler.events, &isStopped)
            }
        }
    }

    // MARK: Tracking a touch

    /// - Returns: whether to continue tracking the touch.
    open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
    open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
    open func cancelTracking(with event: UIEvent?) {}

    /// Called after `isEnabled`, `isSelected`, `isHighlighted` or the focus has changed.
    func stateDidChange() {
        setNeedsLayout()
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEnabled, !isTracking, let touch = touches.first, event?.isPrimaryPress ?? true else { return }
        isTouchInside = true
        guard beginTracking(touch, with: event) else { return }
        isTracking = true
        isHighlighted = true
        sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, during: event)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = touches.first else { return }
        let wasInside = isTouchInside
        isTouchInside = isInside(touch)
        guard continueTracking(touch, with: event) else {
            stopTracking()
            return
        }
        isHighlighted = isTouchInside
        if wasInside != isTouchInside {
            sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit, during: event)
        }
        sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside, during: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isTracking, let touch = touches.first else { return }
        let inside = isInside(touch)
        stopTracking()
        endTracking(touch, with: event)
        sendActions(for: inside ? .touchUpInside : .touchUpOutside, during: event)
        if inside { primaryAction() }
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        cancelTouch(event)
    }

    private func cancelTouch(_ event: UIEvent?) {
        guard isTracking else { return }
        stopTracking()
        cancelTracking(with: event)
        sendActions(for: .touchCancel, during: event)
    }

    private func cancelPress() {
        cancelTouch(nil)
        isHighlighted = false
    }

    // MARK: Focus and presses

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        guard context.nextFocusedItem === self || context.previouslyFocusedItem === self else { return }
        // The end of the select key's press goes to the control that had the focus at its beginning.
        if context.previouslyFocusedItem === self, !isTracking { isHighlighted = false }
        stateDidChange()
    }

    /// Whether Tab gives the keys to the control in the desktop idiom.
    var isKeyStop: Bool { false }
    /// The frame of the ring that surrounds the control while it has the keys, and the radius of its corners.
    var keyRing: (frame: CGRect, radius: CGFloat) { (bounds, 8) }
    /// Whether the ring is displayed.
    var showsKeyRing: Bool { true }
    private var ringView: UIView?

    open override var canBecomeFirstResponder: Bool {
        isKeyStop && isEnabled && !isHidden && window != nil && traitCollection.userInterfaceIdiom != .tv
    }

    @discardableResult open override func becomeFirstResponder() -> Bool {
        let hasKeys = super.becomeFirstResponder()
        if hasKeys, isKeyStop, showsKeyRing { showRing() }
        return hasKeys
    }

    @discardableResult open override func resignFirstResponder() -> Bool {
        let isResigned = super.resignFirstResponder()
        if isResigned { removeRing() }
        return isResigned
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { removeRing() }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        placeRing()
    }

    private func showRing() {
        guard ringView == nil else { return }
        let view = UIView(frame: .zero)
        view.isUserInteractionEnabled = false
        view.layer.borderWidth = 2
        ringView = view
        addSubview(view)
        placeRing()
    }

    private func placeRing() {
        guard let ringView else { return }
        let ring = keyRing
        ringView.frame = ring.frame
        ringView.layer.cornerRadius = ring.radius
        ringView.layer.borderColor = UIColor.tintColor.resolvedColor(with: traitCollection).cgColor
    }

    private func removeRing() {
        ringView?.removeFromSuperview()
        ringView = nil
    }

    /// Whether a press activates the control: the select button on the focused one, or Return and Space on the one with the keys.
    private func isActivated(by presses: Set<UIPress>) -> Bool {
        guard isEnabled else { return false }
        if isFocused { return presses.contains { $0.type == .select } }
        return isKeyStop && isFirstResponder && presses.contains(where: \.activatesControl)
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard isActivated(by: presses) else { return super.pressesBegan(presses, with: event) }
        isHighlighted = true
    }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard isHighlighted, isActivated(by: presses) else { return super.pressesEnded(presses, with: event) }
        isHighlighted = false
        primaryAction()
    }

    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        isHighlighted = false
        super.pressesCancelled(presses, with: event)
    }

    /// Performs the control's primary action, after a press by touch, key or assistive technology.
    func primaryAction() {
        sendActions(for: .primaryActionTriggered)
    }

    /// The traits that the client has set, with those of a disabled or selected control.
    open override var accessibilityTraits: UIAccessibilityTraits {
        get { super.accessibilityTraits.union(stateTraits) }
        set { super.accessibilityTraits = newValue.subtracting(stateTraits) }
    }

    private var stateTraits: UIAccessibilityTraits {
        var traits: UIAccessibilityTraits = isEnabled ? [] : .notEnabled
        if isSelected { traits.insert(.selected) }
        return traits
    }

    /// Presses the control on behalf of assistive technology.
    open override func accessibilityActivate() -> Bool {
        guard isEnabled else { return false }
        sendActions(for: .touchUpInside)
        primaryAction()
        return true
    }

    /// Whether a touch is inside the control. For fingers, the area is 20 points larger on each side.
    private func isInside(_ touch: UITouch) -> Bool {
        let slack: CGFloat = touch.type == .indirectPointer ? 0 : 20
        return bounds.insetBy(dx: -slack, dy: -slack).contains(touch.location(in: self))
    }

    private func stopTracking() {
        isTracking = false
        isTouchInside = false
        isHighlighted = false
    }
}
