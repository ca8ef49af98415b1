import Foundation
import Testing

@testable import AVKit

/// The state machine of Picture in Picture on a clock of numbers.
struct PictureInPictureMachineTests {
    /// Seconds of a clock that only a test advances.
    struct Moment: InstantProtocol, Sendable {
        var seconds: Duration = .zero
        func advanced(by duration: Duration) -> Moment { Moment(seconds: seconds + duration) }
        func duration(to other: Moment) -> Duration { other.seconds - seconds }
        static func < (a: Moment, b: Moment) -> Bool { a.seconds < b.seconds }
    }

    typealias Machine = PictureInPictureMachine<Moment>
    typealias Action = PictureInPictureAction

    private let start = Moment()
    private func at(_ seconds: Double) -> Moment { Moment(seconds: .seconds(seconds)) }

    private func active() -> Machine {
        var machine = Machine()
        _ = machine.start(canStart: true, at: start)
        _ = machine.windowOpened(at: start)
        return machine
    }

    @Test("start: willStart, window, active, didStart in this order; a failure alone where it is impossible")
    func starting() {
        var machine = Machine()
        #expect(machine.start(canStart: false, at: start) == [.notify(.failedToStart)])
        #expect(machine.phase == .idle)
        #expect(machine.start(canStart: true, at: start) == [.notify(.willStart), .openWindow])
        #expect(machine.start(canStart: true, at: start) == [])
        #expect(machine.windowOpened(at: start) == [.setActive(true), .notify(.didStart)])
        #expect(machine.start(canStart: true, at: start) == [])
        #expect(machine.deadline == nil)
    }

    @Test("a window that cannot be opened, or does not appear within five seconds, is one failure without didStart")
    func windowFailure() {
        var machine = Machine()
        _ = machine.start(canStart: true, at: start)
        #expect(machine.windowFailed() == [.notify(.failedToStart)])
        _ = machine.start(canStart: true, at: start)
        #expect(machine.tick(at: at(4.9)) == [])
        #expect(machine.tick(at: at(5)) == [.discardWindow, .notify(.failedToStart)])
        #expect(machine.windowOpened(at: at(6)) == [])
        #expect(machine.phase == .idle)
    }

    @Test("stop by the program and by the viewer: willStop, window, inactive, didStop; the viewer's also pauses")
    func stopping() {
        var machine = active()
        #expect(machine.stop(.program, at: start) == [.notify(.willStop), .closeWindow(.returning)])
        #expect(machine.stop(.closedByViewer, at: start) == [])
        #expect(machine.windowClosed() == [.setActive(false), .notify(.didStop)])
        #expect(machine.stop(.program, at: start) == [])
        machine = active()
        #expect(machine.stop(.closedByViewer, at: start) == [.pause, .notify(.willStop), .closeWindow(.plain)])
    }

    @Test("return to the app: the client is asked before willStop; true moves the window back, false closes it")
    func restoring() {
        for succeeded in [true, false] {
            var machine = active()
            guard case .askToRestore(let request)? = machine.stop(.returnToApp, at: start).first else {
                Issue.record("the client is not asked")
                return
            }
            #expect(machine.stop(.returnToApp, at: start) == [])
            #expect(
                machine.restored(request: request, succeeded: succeeded)
                    == [.notify(.willStop), .closeWindow(succeeded ? .returning : .plain)])
            #expect(machine.restored(request: request, succeeded: true) == [.report(.unexpectedAnswer)])
            #expect(machine.windowClosed() == [.setActive(false), .notify(.didStop)])
        }
    }

    @Test("the client that does not answer within five seconds: the window closes, and the late answer changes nothing")
    func restoreTimeLimit() {
        var machine = active()
        #expect(machine.stop(.returnToApp, at: at(10)) == [.askToRestore(request: 1)])
        #expect(machine.deadline == at(15))
        #expect(machine.tick(at: at(14.9)) == [])
        #expect(machine.tick(at: at(15)) == [.report(.missingAnswer), .notify(.willStop), .closeWindow(.plain)])
        #expect(machine.restored(request: 1, succeeded: true) == [.report(.unexpectedAnswer)])
        _ = machine.windowClosed()
        // The answer to an earlier request is not one to a later request.
        _ = machine.start(canStart: true, at: at(20))
        _ = machine.windowOpened(at: at(20))
        #expect(machine.stop(.returnToApp, at: at(20)) == [.askToRestore(request: 2)])
        #expect(machine.restored(request: 1, succeeded: true) == [.report(.unexpectedAnswer)])
    }

    @Test("the viewer closes the window while the client restores: it pauses and closes without waiting")
    func closedWhileRestoring() {
        var machine = active()
        _ = machine.stop(.returnToApp, at: start)
        #expect(machine.stop(.closedByViewer, at: start) == [.pause, .notify(.willStop), .closeWindow(.plain)])
        #expect(machine.deadline == nil)
    }

    @Test("stop during the start: didStart is followed by the stop; a later start revokes the stop")
    func stopWhileStarting() {
        var machine = Machine()
        _ = machine.start(canStart: true, at: start)
        #expect(machine.stop(.program, at: start) == [])
        #expect(
            machine.windowOpened(at: start) == [
                .setActive(true), .notify(.didStart), .notify(.willStop), .closeWindow(.returning),
            ])
        machine = Machine()
        _ = machine.start(canStart: true, at: start)
        _ = machine.stop(.program, at: start)
        _ = machine.start(canStart: true, at: start)
        #expect(machine.windowOpened(at: start) == [.setActive(true), .notify(.didStart)])
    }

    @Test("start during the stop: a new start follows didStop; a later stop revokes it")
    func startWhileStopping() {
        var machine = active()
        _ = machine.stop(.program, at: start)
        #expect(machine.start(canStart: true, at: start) == [])
        #expect(machine.windowClosed() == [.setActive(false), .notify(.didStop), .startAgain])
        machine = active()
        _ = machine.stop(.program, at: start)
        _ = machine.start(canStart: true, at: start)
        _ = machine.stop(.program, at: start)
        #expect(machine.windowClosed() == [.setActive(false), .notify(.didStop)])
    }

    @Test("item without video, lost window, released client: each phase ends in order")
    func interruptions() {
        var machine = active()
        #expect(machine.conditionsChanged(canContinue: true) == [])
        #expect(machine.conditionsChanged(canContinue: false) == [.notify(.willStop), .closeWindow(.plain)])
        machine = active()
        #expect(
            machine.windowLost() == [
                .notify(.willStop), .discardWindow, .setActive(false), .notify(.didStop),
            ])
        machine = active()
        _ = machine.stop(.program, at: start)
        #expect(machine.windowLost() == [.discardWindow, .setActive(false), .notify(.didStop)])
        machine = Machine()
        _ = machine.start(canStart: true, at: start)
        #expect(machine.conditionsChanged(canContinue: false) == [.discardWindow, .notify(.failedToStart)])
        machine = active()
        #expect(machine.release() == [.setActive(false), .discardWindow])
        #expect(machine.release() == [])
    }

    /// Checks the order of the delegate calls and of the window's events over a sequence of actions.
    private struct Observer {
        enum Delegate { case idle, willStart, started, willStop }
        var delegate = Delegate.idle
        var hasWindow = false
        var isActive = false
        var wantsClose = false
        var problems: [String] = []

        mutating func see(_ action: Action) {
            func require(_ isRight: Bool) { if !isRight { problems.append("\(action) in \(self)") } }
            switch action {
            case .notify(.willStart):
                require(delegate == .idle && !hasWindow && !isActive)
                delegate = .willStart
            case .notify(.didStart):
                require(delegate == .willStart && hasWindow && isActive)
                delegate = .started
            case .notify(.failedToStart):
                require((delegate == .willStart || delegate == .idle) && !hasWindow && !isActive)
                delegate = .idle
            case .notify(.willStop):
                require(delegate == .started && isActive)
                delegate = .willStop
            case .notify(.didStop):
                require(delegate == .willStop && !hasWindow && !isActive)
                delegate = .idle
            case .openWindow:
                require(!hasWindow && delegate == .willStart)
                hasWindow = true
            case .setActive(let isNew): isActive = isNew
            case .closeWindow:
                require(hasWindow && delegate == .willStop && !wantsClose)
                wantsClose = true
            case .discardWindow:
                hasWindow = false
                wantsClose = false
            case .askToRestore: require(delegate == .started)
            case .pause, .report, .startAgain: break
            }
        }
    }

    @Test("100,000 random inputs: the delegate's calls and the window's events are in order, and every session ends")
    func fuzz() {
        var random = SystemRandomNumberGenerator()
        var machine = Machine()
        var observer = Observer()
        var now = Moment()
        var requests: [Int] = []
        func take(_ actions: [Action]) {
            for action in actions {
                observer.see(action)
                if case .askToRestore(let request) = action { requests.append(request) }
            }
        }
        func windowIsClosed() {
            observer.hasWindow = false
            observer.wantsClose = false
            take(machine.windowClosed())
        }
        for step in 0..<100_000 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1: take(machine.start(canStart: Bool.random(using: &random), at: now))
            case 2, 3: take(machine.stop(PictureInPictureStopReason.allCases.randomElement() ?? .program, at: now))
            case 4, 5: if observer.hasWindow, !observer.isActive { take(machine.windowOpened(at: now)) }
            case 6: if observer.hasWindow, observer.wantsClose { windowIsClosed() }
            case 7:
                if let request = requests.randomElement() {
                    take(machine.restored(request: request, succeeded: Bool.random(using: &random)))
                }
            case 8: take(machine.conditionsChanged(canContinue: Int.random(in: 0..<4, using: &random) > 0))
            case 9:
                if observer.hasWindow, !observer.isActive {
                    observer.hasWindow = false
                    take(machine.windowFailed())
                } else if observer.hasWindow, Int.random(in: 0..<4, using: &random) == 0 {
                    take(machine.windowLost())
                }
            case 10: now = now.advanced(by: .milliseconds(Int.random(in: 0...3000, using: &random)))
            default: take(machine.tick(at: now))
            }
            if Int.random(in: 0..<500, using: &random) == 0 {
                take(machine.release())
                observer.delegate = .idle
            }
            guard observer.problems.isEmpty else { break }
            if step % 100 == 99 {
                // Without further input by viewer and program, every session comes to rest.
                take(machine.stop(.returnToApp, at: now))
                for _ in 0..<4 {
                    if observer.hasWindow, !observer.isActive { take(machine.windowOpened(at: now)) }
                    now = now.advanced(by: .seconds(5))
                    take(machine.tick(at: now))
                    if observer.wantsClose { windowIsClosed() }
                }
                #expect(machine.phase == .idle && !observer.hasWindow && !observer.isActive)
            }
        }
        #expect(observer.problems == [])
    }
}
