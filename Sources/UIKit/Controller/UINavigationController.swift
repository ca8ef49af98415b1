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
    private(set) lazy var pages = NavigationPages { [weak self] in self?.updateScrollEdge() }
    private(set) lazy var bars = NavigationBars(self, navigationBar, bottomBar)
    /// The running transition.
    var transition: NavigationTransition?
    var focusMemory = NavigationFocusMemory()
    /// The controller that was last reported to the delegate as shown.
    private weak var reported: UIViewController?
    /// Whether the press of a key that goes back has begun in this controller.
    private var hasBackPress = false

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

    private func change(to after: [UIViewController], _ operation: Operation, animated: Bool) {
        transition?.endNow()
        let change = NavigationChange(before: stack, after: after, operation: operation, animated: animated)
        for controller in change.added { addChild(controller) }
        for controller in change.removed { controller.willMove(toParent: nil) }
        stack = after
        guard change.from !== change.to else {
            navigationBar.makeTransition(to: after.map(\.navigationItem), .replacement).end()
            return settle(change)
        }
        if appearance == .shown, let window = viewIfLoaded?.window {
            return NavigationTransition(change, of: self, in: window).run()
        }
        navigationBar.makeTransition(to: after.map(\.navigationItem), operation == .pop ? .pop : .push).end()
        replaceTop(change)
        settle(change)
        bars.update(animated: false)
    }

    /// Ends the containment of the controllers that were removed and begins that of the added ones.
    func settle(_ change: NavigationChange) {
        for controller in change.removed { controller.removeFromParent() }
        for controller in change.added { controller.didMove(toParent: self) }
    }

    /// Replaces the view of the top controller while this controller is not on the screen, or is about to appear or disappear.
    private func replaceTop(_ change: NavigationChange) {
        let isAppearing = appearance == .appearing
        if let from = change.from {
            from.begin(false, false)
            pages.removeTop()
            from.finish(false)
        }
        guard isAppearing else { return }
        if let to = change.to { to.begin(true, change.animated) }
        installPage()
    }

    // MARK: Transition

    /// Restores the stack after a custom transition was cancelled.
    func undo(_ change: NavigationChange, _ former: NavigationPage?) {
        stack = change.before
        pages.restore(former)
        navigationBar.makeTransition(to: stack.map(\.navigationItem), .replacement).end()
        for controller in change.added {
            controller.willMove(toParent: nil)
            controller.removeFromParent()
        }
        for controller in change.removed {
            controller.willMove(toParent: self)
            controller.didMove(toParent: self)
        }
        bars.update(animated: false)
        view.setNeedsLayout()
    }

    /// Moves the focus to the item that had it when the top controller was covered.
    func restoreFocus() {
        guard let top = topViewController else { return }
        guard let item = focusMemory.take(top, of: stack), top.restoresFocusAfterTransition else {
            return setNeedsFocusUpdate()
        }
        UIFocusSystem.focusSystem(for: item)?.requestFocusUpdate(to: item)
    }

    /// Reports the top controller to the delegate as shown.
    func reportTop(animated: Bool) {
        reported = topViewController
        if let top = reported { delegate?.navigationController(self, didShow: top, animated: animated) }
    }

    // MARK: Views

    open override func loadView() {
        let view = NavigationView(frame: CGRect(origin: .zero, size: UIScreen.main.bounds.size))
        view.onLayout = { [weak self] in self?.layOut() }
        pages.view.frame = view.bounds
        pages.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        bottomBar.isHidden = true
        for part in [pages.view, bottomBar, navigationBar] { view.addSubview(part) }
        self.view = view
    }

    override func prepareToAppear() {
        super.prepareToAppear()
        installPage()
        bars.update(animated: false)
    }

    /// Reports the top controller that appears with this controller, unless that has been reported.
    override func didAdvanceAppearance(animated: Bool) {
        super.didAdvanceAppearance(animated: animated)
        guard let top = topViewController, top !== reported, transition == nil else { return }
        guard appearance == .shown else {
            delegate?.navigationController(self, willShow: top, animated: animated)
            return
        }
        reportTop(animated: animated)
    }

    private func installPage() {
        guard isViewLoaded, pages.top?.content !== topViewController else { return }
        UIView.performWithoutAnimation { showPage(of: topViewController, isPop: false, keepsFormer: false) }
    }

    func showPage(of controller: UIViewController?, isPop: Bool, keepsFormer: Bool) {
        if !keepsFormer { pages.removeTop() }
        pages.add(controller, isPop: isPop)
        layOut()
        view.setNeedsLayout()
        pages.top?.layoutIfNeeded()
    }

    private func layOut() {
        let covered = bars.layOut(view.bounds, safe: view.safeAreaInsets)
        pages.layOut(covered: covered, isOpaque: !navigationBar.isTranslucent)
        updateScrollEdge()
    }

    /// Updates the layout after the bar or the edges of a controller have changed.
    func barDidChange() { viewIfLoaded?.setNeedsLayout() }

    private func updateScrollEdge() { navigationBar.isAtScrollEdge = pages.top?.isAtTop ?? true }

    // MARK: Bars

    open var isNavigationBarHidden: Bool {
        get { bars.isBarHidden }
        set { setNavigationBarHidden(newValue, animated: false) }
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
        bars.hideBar(hidden, animated: animated)
    }

    open var isToolbarHidden: Bool {
        get { bars.isToolbarHidden }
        set { setToolbarHidden(newValue, animated: false) }
    }

    open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
        bars.hideToolbar(hidden, animated: animated)
    }

    /// Whether the stack hides the bars at the lower edge.
    var hidesBottomBar: Bool { stack.dropFirst().contains(where: \.hidesBottomBarWhenPushed) }

    func toolbarItemsDidChange(of controller: UIViewController, animated: Bool) {
        if controller === topViewController, isViewLoaded {
            bottomBar.setItems(controller.toolbarItems, animated: animated)
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
