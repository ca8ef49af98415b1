import CoreGraphics
public import Foundation

/// A controller that shows the last of a stack of controllers below a navigation bar.
///
/// The back button, Escape, Alt with the arrow towards the leading edge, and the back button of a mouse or remote control remove the last
/// controller. Apple: a swipe from the leading edge does, too.
open class UINavigationController: UIViewController {
    public enum Operation: Int, Sendable { case none = 0, push, pop }

    /// The duration in seconds of showing and hiding the bars.
    public static let hideShowBarDuration: CGFloat = 0.2
    /// The duration of a push or pop.
    static let seconds: TimeInterval = 0.35

    open weak var delegate: (any UINavigationControllerDelegate)?
    open private(set) var navigationBar: UINavigationBar
    open var toolbar: UIToolbar! { bottomBar }
    private let bottomBar: UIToolbar

    private var stack: [UIViewController] = []
    private let pages = UIView(frame: .zero)
    private var page: NavigationPage?
    /// Ends the running transition at once.
    private var endOfTransition: (() -> Void)?
    /// The controller that the delegate knows to be shown.
    private weak var reported: UIViewController?
    private var isBarHidden = false
    private var isBottomBarHidden = true
    /// Whether the press of a key that goes back has begun in this controller.
    private var hasBackPress = false

    private struct WeakItem { weak var item: (any UIFocusItem)? }
    /// The items that had the focus when their controllers were covered.
    private var focusMemory: [ObjectIdentifier: WeakItem] = [:]

    // MARK: Initialization

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        navigationBar = UINavigationBar(frame: .zero)
        bottomBar = UIToolbar(frame: .zero)
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        navigationBar.owner = self
    }

    public convenience init() {
        self.init(nibName: nil, bundle: nil)
    }

    public init(rootViewController: UIViewController) {
        navigationBar = UINavigationBar(frame: .zero)
        bottomBar = UIToolbar(frame: .zero)
        super.init(nibName: nil, bundle: nil)
        navigationBar.owner = self
        setViewControllers([rootViewController], animated: false)
    }

    /// Creates a controller with bars of the client's classes; nil: Apple's.
    public init(navigationBarClass: AnyClass?, toolbarClass: AnyClass?) {
        navigationBar =
            (navigationBarClass as? UINavigationBar.Type).flatMap { makeInstance(of: $0) as? UINavigationBar }
            ?? UINavigationBar(frame: .zero)
        bottomBar =
            (toolbarClass as? UIToolbar.Type).flatMap { makeInstance(of: $0) as? UIToolbar } ?? UIToolbar(frame: .zero)
        super.init(nibName: nil, bundle: nil)
        navigationBar.owner = self
    }

    public required init?(coder: NSCoder) { nil }

    // MARK: Stack

    open var viewControllers: [UIViewController] {
        get { stack }
        set { setViewControllers(newValue, animated: false) }
    }
    open var topViewController: UIViewController? { stack.last }
    /// The controller that is presented over this one, or else the top one.
    open var visibleViewController: UIViewController? { presentedViewController ?? stack.last }

    /// Adds a controller and shows it. A controller that is in the stack, and a navigation controller, are refused with a message on
    /// standard error.
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        guard !(viewController is UINavigationController), !stack.contains(where: { $0 === viewController }) else {
            let message = "UIKit: \(type(of: viewController)) is in the stack, or a navigation controller; not pushed\n"
            return FileHandle.standardError.write(Data(message.utf8))
        }
        change(to: stack + [viewController], .push, animated: animated)
    }

    /// Removes the top controller, unless it is the only one.
    /// - Returns: the controller that was removed.
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard stack.count > 1, let top = stack.last else { return nil }
        change(to: Array(stack.dropLast()), .pop, animated: animated)
        return top
    }

    /// Removes the controllers above one of the stack.
    /// - Returns: the controllers that were removed; nil where `viewController` is not in the stack.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard let place = stack.firstIndex(where: { $0 === viewController }) else { return nil }
        let removed = Array(stack[(place + 1)...])
        if !removed.isEmpty { change(to: Array(stack[...place]), .pop, animated: animated) }
        return removed
    }

    /// Removes all controllers but the first one.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        stack.first.flatMap { popToViewController($0, animated: animated) }
    }

    /// Replaces the stack. Where the new top controller was in the stack, the transition is that of a pop.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        var unique: [UIViewController] = []
        for controller in viewControllers where !unique.contains(where: { $0 === controller }) {
            unique.append(controller)
        }
        let isPop = unique.last.map { last in stack.contains { $0 === last } } ?? true
        change(to: unique, isPop ? .pop : .push, animated: animated)
    }

    /// A change of the stack.
    private struct Change {
        let before: [UIViewController]
        let after: [UIViewController]
        let operation: Operation
        let animated: Bool

        var from: UIViewController? { before.last }
        var to: UIViewController? { after.last }
        var added: [UIViewController] { after.filter { new in !before.contains { $0 === new } } }
        var removed: [UIViewController] { before.filter { old in !after.contains { $0 === old } } }
    }

    private func change(to after: [UIViewController], _ operation: Operation, animated: Bool) {
        endOfTransition?()
        let change = Change(before: stack, after: after, operation: operation, animated: animated)
        for controller in change.added { addChild(controller) }
        for controller in change.removed { controller.willMove(toParent: nil) }
        stack = after
        guard change.from !== change.to else {
            navigationBar.makeTransition(to: after.map(\.navigationItem), .replacement).end()
            return settle(change)
        }
        if appearance == .shown, let window = viewIfLoaded?.window {
            return transition(change, in: window)
        }
        navigationBar.makeTransition(to: after.map(\.navigationItem), operation == .pop ? .pop : .push).end()
        replaceTop(change)
        settle(change)
        updateToolbar(animated: false)
    }

    /// Ends the containment of the controllers that were removed and begins that of the added ones.
    private func settle(_ change: Change) {
        for controller in change.removed { controller.removeFromParent() }
        for controller in change.added { controller.didMove(toParent: self) }
    }

    /// Replaces the view of the top controller while this controller is not on the screen, or is about to appear or disappear.
    private func replaceTop(_ change: Change) {
        let isAppearing = appearance == .appearing
        if let from = change.from {
            from.begin(false, false)
            removePage()
            from.finish(false)
        }
        guard isAppearing else { return }
        if let to = change.to { to.begin(true, change.animated) }
        installPage()
    }

    // MARK: Transition

    private func transition(_ change: Change, in window: UIWindow) {
        let (from, to) = (change.from, change.to)
        let animator = customAnimator(change)
        let interaction = animator.flatMap { delegate?.navigationController(self, interactionControllerFor: $0) }
        let isShown = change.animated && from != nil && to != nil && (animator != nil || window.hasDrawn)
        let seconds = isShown ? animator?.transitionDuration(using: nil) ?? Self.seconds : 0
        let coordinator = TransitionCoordinator(
            from: from, to: to, containerView: pages, duration: seconds, isInteractive: interaction != nil, style: .none
        )
        runningCoordinator = coordinator
        if let from, let item = window.focusSystem.focusedItem {
            focusMemory[ObjectIdentifier(from)] = WeakItem(item: item)
        }
        from?.beginAppearanceTransition(false, animated: isShown)
        to?.beginAppearanceTransition(true, animated: isShown)
        if let to { delegate?.navigationController(self, willShow: to, animated: isShown) }
        let bar = navigationBar.makeTransition(
            to: change.after.map(\.navigationItem), change.operation == .pop ? .pop : .push)
        let former = page
        UIView.performWithoutAnimation { showPage(of: to, isPop: change.operation == .pop, keepsFormer: true) }
        updateToolbar(animated: isShown)
        let motion = page.map {
            NavigationMotion(
                from: former, to: $0, isPop: change.operation == .pop, direction: view.isRightToLeft ? -1 : 1,
                fades: UIAccessibility.isReduceMotionEnabled || view.traitCollection.userInterfaceIdiom == .tv)
        }
        var hasEnded = false
        let end = { [self] (isDone: Bool) in
            guard !hasEnded else { return }
            hasEnded = true
            endOfTransition = nil
            UIView.performWithoutAnimation {
                motion?.end()
                bar.end()
                if isDone {
                    former?.removeFromSuperview()
                    if let view = from?.viewIfLoaded, view.superview === pages { view.removeFromSuperview() }
                } else {
                    undo(change, former)
                }
            }
            finishAppearance(isDone ? (from, to) : (to, from), isShown, isDone: isDone)
            if isDone { settle(change) }
            finish(coordinator, isDone, in: window)
            animator?.animationEnded(isDone)
            reported = topViewController
            if let top = reported { delegate?.navigationController(self, didShow: top, animated: isShown) }
        }
        endOfTransition = { [weak former, weak page] in
            for view in [former, page] { view?.endAnimations() }
            end(true)
        }
        Presentation.run(
            coordinator, animator: animator, interaction: interaction, seconds: seconds,
            before: {
                motion?.prepare()
                bar.prepare()
            },
            animations: {
                if !hasEnded {
                    motion?.animate()
                    bar.animate()
                }
            }, end: end)
    }

    private func customAnimator(_ change: Change) -> (any UIViewControllerAnimatedTransitioning)? {
        guard change.animated, let from = change.from, let to = change.to else { return nil }
        return delegate?.navigationController(self, animationControllerFor: change.operation, from: from, to: to)
    }

    /// Restores the stack after a custom transition was cancelled.
    private func undo(_ change: Change, _ former: NavigationPage?) {
        stack = change.before
        page?.removeFromSuperview()
        change.to?.viewIfLoaded?.removeFromSuperview()
        page = former
        if let former, let view = former.content.viewIfLoaded { former.addSubview(view) }
        navigationBar.makeTransition(to: stack.map(\.navigationItem), .replacement).end()
        for controller in change.added {
            controller.willMove(toParent: nil)
            controller.removeFromParent()
        }
        for controller in change.removed {
            controller.willMove(toParent: self)
            controller.didMove(toParent: self)
        }
        updateToolbar(animated: false)
        view.setNeedsLayout()
    }

    /// Runs the last appearance callbacks: of the controller that disappears, then of the one that appears.
    private func finishAppearance(
        _ pair: (gone: UIViewController?, shown: UIViewController?), _ animated: Bool, isDone: Bool
    ) {
        if !isDone {
            pair.gone?.begin(false, animated)
            pair.shown?.begin(true, animated)
        }
        for controller in [pair.gone, pair.shown] {
            controller?.finish(animated)
            controller?.isSteered = false
        }
    }

    private func finish(_ coordinator: TransitionCoordinator, _ isDone: Bool, in window: UIWindow) {
        coordinator.finish(cancelled: !isDone)
        runningCoordinator = nil
        if let page, let view = page.content.viewIfLoaded, view.superview !== page {
            // A custom animator has moved the view into the container.
            UIView.performWithoutAnimation {
                page.addSubview(view)
                page.layoutIfNeeded()
            }
        }
        window.updateChrome()
        window.turnToSupportedOrientation()
        window.focusableContentDidChange()
        restoreFocus()
    }

    private func restoreFocus() {
        guard let top = topViewController else { return }
        let item = focusMemory.removeValue(forKey: ObjectIdentifier(top))?.item
        focusMemory = focusMemory.filter { key, _ in stack.contains { ObjectIdentifier($0) == key } }
        guard let item, top.restoresFocusAfterTransition else { return setNeedsFocusUpdate() }
        UIFocusSystem.focusSystem(for: item)?.requestFocusUpdate(to: item)
    }

    // MARK: Views

    open override func loadView() {
        let view = NavigationView(frame: CGRect(origin: .zero, size: UIScreen.main.bounds.size))
        view.onLayout = { [weak self] in self?.layOut() }
        pages.frame = view.bounds
        pages.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        pages.clipsToBounds = true
        bottomBar.isHidden = true
        for part in [pages, bottomBar, navigationBar] { view.addSubview(part) }
        self.view = view
    }

    override func prepareToAppear() {
        super.prepareToAppear()
        installPage()
        updateToolbar(animated: false)
    }

    /// Reports the top controller that appears with this controller, unless that has been reported.
    override func didAdvanceAppearance(animated: Bool) {
        super.didAdvanceAppearance(animated: animated)
        guard let top = topViewController, top !== reported, endOfTransition == nil else { return }
        guard appearance == .shown else {
            delegate?.navigationController(self, willShow: top, animated: animated)
            return
        }
        reported = top
        delegate?.navigationController(self, didShow: top, animated: animated)
    }

    private func installPage() {
        guard isViewLoaded, page?.content !== topViewController else { return }
        UIView.performWithoutAnimation { showPage(of: topViewController, isPop: false, keepsFormer: false) }
    }

    private func removePage() {
        page?.removeFromSuperview()
        page = nil
    }

    private func showPage(of controller: UIViewController?, isPop: Bool, keepsFormer: Bool) {
        if !keepsFormer { removePage() }
        page = controller.map { NavigationPage($0, frame: pages.bounds) }
        if let page { pages.insertSubview(page, at: isPop ? 0 : pages.subviews.count) }
        page?.onScroll = { [weak self] in self?.updateScrollEdge() }
        layOut()
        view.setNeedsLayout()
        page?.layoutIfNeeded()
    }

    private func layOut() {
        let (bounds, safe) = (view.bounds, view.safeAreaInsets)
        let height = navigationBar.fittingHeight
        navigationBar.frame = CGRect(
            x: 0, y: isBarHidden ? -height : safe.top, width: bounds.width, height: height)
        navigationBar.alpha = isBarHidden ? 0 : 1
        let bottomHeight = bottomBar.sizeThatFits(bounds.size).height
        let showsToolbar = showsToolbar
        bottomBar.frame = CGRect(
            x: 0, y: showsToolbar ? bounds.height - safe.bottom - bottomHeight : bounds.height, width: bounds.width,
            height: bottomHeight)
        for case let page as NavigationPage in pages.subviews {
            page.bounds.size = pages.bounds.size
            page.center = CGPoint(x: pages.bounds.midX, y: pages.bounds.midY)
            let isOpaque = !navigationBar.isTranslucent && !page.content.extendedLayoutIncludesOpaqueBars
            page.extendedEdges = page.content.edgesForExtendedLayout.subtracting(isOpaque ? .top : [])
            page.covered = UIEdgeInsets(
                top: safe.top + (isBarHidden ? 0 : height), left: safe.left,
                bottom: safe.bottom + (showsToolbar ? bottomHeight : 0), right: safe.right)
        }
        updateScrollEdge()
    }

    /// Updates the layout after the bar or the edges of a controller have changed.
    func barDidChange() { viewIfLoaded?.setNeedsLayout() }

    private func updateScrollEdge() { navigationBar.isAtScrollEdge = page?.isAtTop ?? true }

    // MARK: Bars

    open var isNavigationBarHidden: Bool {
        get { isBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBarHidden else { return }
        isBarHidden = hidden
        navigationBar.isUserInteractionEnabled = !hidden
        navigationBar.accessibilityElementsHidden = hidden
        animateBars(animated)
    }

    open var isToolbarHidden: Bool {
        get { isBottomBarHidden }
        set { setToolbarHidden(newValue, animated: false) }
    }

    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        guard hidden != isBottomBarHidden else { return }
        isBottomBarHidden = hidden
        updateToolbar(animated: animated)
    }

    /// Whether the stack hides the bars at the lower edge.
    var hidesBottomBar: Bool { stack.dropFirst().contains(where: \.hidesBottomBarWhenPushed) }
    private var showsToolbar: Bool { !isBottomBarHidden && !hidesBottomBar }

    private func updateToolbar(animated: Bool) {
        (parent as? UITabBarController)?.stackDidChange(animated: animated)
        guard isViewLoaded else { return }
        bottomBar.actionStart = topViewController?.viewIfLoaded
        let items = topViewController?.toolbarItems
        if !Self.areSame(bottomBar.items, items) { bottomBar.setItems(items, animated: animated && showsToolbar) }
        if showsToolbar { bottomBar.isHidden = false }
        animateBars(animated) { [weak self] in
            guard let self else { return }
            bottomBar.isHidden = !showsToolbar
        }
    }

    private static func areSame(_ first: [UIBarButtonItem]?, _ second: [UIBarButtonItem]?) -> Bool {
        let (first, second) = (first ?? [], second ?? [])
        return first.count == second.count && zip(first, second).allSatisfy { $0 === $1 }
    }

    func toolbarItemsDidChange(of controller: UIViewController, animated: Bool) {
        if controller === topViewController, isViewLoaded {
            bottomBar.setItems(controller.toolbarItems, animated: animated)
        }
    }

    private func animateBars(_ animated: Bool, completion: (() -> Void)? = nil) {
        guard isViewLoaded else { return }
        view.setNeedsLayout()
        guard animated, view.window != nil else {
            if view.window != nil { view.layoutIfNeeded() }
            completion?()
            return
        }
        UIView.animate(withDuration: TimeInterval(Self.hideShowBarDuration)) {
            self.view.layoutIfNeeded()
        } completion: { _ in
            completion?()
        }
    }

    // MARK: Going back

    /// Whether the viewer can go back: not where the client has hidden or replaced the back button. The remote control always can.
    private var canGoBack: Bool {
        guard stack.count > 1, let item = topViewController?.navigationItem else { return false }
        if view.traitCollection.userInterfaceIdiom == .tv { return true }
        let isReplaced = item.leftBarButtonItems?.isEmpty == false && !item.leftItemsSupplementBackButton
        return !item.hidesBackButton && !isReplaced
    }

    override func goBack() -> Bool {
        guard canGoBack else { return super.goBack() }
        navigationBar.performBack()
        return true
    }

    /// Whether a press is Alt with the arrow towards the leading edge.
    private func isBackShortcut(_ press: UIPress) -> Bool {
        let flags = press.key?.modifierFlags.intersection([.control, .alternate, .command, .shift])
        return flags == .alternate && press.type == (view.isRightToLeft ? .rightArrow : .leftArrow)
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard canGoBack, let press = presses.first, !press.isRepeat else {
            return super.pressesBegan(presses, with: event)
        }
        if isBackShortcut(press) { return navigationBar.performBack() }
        guard press.type == .menu else { return super.pressesBegan(presses, with: event) }
        hasBackPress = true
    }

    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard hasBackPress, presses.contains(where: { $0.type == .menu }) else {
            return super.pressesEnded(presses, with: event)
        }
        hasBackPress = false
        if canGoBack { navigationBar.performBack() }
    }

    open override func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        hasBackPress = false
        super.pressesCancelled(presses, with: event)
    }

    // MARK: Children

    open override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        topViewController.map { [$0] } ?? super.preferredFocusEnvironments
    }
    open override var childForStatusBarHidden: UIViewController? { topViewController }
    open override var childForStatusBarStyle: UIViewController? { topViewController }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { topViewController }
}

/// The view of a navigation controller, which places the bars.
private final class NavigationView: UIView {
    var onLayout: @MainActor () -> Void = {}

    override func layoutSubviews() {
        super.layoutSubviews()
        onLayout()
    }
}
