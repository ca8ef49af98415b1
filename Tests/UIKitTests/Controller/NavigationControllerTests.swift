import CoreGraphics
import Selectors
import Testing
import WindowSystem

@testable import UIKit

/// A log that controllers and a delegate share.
@MainActor
private final class Log {
    var events: [String] = []
}

@MainActor
private final class Page: UIViewController {
    let log: Log
    init(_ name: String, _ log: Log) {
        self.log = log
        super.init(nibName: nil, bundle: nil)
        title = name
    }
    required init?(coder: NSCoder) { nil }
    private func note(_ event: String) { log.events.append("\(title ?? "") \(event)") }
    override func viewDidLoad() { note("didLoad") }
    override func viewWillAppear(_ animated: Bool) { note("willAppear\(isMovingToParent ? " new" : "")") }
    override func viewDidAppear(_ animated: Bool) { note("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { note("willDisappear\(isMovingFromParent ? " gone" : "")") }
    override func viewDidDisappear(_ animated: Bool) { note("didDisappear") }
}

@MainActor
private final class Delegate: NSObject, UINavigationControllerDelegate {
    let log: Log
    var animator: (any UIViewControllerAnimatedTransitioning)?
    init(_ log: Log) { self.log = log }
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) { log.events.append("willShow \(viewController.title ?? "")") }
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) { log.events.append("didShow \(viewController.title ?? "")") }
    func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
        to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
}

/// An animator that ends at once.
@MainActor
private final class Animator: NSObject, UIViewControllerAnimatedTransitioning {
    let completes: Bool
    init(completes: Bool) { self.completes = completes }
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> Double { 0.2 }
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        if let view = transitionContext.view(forKey: .to) { transitionContext.containerView.addSubview(view) }
        transitionContext.completeTransition(completes)
    }
}

/// The stack of a navigation controller, its transitions, bars and keys.
@MainActor
struct NavigationControllerTests {
    private let log = Log()

    private func run(_ body: (UINavigationController, Page, UIWindow, HostTime.Manual) throws -> Void) rethrows {
        try withManualTime { time in
            let root = Page("A", log)
            let navigation = UINavigationController(rootViewController: root)
            let delegate = Delegate(log)
            navigation.delegate = delegate
            let window = makeWindow(navigation)
            window.renderNow()
            time.advance(by: 1)
            try body(navigation, root, window, time)
            window.isHidden = true
            withExtendedLifetime(delegate) {}
        }
    }

    @Test(
        "the root controller is loaded with the navigation controller's appearance, not before",
        arguments: [true, false])
    func root_isLoadedLate(usesSetter: Bool) {
        let root = Page("A", log)
        let navigation = usesSetter ? UINavigationController() : UINavigationController(rootViewController: root)
        if usesSetter { navigation.viewControllers = [root] }
        _ = navigation.view
        #expect(!root.isViewLoaded && root.parent === navigation && navigation.topViewController === root)
        let window = makeWindow(navigation)
        defer { window.isHidden = true }
        #expect(log.events == ["A didLoad", "A willAppear", "A didAppear"])
        #expect(root.view.window === window && root.navigationController === navigation)
    }

    @Test("the delegate is called for the root controller when it appears, once")
    func root_isReported() {
        run { navigation, _, window, time in
            let shown = ["A didLoad", "A willAppear new", "willShow A", "A didAppear", "didShow A"]
            #expect(log.events.map { $0 == "A willAppear" ? "A willAppear new" : $0 } == shown)
            log.events = []
            window.rootViewController = UIViewController()
            window.rootViewController = navigation
            time.advance(by: 1)
            #expect(log.events == ["A willDisappear", "A didDisappear", "A willAppear", "A didAppear"])
        }
    }

    @Test("a controller is released after its pop, and a navigation controller with its window")
    func release() {
        weak var weakPage: UIViewController?
        weak var weakNavigation: UIViewController?
        withManualTime { time in
            let navigation = UINavigationController(rootViewController: Page("A", log))
            let window = makeWindow(navigation)
            window.renderNow()
            weakNavigation = navigation
            do {
                let page = Page("B", log)
                page.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
                weakPage = page
                navigation.pushViewController(page, animated: true)
            }
            time.advance(by: 1)
            #expect(weakPage != nil)
            navigation.popViewController(animated: true)
            time.advance(by: 1)
            window.rootViewController = nil
            window.isHidden = true
        }
        #expect(weakPage == nil && weakNavigation == nil)
    }

    @Test("a push and a pop call the controllers and the delegate in Apple's order", arguments: [true, false])
    func pushAndPop_order(animated: Bool) {
        run { navigation, root, window, time in
            log.events = []
            let other = Page("B", log)
            navigation.pushViewController(other, animated: animated)
            #expect(navigation.topViewController === other && navigation.visibleViewController === other)
            #expect(log.events.suffix(1) == ["willShow B"])
            time.advance(by: 1)
            #expect(
                log.events == [
                    "A willDisappear", "B didLoad", "B willAppear new", "willShow B", "A didDisappear", "B didAppear",
                    "didShow B",
                ])
            #expect(root.view.window == nil && other.view.window === window)
            log.events = []
            #expect(navigation.popViewController(animated: animated) === other)
            time.advance(by: 1)
            #expect(
                log.events == [
                    "B willDisappear gone", "A willAppear", "willShow A", "B didDisappear", "A didAppear", "didShow A",
                ])
            #expect(other.parent == nil && navigation.viewControllers == [root])
            #expect(navigation.popViewController(animated: false) == nil)
        }
    }

    @Test("controllers are popped to the root and to one of the stack, and replaced")
    func stack_changes() {
        run { navigation, root, _, time in
            let pages = ["B", "C", "D"].map { Page($0, log) }
            for page in pages { navigation.pushViewController(page, animated: true) }
            #expect(navigation.popToViewController(pages[0], animated: true) == [pages[1], pages[2]])
            #expect(navigation.popToViewController(pages[2], animated: true) == nil)
            #expect(navigation.popToRootViewController(animated: false) == [pages[0]])
            navigation.setViewControllers([root, pages[2], pages[1]], animated: true)
            time.advance(by: 1)
            #expect(navigation.topViewController === pages[1] && navigation.children.count == 3)
            #expect(navigation.navigationBar.items?.map(\.title) == ["A", "D", "C"])
            #expect(pages[0].parent == nil)
            #expect(log.events.suffix(2) == ["C didAppear", "didShow C"])
        }
    }

    @Test("the content lies below the bar, with the bar's height as safe area, or begins at the bar's lower edge")
    func layout_safeArea() {
        run { navigation, root, window, _ in
            let height = navigation.navigationBar.frame.height
            #expect(height == 44 && root.view.frame == CGRect(x: 0, y: 0, width: 400, height: 300))
            #expect(root.view.safeAreaInsets == UIEdgeInsets(top: 44, left: 0, bottom: 0, right: 0))
            root.edgesForExtendedLayout = []
            window.layoutIfNeeded()
            #expect(root.view.frame == CGRect(x: 0, y: 44, width: 400, height: 256))
            #expect(root.view.safeAreaInsets == .zero)
            root.edgesForExtendedLayout = .all
            navigation.navigationBar.isTranslucent = false
            window.layoutIfNeeded()
            #expect(root.view.frame.minY == 44)
            root.extendedLayoutIncludesOpaqueBars = true
            window.layoutIfNeeded()
            #expect(root.view.frame.minY == 0)
            navigation.isNavigationBarHidden = true
            #expect(root.view.safeAreaInsets == .zero && navigation.navigationBar.alpha == 0)
        }
    }

    @Test("a scroll view begins below the bar, and stays at its upper edge when the bar is hidden")
    func layout_scrollView() {
        run { navigation, root, window, _ in
            let scroll = UIScrollView(frame: root.view.bounds)
            scroll.contentSize = CGSize(width: 400, height: 900)
            root.view.addSubview(scroll)
            window.layoutIfNeeded()
            #expect(scroll.contentOffset.y == -44 && navigation.navigationBar.isAtScrollEdge)
            scroll.contentOffset.y = 20
            #expect(!navigation.navigationBar.isAtScrollEdge)
            scroll.contentOffset.y = -44
            navigation.isNavigationBarHidden = true
            window.layoutIfNeeded()
            #expect(scroll.contentOffset.y == 0)
        }
    }

    @Test("the back button, Escape, Alt with the left arrow and a mouse's back button go back")
    func goingBack_input() {
        run { navigation, root, window, time in
            let ways: [() -> Void] = [
                { _ = navigation.navigationBar.content?.backButton?.accessibilityActivate() },
                { window.press(.escape) },
                {
                    window.memory?.inject(
                        .key(KeyEvent(phase: .down, usage: .leftArrow, characters: "", modifiers: .alternate)))
                },
                {
                    window.memory?.inject(
                        .pointer(
                            PointerEvent(
                                phase: .pressed, location: CGPoint(x: 200, y: 200), button: .back, heldButtons: [.back])
                        ))
                },
            ]
            for (index, way) in ways.enumerated() {
                navigation.pushViewController(Page("B", log), animated: false)
                time.advance(by: 1)
                window.layoutIfNeeded()
                way()
                time.advance(by: 1)
                #expect(navigation.topViewController === root, "\(index)")
            }
            for way in ways.dropFirst() { way() }
            #expect(navigation.topViewController === root)
        }
    }

    @Test("keys do not go back where the client replaces or hides the back button")
    func goingBack_replacedButton() {
        run { navigation, _, window, time in
            let page = Page("B", log)
            page.navigationItem.leftBarButtonItem = UIBarButtonItem(systemItem: .cancel)
            navigation.pushViewController(page, animated: false)
            time.advance(by: 1)
            window.press(.escape)
            #expect(navigation.topViewController === page)
            page.navigationItem.leftBarButtonItem = nil
            var presses = 0
            page.navigationItem.backAction = UIAction { _ in presses += 1 }
            window.press(.escape)
            #expect(presses == 1 && navigation.topViewController === page)
        }
    }

    @Test("the toolbar has the items of the top controller, and is hidden from a push that hides it on")
    func toolbar_followsTop() {
        run { navigation, root, window, time in
            root.toolbarItems = [UIBarButtonItem(systemItem: .add)]
            #expect(navigation.isToolbarHidden && navigation.toolbar.isHidden)
            navigation.isToolbarHidden = false
            #expect(navigation.toolbar.items?.count == 1 && !navigation.toolbar.isHidden)
            #expect(root.view.safeAreaInsets.bottom == 44)
            let page = Page("B", log)
            page.hidesBottomBarWhenPushed = true
            navigation.pushViewController(page, animated: true)
            time.advance(by: 1)
            #expect(navigation.toolbar.isHidden && page.view.safeAreaInsets.bottom == 0)
            navigation.popViewController(animated: true)
            time.advance(by: 1)
            #expect(!navigation.toolbar.isHidden && navigation.toolbar.items?.count == 1)
        }
    }

    @Test("a custom animator moves the views, and a cancelled transition restores the stack", arguments: [true, false])
    func customTransition(completes: Bool) {
        run { navigation, root, window, time in
            let delegate = Delegate(log)
            delegate.animator = Animator(completes: completes)
            navigation.delegate = delegate
            let page = Page("B", log)
            navigation.pushViewController(page, animated: true)
            time.advance(by: 1)
            #expect(navigation.topViewController === (completes ? page : root))
            #expect((page.view.window === window) == completes && (root.view.window === window) == !completes)
            #expect(page.parent === (completes ? navigation : nil))
            #expect(log.events.suffix(2) == (completes ? ["B didAppear", "didShow B"] : ["A didAppear", "didShow A"]))
            #expect(navigation.navigationBar.items?.count == (completes ? 2 : 1))
        }
    }

    @Test("a method without a target is called on the top controller")
    func noTarget_topController() {
        final class Screen: UIViewController {
            var presses = 0
            func press() { presses += 1 }
        }
        withManualTime { _ in
            let screen = Screen()
            screen.navigationItem.rightBarButtonItem = UIBarButtonItem(
                title: "A", style: .plain, target: nil, action: Selector("press", Screen.press))
            let window = makeWindow(UINavigationController(rootViewController: screen))
            defer { window.isHidden = true }
            window.tap(370, 22, at: 1)
            #expect(screen.presses == 1)
        }
    }

    @Test("in the tv idiom the menu button goes back, there is no back button, and the focus returns to its item")
    func television_menu() {
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(.mac) }
        run { navigation, root, window, time in
            let buttons = [0.0, 1].map { row in
                let button = UIButton(type: .system)
                button.frame = CGRect(x: 50, y: 100 + row * 60, width: 100, height: 40)
                root.view.addSubview(button)
                return button
            }
            time.advance(by: 1)
            window.focusSystem.requestFocusUpdate(to: buttons[1])
            time.advance(by: 1)
            #expect(window.focusSystem.focusedItem === buttons[1])
            let page = Page("B", log)
            page.navigationItem.rightBarButtonItem = UIBarButtonItem(systemItem: .add)
            navigation.pushViewController(page, animated: true)
            time.advance(by: 2)
            #expect(window.focusSystem.focusedItem is BarButton)
            #expect(navigation.navigationBar.content?.backButton == nil)
            window.press(.escape)
            time.advance(by: 2)
            #expect(navigation.topViewController === root)
            #expect(window.focusSystem.focusedItem === buttons[1])
        }
    }
}
