import CoreGraphics
public import Foundation

/// A controller that shows one of several controllers, which the viewer selects with a tab bar.
///
/// The bar is at the lower edge, and at the upper one in the tv idiom. A second selection of a navigation controller shows its first controller.
/// Apple: a controller for more items than there is room for. Here: all items are in the bar.
open class UITabBarController: UIViewController {
    open weak var delegate: (any UITabBarControllerDelegate)?
    public let tabBar = UITabBar(frame: .zero)

    private var pages: [UIViewController] = []
    private var page: NavigationPage?
    private weak var selection: UIViewController?

    public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        tabBar.select = { [weak self] item in self?.select(item) ?? false }
    }

    public convenience init() { self.init(nibName: nil, bundle: nil) }

    public required init?(coder: NSCoder) { nil }

    // MARK: Controllers

    open var viewControllers: [UIViewController]? {
        get { pages.isEmpty ? nil : pages }
        set { setViewControllers(newValue, animated: false) }
    }

    /// Replaces the controllers. The selected one stays selected if it is among them; otherwise the first one is selected.
    /// - Parameter animated: whether the items of the bar fade in.
    open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
        var unique: [UIViewController] = []
        for controller in viewControllers ?? [] where !unique.contains(where: { $0 === controller }) {
            unique.append(controller)
        }
        let removed = pages.filter { old in !unique.contains { $0 === old } }
        let added = unique.filter { new in !pages.contains { $0 === new } }
        for controller in added { addChild(controller) }
        for controller in removed { controller.willMove(toParent: nil) }
        pages = unique
        tabBar.setItems(unique.map(\.tabBarItem), animated: animated)
        let kept = unique.first { $0 === selection }
        show(kept ?? unique.first)
        for controller in removed { controller.removeFromParent() }
        for controller in added { controller.didMove(toParent: self) }
    }

    /// Setting another controller than one of `viewControllers` has no effect.
    open var selectedViewController: UIViewController? {
        get { selection }
        set { if let newValue, pages.contains(where: { $0 === newValue }) { show(newValue) } }
    }

    /// `NSNotFound` without controllers. Setting an index without a controller has no effect.
    open var selectedIndex: Int {
        get { pages.firstIndex { $0 === selection } ?? NSNotFound }
        set { if pages.indices.contains(newValue) { show(pages[newValue]) } }
    }

    private func select(_ item: UITabBarItem) -> Bool {
        guard let controller = pages.first(where: { $0.tabBarItem === item }),
            delegate?.tabBarController(self, shouldSelect: controller) ?? true
        else { return false }
        if controller === selection {
            (controller as? UINavigationController)?.popToRootViewController(animated: true)
        } else {
            show(controller)
        }
        delegate?.tabBarController(self, didSelect: controller)
        return true
    }

    private func show(_ controller: UIViewController?) {
        selection = controller
        tabBar.selectedItem = controller?.tabBarItem
        if isViewLoaded, appearance != .gone { installPage() }
    }

    /// Replaces the items after a controller has another one.
    func itemsDidChange() {
        let items: [UITabBarItem] = pages.map(\.tabBarItem)
        guard !items.elementsEqual(tabBar.items ?? [], by: ===) else { return }
        tabBar.setItems(items, animated: false)
        tabBar.selectedItem = selection?.tabBarItem
    }

    // MARK: Views

    open override func loadView() {
        let view = TabView(frame: CGRect(origin: .zero, size: UIScreen.main.bounds.size))
        view.onLayout = { [weak self] in self?.layOut() }
        view.addSubview(tabBar)
        self.view = view
    }

    override func prepareToAppear() {
        super.prepareToAppear()
        installPage()
    }

    private func installPage() {
        guard page?.content !== selection else { return }
        UIView.performWithoutAnimation {
            page?.removeFromSuperview()
            page = selection.map { NavigationPage($0, frame: view.bounds) }
            if let page { view.insertSubview(page, belowSubview: tabBar) }
            layOut()
            page?.layoutIfNeeded()
        }
        view.window?.focusableContentDidChange()
        setNeedsStatusBarAppearanceUpdate()
    }

    private var isBarHidden: Bool { (selection as? UINavigationController)?.hidesBottomBar ?? false }

    /// Shows or hides the bar after the stack of a navigation controller has changed.
    func stackDidChange(animated: Bool) {
        itemsDidChange()
        guard isViewLoaded else { return }
        view.setNeedsLayout()
        guard animated, view.window != nil else { return }
        UIView.animate(withDuration: UINavigationController.seconds) { self.view.layoutIfNeeded() }
    }

    private func layOut() {
        let (bounds, safe) = (view.bounds, view.safeAreaInsets)
        let isAbove = view.traitCollection.userInterfaceIdiom == .tv
        let height = tabBar.sizeThatFits(bounds.size).height + (isAbove ? safe.top : safe.bottom)
        let isHidden = isBarHidden
        tabBar.isAboveContent = isAbove
        let hiddenY = isAbove ? -height : bounds.height
        tabBar.frame = CGRect(
            x: 0, y: isHidden ? hiddenY : isAbove ? 0 : bounds.height - height, width: bounds.width, height: height)
        tabBar.isUserInteractionEnabled = !isHidden
        tabBar.accessibilityElementsHidden = isHidden
        guard let page else { return }
        page.frame = bounds
        page.extendedEdges = page.content.edgesForExtendedLayout
        page.covered = UIEdgeInsets(
            top: isAbove && !isHidden ? height : safe.top, left: safe.left,
            bottom: isAbove || isHidden ? safe.bottom : height, right: safe.right)
    }

    // MARK: Children

    open override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        selection.map { [$0] } ?? super.preferredFocusEnvironments
    }
    open override var childForStatusBarHidden: UIViewController? { selection }
    open override var childForStatusBarStyle: UIViewController? { selection }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { selection }
}

/// The view of a tab bar controller, which places the bar.
private final class TabView: UIView {
    var onLayout: @MainActor () -> Void = {}

    override func layoutSubviews() {
        super.layoutSubviews()
        onLayout()
    }
}
