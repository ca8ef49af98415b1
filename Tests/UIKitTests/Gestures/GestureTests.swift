import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private func onSurface(_ body: (UIWindow, UIView, HostTime.Manual) throws -> Void) rethrows {
    try withManualTime { time in
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        try body(window, root.view, time)
    }
}

@MainActor
struct GestureTests {
    private func note<G: UIGestureRecognizer>(
        _ recognizer: G, on view: UIView, _ name: String, _ log: @escaping (String) -> Void
    ) -> G {
        recognizer.addAction { log("\(name) \($0.state)") }
        view.addGestureRecognizer(recognizer)
        return recognizer
    }

    @Test("uikit table 8: a tap is recognized when it ends, and not when the finger moves away")
    func tap() {
        onSurface { window, view, _ in
            var log: [String] = []
            _ = note(UITapGestureRecognizer(), on: view, "tap") { log.append($0) }
            window.tap(50, 50, at: 1)
            #expect(log == ["tap ended"])
            window.finger(.began, 50, 50, at: 2)
            window.finger(.moved, 90, 50, at: 2.1)
            window.finger(.ended, 90, 50, at: 2.2)
            #expect(log == ["tap ended"])
        }
    }

    @Test("UITouch.tapCount: quick taps at one place are counted; another place or a pause restarts the count")
    func tapCount() {
        final class Probe: UIView {
            var counts: [Int] = []
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
                counts += touches.map(\.tapCount)
            }
        }
        onSurface { window, view, _ in
            let probe = Probe(frame: view.bounds)
            view.addSubview(probe)
            window.tap(50, 50, at: 1)
            window.tap(52, 51, at: 1.2)
            window.tap(200, 50, at: 1.4)
            window.tap(200, 50, at: 3)
            #expect(probe.counts == [1, 2, 1, 1])
        }
    }

    @Test("uikit table 8: a single tap that requires a double tap to fail waits for that failure")
    func doubleTap() {
        onSurface { window, view, time in
            var log: [String] = []
            let double = note(UITapGestureRecognizer(), on: view, "double") { log.append($0) }
            double.numberOfTapsRequired = 2
            let single = note(UITapGestureRecognizer(), on: view, "single") { log.append($0) }
            single.require(toFail: double)
            window.tap(50, 50, at: 1)
            #expect(log.isEmpty)
            time.advance(by: 1)
            #expect(log == ["single ended"])
            window.tap(50, 50, at: 3)
            time.advance(by: 0.1)
            window.tap(50, 50, at: 3.1)
            time.advance(by: 1)
            #expect(log == ["single ended", "double ended"])
        }
    }

    @Test("uikit table 8: a control keeps single taps from views behind it, and lets double taps through")
    func control() {
        onSurface { window, view, time in
            var log: [String] = []
            _ = note(UITapGestureRecognizer(), on: view, "single") { log.append($0) }
            let double = note(UITapGestureRecognizer(), on: view, "double") { log.append($0) }
            double.numberOfTapsRequired = 2
            let button = UIButton(type: .system)
            button.frame = CGRect(x: 0, y: 0, width: 100, height: 40)
            button.addAction(UIAction { _ in log.append("button") }, for: .touchUpInside)
            view.addSubview(button)
            window.tap(50, 20, at: 1)
            #expect(log == ["button"])
            time.advance(by: 0.1)
            window.tap(50, 20, at: 1.1)
            #expect(log == ["button", "double ended"])
            time.advance(by: 1)
            button.isEnabled = false
            window.tap(50, 20, at: 3)
            #expect(log.contains("single ended"))
        }
    }

    @Test("uikit table 8: a pan cancels the touch of its view and reports translation and velocity")
    func pan() {
        final class Listener: UIView {
            var calls: [String] = []
            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("began") }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("ended") }
            override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { calls.append("cancelled") }
        }
        onSurface { window, view, _ in
            var log: [String] = []
            let listener = Listener(frame: view.bounds)
            view.addSubview(listener)
            let pan = note(UIPanGestureRecognizer(), on: view, "pan") { log.append($0) }
            window.finger(.began, 50, 50, at: 1)
            window.finger(.moved, 55, 50, at: 1.02)
            #expect(log.isEmpty)
            window.finger(.moved, 70, 50, at: 1.04)
            window.finger(.moved, 90, 60, at: 1.06)
            #expect(pan.translation(in: view) == CGPoint(x: 40, y: 10))
            #expect(abs(pan.velocity(in: view).x - 40 / 0.06) < 1)
            pan.setTranslation(.zero, in: view)
            #expect(pan.translation(in: view) == .zero)
            window.finger(.ended, 90, 60, at: 1.08)
            #expect(log == ["pan began", "pan changed", "pan ended"])
            #expect(listener.calls == ["began", "cancelled"])
        }
    }

    @Test(
        "uikit table 8: a swipe is recognized in its direction and not in others",
        arguments: [
            (UISwipeGestureRecognizer.Direction.left, -80.0, 0.0), (.right, 80, 5), (.up, 0, -80), (.down, 5, 80),
        ])
    func swipe(direction: UISwipeGestureRecognizer.Direction, dx: Double, dy: Double) {
        onSurface { window, view, _ in
            var log: [String] = []
            let all: [(UISwipeGestureRecognizer.Direction, String)] = [
                (.left, "left"), (.right, "right"), (.up, "up"), (.down, "down"),
            ]
            for (way, name) in all {
                note(UISwipeGestureRecognizer(), on: view, name) { log.append($0) }.direction = way
            }
            window.finger(.began, 150, 150, at: 1)
            window.finger(.moved, 150 + dx / 2, 150 + dy / 2, at: 1.05)
            window.finger(.moved, 150 + dx, 150 + dy, at: 1.1)
            window.finger(.ended, 150 + dx, 150 + dy, at: 1.15)
            let name = all.first { $0.0 == direction }?.1 ?? ""
            #expect(log == ["\(name) ended"])
        }
    }

    @Test("uikit table 8: a long press begins after its minimum duration while the finger rests")
    func longPress() {
        onSurface { window, view, time in
            var log: [String] = []
            _ = note(UILongPressGestureRecognizer(), on: view, "long") { log.append($0) }
            window.finger(.began, 50, 50, at: 1)
            time.advance(by: 0.4)
            #expect(log.isEmpty)
            time.advance(by: 0.2)
            #expect(log == ["long began"])
            window.finger(.ended, 50, 50, at: 2)
            #expect(log == ["long began", "long ended"])
            window.tap(50, 50, at: 3)
            time.advance(by: 1)
            #expect(log.count == 2)
        }
    }

    @Test("uikit table 8: a pan from the edge begins only there and inwards")
    func screenEdge() {
        onSurface { window, view, _ in
            var log: [String] = []
            let edge = note(UIScreenEdgePanGestureRecognizer(), on: view, "edge") { log.append($0) }
            edge.edges = .left
            @MainActor func drag(from x: Double, to end: Double, at time: Double) {
                window.finger(.began, x, 100, at: time)
                window.finger(.moved, end, 100, at: time + 0.1)
                window.finger(.ended, end, 100, at: time + 0.2)
            }
            drag(from: 100, to: 200, at: 1)
            drag(from: 398, to: 300, at: 2)
            drag(from: 15, to: 0, at: 3)
            #expect(log.isEmpty)
            drag(from: 5, to: 80, at: 4)
            #expect(log == ["edge began", "edge ended"])
        }
    }

    @Test(
        "uikit table 8: one of two gestures is recognized unless a delegate permits both; a delegate may refuse touches"
    )
    func arbitration() {
        final class Judge: NSObject, UIGestureRecognizerDelegate {
            var together = false
            var receives = true
            func gestureRecognizer(
                _ gestureRecognizer: UIGestureRecognizer,
                shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
            ) -> Bool { together }
            func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
                receives
            }
        }
        onSurface { window, view, _ in
            var log: [String] = []
            let judge = Judge()
            let inner = UIView(frame: view.bounds)
            view.addSubview(inner)
            let first = note(UITapGestureRecognizer(), on: inner, "inner") { log.append($0) }
            _ = note(UITapGestureRecognizer(), on: view, "outer") { log.append($0) }
            first.delegate = judge
            window.tap(50, 50, at: 1)
            #expect(log == ["inner ended"])
            judge.together = true
            window.tap(50, 50, at: 2)
            #expect(log == ["inner ended", "inner ended", "outer ended"])
            judge.receives = false
            window.tap(50, 50, at: 3)
            #expect(log.last == "outer ended" && log.count == 4)
        }
    }

    @Test("uikit table 8: two fingers that move apart are a pinch")
    func pinch() {
        onSurface { window, view, _ in
            let pinch = note(UIPinchGestureRecognizer(), on: view, "pinch") { _ in }
            var scales: [CGFloat] = []
            pinch.addAction { _ in scales.append(pinch.scale) }
            window.finger(.began, 100, 100, at: 1, finger: 1)
            window.finger(.began, 150, 100, at: 1, finger: 2)
            window.finger(.moved, 200, 100, at: 1.1, finger: 2)
            #expect(scales == [2])
            window.finger(.ended, 200, 100, at: 1.2, finger: 2)
            window.finger(.ended, 100, 100, at: 1.2, finger: 1)
        }
    }

    @Test("uikit table 8: a hover gesture begins, changes and ends with the pointer")
    func hover() {
        onSurface { window, view, _ in
            var log: [String] = []
            let inner = UIView(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
            view.addSubview(inner)
            _ = note(UIHoverGestureRecognizer(), on: inner, "hover") { log.append($0) }
            for (x, y) in [(10.0, 10.0), (110, 110), (120, 110), (10, 10)] {
                window.memory?.inject(.pointer(PointerEvent(phase: .moved, location: CGPoint(x: x, y: y))))
            }
            #expect(log == ["hover began", "hover changed", "hover ended"])
        }
    }
}
