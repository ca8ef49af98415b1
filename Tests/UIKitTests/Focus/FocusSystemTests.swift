import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class Tile: UIView {
    var log: (String) -> Void = { _ in }
    let name: String
    init(_ name: String, _ x: Double, _ y: Double) {
        self.name = name
        super.init(frame: CGRect(x: x, y: y, width: 50, height: 50))
    }
    required init?(coder: NSCoder) { nil }
    override var canBecomeFocused: Bool { true }
    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        if context.nextFocusedView === self { log("+" + name) }
        if context.previouslyFocusedView === self { log("-" + name) }
    }
}

@MainActor
private final class Screen: UIViewController {
    var preferred: [any UIFocusEnvironment] = []
    var allows = true
    var contexts: [UIFocusUpdateContext] = []
    override var preferredFocusEnvironments: [any UIFocusEnvironment] {
        preferred.isEmpty ? super.preferredFocusEnvironments : preferred
    }
    override func shouldUpdateFocus(in context: UIFocusUpdateContext) -> Bool { allows }
    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        contexts.append(context)
    }
}

/// Runs `body` in the television idiom, with a clock that only `body` advances.
@MainActor
private func onTelevision(_ body: (UIWindow, Screen, HostTime.Manual) throws -> Void) rethrows {
    let before = UIDevice.current.userInterfaceIdiom
    UIDevice.current.setIdiom(.tv)
    defer { UIDevice.current.setIdiom(before) }
    try withManualTime { time in
        let screen = Screen()
        let window = makeWindow(screen)
        defer { window.isHidden = true }
        try body(window, screen, time)
    }
}

@MainActor
struct FocusSystemTests {
    @Test("uikit table 2: the first item in reading order gets the focus, and arrows move the focus")
    func arrows() {
        onTelevision { window, screen, time in
            var log: [String] = []
            let tiles = [Tile("c", 200, 10), Tile("a", 0, 10), Tile("b", 100, 10), Tile("d", 0, 100)]
            for tile in tiles {
                tile.log = { log.append($0) }
                screen.view.addSubview(tile)
            }
            time.advance(by: 0)
            #expect(tiles[1].isFocused)
            window.press(.rightArrow)
            window.press(.rightArrow)
            window.press(.rightArrow)
            #expect(window.focusedView === tiles[0])
            window.press(.leftArrow)
            window.press(.leftArrow)
            window.press(.downArrow)
            #expect(tiles[3].isFocused)
            #expect(!tiles[1].isFocused)
            #expect(log == ["+a", "-a", "+b", "-b", "+c", "-c", "+b", "-b", "+a", "-a", "+d"])
            #expect(screen.contexts.last?.focusHeading == .down)
        }
    }

    @Test("uikit table 2: preferredFocusEnvironments decide the initial focus; shouldUpdateFocus false keeps the focus")
    func preferences() {
        onTelevision { window, screen, time in
            let (a, b) = (Tile("a", 0, 0), Tile("b", 100, 0))
            screen.view.addSubview(a)
            screen.view.addSubview(b)
            screen.preferred = [b]
            time.advance(by: 0)
            #expect(b.isFocused)
            screen.allows = false
            window.press(.leftArrow)
            #expect(b.isFocused)
            screen.allows = true
            screen.preferred = [a]
            screen.setNeedsFocusUpdate()
            #expect(b.isFocused)
            screen.updateFocusIfNeeded()
            #expect(a.isFocused)
        }
    }

    @Test(
        "uikit table 2: setNeedsFocusUpdate outside the focused environment has no effect; requestFocusUpdate moves the focus"
    )
    func requests() {
        onTelevision { window, screen, time in
            let (a, b) = (Tile("a", 0, 0), Tile("b", 100, 0))
            screen.view.addSubview(a)
            screen.view.addSubview(b)
            time.advance(by: 0)
            b.setNeedsFocusUpdate()
            time.advance(by: 0)
            #expect(a.isFocused)
            UIFocusSystem.focusSystem(for: screen)?.requestFocusUpdate(to: b)
            time.advance(by: 0)
            #expect(b.isFocused)
        }
    }

    @Test("an image that adjusts grows with a shadow while a view around it is focused, and is as before afterwards")
    func images() throws {
        try onTelevision { window, screen, time in
            let (a, b) = (Tile("a", 0, 0), Tile("b", 100, 0))
            let picture = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20))
                .image { $0.fill(CGRect(x: 0, y: 0, width: 40, height: 20)) }
            let image = UIImageView(image: picture)
            image.adjustsImageWhenAncestorFocused = true
            b.addSubview(image)
            screen.view.addSubview(a)
            screen.view.addSubview(b)
            time.advance(by: 0)
            window.layoutIfNeeded()
            #expect(a.isFocused && image.layer.contents != nil && image.subviews.isEmpty)
            let frame = image.focusedFrameGuide.layoutFrame
            #expect(abs(frame.minX + 2) < 0.01 && abs(frame.maxX - 42) < 0.01 && abs(frame.height - 22) < 0.01)
            window.press(.rightArrow)
            let grown = try #require(image.subviews.first)
            let guide = image.focusedFrameGuide.layoutFrame
            #expect(abs(grown.frame.minX - guide.minX) < 0.01 && abs(grown.frame.maxY - guide.maxY) < 0.01)
            #expect(grown.layer.shadowOpacity > 0)
            #expect(grown.layer.contents != nil && image.layer.contents == nil)
            #expect(image.frame == CGRect(x: 0, y: 0, width: 40, height: 20))
            #expect(grown.layer.animation(forKey: "transform") != nil)
            window.press(.leftArrow)
            time.advance(by: 1)
            #expect(image.subviews.isEmpty && image.layer.contents != nil)
            image.adjustsImageWhenAncestorFocused = false
            window.press(.rightArrow)
            #expect(image.subviews.isEmpty)
        }
    }

    @Test("uikit table 2: a focus guide sends the focus to an item that is not straight ahead, and not while disabled")
    func guides() {
        onTelevision { window, screen, time in
            let (a, b) = (Tile("a", 0, 0), Tile("b", 200, 200))
            screen.view.addSubview(a)
            screen.view.addSubview(b)
            let guide = UIFocusGuide()
            screen.view.addLayoutGuide(guide)
            NSLayoutConstraint.activate([
                guide.leftAnchor.constraint(equalTo: screen.view.leftAnchor, constant: 200),
                guide.topAnchor.constraint(equalTo: screen.view.topAnchor),
                guide.widthAnchor.constraint(equalToConstant: 50), guide.heightAnchor.constraint(equalToConstant: 50),
            ])
            guide.preferredFocusEnvironments = [b]
            guide.isEnabled = false
            time.advance(by: 0)
            window.press(.rightArrow)
            #expect(a.isFocused)
            guide.isEnabled = true
            window.press(.rightArrow)
            #expect(b.isFocused)
        }
    }

    @Test("uikit table 2: a focused view that is removed or hidden loses the focus to the next one")
    func loss() {
        onTelevision { window, screen, time in
            let (a, b, c) = (Tile("a", 0, 0), Tile("b", 100, 0), Tile("c", 200, 0))
            for tile in [a, b, c] { screen.view.addSubview(tile) }
            time.advance(by: 0)
            a.removeFromSuperview()
            time.advance(by: 0)
            #expect(b.isFocused)
            b.isHidden = true
            window.press(.rightArrow)
            #expect(c.isFocused)
        }
    }

    @Test("uikit tables 2, 3: a presented controller takes the focus, and returns it when it is dismissed")
    func presentation() {
        onTelevision { window, screen, time in
            let (a, b) = (Tile("a", 0, 0), Tile("b", 100, 0))
            screen.view.addSubview(a)
            screen.view.addSubview(b)
            time.advance(by: 0)
            window.press(.rightArrow)
            #expect(b.isFocused)
            let above = UIViewController()
            let inside = Tile("inside", 0, 0)
            above.view.addSubview(inside)
            above.modalPresentationStyle = .overFullScreen
            screen.present(above, animated: false)
            time.advance(by: 0)
            #expect(inside.isFocused)
            window.press(.rightArrow)
            #expect(inside.isFocused)
            window.press(.escape)
            time.advance(by: 1)
            #expect(screen.presentedViewController == nil)
            #expect(b.isFocused)
        }
    }

    @Test("uikit table 2: the select button presses the focused button, which is enlarged")
    func select() {
        onTelevision { window, screen, time in
            var count = 0
            let button = UIButton(type: .system, primaryAction: UIAction { _ in count += 1 })
            button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
            screen.view.addSubview(button)
            time.advance(by: 0)
            #expect(button.isFocused)
            #expect(button.state.contains(.focused))
            #expect(button.transform.a == UIButton.focusScale)
            window.press(.returnOrEnter)
            #expect(count == 1)
        }
    }

    @Test("uikit table 2: a scroll view scrolls to the item that the focus moves to")
    func scrolling() {
        onTelevision { window, screen, time in
            let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 60))
            scroll.contentSize = CGSize(width: 500, height: 60)
            screen.view.addSubview(scroll)
            let tiles = (0..<4).map { Tile("\($0)", Double($0) * 120, 0) }
            for tile in tiles { scroll.addSubview(tile) }
            let outside = Tile("outside", 0, 100)
            screen.view.addSubview(outside)
            time.advance(by: 0)
            #expect(tiles[0].isFocused)
            window.press(.rightArrow)
            #expect(tiles[1].isFocused)
            #expect(scroll.contentOffset.x == 70)
            // After scrolling, the tile is at x = 50 and no longer above `outside`.
            window.press(.downArrow)
            #expect(tiles[1].isFocused)
            window.press(.leftArrow)
            window.press(.downArrow)
            #expect(outside.isFocused)
        }
    }

    @Test("uikit table 2: coordinated animations run with a focus update, and observers are notified of it")
    func coordination() {
        onTelevision { window, screen, time in
            final class Listener: UIViewController {
                var done = 0
                override func didUpdateFocus(
                    in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
                ) {
                    coordinator.addCoordinatedAnimations({ self.view.alpha = 0.5 }, completion: { self.done += 1 })
                }
            }
            let listener = Listener()
            let tile = Tile("a", 0, 0)
            listener.view.addSubview(tile)
            screen.addChild(listener)
            screen.view.addSubview(listener.view)
            time.advance(by: 0)
            #expect(tile.isFocused)
            #expect(listener.view.alpha == 0.5)
            #expect(listener.done == 0)
            time.advance(by: 1)
            #expect(listener.done == 1)
            #expect(UIFocusSystem.environment(screen, contains: tile))
            #expect(!UIFocusSystem.environment(tile, contains: screen))
        }
    }

    @Test("uikit table 2: the desktop idiom has no focus system")
    func desktop() {
        let window = makeWindow(UIViewController())
        let tile = Tile("a", 0, 0)
        window.rootViewController?.view.addSubview(tile)
        #expect(UIFocusSystem.focusSystem(for: tile) == nil)
        window.press(.rightArrow)
        #expect(!tile.isFocused)
        window.isHidden = true
    }
}
