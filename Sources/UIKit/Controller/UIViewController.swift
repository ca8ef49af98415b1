import CoreGraphics
public import Foundation

public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
}

public enum UIModalTransitionStyle: Int, Sendable { case coverVertical = 0, flipHorizontal, crossDissolve, partialCurl }
public enum UIStatusBarStyle: Int, Sendable { case `default` = 0, lightContent = 1, darkContent = 3 }
public enum UIStatusBarAnimation: Int, Sendable { case none = 0, fade, slide }

/// Manages a view, its appearance callbacks and its child controllers.
///
/// The view is loaded on first access. Appearance and disappearance callbacks strictly alternate (semantics 21).
@preconcurrency @MainActor open class UIViewController: UIResponder, UITraitEnvironment, UIFocusEnvironment {
    open private(set) var nibName: String?
    open private(set) var nibBundle: Bundle?
    private var loadedView: UIView?
    var appearance = Appearance.gone
    enum Appearance { case gone, appearing, shown, disappearing }
    /// Whether a container or a presentation runs the appearance callbacks. Moving the view in or out of a window then
    /// runs none.
    var isSteered = false

    /// Creates a controller with an empty view. Nibs are not supported: the name is only stored.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    public override convenience init() {
        self.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    // MARK: View

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }
    open var viewIfLoaded: UIView? { loadedView }
    open var isViewLoaded: Bool { loadedView != nil }

    open func loadView() {
        view = UIView(frame: CGRect(origin: .zero, size: UIScreen.main.bounds.size))
    }

    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        if loadedView == nil { view = UIView(frame: .zero) }
        viewDidLoad()
    }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    /// Changes the constraints of the controller's views; called in place of `updateConstraints` of its view. An
    /// override calls the superclass's implementation, which calls that method.
    open func updateViewConstraints() { viewIfLoaded?.updateConstraints() }
    open func viewSafeAreaInsetsDidChange() {}
    open func didReceiveMemoryWarning() {}

    open override var next: UIResponder? { loadedView?.superview ?? parent ?? presentingViewController }

    // MARK: Properties

    /// The title, which is also that of `navigationItem` and of `tabBarItem`.
    open var title: String? {
        didSet {
            guard title != oldValue else { return }
            madeNavigationItem?.title = title
            ownTabBarItem?.title = title
        }
    }
    open var preferredContentSize = CGSize.zero {
        didSet {
            if preferredContentSize != oldValue {
                parent?.preferredContentSizeDidChange(forChildContentContainer: self)
            }
        }
    }
    open var definesPresentationContext = false
    open var providesPresentationContextTransitionStyle = false
    open var restoresFocusAfterTransition = true
    /// The edges at which the view extends below the bars of a navigation controller. At the other edges it ends at the bars.
    open var edgesForExtendedLayout = UIRectEdge.all {
        didSet { if edgesForExtendedLayout != oldValue { navigationController?.barDidChange() } }
    }
    /// Whether the view also extends below a navigation bar that is not translucent.
    open var extendedLayoutIncludesOpaqueBars = false {
        didSet { if extendedLayoutIncludesOpaqueBars != oldValue { navigationController?.barDidChange() } }
    }
    open var additionalSafeAreaInsets = UIEdgeInsets.zero {
        didSet {
            guard additionalSafeAreaInsets != oldValue else { return }
            viewIfLoaded?.safeAreaInsetsDidChange()
            viewIfLoaded?.layoutEngineChanged()
            viewSafeAreaInsetsDidChange()
        }
    }
    open internal(set) var isBeingPresented = false
    open internal(set) var isBeingDismissed = false
    open internal(set) var isMovingToParent = false
    open internal(set) var isMovingFromParent = false

    // MARK: Editing

    private let editButton = EditButton()
    /// Whether the viewer changes the content of the controller's view.
    open var isEditing: Bool {
        get { editButton.isEditing }
        set { setEditing(newValue, animated: false) }
    }

    /// Called by `editButtonItem`, with animation. Overrides call the superclass's implementation and begin or end the editing of their views.
    open func setEditing(_ editing: Bool, animated: Bool) { editButton.isEditing = editing }

    /// A bar button with the title Edit, or Done while `isEditing` is true, that calls `setEditing(_:animated:)`.
    open var editButtonItem: UIBarButtonItem {
        editButton.item { [weak self] in
            guard let self else { return }
            setEditing(!isEditing, animated: true)
        }
    }

    // MARK: Presentation

    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    open var isModalInPresentation = false
    open var modalPresentationCapturesStatusBarAppearance = false
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    open internal(set) var presentedViewController: UIViewController?
    weak var presenter: UIViewController?
    var activePresentation: UIPresentationController?
    /// The presentation controller of this controller or of its nearest presented ancestor; nil where none is
    /// presented.
    open var presentationController: UIPresentationController? {
        activePresentation ?? parent?.presentationController
    }
    open var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }
    var runningCoordinator: TransitionCoordinator?
    open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
        runningCoordinator ?? parent?.transitionCoordinator
    }

    /// Presents a controller over this controller's outermost ancestor. Where that ancestor is not in a window or
    /// already presents a controller, nothing is presented and a message is written to standard error.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        Presentation.present(viewControllerToPresent, from: outermost, animated: flag, completion: completion)
    }

    /// Dismisses the controller that this controller presents. Where it presents none, dismisses this controller or its
    /// nearest presented ancestor.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            Presentation.dismiss(presented, animated: flag, completion: completion)
        } else if presenter != nil {
            Presentation.dismiss(self, animated: flag, completion: completion)
        } else if let parent {
            parent.dismiss(animated: flag, completion: completion)
        } else if let completion {
            HostTime.after(0, completion)
        }
    }

    var outermost: UIViewController {
        var controller = self
        while let parent = controller.parent { controller = parent }
        return controller
    }

    // MARK: Focus

    /// The controller's view, which then provides its own preferred environments.
    open var preferredFocusEnvironments: [any UIFocusEnvironment] { viewIfLoaded.map { [$0] } ?? [] }
    open var parentFocusEnvironment: (any UIFocusEnvironment)? { viewIfLoaded?.superview ?? parent }
    open var focusItemContainer: (any UIFocusItemContainer)? { viewIfLoaded }
    open func setNeedsFocusUpdate() { UIFocusSystem.focusSystem(for: self)?.setNeedsUpdate(for: self) }
    open func updateFocusIfNeeded() { UIFocusSystem.focusSystem(for: self)?.updateFocusIfNeeded() }
    open func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { true }
    open func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {}

    // MARK: Containment

    open internal(set) var children: [UIViewController] = []
    open internal(set) weak var parent: UIViewController?

    open func addChild(_ childController: UIViewController) {
        guard childController !== self, childController.parent !== self else { return }
        if childController.parent != nil { childController.removeFromParent() }
        childController.isMovingToParent = true
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    open func removeFromParent() {
        guard let parent else { return }
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    open func willMove(toParent parent: UIViewController?) { if parent == nil { isMovingFromParent = true } }
    open func didMove(toParent parent: UIViewController?) {
        isMovingToParent = false
        isMovingFromParent = false
    }
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    open func transition(
        from fromViewController: UIViewController, to toViewController: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        let animated = duration > 0
        fromViewController.beginAppearanceTransition(false, animated: animated)
        toViewController.beginAppearanceTransition(true, animated: animated)
        if let holder = fromViewController.view.superview ?? view { holder.addSubview(toViewController.view) }
        UIView.animate(withDuration: duration, options: options, animations: { animations?() }) { finished in
            fromViewController.view.removeFromSuperview()
            fromViewController.endAppearanceTransition()
            toViewController.endAppearanceTransition()
            completion?(finished)
        }
    }

    // MARK: Navigation

    private var madeNavigationItem: UINavigationItem?
    /// The content of the navigation bar while this controller is displayed. Made at the first access, with the controller's title.
    open var navigationItem: UINavigationItem {
        if let madeNavigationItem { return madeNavigationItem }
        let item = UINavigationItem()
        item.title = title
        madeNavigationItem = item
        return item
    }

    /// The nearest navigation controller that contains this controller.
    open var navigationController: UINavigationController? {
        var controller = parent
        while let present = controller {
            if let found = present as? UINavigationController { return found }
            controller = present.parent
        }
        return nil
    }

    private var ownTabBarItem: UITabBarItem?
    /// The item of the tab bar that selects this controller. Made at the first access, with the controller's title.
    ///
    /// A navigation controller without an item of its own has that of its first controller.
    open var tabBarItem: UITabBarItem! {
        get {
            if let ownTabBarItem { return ownTabBarItem }
            if let first = (self as? UINavigationController)?.viewControllers.first { return first.tabBarItem }
            let item = UITabBarItem(title: title, image: nil, tag: 0)
            ownTabBarItem = item
            return item
        }
        set {
            ownTabBarItem = newValue
            tabBarController?.itemsDidChange()
        }
    }

    /// The nearest tab bar controller that contains this controller.
    open var tabBarController: UITabBarController? {
        var controller = parent
        while let present = controller {
            if let found = present as? UITabBarController { return found }
            controller = present.parent
        }
        return nil
    }

    /// The items of the navigation controller's toolbar while this controller is displayed.
    open var toolbarItems: [UIBarButtonItem]? {
        get { storedToolbarItems }
        set { setToolbarItems(newValue, animated: false) }
    }
    private var storedToolbarItems: [UIBarButtonItem]?

    open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
        storedToolbarItems = toolbarItems
        navigationController?.toolbarItemsDidChange(of: self, animated: animated)
    }

    /// Whether the navigation controller's toolbar is hidden from the push of this controller until it is popped.
    open var hidesBottomBarWhenPushed = false

    /// Called when the view is loaded and about to appear, before `viewWillAppear`.
    func prepareToAppear() {}
    /// Called after this controller and its children have begun to appear, and after they have appeared.
    func didAdvanceAppearance(animated: Bool) {}

    // MARK: Traits and content container

    var parentTraits: UITraitCollection? { nil }
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { viewIfLoaded?.overrideUserInterfaceStyle ?? .unspecified }
        set { view.overrideUserInterfaceStyle = newValue }
    }
    open var traitCollection: UITraitCollection { viewIfLoaded?.traitCollection ?? .current }
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open func preferredContentSizeDidChange(forChildContentContainer container: UIViewController) {}
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
        for child in children { child.viewWillTransition(to: size, with: coordinator) }
        presentedViewController?.viewWillTransition(to: size, with: coordinator)
    }
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        for child in children { child.willTransition(to: newCollection, with: coordinator) }
    }

    // MARK: Bars, indicators, orientation

    /// Reported by the scene's `statusBarManager`. No bar is drawn.
    open var prefersStatusBarHidden: Bool { false }
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }
    open var childForStatusBarHidden: UIViewController? { nil }
    open var childForStatusBarStyle: UIViewController? { nil }
    open var childForHomeIndicatorAutoHidden: UIViewController? { nil }
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    open var prefersPointerLocked: Bool { false }
    /// Whether the pointer is hidden while it rests over this controller's view, such as during playback with hidden
    /// controls.
    package var hidesPointer = false {
        didSet { if hidesPointer != oldValue { viewIfLoaded?.window?.updateChrome() } }
    }
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    open func setNeedsStatusBarAppearanceUpdate() { viewIfLoaded?.window?.updateChrome() }
    /// Also updates the pointer: in full screen it is hidden together with the home indicator.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() { viewIfLoaded?.window?.updateChrome() }
    open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// The orientations of the window while this controller is the topmost one.
    ///
    /// Read after a presentation, by `setNeedsUpdateOfSupportedInterfaceOrientations()` and by
    /// `UIWindowScene.requestGeometryUpdate(_:errorHandler:)`. A window that covers the display is not rotated.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .landscapeLeft }
    open var shouldAutorotate: Bool { true }
    /// Rotates the window when its current orientation is not supported, by exchanging its width and height.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() { viewIfLoaded?.window?.turnToSupportedOrientation() }

    // MARK: Appearance

    /// Starts an appearance or disappearance. A second call with the opposite direction reverses it.
    open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        isSteered = true
        begin(isAppearing, animated)
    }

    open func endAppearanceTransition() {
        finish(false)
        isSteered = false
    }
}
