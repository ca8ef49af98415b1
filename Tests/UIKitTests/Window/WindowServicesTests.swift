import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
struct WindowServicesTests {
    @Test("R63 uikit table 3: the pointer is hidden over a view whose controller hides it, and visible beside it")
    func pointer() {
        let root = UIViewController()
        let player = UIViewController()
        let window = makeWindow(root)
        root.addChild(player)
        player.view.frame = CGRect(x: 100, y: 0, width: 100, height: 100)
        root.view.addSubview(player.view)
        func move(_ x: Double) {
            window.memory?.inject(.pointer(PointerEvent(phase: .moved, location: CGPoint(x: x, y: 50))))
        }
        move(150)
        #expect(window.memory?.isCursorVisible == true)
        player.hidesPointer = true
        #expect(window.memory?.isCursorVisible == false)
        move(50)
        #expect(window.memory?.isCursorVisible == true)
        move(150)
        #expect(window.memory?.isCursorVisible == false)
        player.hidesPointer = false
        #expect(window.memory?.isCursorVisible == true)
        window.isHidden = true
    }

    @Test("assistive technology receives frames in the desktop's coordinates, not in the window's")
    func accessibilityFrame() {
        let window = makeWindow(UIViewController())
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        window.rootViewController?.view.addSubview(view)
        window.platform?.position = CGPoint(x: 200, y: 100)
        #expect(view.accessibleNode.accessibilityNodeFrame == CGRect(x: 210, y: 120, width: 30, height: 40))
        window.isHidden = true
    }

    @Test("uikit table 1: the display is kept awake by one request while any client needs it")
    func idle() {
        final class Request {}
        let before = UIApplication.inhibitorMaker
        defer { UIApplication.inhibitorMaker = before }
        weak var made: Request?
        var count = 0
        UIApplication.inhibitorMaker = {
            let request = Request()
            made = request
            count += 1
            return request
        }
        let player = NSObject()
        UIApplication.shared.isIdleTimerDisabled = true
        UIApplication.shared.keepDisplayAwake(true, for: ObjectIdentifier(player))
        #expect(made != nil)
        UIApplication.shared.isIdleTimerDisabled = false
        #expect(made != nil)
        UIApplication.shared.keepDisplayAwake(false, for: ObjectIdentifier(player))
        #expect(made == nil)
        #expect(count == 1)
    }

    @Test("uikit table 1: links are opened by the desktop, from the application and from a scene")
    func open() async {
        let before = UIApplication.linkOpener
        UIApplication.linkOpener = { $0.scheme == "https" }
        let film = URL(string: "https://example.org/film")!
        let odd = URL(string: "odd:thing")!
        let scene = UIApplication.shared.defaultScene
        #expect(await withCheckedContinuation { end in UIApplication.shared.open(film) { end.resume(returning: $0) } })
        #expect(await !withCheckedContinuation { end in UIApplication.shared.open(odd) { end.resume(returning: $0) } })
        #expect(await withCheckedContinuation { end in scene.open(film) { end.resume(returning: $0) } })
        UIApplication.linkOpener = before
    }

    @Test("uikit table 2: a gamepad's buttons are presses of a remote")
    func gamepad() {
        final class Listener: UIViewController {
            var types: [UIPress.PressType] = []
            override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
                types += presses.map(\.type)
            }
        }
        let listener = Listener()
        let window = makeWindow(listener)
        for button in [GamepadButton.south, .left, .start] {
            window.memory?.inject(.gamepad(GamepadEvent(button: button, isDown: true, gamepad: 0)))
            window.memory?.inject(.gamepad(GamepadEvent(button: button, isDown: false, gamepad: 0)))
        }
        #expect(listener.types == [.select, .leftArrow, .playPause])
        window.isHidden = true
    }

    @Test("system colors follow the desktop's color scheme while a window is shown; without a preference they are dark")
    func colorScheme_change_redraws() throws {
        let root = UIViewController()
        let window = makeWindow(root)
        defer {
            UIApplication.shared.apply(DesktopSettings())
            window.isHidden = true
        }
        root.view.backgroundColor = .systemBackground
        let covered = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        covered.overrideUserInterfaceStyle = .dark
        let inner = UIView(frame: covered.bounds)
        inner.backgroundColor = .systemBackground
        covered.addSubview(inner)
        root.view.addSubview(covered)
        let memory = try #require(window.platform as? MemoryWindow)
        @MainActor func brightness(_ x: Int, _ y: Int) throws -> UInt8 {
            window.renderNow()
            return try #require(memory.pixel(x: x, y: y)).green
        }
        var settings = DesktopSettings()
        settings.colourScheme = .light
        UIApplication.shared.apply(settings)
        #expect(root.traitCollection.userInterfaceStyle == .light)
        #expect(try brightness(200, 200) > 235 && brightness(25, 25) < 60)
        settings.colourScheme = .dark
        UIApplication.shared.apply(settings)
        #expect(root.traitCollection.userInterfaceStyle == .dark)
        #expect(try brightness(200, 200) < 60)
        UIApplication.shared.apply(DesktopSettings())
        #expect(root.traitCollection.userInterfaceStyle == .dark)
    }

    @Test("where the desktop reduces motion, presentations fade instead of sliding, and observers are notified")
    func reducedMotion_presentation_fades() {
        withManualTime { time in
            let root = UIViewController()
            let window = makeWindow(root)
            // A window presents without animation until it has drawn its first frame.
            window.renderNow()
            var settings = DesktopSettings()
            @MainActor func presentsBySliding() -> Bool {
                let page = UIViewController()
                root.present(page, animated: true)
                let slides = page.view.transform != .identity
                for _ in 0..<100 { time.advance(by: 0.02) }
                root.dismiss(animated: false)
                for _ in 0..<10 { time.advance(by: 0.02) }
                return slides
            }
            #expect(!UIAccessibility.isReduceMotionEnabled)
            #expect(presentsBySliding())
            var notifications = 0
            let observer = NotificationCenter.default.addObserver(
                forName: UIAccessibility.reduceMotionStatusDidChangeNotification, object: nil, queue: nil
            ) { _ in MainActor.assumeIsolated { notifications += 1 } }
            settings.reducesMotion = true
            UIApplication.shared.apply(settings)
            UIApplication.shared.apply(settings)
            #expect(UIAccessibility.isReduceMotionEnabled)
            #expect(notifications == 1)
            #expect(!presentsBySliding())
            UIApplication.shared.apply(DesktopSettings())
            #expect(!UIAccessibility.isReduceMotionEnabled)
            #expect(notifications == 2)
            NotificationCenter.default.removeObserver(observer)
            window.isHidden = true
        }
    }

    @Test("isVoiceOverRunning follows the desktop's screen reader, and observers are notified")
    func screenReader_change_notifies() {
        var notifications = 0
        let observer = NotificationCenter.default.addObserver(
            forName: UIAccessibility.voiceOverStatusDidChangeNotification, object: nil, queue: nil
        ) { _ in MainActor.assumeIsolated { notifications += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        #expect(!UIAccessibility.isVoiceOverRunning)
        var settings = DesktopSettings()
        settings.usesScreenReader = true
        UIApplication.shared.apply(settings)
        UIApplication.shared.apply(settings)
        #expect(UIAccessibility.isVoiceOverRunning && notifications == 1)
        UIApplication.shared.apply(DesktopSettings())
        #expect(!UIAccessibility.isVoiceOverRunning && notifications == 2)
    }
}
