import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

/// Recognizers under events that are rarer than one finger's tap or drag.
@MainActor
struct GestureEdgeTests {
    private final class Judge: NSObject, UIGestureRecognizerDelegate {
        var begins = true
        weak var first: UIGestureRecognizer?
        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { otherGestureRecognizer === first }
    }

    private final class TouchLog: UIView {
        var events: [String] = []
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { events.append("began") }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { events.append("moved") }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { events.append("ended") }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { events.append("cancelled") }
    }

    private final class Stage {
        let window: UIWindow
        let view: TouchLog
        let time: HostTime.Manual
        var log: [String] = []

        @MainActor init(_ time: HostTime.Manual) {
            self.time = time
            let root = UIViewController()
            window = makeWindow(root)
            view = TouchLog(frame: root.view.bounds)
            root.view.addSubview(view)
        }

        @MainActor @discardableResult
        func add<Recognizer: UIGestureRecognizer>(_ recognizer: Recognizer, _ name: String) -> Recognizer {
            recognizer.addAction { [unowned self] in log.append("\(name) \($0.state)") }
            view.addGestureRecognizer(recognizer)
            return recognizer
        }

        @MainActor func pointer(_ phase: PointerEvent.Phase, _ x: Double, _ y: Double, _ button: PointerButton? = nil) {
            window.memory?.inject(
                .pointer(PointerEvent(phase: phase, location: CGPoint(x: x, y: y), button: button)))
        }
    }

    private func onStage(_ body: (Stage) throws -> Void) rethrows {
        try withManualTime { time in
            let stage = Stage(time)
            defer { stage.window.isHidden = true }
            try body(stage)
        }
    }

    @Test("a tap that requires two fingers is not recognized for one finger, and is for two")
    func twoFingerTap_needsTwoFingers() {
        onStage { stage in
            stage.add(UITapGestureRecognizer(), "two").numberOfTouchesRequired = 2
            stage.window.tap(50, 50, at: 1)
            stage.time.advance(by: 1)
            #expect(stage.log.isEmpty)
            stage.window.finger(.began, 50, 50, at: 3, finger: 1)
            stage.window.finger(.began, 150, 50, at: 3.02, finger: 2)
            stage.window.finger(.ended, 50, 50, at: 3.1, finger: 1)
            stage.window.finger(.ended, 150, 50, at: 3.12, finger: 2)
            #expect(stage.log == ["two ended"])
            for finger in Int64(1)...3 { stage.window.finger(.began, 50, 50, at: 5, finger: finger) }
            for finger in Int64(1)...3 { stage.window.finger(.ended, 50, 50, at: 5.1, finger: finger) }
            #expect(stage.log == ["two ended"])
        }
    }

    @Test("taps that follow each other too slowly are no double tap")
    func slowTaps_areNoDoubleTap() {
        onStage { stage in
            stage.add(UITapGestureRecognizer(), "double").numberOfTapsRequired = 2
            stage.window.tap(50, 50, at: 1)
            stage.time.advance(by: UITapGestureRecognizer.longestPause + 0.05)
            stage.window.tap(50, 50, at: 1.5)
            #expect(stage.log.isEmpty)
            stage.time.advance(by: 0.1)
            stage.window.tap(50, 50, at: 1.6)
            #expect(stage.log == ["double ended"])
        }
    }

    @Test("a click of the secondary button is recognized only by a recognizer that requires that button")
    func secondaryButton_needsItsRecognizer() {
        onStage { stage in
            stage.add(UITapGestureRecognizer(), "primary")
            stage.add(UITapGestureRecognizer(), "secondary").buttonMaskRequired = .secondary
            stage.pointer(.pressed, 50, 50, .secondary)
            stage.pointer(.released, 50, 50, .secondary)
            #expect(stage.log == ["secondary ended"])
            stage.pointer(.pressed, 50, 50, .primary)
            stage.pointer(.released, 50, 50, .primary)
            #expect(stage.log == ["secondary ended", "primary ended"])
        }
    }

    @Test("a recognizer that is disabled during its gesture is cancelled once and ignores the rest of the gesture")
    func disabledRecognizer_isCancelled() {
        onStage { stage in
            let pan = stage.add(UIPanGestureRecognizer(), "pan")
            stage.window.finger(.began, 50, 50, at: 1)
            stage.window.finger(.moved, 90, 50, at: 1.1)
            pan.isEnabled = false
            stage.window.finger(.moved, 120, 50, at: 1.2)
            stage.window.finger(.ended, 120, 50, at: 1.3)
            #expect(stage.log == ["pan began", "pan cancelled"])
            pan.isEnabled = true
            stage.window.finger(.began, 50, 50, at: 2)
            stage.window.finger(.moved, 90, 50, at: 2.1)
            stage.window.finger(.ended, 90, 50, at: 2.2)
            #expect(stage.log.suffix(2) == ["pan began", "pan ended"])
        }
    }

    @Test("a window that loses the focus cancels gestures and touches in progress")
    func lostFocus_cancelsGesture() {
        onStage { stage in
            stage.add(UIPanGestureRecognizer(), "pan").cancelsTouchesInView = false
            stage.window.finger(.began, 50, 50, at: 1)
            stage.window.finger(.moved, 90, 50, at: 1.1)
            stage.window.memory?.inject(.focusChanged(false))
            #expect(stage.log == ["pan began", "pan cancelled"])
            #expect(stage.view.events == ["began", "moved", "cancelled"])
            stage.window.finger(.ended, 90, 50, at: 1.2)
            #expect(stage.log.count == 2 && stage.view.events.count == 3)
        }
    }

    @Test("a recognizer whose delegate forbids the begin fails, and the view keeps its touches")
    func forbiddenBegin_leavesTouches() {
        onStage { stage in
            let judge = Judge()
            judge.begins = false
            stage.add(UIPanGestureRecognizer(), "pan").delegate = judge
            stage.window.finger(.began, 50, 50, at: 1)
            stage.window.finger(.moved, 90, 50, at: 1.1)
            stage.window.finger(.ended, 90, 50, at: 1.2)
            #expect(stage.log.isEmpty)
            #expect(stage.view.events == ["began", "moved", "ended"])
        }
    }

    @Test("a pan whose delegate requires the failure of a swipe begins only when the swipe has failed")
    func requiredFailure_delaysPan() {
        onStage { stage in
            let judge = Judge()
            let swipe = stage.add(UISwipeGestureRecognizer(), "swipe")
            judge.first = swipe
            stage.add(UIPanGestureRecognizer(), "pan").delegate = judge
            stage.window.finger(.began, 50, 50, at: 1)
            stage.window.finger(.moved, 75, 50, at: 1.05)
            stage.window.finger(.moved, 130, 50, at: 1.1)
            stage.window.finger(.ended, 130, 50, at: 1.2)
            #expect(stage.log == ["swipe ended"])
            stage.window.finger(.began, 50, 50, at: 3)
            stage.window.finger(.moved, 75, 50, at: 3.3)
            stage.window.finger(.moved, 90, 50, at: 3.8)
            #expect(stage.log.dropFirst().first == "pan began")
            stage.window.finger(.ended, 90, 50, at: 4)
            #expect(stage.log.last == "pan ended")
        }
    }

    @Test("a long press fails when the finger moves away before its time, and follows the finger afterwards")
    func longPress_movement() {
        onStage { stage in
            stage.add(UILongPressGestureRecognizer(), "long")
            stage.window.finger(.began, 50, 50, at: 1)
            stage.window.finger(.moved, 75, 50, at: 1.1)
            stage.time.advance(by: 1)
            stage.window.finger(.ended, 75, 50, at: 2)
            #expect(stage.log.isEmpty)
            stage.window.finger(.began, 50, 50, at: 3)
            stage.time.advance(by: 0.6)
            stage.window.finger(.moved, 90, 50, at: 3.7)
            stage.window.finger(.ended, 90, 50, at: 3.8)
            #expect(stage.log == ["long began", "long changed", "long ended"])
        }
    }

    @Test("a pinch scales by the ratio of the fingers' distances and ends with the first finger that is lifted")
    func pinch_scalesByDistance() {
        onStage { stage in
            let pinch = stage.add(UIPinchGestureRecognizer(), "pinch")
            var scales: [CGFloat] = []
            pinch.addAction { _ in scales.append(pinch.scale) }
            stage.window.finger(.began, 100, 100, at: 1, finger: 1)
            stage.window.finger(.began, 300, 100, at: 1, finger: 2)
            stage.window.finger(.moved, 200, 100, at: 1.1, finger: 2)
            stage.window.finger(.moved, 150, 100, at: 1.2, finger: 2)
            stage.window.finger(.ended, 150, 100, at: 1.3, finger: 2)
            stage.window.finger(.moved, 20, 100, at: 1.4, finger: 1)
            stage.window.finger(.ended, 20, 100, at: 1.5, finger: 1)
            #expect(scales == [0.5, 0.25, 0.25])
            #expect(stage.log == ["pinch began", "pinch changed", "pinch ended"])
            #expect(pinch.scale == 1)
        }
    }

    @Test("a pan of two fingers begins when both move, reports their middle, and ends with the last finger")
    func twoFingerPan_followsMiddle() {
        onStage { stage in
            let pan = stage.add(UIPanGestureRecognizer(), "pan")
            pan.minimumNumberOfTouches = 2
            stage.window.finger(.began, 100, 100, at: 1, finger: 1)
            stage.window.finger(.moved, 140, 100, at: 1.1, finger: 1)
            #expect(stage.log.isEmpty)
            stage.window.finger(.began, 200, 100, at: 1.2, finger: 2)
            stage.window.finger(.moved, 180, 100, at: 1.3, finger: 1)
            #expect(stage.log == ["pan began"])
            #expect(pan.location(in: stage.view) == CGPoint(x: 190, y: 100))
            stage.window.finger(.ended, 180, 100, at: 1.4, finger: 1)
            #expect(stage.log == ["pan began"])
            stage.window.finger(.ended, 200, 100, at: 1.5, finger: 2)
            #expect(stage.log.last == "pan ended")
        }
    }

    @Test("a recognizer of remote presses takes its press from the responders and leaves the others")
    func pressRecognizer_takesItsPress() {
        final class Root: UIViewController {
            var presses: [UIPress.PressType] = []
            override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
                self.presses += presses.map(\.type)
            }
        }
        withManualTime { _ in
            let root = Root()
            let window = makeWindow(root)
            defer { window.isHidden = true }
            var count = 0
            let tap = UITapGestureRecognizer { _ in count += 1 }
            tap.allowedPressTypes = [NSNumber(value: UIPress.PressType.playPause.rawValue)]
            root.view.addGestureRecognizer(tap)
            window.press(.space)
            window.press(.leftArrow)
            #expect(count == 1)
            #expect(root.presses.contains(.leftArrow))
        }
    }

    @Test("an action whose target is gone does nothing, and a recognizer that is removed receives nothing")
    func goneTarget_andRemovedRecognizer() {
        final class Target {
            var count = 0
            func tapped(_ recognizer: UIGestureRecognizer) { count += 1 }
        }
        onStage { stage in
            var target: Target? = Target()
            weak let gone = target
            let tap = UITapGestureRecognizer(target: target!, action: Selector("tapped:", Target.tapped))
            stage.view.addGestureRecognizer(tap)
            stage.window.tap(50, 50, at: 1)
            #expect(gone?.count == 1)
            target = nil
            #expect(gone == nil)
            stage.window.tap(50, 50, at: 2)
            stage.add(tap, "tap")
            stage.window.tap(50, 50, at: 3)
            stage.view.removeGestureRecognizer(tap)
            stage.window.tap(50, 50, at: 4)
            #expect(stage.log == ["tap ended"])
        }
    }
}
