import CoreGraphics
import Testing

@testable import AVKit

struct DismissalDragTests {
    private let drag = DismissalDrag(
        area: CGSize(width: 1000, height: 800), start: CGPoint(x: 300, y: 200),
        target: CGSize(width: 500, height: 300))

    @Test("R32 the point under the finger stays under the finger, and the content shrinks towards the inline view")
    func transform_followsFinger() {
        for way in [40.0, 120, 300, 400, 600] {
            let moved = CGPoint(x: 30, y: way)
            let transform = drag.transform(moved)
            // The transform is relative to the center.
            let finger = CGPoint(x: 300 - 500, y: 200 - 400).applying(transform)
            #expect(abs(finger.y + 400 - (200 + way)) < 0.001)
            if drag.progress(moved) >= 0.125 { #expect(abs(finger.x + 500 - 330) < 0.001) }
            #expect(transform.a == transform.d && transform.a <= 1 && transform.a >= 0.5)
        }
        #expect(drag.transform(CGPoint(x: 0, y: 400)).a == 0.5)
    }

    @Test("a drag upwards, or of values that are not finite, moves nothing")
    func transform_upwards() {
        #expect(drag.transform(CGPoint(x: 20, y: -50)) == .identity)
        #expect(drag.transform(CGPoint(x: 20, y: CGFloat.nan)) == .identity)
        #expect(drag.transform(CGPoint(x: CGFloat.infinity, y: 100)) == .identity)
        #expect(drag.progress(CGPoint(x: 0, y: 4000)) == 1)
    }

    @Test("a drag completes from a third of the way on or by a stroke down, and is cancelled by a stroke up")
    func completion() {
        func completes(_ y: CGFloat, speed: CGFloat) -> Bool {
            drag.completes(CGPoint(x: 0, y: y), velocity: CGPoint(x: 0, y: speed))
        }
        #expect(!completes(100, speed: 0))
        #expect(completes(150, speed: 0))
        #expect(completes(40, speed: 1500))
        #expect(!completes(300, speed: -500))
        #expect(!completes(-10, speed: 1500))
    }

    @Test("without an inline view, or with a very small or large one, the scale stays within its limits")
    func scale_isLimited() {
        func scale(_ target: CGSize?) -> CGFloat {
            DismissalDrag(area: CGSize(width: 1000, height: 800), start: .zero, target: target).endScale
        }
        #expect(scale(nil) == DismissalDrag.standardScale)
        #expect(scale(CGSize(width: 10, height: 10)) == 0.3)
        #expect(scale(CGSize(width: 990, height: 700)) == 0.8)
    }
}

struct PlacementDragTests {
    private typealias Surroundings = PlacementMachine.Surroundings
    private let embedded = Surroundings(isInWindow: true)
    private let presented = Surroundings(isInWindow: true, fillsWindow: true, canDismissItself: true)
    private let covering = Surroundings(isInWindow: true, fillsWindow: true, windowCoversDisplay: true)

    private func expanded() -> PlacementMachine {
        var machine = PlacementMachine()
        _ = machine.enter(embedded)
        _ = machine.transitionEnded()
        return machine
    }

    @Test("R48 a cancelled drag of an expanded player stays in full screen, a completed one ends inline")
    func expanded_cancelsAndCompletes() {
        var machine = expanded()
        #expect(machine.beginDrag(embedded) == [.follow])
        #expect(machine.isDragged && machine.isFullScreen && machine.gravityPlace(in: embedded) == .expandedInline)
        #expect(machine.beginDrag(embedded).isEmpty)
        #expect(machine.dragEnded(completes: false, embedded) == [.undoDrag])
        #expect(machine.dragEnded(completes: true, embedded).isEmpty)
        #expect(machine.leaveFullScreen(embedded).isEmpty)
        #expect(machine.transitionEnded() == [.settle(.fullScreen(.shown))])
        _ = machine.beginDrag(embedded)
        #expect(machine.dragEnded(completes: true, embedded) == [.collapse])
        #expect(machine.transitionEnded() == [.settle(.inline)])
    }

    @Test("a drag that completes while the inline view is in no window asks the client to restore it first")
    func gone_isRestored() {
        var machine = expanded()
        _ = machine.beginDrag(embedded)
        #expect(
            machine.dragEnded(completes: true, Surroundings(isInWindow: false, hasDelegate: true))
                == [.restoreInterface])
        #expect(machine.interfaceRestored() == [.collapse])
    }

    @Test("R32 a presented player and a window that covers the display are dragged; inline content is not")
    func covers() {
        for (surroundings, cover) in [(presented, PlacementMachine.Cover.presentation), (covering, .window)] {
            var machine = PlacementMachine()
            #expect(machine.canDrag(surroundings))
            #expect(machine.beginDrag(surroundings) == [.follow])
            #expect(machine.gravityPlace(in: embedded) == .fullScreen)
            #expect(machine.dragEnded(completes: true, surroundings) == [.uncover(cover)])
            #expect(machine.transitionEnded() == [.settle(.inline)])
            _ = machine.beginDrag(surroundings)
            #expect(machine.dragEnded(completes: false, surroundings) == [.undoDrag])
            #expect(machine.transitionEnded() == [.settle(.inline)])
        }
        var inline = PlacementMachine()
        #expect(!inline.canDrag(embedded) && inline.beginDrag(embedded).isEmpty)
        #expect(inline.dragEnded(completes: true, embedded).isEmpty && inline.place == .inline)
    }

    @Test("Escape during a drag completes the drag")
    func leave_duringDrag() {
        var machine = expanded()
        _ = machine.beginDrag(embedded)
        #expect(machine.leave(embedded) == [.collapse])
        var modal = PlacementMachine()
        _ = modal.beginDrag(presented)
        #expect(modal.leave(presented) == [.uncover(.presentation)])
    }

    @Test("a closed window makes the content inline in every state")
    func windowClosed() {
        var machine = PlacementMachine()
        #expect(machine.windowClosed().isEmpty)
        _ = machine.enter(embedded)
        #expect(machine.windowClosed() == [.settle(.inline)])
        machine = expanded()
        _ = machine.beginDrag(embedded)
        #expect(machine.windowClosed() == [.settle(.inline)])
        #expect(machine.transitionEnded().isEmpty)
    }
}
