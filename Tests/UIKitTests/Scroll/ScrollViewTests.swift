import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import UIKit

@MainActor
private final class ScrollLog: NSObject, UIScrollViewDelegate {
    var events: [String] = []
    func scrollViewDidScroll(_ scrollView: UIScrollView) { events.append("scroll") }
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { events.append("begin") }
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        events.append("end \(decelerate)")
    }
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { events.append("rest") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { events.append("animated") }
}

/// Scroll views in a window that receives finger, pointer and wheel events.
@MainActor
struct ScrollViewTests {
    private struct Stage {
        var window: UIWindow
        var scroll: UIScrollView
        var log: ScrollLog
        var time: HostTime.Manual

        /// Drags a finger from one height to another, rests and lifts it.
        @MainActor func drag(
            from start: CGPoint, by move: CGSize, at begin: Double = 1, seconds: Double = 1, rests: Bool = true
        ) {
            window.finger(.began, start.x, start.y, at: begin)
            for step in 1...10 {
                let part = Double(step) / 10
                window.finger(
                    .moved, start.x + move.width * part, start.y + move.height * part, at: begin + seconds * part)
            }
            let end = begin + seconds + (rests ? 1 : 0.001)
            window.finger(.ended, start.x + move.width, start.y + move.height, at: end)
        }
    }

    private func onStage(
        content: CGSize = CGSize(width: 300, height: 1000), _ body: (Stage) throws -> Void
    ) rethrows {
        try withManualTime { time in
            let root = UIViewController()
            let window = makeWindow(root)
            defer { window.isHidden = true }
            let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
            scroll.contentSize = content
            let log = ScrollLog()
            scroll.delegate = log
            root.view.addSubview(scroll)
            window.layoutIfNeeded()
            log.events = []
            try body(Stage(window: window, scroll: scroll, log: log, time: time))
        }
    }

    @Test("a drag moves the content with the finger, and its delegate is notified in order")
    func drag_movesContent() {
        onStage { stage in
            stage.drag(from: CGPoint(x: 50, y: 150), by: CGSize(width: 0, height: -100))
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 100))
            #expect(stage.log.events.first == "begin" && stage.log.events.last == "end false")
            #expect(stage.log.events.dropFirst().dropLast().allSatisfy { $0 == "scroll" })
            #expect(!stage.scroll.isDragging && !stage.scroll.isDecelerating)
        }
    }

    @Test("a drag past an end of the content stops at that end")
    func drag_pastEnd_stopsAtEnd() {
        onStage { stage in
            stage.drag(from: CGPoint(x: 50, y: 20), by: CGSize(width: 0, height: 150))
            #expect(stage.scroll.contentOffset == .zero)
            stage.scroll.contentOffset = CGPoint(x: 0, y: 760)
            stage.drag(from: CGPoint(x: 50, y: 150), by: CGSize(width: 0, height: -140), at: 5)
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 800))
        }
    }

    @Test("a finger that is lifted while it moves lets the content glide on, and the delegate is notified at its rest")
    func fling_glidesAndRests() {
        onStage { stage in
            stage.drag(
                from: CGPoint(x: 50, y: 190), by: CGSize(width: 0, height: -100), seconds: 0.1, rests: false)
            let glide = stage.scroll.contentOffset.y
            #expect(glide > 150 && stage.scroll.isDecelerating)
            #expect(stage.log.events.contains("end true") && !stage.log.events.contains("rest"))
            stage.time.advance(by: 1)
            #expect(stage.log.events.last == "rest" && !stage.scroll.isDecelerating)
            #expect(stage.scroll.contentOffset.y == glide)
        }
    }

    @Test("with paging, a drag ends at the nearest page", arguments: [(-80.0, 0.0), (-120, 200), (60, 0)])
    func paging_endsAtPage(move: Double, offset: Double) {
        onStage { stage in
            stage.scroll.isPagingEnabled = true
            stage.drag(from: CGPoint(x: 50, y: 150), by: CGSize(width: 0, height: move))
            stage.time.advance(by: 1)
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: offset))
        }
    }

    @Test("insets enlarge the range of the offset at both ends")
    func insets_enlargeRange() {
        onStage { stage in
            stage.scroll.contentInset = UIEdgeInsets(top: 30, left: 0, bottom: 50, right: 0)
            stage.drag(from: CGPoint(x: 50, y: 20), by: CGSize(width: 0, height: 150))
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: -30))
            stage.scroll.contentOffset = CGPoint(x: 0, y: 840)
            stage.drag(from: CGPoint(x: 50, y: 150), by: CGSize(width: 0, height: -100), at: 5)
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 850))
            stage.scroll.contentInset = .zero
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 800))
        }
    }

    @Test("content that shrinks, and a view that grows, leave no area beyond the content visible")
    func changedSizes_clampOffset() {
        onStage { stage in
            stage.scroll.contentOffset = CGPoint(x: 0, y: 800)
            stage.scroll.contentSize.height = 500
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 300))
            stage.scroll.frame.size.height = 260
            stage.window.layoutIfNeeded()
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 240))
        }
    }

    @Test("a disabled scroll view leaves the touches of a drag to its content")
    func disabledScrolling_leavesTouches() {
        onStage { stage in
            let slider = UISlider(frame: CGRect(x: 0, y: 50, width: 200, height: 40))
            stage.scroll.addSubview(slider)
            let button = UIButton(type: .custom)
            button.frame = CGRect(x: 0, y: 100, width: 200, height: 90)
            var presses = 0
            button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
            stage.scroll.addSubview(button)
            stage.drag(from: CGPoint(x: 50, y: 180), by: CGSize(width: 0, height: -60))
            #expect(presses == 0 && stage.scroll.contentOffset.y == 60)
            stage.scroll.contentOffset = .zero
            stage.scroll.isScrollEnabled = false
            stage.drag(from: CGPoint(x: 50, y: 180), by: CGSize(width: 0, height: -60), at: 5)
            #expect(presses == 1 && stage.scroll.contentOffset == .zero)
            stage.drag(from: CGPoint(x: 20, y: 70), by: CGSize(width: 150, height: 0), at: 9)
            #expect(slider.value > 0.5)
        }
    }

    @Test("a vertical drag over a horizontal shelf scrolls the list around it, and a horizontal drag the shelf")
    func nestedScrollViews_followDirection() {
        onStage { stage in
            let shelf = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 150))
            shelf.contentSize = CGSize(width: 900, height: 150)
            stage.scroll.addSubview(shelf)
            stage.drag(from: CGPoint(x: 150, y: 140), by: CGSize(width: 4, height: -100))
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 100))
            #expect(shelf.contentOffset == .zero)
            stage.drag(from: CGPoint(x: 200, y: 20), by: CGSize(width: -120, height: 5), at: 5)
            #expect(shelf.contentOffset == CGPoint(x: 120, y: 0))
            #expect(stage.scroll.contentOffset == CGPoint(x: 0, y: 100))
        }
    }

    @Test("a wheel scrolls the inner of two views under the pointer until its end, then the outer one")
    func wheel_scrollsInnerThenOuter() {
        onStage { stage in
            let inner = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 100))
            inner.contentSize = CGSize(width: 300, height: 150)
            stage.scroll.addSubview(inner)
            @MainActor func turn() {
                stage.window.memory?.inject(
                    .wheel(WheelEvent(deltaX: 0, deltaY: -1, location: CGPoint(x: 50, y: 20))))
            }
            turn()
            turn()
            #expect(inner.contentOffset.y == 50 && stage.scroll.contentOffset.y == 0)
            turn()
            #expect(inner.contentOffset.y == 50 && stage.scroll.contentOffset.y == 40)
            stage.scroll.isScrollEnabled = false
            turn()
            #expect(stage.scroll.contentOffset.y == 40)
        }
    }

    @Test("a button in scrolled content is hit where it is displayed; a drag from it scrolls and does not press it")
    func button_inScrolledContent() {
        onStage { stage in
            let button = UIButton(type: .custom)
            button.frame = CGRect(x: 0, y: 300, width: 100, height: 50)
            var presses = 0
            button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
            stage.scroll.addSubview(button)
            stage.scroll.contentOffset = CGPoint(x: 0, y: 250)
            stage.window.layoutIfNeeded()
            stage.window.tap(50, 75, at: 1)
            #expect(presses == 1)
            stage.drag(from: CGPoint(x: 50, y: 75), by: CGSize(width: 0, height: -40), at: 5)
            #expect(presses == 1 && !button.isHighlighted)
            #expect(stage.scroll.contentOffset.y == 290)
        }
    }

    @Test("scrollRectToVisible moves as little as possible; a rectangle larger than the view shows its beginning")
    func scrollRectToVisible_isMinimal() {
        onStage { stage in
            stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 50, width: 10, height: 100), animated: false)
            #expect(stage.scroll.contentOffset.y == 0)
            stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 350, width: 10, height: 100), animated: false)
            #expect(stage.scroll.contentOffset.y == 250)
            stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 240, width: 10, height: 100), animated: false)
            #expect(stage.scroll.contentOffset.y == 240)
            stage.scroll.scrollRectToVisible(CGRect(x: 0, y: 400, width: 10, height: 500), animated: false)
            #expect(stage.scroll.contentOffset.y == 400)
        }
    }

    @Test("an animated offset applies at once, and the delegate is notified once the animation has ended")
    func animatedOffset_notifiesAtEnd() {
        onStage { stage in
            stage.scroll.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
            #expect(stage.scroll.contentOffset.y == 300)
            #expect(stage.log.events == ["scroll"])
            stage.time.advance(by: 1)
            #expect(stage.log.events == ["scroll", "animated"])
            stage.scroll.setContentOffset(CGPoint(x: CGFloat.nan, y: 0), animated: false)
            #expect(stage.scroll.contentOffset.y == 300)
        }
    }

    @Test("a window that loses the focus during a drag ends the drag where the content is")
    func lostFocus_endsDrag() {
        onStage { stage in
            stage.window.finger(.began, 50, 150, at: 1)
            stage.window.finger(.moved, 50, 100, at: 1.1)
            stage.window.finger(.moved, 50, 60, at: 1.2)
            #expect(stage.scroll.isDragging)
            stage.window.memory?.inject(.focusChanged(false))
            #expect(!stage.scroll.isDragging)
            stage.time.advance(by: 1)
            #expect(stage.scroll.contentOffset.y == 90)
        }
    }
}
