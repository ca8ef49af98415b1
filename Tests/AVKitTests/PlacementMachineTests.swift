import Testing

@testable import AVKit

struct PlacementMachineTests {
    private typealias Surroundings = PlacementMachine.Surroundings
    private let embedded = Surroundings(isInWindow: true)

    @Test("R42 R46 an embedded player expands over the window and returns to its view")
    func roundTrip() {
        var machine = PlacementMachine()
        #expect(machine.enter(embedded) == [.expand])
        #expect(machine.isMoving && machine.gravityPlace(in: embedded) == .expandedInline)
        #expect(machine.transitionEnded() == [.settle(.fullScreen(.shown))])
        #expect(machine.leaveFullScreen(embedded) == [.collapse])
        #expect(machine.isFullScreen)
        #expect(machine.transitionEnded() == [.settle(.inline)])
        #expect(!machine.isFullScreen && machine.gravityPlace(in: embedded) == .inline)
    }

    @Test("inputs during a transition, and an end without a transition, change nothing")
    func duringTransition() {
        var machine = PlacementMachine()
        #expect(machine.transitionEnded().isEmpty)
        _ = machine.enter(embedded)
        let entering = machine
        #expect(machine.enter(embedded).isEmpty)
        #expect(machine.leaveFullScreen(embedded).isEmpty)
        #expect(machine.leave(embedded).isEmpty)
        #expect(machine.interfaceRestored().isEmpty)
        #expect(machine == entering)
    }

    @Test(
        "when the inline view has left its window, the client restores it before the content returns")
    func restores() {
        var machine = PlacementMachine()
        _ = machine.enter(embedded)
        _ = machine.transitionEnded()
        let gone = Surroundings(isInWindow: false, hasDelegate: true)
        #expect(machine.leave(gone) == [.restoreInterface])
        #expect(machine.leave(gone).isEmpty)
        #expect(machine.interfaceRestored() == [.collapse])
        #expect(machine.transitionEnded() == [.settle(.inline)])
        // Without a delegate, the interface is not restored.
        _ = machine.enter(embedded)
        _ = machine.transitionEnded()
        #expect(machine.leaveFullScreen(Surroundings()) == [.collapse])
    }

    @Test("R81 full screen of a player that fills its window makes the window cover the display")
    func fillsWindow() {
        var machine = PlacementMachine()
        var surroundings = Surroundings(isInWindow: true, fillsWindow: true)
        #expect(machine.gravityPlace(in: surroundings) == .fullScreen)
        #expect(machine.enter(surroundings) == [.coverDisplay(true)])
        surroundings.windowCoversDisplay = true
        #expect(machine.coversDisplay(in: surroundings))
        #expect(machine.leave(surroundings) == [.coverDisplay(false)])
        #expect(machine.place == .inline)
        #expect(machine.enter(Surroundings()).isEmpty)
    }

    @Test("S12.10: Escape dismisses a presented player; for an embedded one the client is asked")
    func leave() {
        var machine = PlacementMachine()
        #expect(
            machine.leave(Surroundings(isInWindow: true, fillsWindow: true, canDismissItself: true)) == [.dismiss])
        #expect(machine.leave(Surroundings(isInWindow: true, hasDelegate: true)) == [.askToDismiss])
        #expect(machine.leaveFullScreen(Surroundings(isInWindow: true, hasDelegate: true)).isEmpty)
        #expect(machine.leave(embedded).isEmpty)
    }
}
