import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// A tab bar controller: selection by the viewer and by the program, its delegate, and the place of the bar.
@MainActor
struct TabBarControllerTests {
    private final class Page: UIViewController {
        var log: [String] = []
        override func viewWillAppear(_ animated: Bool) { log.append("will appear") }
        override func viewDidDisappear(_ animated: Bool) { log.append("did disappear") }
    }

    private final class Follower: NSObject, UITabBarControllerDelegate {
        var selected: [UIViewController] = []
        var refused: UIViewController?

        func tabBarController(_ controller: UITabBarController, shouldSelect viewController: UIViewController) -> Bool {
            viewController !== refused
        }
        func tabBarController(_ controller: UITabBarController, didSelect viewController: UIViewController) {
            selected.append(viewController)
        }
    }

    private func page(_ title: String) -> Page {
        let page = Page()
        page.title = title
        page.tabBarItem.image = UIImage(systemName: "play.fill")
        return page
    }

    private func buttons(_ controller: UITabBarController) -> [TabBarButton] {
        controller.tabBar.subviews.compactMap { $0 as? TabBarButton }
    }

    @Test("the first controller is selected, and its view takes the screen with a safe area above the bar")
    func firstSelection() {
        let tabs = UITabBarController()
        let pages = [page("Home"), page("Search")]
        tabs.viewControllers = pages
        let window = makeWindow(tabs)
        defer { window.isHidden = true }
        window.layoutIfNeeded()
        #expect(tabs.selectedIndex == 0 && tabs.selectedViewController === pages[0])
        #expect(pages[0].log == ["will appear"] && pages[1].log.isEmpty)
        #expect(pages[0].view.frame.size == tabs.view.bounds.size)
        #expect(pages[0].view.safeAreaInsets.bottom == tabs.tabBar.frame.height)
        #expect(tabs.tabBar.frame.maxY == tabs.view.bounds.height && tabs.tabBar.frame.height >= 49)
        #expect(pages[1].tabBarController === tabs && pages[1].parent === tabs)
        #expect(tabs.tabBar.items?.map(\.title) == ["Home", "Search"])
    }

    @Test("a press of an item shows its controller and calls the delegate, which can refuse")
    func presses() {
        let tabs = UITabBarController()
        let pages = [page("Home"), page("Search"), page("More")]
        let follower = Follower()
        follower.refused = pages[2]
        tabs.delegate = follower
        tabs.viewControllers = pages
        let window = makeWindow(tabs)
        defer { window.isHidden = true }
        let buttons = buttons(tabs)
        #expect(buttons.count == 3 && buttons.map(\.isSelected) == [true, false, false])
        #expect(buttons[1].accessibilityActivate())
        #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === pages[1].tabBarItem)
        #expect(buttons.map(\.isSelected) == [false, true, false])
        #expect(buttons[1].accessibilityTraits.contains(.selected) && buttons[1].accessibilityLabel == "Search")
        #expect(pages[0].log == ["will appear", "did disappear"] && pages[1].log == ["will appear"])
        _ = buttons[2].accessibilityActivate()
        #expect(tabs.selectedIndex == 1 && follower.selected.count == 1 && follower.selected.first === pages[1])
    }

    @Test("the program selects by index and controller without calls of the delegate; others have no effect")
    func programmaticSelection() {
        let tabs = UITabBarController()
        let follower = Follower()
        tabs.delegate = follower
        #expect(tabs.selectedIndex == NSNotFound && tabs.selectedViewController == nil && tabs.viewControllers == nil)
        let pages = [page("Home"), page("Search")]
        tabs.viewControllers = pages
        tabs.selectedIndex = 1
        #expect(tabs.selectedViewController === pages[1])
        tabs.selectedViewController = pages[0]
        tabs.selectedViewController = UIViewController()
        tabs.selectedIndex = 7
        #expect(tabs.selectedIndex == 0 && follower.selected.isEmpty)
        tabs.selectedIndex = 1
        tabs.setViewControllers([pages[1]], animated: false)
        #expect(tabs.selectedIndex == 0 && tabs.selectedViewController === pages[1] && pages[0].parent == nil)
    }

    @Test("a navigation controller has the item of its first controller, hides the bar, and returns by a second press")
    func navigation() {
        let first = page("Home")
        let navigation = UINavigationController(rootViewController: first)
        let tabs = UITabBarController()
        tabs.viewControllers = [navigation, page("Search")]
        let window = makeWindow(tabs)
        defer { window.isHidden = true }
        #expect(tabs.tabBar.items?.first === first.tabBarItem)
        let detail = page("Detail")
        detail.hidesBottomBarWhenPushed = true
        navigation.pushViewController(detail, animated: false)
        window.layoutIfNeeded()
        #expect(tabs.tabBar.frame.minY >= tabs.view.bounds.height && !tabs.tabBar.isUserInteractionEnabled)
        #expect(detail.view.safeAreaInsets.bottom == tabs.view.safeAreaInsets.bottom)
        navigation.popViewController(animated: false)
        navigation.pushViewController(page("Other"), animated: false)
        window.layoutIfNeeded()
        #expect(tabs.tabBar.frame.maxY == tabs.view.bounds.height)
        #expect(buttons(tabs)[0].accessibilityActivate())
        #expect(navigation.topViewController === first)
    }

    @Test("changes of items are displayed: title, badge, selected image, and another item")
    func items() throws {
        let tabs = UITabBarController()
        let page = page("Home")
        tabs.viewControllers = [page]
        let window = makeWindow(tabs)
        defer { window.isHidden = true }
        let button = try #require(buttons(tabs).first)
        page.title = "Start"
        page.tabBarItem.badgeValue = "3"
        window.layoutIfNeeded()
        let labels = button.subviews.compactMap { $0 as? UILabel }
        #expect(labels.map(\.text) == ["Start", "3"] && labels.allSatisfy { !$0.isHidden })
        #expect(labels[1].backgroundColor == .systemRed && button.accessibilityValue == "3")
        let picture = try #require(button.subviews.lazy.compactMap { $0 as? UIImageView }.first)
        #expect(picture.frame.maxY <= labels[0].frame.minY)
        let item = UITabBarItem(title: "New", image: nil, tag: 4)
        page.tabBarItem = item
        #expect(tabs.tabBar.items?.first === item && tabs.tabBar.selectedItem === item)
    }
}
