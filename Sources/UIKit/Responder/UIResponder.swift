public import Foundation
public import Selectors

/// An object that can respond to events: a view, a controller, a window or the application.
///
/// Events that a responder does not handle are passed to `next`. Isolated to the main actor.
@preconcurrency @MainActor open class UIResponder: NSObject, UIUserActivityRestoring {
    public override init() {
        super.init()
    }

    open var next: UIResponder? { nil }

    // MARK: First responder

    open var canBecomeFirstResponder: Bool { false }
    open var canResignFirstResponder: Bool { true }
    open var isFirstResponder: Bool { windowOfChain?.firstResponder === self }

    /// - Returns: false when this responder cannot become first responder, the current one does not resign, or there is
    ///   no window.
    @discardableResult open func becomeFirstResponder() -> Bool {
        guard let window = windowOfChain else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let present = window.firstResponder, !present.resignFirstResponder() { return false }
        window.firstResponder = self
        return true
    }

    @discardableResult open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if let window = windowOfChain, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    /// The window that contains this responder or the nearest view or controller up the responder chain.
    var windowOfChain: UIWindow? {
        if let view = self as? UIView { return view.window }
        var responder: UIResponder? = self
        while let present = responder {
            if let view = present as? UIView { return view.window }
            if let controller = present as? UIViewController, let view = controller.viewIfLoaded { return view.window }
            responder = present.next
        }
        return nil
    }

    open var inputView: UIView? { nil }
    open var inputAccessoryView: UIView? { nil }
    open func reloadInputViews() {}
    open var keyCommands: [UIKeyCommand]? { nil }

    // MARK: Actions

    /// Whether this responder performs an action that has no target: by default, whether it has the method.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool { responds(to: action) }

    /// Returns the first responder up the chain, this one included, that can perform an action.
    open func target(forAction action: Selector, withSender sender: Any?) -> Any? {
        canPerformAction(action, withSender: sender) ? self : next?.target(forAction: action, withSender: sender)
    }

    // MARK: Events

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let next else { return UIApplication.reportUnhandled(presses, isDown: true) }
        next.pressesBegan(presses, with: event)
    }
    open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        next?.pressesChanged(presses, with: event)
    }
    open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let next else { return UIApplication.reportUnhandled(presses, isDown: false) }
        next.pressesEnded(presses, with: event)
    }
    open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let next else { return UIApplication.reportUnhandled(presses, isDown: false) }
        next.pressesCancelled(presses, with: event)
    }

    open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionBegan(motion, with: event)
    }
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionEnded(motion, with: event)
    }
    open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        next?.motionCancelled(motion, with: event)
    }
    open func remoteControlReceived(with event: UIEvent?) { next?.remoteControlReceived(with: event) }

    /// Handles files or links dropped on the window over this responder or a responder below it in the chain.
    ///
    /// Apple: `UIDropInteraction`. Here: this method is called from the view under the pointer up to the application.
    /// If no responder returns true, the scene's delegate receives `scene(_:openURLContexts:)`, or the application's
    /// delegate `application(_:open:options:)`.
    /// - Returns: whether the drop has been handled.
    open func _openDroppedURLs(_ urls: [URL]) -> Bool { next?._openDroppedURLs(urls) ?? false }

    /// Goes back for the back button of a mouse.
    /// - Returns: whether a responder of the chain has gone back.
    func goBack() -> Bool { next?.goBack() ?? false }

    // MARK: User activity

    /// The description of what the user is doing here, for resuming it later. Current while its controller is on the
    /// screen.
    open var userActivity: NSUserActivity? {
        didSet {
            guard userActivity !== oldValue else { return }
            oldValue?.owner = nil
            userActivity?.owner = self
            if oldValue?.isCurrent ?? false { oldValue?.resignCurrent() }
            if isOnScreen { userActivity?.becomeCurrent() }
        }
    }
    private var isOnScreen: Bool {
        if let controller = self as? UIViewController { return controller.appearance == .shown }
        return (self as? UIView)?.window != nil
    }
    open func updateUserActivityState(_ activity: NSUserActivity) {}
    open func restoreUserActivityState(_ activity: NSUserActivity) {}

    // MARK: Accessibility

    var accessibility = AccessibilityProperties()
}
