import CoreGraphics
import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class FocusTile: UIView {
    var accepts = true
    override var canBecomeFocused: Bool { accepts }
}

/// Properties of the focus, checked on views made at random from seeds.
@MainActor
struct FocusPropertyTests {
    private func onTelevision(_ body: (UIWindow, UIViewController, HostTime.Manual) throws -> Void) rethrows {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(.tv)
        defer { UIDevice.current.setIdiom(before) }
        try withManualTime { time in
            let root = UIViewController()
            let window = makeWindow(root)
            defer { window.isHidden = true }
            try body(window, root, time)
        }
    }

    private func canHaveFocus(_ tile: FocusTile, in window: UIWindow) -> Bool {
        tile.accepts && tile.window === window && !tile.isHidden && tile.alpha > 0.01 && tile.isUserInteractionEnabled
    }

    @Test("the focus is on a visible view that accepts it, whatever is added, removed, hidden and pressed")
    func randomChanges_keepFocusVisible() {
        for seed in UInt64(1)...60 {
            onTelevision { window, root, time in
                var random = SeededGenerator(seed: seed)
                let tiles = (0..<8).map { _ in
                    FocusTile(
                        frame: CGRect(
                            x: Double.random(in: 0...340, using: &random),
                            y: Double.random(in: 0...240, using: &random),
                            width: 50, height: 40))
                }
                for _ in 0..<30 {
                    let tile = tiles.randomElement(using: &random) ?? tiles[0]
                    switch Int.random(in: 0...6, using: &random) {
                    case 0: root.view.addSubview(tile)
                    case 1: tile.removeFromSuperview()
                    case 2: tile.isHidden.toggle()
                    case 3: tile.accepts.toggle()
                    default:
                        let keys: [KeyUsage] = [.leftArrow, .rightArrow, .upArrow, .downArrow]
                        window.press(keys.randomElement(using: &random) ?? .leftArrow)
                    }
                    time.advance(by: 0.1)
                }
                // A press updates the focus after changes that the focus system is not notified of.
                window.press(.rightArrow)
                time.advance(by: 0.1)
                let focused = window.focusedView as? FocusTile
                guard tiles.contains(where: { canHaveFocus($0, in: window) }) else { return }
                let isVisible = focused.map { canHaveFocus($0, in: window) } ?? false
                #expect(isVisible, "seed \(seed)")
            }
        }
    }

    @Test("a press moves the focus forward in its direction or not at all, and the failure is posted")
    func press_movesForward() {
        for seed in UInt64(1)...60 {
            onTelevision { window, root, time in
                var random = SeededGenerator(seed: seed)
                for _ in 0..<Int.random(in: 1...9, using: &random) {
                    root.view.addSubview(
                        FocusTile(
                            frame: CGRect(
                                x: Double(Int.random(in: 0...10, using: &random)) * 35,
                                y: Double(Int.random(in: 0...8, using: &random)) * 30, width: 30, height: 25)))
                }
                time.advance(by: 0.1)
                var failures = 0
                let token = NotificationCenter.default.addObserver(
                    forName: UIFocusSystem.movementDidFailNotification, object: window.focusSystem, queue: nil
                ) { _ in MainActor.assumeIsolated { failures += 1 } }
                defer { NotificationCenter.default.removeObserver(token) }
                for _ in 0..<20 {
                    guard let before = window.focusedView?.frame else { return }
                    let count = failures
                    let (key, dx, dy): (KeyUsage, Double, Double) =
                        [(.leftArrow, -1, 0), (.rightArrow, 1, 0), (.upArrow, 0, -1), (.downArrow, 0, 1)]
                        .randomElement(using: &random) ?? (.leftArrow, -1, 0)
                    window.press(key)
                    guard let after = window.focusedView?.frame else { return }
                    let way = (after.midX - before.midX) * dx + (after.midY - before.midY) * dy
                    #expect(before == after ? failures == count + 1 : way > 0 && failures == count, "seed \(seed)")
                }
            }
        }
    }
}
