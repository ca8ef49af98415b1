import CoreGraphics
import Selectors
import Testing
import WindowSystem

@testable import UIKit

/// Navigation bars and their items.
@MainActor
struct NavigationBarTests {
    private final class Guard: NSObject, UINavigationBarDelegate {
        var log: [String] = []
        var allows = true
        func navigationBar(_ navigationBar: UINavigationBar, shouldPush item: UINavigationItem) -> Bool { allows }
        func navigationBar(_ navigationBar: UINavigationBar, didPush item: UINavigationItem) {
            log.append("push \(item.title ?? "")")
        }
        func navigationBar(_ navigationBar: UINavigationBar, shouldPop item: UINavigationItem) -> Bool { allows }
        func navigationBar(_ navigationBar: UINavigationBar, didPop item: UINavigationItem) {
            log.append("pop \(item.title ?? "")")
        }
    }

    private static func makeBar(_ titles: [String], width: Double = 400) -> (UINavigationBar, UIWindow) {
        let window = makeWindow(UIViewController(), width: width)
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: width, height: 44))
        window.rootViewController?.view.addSubview(bar)
        bar.items = titles.map { UINavigationItem(title: $0) }
        window.layoutIfNeeded()
        return (bar, window)
    }

    private static func label(_ bar: UINavigationBar) -> UILabel? {
        bar.content?.subviews.compactMap { $0 as? UILabel }.first { !$0.isHidden }
    }

    @Test("items are pushed and popped; the delegate is called, and can prevent it")
    func pushAndPop_delegate() {
        let (bar, window) = Self.makeBar(["One"])
        defer { window.isHidden = true }
        let guardian = Guard()
        bar.delegate = guardian
        bar.pushItem(UINavigationItem(title: "Two"), animated: false)
        #expect(bar.topItem?.title == "Two" && bar.backItem?.title == "One")
        #expect(bar.popItem(animated: false)?.title == "Two")
        #expect(bar.popItem(animated: false) == nil)
        guardian.allows = false
        bar.pushItem(UINavigationItem(title: "Three"), animated: false)
        #expect(bar.items?.count == 1)
        #expect(guardian.log == ["push Two", "pop Two"])
    }

    @Test("the title is in the middle, and moves and shrinks where buttons take its room")
    func title_place() throws {
        let (bar, window) = Self.makeBar(["Title"])
        defer { window.isHidden = true }
        let label = try #require(Self.label(bar))
        #expect(abs(label.frame.midX - 200) <= 1)
        let wide = UIView()
        wide.bounds.size = CGSize(width: 250, height: 20)
        bar.topItem?.leftBarButtonItem = UIBarButtonItem(customView: wide)
        window.layoutIfNeeded()
        #expect(label.frame.minX >= 258)
        bar.topItem?.title = "A title that is much longer than the room beside the wide view on the left"
        window.layoutIfNeeded()
        #expect(label.frame.minX >= 258 && label.frame.maxX <= 400)
    }

    @Test("the back button has the title of the former item where there is room, a general text, or the arrow alone")
    func backButton_title() throws {
        let (bar, window) = Self.makeBar(["Library", "Detail"])
        defer { window.isHidden = true }
        let button = try #require(bar.content?.backButton)
        let wide = button.frame.width
        #expect(button.accessibilityLabel == "Back, Library" && button.accessibilityIdentifier == "BackButton")
        bar.topItem?.title = "A title that leaves no room for the text of the button"
        bar.frame.size.width = 300
        bar.layoutIfNeeded()
        #expect(bar.content?.backButton?.frame.width ?? wide < wide / 2)
        bar.topItem?.leftBarButtonItem = UIBarButtonItem(systemItem: .cancel)
        #expect(bar.content?.backButton == nil)
        bar.topItem?.leftItemsSupplementBackButton = true
        #expect(bar.content?.backButton != nil)
        bar.topItem?.hidesBackButton = true
        #expect(bar.content?.backButton == nil)
    }

    @Test("the back button displays an arrow towards the leading edge")
    func backButton_arrow() throws {
        let (bar, window) = Self.makeBar(["Library", "Detail"])
        defer { window.isHidden = true }
        let button = try #require(bar.content?.backButton)
        let arrow = try #require(button.subviews.lazy.compactMap { $0 as? UIImageView }.first { $0.image != nil })
        #expect(arrow.image?.isSymbolImage == true && arrow.frame.midX < button.bounds.midX)
        #expect(button.frame.minX < 40 && abs(button.frame.midY - 22) < 1)
    }

    @Test("a prompt is displayed above the title, in the middle")
    func prompt_isDisplayed() throws {
        let (bar, window) = Self.makeBar(["Title"])
        defer { window.isHidden = true }
        bar.topItem?.prompt = "Prompt"
        bar.frame.size.height = bar.intrinsicContentSize.height
        window.layoutIfNeeded()
        let labels = bar.content?.subviews.compactMap { $0 as? UILabel } ?? []
        let prompt = try #require(labels.first { $0.text == "Prompt" })
        let title = try #require(labels.first { $0.text == "Title" })
        #expect(!prompt.isHidden && prompt.frame.maxY <= title.frame.minY + 1 && abs(prompt.frame.midX - 200) < 1)
    }

    @Test("a default appearance has a background and a line, a transparent one neither; copies have all values")
    func appearances() {
        for configured in [UIBarAppearance(), UINavigationBarAppearance(), UIToolbarAppearance()] {
            #expect(configured.backgroundColor != nil && configured.shadowColor != nil)
            let copy = UIBarAppearance(barAppearance: configured)
            #expect(copy.backgroundColor == configured.backgroundColor && copy.shadowColor == configured.shadowColor)
            configured.backgroundEffect = UIBlurEffect(style: .dark)
            configured.backgroundImage = UIImage(systemName: "plus")
            configured.backgroundImageContentMode = .center
            let full = UIBarAppearance(barAppearance: configured)
            #expect(full.backgroundEffect === configured.backgroundEffect)
            #expect(full.backgroundImage === configured.backgroundImage && full.backgroundImageContentMode == .center)
            configured.configureWithTransparentBackground()
            #expect(configured.backgroundColor == nil && configured.shadowColor == nil)
            #expect(configured.backgroundEffect == nil && configured.backgroundImage == nil)
            #expect(configured.backgroundImageContentMode == .scaleToFill && configured.effectiveBackground == nil)
            configured.configureWithOpaqueBackground()
            #expect(configured.backgroundColor != nil && configured.shadowColor != nil)
        }
    }

    @Test("without animation the former content is removed at once, and the new one is in its place")
    func push_withoutAnimation() {
        let (bar, window) = Self.makeBar(["One"])
        defer { window.isHidden = true }
        let former = bar.content
        bar.pushItem(UINavigationItem(title: "Two"), animated: false)
        #expect(former?.superview == nil && bar.content?.frame.minX == 0 && bar.content?.superview === bar)
    }

    @Test("right items are placed from the trailing edge, and a prompt makes the bar higher")
    func rightItems_prompt() {
        let (bar, window) = Self.makeBar(["Title"])
        defer { window.isHidden = true }
        let views = [10.0, 20].map { width in
            let view = UIView()
            view.bounds.size = CGSize(width: width, height: 20)
            return view
        }
        bar.topItem?.rightBarButtonItems = views.map { UIBarButtonItem(customView: $0) }
        window.layoutIfNeeded()
        #expect(views.map(\.frame.maxX) == [392, 378])
        let height = bar.intrinsicContentSize.height
        bar.topItem?.prompt = "Prompt"
        #expect(bar.intrinsicContentSize.height > height)
    }

    @Test("the appearance of the displayed item precedes that of the bar")
    func appearance_precedence() throws {
        let (bar, window) = Self.makeBar(["Title"])
        defer { window.isHidden = true }
        let background = try #require(bar.subviews.first as? BarBackground)
        let own = UINavigationBarAppearance()
        own.configureWithOpaqueBackground()
        own.backgroundColor = .red
        own.titleTextAttributes = [.foregroundColor: UIColor.green]
        bar.standardAppearance = own
        #expect(background.backgroundColor == .red && Self.label(bar)?.textColor == .green)
        let other = UINavigationBarAppearance(barAppearance: own)
        other.backgroundColor = .blue
        bar.topItem?.standardAppearance = other
        #expect(background.backgroundColor == .blue && Self.label(bar)?.textColor == .green)
        bar.isAtScrollEdge = true
        bar.scrollEdgeAppearance = own
        #expect(background.backgroundColor == .red)
    }
}
