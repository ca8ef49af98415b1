import CoreGraphics
import Selectors
import Testing
import WindowSystem

@testable import UIKit

/// Items of bars: their initializers, what their buttons display, and what a press calls.
@MainActor
struct BarButtonItemTests {
    private final class Screen: UIViewController {
        var log: [String] = []
        func plain() { log.append("plain") }
        func pressed(_ sender: UIBarButtonItem) { log.append("pressed \(sender.tag)") }

        static let plain = Selector("plain", Screen.plain)
        static let pressed = Selector("pressed:", Screen.pressed)
    }

    private static func makeToolbar(_ items: [UIBarButtonItem]) -> (screen: Screen, toolbar: UIToolbar, UIWindow) {
        let screen = Screen()
        let window = makeWindow(screen)
        let toolbar = UIToolbar(frame: CGRect(x: 0, y: 256, width: 400, height: 44))
        screen.view.addSubview(toolbar)
        toolbar.items = items
        window.layoutIfNeeded()
        return (screen, toolbar, window)
    }

    private static func buttons(_ view: UIView) -> [BarButton] {
        view.subviews.flatMap { ($0 as? BarButton).map { [$0] } ?? buttons($0) }
    }

    @Test("a press calls the method of the target, with the item as sender")
    func press_target_isCalled() {
        let screen = Screen()
        let plain = UIBarButtonItem(title: "A", style: .plain, target: screen, action: Screen.plain)
        let pressed = UIBarButtonItem(image: UIImage(), style: .done, target: screen, action: Screen.pressed)
        pressed.tag = 4
        let (_, toolbar, window) = Self.makeToolbar([plain, pressed])
        defer { window.isHidden = true }
        for button in Self.buttons(toolbar) { #expect(button.accessibilityActivate()) }
        #expect(screen.log == ["plain", "pressed 4"])
        #expect(pressed.style == .done && plain.target === screen && plain.action == Screen.plain)
    }

    @Test("a press of an item without a target calls the method of a responder that contains the bar")
    func press_noTarget_isCalledOnChain() {
        let item = UIBarButtonItem(barButtonSystemItem: .add, target: nil, action: Screen.pressed)
        item.tag = 2
        let (screen, toolbar, window) = Self.makeToolbar([item])
        defer { window.isHidden = true }
        _ = Self.buttons(toolbar).first?.accessibilityActivate()
        #expect(screen.log == ["pressed 2"])
    }

    @Test("a primary action gives its title, and precedes the method of the target")
    func primaryAction_precedesTarget() {
        var senders: [AnyObject?] = []
        let item = UIBarButtonItem(primaryAction: UIAction(title: "Play") { senders.append($0.sender) })
        let (screen, toolbar, window) = Self.makeToolbar([item])
        defer { window.isHidden = true }
        item.target = screen
        item.action = Screen.plain
        #expect(item.title == "Play")
        _ = Self.buttons(toolbar).first?.accessibilityActivate()
        #expect(senders.count == 1 && senders.first ?? nil === item)
        #expect(screen.log.isEmpty)
    }

    @Test("a disabled item is not pressed, and an item that is enabled again is")
    func disabledItem_isNotPressed() {
        let screen = Screen()
        let item = UIBarButtonItem(title: "A", style: .plain, target: screen, action: Screen.plain)
        let (_, toolbar, window) = Self.makeToolbar([item])
        defer { window.isHidden = true }
        item.isEnabled = false
        let button = Self.buttons(toolbar).first
        #expect(button?.accessibilityActivate() == false)
        #expect(button?.accessibilityTraits.contains(.notEnabled) == true)
        item.isEnabled = true
        #expect(button?.accessibilityActivate() == true)
        #expect(screen.log == ["plain"])
    }

    @Test(
        "items have spoken names and identifiers: their titles, the names of system items, or those that the client sets"
    )
    func items_spokenNames() {
        let title = UIBarButtonItem(title: "Title", style: .plain, target: nil, action: nil)
        let system = UIBarButtonItem(systemItem: .trash)
        let named = UIBarButtonItem(image: UIImage(systemName: "gear"), style: .plain, target: nil, action: nil)
        named.accessibilityLabel = "Settings"
        named.accessibilityIdentifier = "settings"
        let (_, toolbar, window) = Self.makeToolbar([title, system, named])
        defer { window.isHidden = true }
        let nodes = Self.buttons(toolbar).map(\.accessibleNode)
        #expect(nodes.map(\.accessibilityNodeLabel) == ["Title", "Delete", "Settings"])
        #expect(nodes.map(\.accessibilityNodeIdentifier) == ["", "", "settings"])
        #expect(nodes.allSatisfy { $0.accessibilityNodeRole == .button })
    }

    @Test("flexible spaces share the spare room, and fixed spaces have their width")
    func toolbar_spaces_shareRoom() {
        let custom = [UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 20)), UIView(), UIView()]
        for view in custom { view.bounds.size = CGSize(width: 40, height: 20) }
        let items = custom.map { UIBarButtonItem(customView: $0) }
        let (_, toolbar, window) = Self.makeToolbar([
            items[0], .flexibleSpace(), items[1], .fixedSpace(30), items[2], .flexibleSpace(),
        ])
        defer { window.isHidden = true }
        // 400 points without 8 at each edge, three views of 40 and the fixed space leave 234 for two flexible spaces.
        #expect(custom.map(\.frame.minX) == [8, 165, 235])
        #expect(custom.allSatisfy { $0.frame.size == CGSize(width: 40, height: 20) && $0.frame.midY == 22 })
        toolbar.setItems([items[2]], animated: false)
        #expect(custom[0].superview == nil && custom[2].superview === toolbar)
    }

    @Test("contents without room shrink, the widest first, and not below the least width")
    func arrangement_missingRoom() {
        let places = ToolbarArrangement.places(
            of: [.content(200), .flexibleSpace, .content(80), .content(40)], in: 200, gap: 4, leastWidth: 40)
        #expect(places.map(\.width) == [76, 0, 80, 40] || places.map { $0.width.rounded() } == [78, 0, 78, 40])
        #expect((places.last.map { $0.start + $0.width } ?? 0) <= 200.5)
    }

    @Test("neighboring contents have a gap, and a space beside a content has none")
    func arrangement_gaps() {
        let places = ToolbarArrangement.places(
            of: [.content(40), .content(40), .fixedSpace(10), .content(40)], in: 200, gap: 6, leastWidth: 40)
        #expect(places.map(\.start) == [0, 46, 86, 96])
        #expect(places.map(\.width) == [40, 40, 10, 40])
    }

    @Test("a button has the spoken value of its item, and only a text that is not empty is displayed")
    func button_textAndValue() throws {
        let item = UIBarButtonItem(title: "A", style: .plain, target: nil, action: nil)
        item.accessibilityValue = "on"
        let (_, toolbar, window) = Self.makeToolbar([item])
        defer { window.isHidden = true }
        let button = try #require(Self.buttons(toolbar).first)
        let label = try #require(button.subviews.lazy.compactMap { $0 as? UILabel }.first)
        #expect(button.accessibilityValue == "on" && !label.isHidden)
        item.title = ""
        item.image = UIImage(systemName: "plus")
        #expect(label.isHidden)
    }

    @Test("an action that keeps the menu presented runs at each choice, and the menu stays")
    func menu_stays() {
        withManualTime { time in
            var count = 0
            let item = UIBarButtonItem(title: "More")
            item.menu = UIMenu(children: [
                UIAction(title: "Again", attributes: .keepsMenuPresented) { _ in count += 1 }
            ])
            let (screen, _, window) = Self.makeToolbar([item])
            defer { window.isHidden = true }
            window.tap(30, 278, at: 1)
            time.advance(by: 1)
            for expected in 1...2 {
                window.press(.downArrow)
                window.press(.returnOrEnter)
                time.advance(by: 1)
                #expect(count == expected && screen.presentedViewController is MenuController)
            }
        }
    }

    @Test("a hidden item takes no room, and an item whose width changes is laid out again")
    func toolbar_itemChanges_areLaidOut() {
        let items = ["A", "B"].map { UIBarButtonItem(title: $0, style: .plain, target: nil, action: nil) }
        let (_, toolbar, window) = Self.makeToolbar(items)
        defer { window.isHidden = true }
        let buttons = Self.buttons(toolbar)
        items[1].width = 120
        toolbar.layoutIfNeeded()
        #expect(buttons.last?.frame.width == 120)
        items[0].isHidden = true
        toolbar.layoutIfNeeded()
        #expect(buttons.first?.isHidden == true && buttons.last?.frame.minX == 8)
    }

    @Test("Tab moves the keys through the buttons, Return presses, and behind the last one the content gets the keys")
    func keys_tab() {
        let screen = Screen()
        let items = [1, 2].map { number in
            let item = UIBarButtonItem(title: "\(number)", style: .plain, target: screen, action: Screen.pressed)
            item.tag = number
            return item
        }
        let (_, toolbar, window) = Self.makeToolbar(items)
        defer { window.isHidden = true }
        let buttons = Self.buttons(toolbar)
        window.press(.tab)
        #expect(buttons[0].isFirstResponder)
        window.press(.tab)
        #expect(buttons[1].isFirstResponder)
        window.press(.returnOrEnter)
        #expect(screen.log == ["pressed 2"])
        window.press(.tab)
        #expect(window.firstResponder == nil)
    }

    @Test("a press of an item with a menu shows it, and a chosen action runs with the item as sender")
    func menu_choice_runsAction() throws {
        try withManualTime { time in
            var log: [String] = []
            let item = UIBarButtonItem(title: "More")
            let first = UIAction(title: "First") { log.append("first \($0.sender === item)") }
            let second = UIAction(title: "Second", attributes: .disabled) { _ in log.append("second") }
            item.menu = UIMenu(children: [first, UIMenu(options: .displayInline, children: [second])])
            let (screen, toolbar, window) = Self.makeToolbar([item])
            defer { window.isHidden = true }
            window.tap(30, 278, at: 1)
            time.advance(by: 1)
            let menu = try #require(screen.presentedViewController as? MenuController)
            window.layoutIfNeeded()
            let rows = Self.rows(menu.view)
            #expect(rows.map(\.accessibilityLabel) == ["First", "Second"])
            #expect(rows.last?.isEnabled == false)
            #expect(rows.allSatisfy { menu.view.bounds.contains($0.convert($0.bounds, to: menu.view)) })
            window.press(.downArrow)
            window.press(.returnOrEnter)
            time.advance(by: 1)
            #expect(log == ["first true"])
            #expect(screen.presentedViewController == nil)
            window.tap(30, 278, at: 5)
            time.advance(by: 1)
            window.press(.escape)
            time.advance(by: 1)
            #expect(screen.presentedViewController == nil && log.count == 1)
            _ = toolbar
        }
    }

    private static func rows(_ view: UIView) -> [MenuRow] {
        view.subviews.flatMap { ($0 as? MenuRow).map { [$0] } ?? rows($0) }
    }

    @Test("a laid out bar button, menu row and alert button need no further layout")
    func layout_settles() {
        let item = UIBarButtonItem(title: "A", style: .plain, target: nil, action: nil)
        let (screen, toolbar, window) = Self.makeToolbar([item])
        defer { window.isHidden = true }
        let views: [UIView] = [
            MenuRow(UIAction(title: "A", subtitle: "B") { _ in }),
            AlertButton(UIAlertAction(title: "A", style: .default)),
            AlertPanel(title: "A", message: "B", actions: [], preferred: nil, isSheet: false),
        ]
        for view in views {
            view.frame = CGRect(x: 0, y: 0, width: 200, height: 60)
            screen.view.addSubview(view)
        }
        window.layoutIfNeeded()
        for view in views + [toolbar] + Self.buttons(toolbar) { #expect(!view.layer.needsLayout(), "\(view)") }
    }

    @Test(
        "a menu is beside its control and inside the window",
        arguments: [
            (CGRect(x: 10, y: 0, width: 40, height: 44), CGRect(x: 10, y: 50, width: 250, height: 200)),
            (CGRect(x: 350, y: 256, width: 40, height: 44), CGRect(x: 140, y: 50, width: 250, height: 200)),
        ])
    func menuPlacement(source: CGRect, expected: CGRect) {
        let area = CGRect(x: 0, y: 0, width: 400, height: 300)
        #expect(MenuPlacement.frame(of: CGSize(width: 250, height: 200), beside: source, in: area) == expected)
    }
}
