import CoreGraphics
public import Foundation

/// Determines the focused item, which receives the presses of the remote and the keyboard. Used in the `.tv` idiom
/// only.
///
/// Apple: one focus system for each scene. Here: one for each window. A direction press that no responder handles moves
/// the focus.
@preconcurrency @MainActor open class UIFocusSystem: NSObject {
    /// Posted after each focus update, with the context in the user info.
    public static let didUpdateNotification = Notification.Name("UIFocusDidUpdateNotification")
    /// Posted when no target lies in the direction that was pressed.
    public static let movementDidFailNotification = Notification.Name("UIFocusMovementDidFailNotification")
    public static let focusUpdateContextUserInfoKey = "UIFocusUpdateContextKey"
    public static let animationCoordinatorUserInfoKey = "UIFocusUpdateAnimationCoordinatorKey"
    /// The maximum nesting depth of environments. Without a limit, environments that form a cycle would be visited forever.
    static let greatestDepth = 512

    private weak var window: UIWindow?
    open private(set) weak var focusedItem: (any UIFocusItem)?
    private weak var pending: (any UIFocusEnvironment)?
    private var isPending = false
    private var timer: HostTimer?
    private var isMoving = false

    init(window: UIWindow) { self.window = window }

    /// The focus system of an environment; nil outside of windows, and in the desktop idiom, which has no focus system.
    open class func focusSystem(for environment: any UIFocusEnvironment) -> UIFocusSystem? {
        guard UIDevice.current.userInterfaceIdiom == .tv else { return nil }
        for present in environment.focusChain {
            if let window = (present as? UIView)?.window ?? (present as? UIViewController)?.viewIfLoaded?.window {
                return window.focusSystem
            }
        }
        return nil
    }

    open class func environment(
        _ environment: any UIFocusEnvironment, contains otherEnvironment: any UIFocusEnvironment
    ) -> Bool {
        otherEnvironment.focusChain.contains { $0 === environment }
    }

    // MARK: Requesting an update

    /// Moves the focus into an environment in the main loop's next turn, wherever the focused item is.
    open func requestFocusUpdate(to environment: any UIFocusEnvironment) { schedule(environment) }

    /// Handles `setNeedsFocusUpdate`. Ignored while a visible item outside the environment has the focus.
    func setNeedsUpdate(for environment: any UIFocusEnvironment) {
        if let focusedItem, isShown(focusedItem), !Self.environment(environment, contains: focusedItem) { return }
        schedule(environment)
    }

    /// Schedules a focus update after a focusable item may have appeared or disappeared, if no visible item has the
    /// focus.
    func contentDidChange() {
        guard !isPending, focusedItem.map({ !isShown($0) }) ?? true else { return }
        schedule(nil)
    }

    private func schedule(_ environment: (any UIFocusEnvironment)?) {
        pending = environment
        isPending = true
        guard timer == nil else { return }
        timer = HostTime.after(0) { [weak self] in
            self?.timer = nil
            self?.updateFocusIfNeeded()
        }
    }

    open func updateFocusIfNeeded() {
        guard isPending, let root else { return }
        isPending = false
        let wanted = pending ?? root
        pending = nil
        window?.layoutIfNeeded()
        if let item = resolve(wanted) ?? resolve(root) {
            move(to: item, heading: [])
        } else if let focusedItem, !isShown(focusedItem) {
            move(to: nil, heading: [])
        }
    }

    // MARK: Moving

    /// Moves the focus in a direction, as a press does that no responder handles.
    /// - Returns: whether the focus has moved.
    @discardableResult package func move(_ heading: UIFocusHeading) -> Bool {
        guard let window else { return false }
        window.layoutIfNeeded()
        if isPending { updateFocusIfNeeded() }
        guard let focusedItem, isShown(focusedItem), let start = place(of: focusedItem) else {
            schedule(nil)
            updateFocusIfNeeded()
            return self.focusedItem != nil
        }
        let field = FocusField(window: window, focused: focusedItem, heading: heading, root: rootView)
        for index in FocusSearch.ranked(from: start, toward: heading, among: field.targets.map(\.frame)) {
            switch field.targets[index].kind {
            case .item(let item): if move(to: item, heading: heading) { return true }
            case .guide(let guide):
                for environment in guide.preferredFocusEnvironments ?? [] {
                    guard let item = resolve(environment), item !== focusedItem else { continue }
                    if move(to: item, heading: heading) { return true }
                }
            }
        }
        NotificationCenter.default.post(name: Self.movementDidFailNotification, object: self)
        return false
    }

    @discardableResult private func move(to item: (any UIFocusItem)?, heading: UIFocusHeading) -> Bool {
        let before = focusedItem
        guard !isMoving, item !== before else { return false }
        isMoving = true
        defer { isMoving = false }
        let context = UIFocusUpdateContext(from: before, to: item, heading: heading)
        var notified: [any UIFocusEnvironment] = []
        for environment in (before?.focusChain ?? []) + (item?.focusChain ?? [])
        where !notified.contains(where: { $0 === environment }) { notified.append(environment) }
        // An item that is no longer visible cannot prevent the update.
        if before.map(isShown) ?? true {
            guard notified.allSatisfy({ $0.shouldUpdateFocus(in: context) }) else { return false }
        }
        focusedItem = item
        if let view = item as? UIView { show(view, heading) }
        let coordinator = UIFocusAnimationCoordinator()
        for environment in notified { environment.didUpdateFocus(in: context, with: coordinator) }
        for case let view as UIView in [before, item] { view.adjustImages(with: coordinator) }
        coordinator.run()
        NotificationCenter.default.post(
            name: Self.didUpdateNotification, object: self,
            userInfo: [
                Self.focusUpdateContextUserInfoKey: context, Self.animationCoordinatorUserInfoKey: coordinator,
            ])
        window?.focusDidMove(from: before as? UIView, to: item as? UIView)
        return true
    }

    /// Scrolls the enclosing scroll views so that the whole item is visible.
    private func show(_ view: UIView, _ heading: UIFocusHeading) {
        var above = view.superview
        while let present = above {
            if let scroll = present as? UIScrollView {
                scroll.scrollRectToVisible(view.convert(view.bounds, to: scroll), animated: !heading.isEmpty)
            }
            above = present.superview
        }
    }

    // MARK: Resolving

    /// The environment that receives presses: the topmost presented controller, or the window.
    private var root: (any UIFocusEnvironment)? { window?.topController ?? window }
    private var rootView: UIView? { window?.topController?.viewIfLoaded ?? window }

    private func isShown(_ item: any UIFocusItem) -> Bool {
        guard let window, item.canBecomeFocused, let rootView else { return false }
        for environment in item.focusChain {
            guard let view = environment as? UIView else { continue }
            if view === rootView { return true }
            if view.isHidden || view.alpha <= 0.01 || !view.isUserInteractionEnabled { return false }
            if view === window { return rootView === window }
        }
        return false
    }

    private func place(of item: any UIFocusItem) -> CGRect? {
        if let view = item as? UIView { return view.convert(view.bounds, to: window) }
        for environment in item.focusChain.dropFirst() {
            if let view = environment as? UIView { return view.convert(item.frame, to: window) }
        }
        return nil
    }

    /// Returns the item that gets the focus when it enters an environment: from the preferred environments, else the
    /// environment itself, else the first item in reading order.
    func resolve(_ environment: any UIFocusEnvironment) -> (any UIFocusItem)? {
        var seen: Set<ObjectIdentifier> = []
        return resolve(environment, &seen)
    }

    private func resolve(_ environment: any UIFocusEnvironment, _ seen: inout Set<ObjectIdentifier>) -> (
        any UIFocusItem
    )? {
        guard let window, seen.insert(ObjectIdentifier(environment)).inserted else { return nil }
        for wish in environment.preferredFocusEnvironments {
            if let item = resolve(wish, &seen) { return item }
        }
        if let item = environment as? any UIFocusItem, isShown(item) { return item }
        guard let view = environment as? UIView ?? (environment as? UIViewController)?.viewIfLoaded,
            view.window === window
        else { return nil }
        let field = FocusField(window: window, focused: nil, heading: [], root: view)
        let items = field.targets.compactMap { target -> (frame: CGRect, item: any UIFocusItem)? in
            if case .item(let item) = target.kind, isShown(item) { return (target.frame, item) }
            return nil
        }
        return FocusSearch.readingOrder(items.map(\.frame)).first.map { items[$0].item }
    }
}
