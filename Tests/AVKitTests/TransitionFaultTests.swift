import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Controllers, players and windows that go away in the middle of a transition, and clients that answer wrongly.
@MainActor
@Suite(.english)
struct TransitionFaultTests {
    private static let inline = CGRect(x: 100, y: 50, width: 640, height: 360)

    private func drag(_ stage: PlayerStage) -> Finger {
        let finger = Finger(on: stage.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 200)
        return finger
    }

    private func enter(_ stage: PlayerStage) async {
        stage.controller.placement.enterFullScreen()
        #expect(await eventually { stage.controller.placement.machine.place == .fullScreen(.shown) })
    }

    @Test(
        "R51: a controller released during a drag ends full screen at once; the audio returns, and the client is told")
    func released_duringDrag() async {
        let player = AVPlayer()
        let parent = UIViewController()
        let window = makeWindow(parent)
        defer { window.isHidden = true }
        let delegate = DelegateRecorder()
        weak var gone: AVPlayerViewController?
        let finger = Finger(on: window)
        do {
            let controller = AVPlayerViewController()
            gone = controller
            controller.player = player
            controller.delegate = delegate
            parent.addChild(controller)
            parent.view.addSubview(controller.view)
            controller.view.frame = Self.inline
            controller.didMove(toParent: parent)
            controller.placement.enterFullScreen()
            #expect(await eventually { controller.placement.machine.place == .fullScreen(.shown) })
            finger.down(at: CGPoint(x: 600, y: 200))
            finger.move(0, 200)
            #expect(player.interfaceGain < 1)
            controller.view.removeFromSuperview()
            controller.removeFromParent()
        }
        #expect(await eventually { gone == nil })
        #expect(await eventually { !window.subviews.contains { $0 is FullScreenHostView } })
        #expect(player.interfaceGain == 1)
        #expect(delegate.events.suffix(2) == ["end", "ended false"])
        finger.move(0, 50)
        finger.lift()
    }

    @Test("a controller released while it enters full screen: the client's completion reports a cancelled transition")
    func released_whileEntering() async {
        let parent = UIViewController()
        let window = makeWindow(parent)
        defer { window.isHidden = true }
        let delegate = DelegateRecorder()
        do {
            let controller = AVPlayerViewController()
            controller.delegate = delegate
            parent.addChild(controller)
            parent.view.addSubview(controller.view)
            controller.view.frame = Self.inline
            controller.didMove(toParent: parent)
            controller.placement.enterFullScreen()
            controller.view.removeFromSuperview()
            controller.removeFromParent()
        }
        #expect(await eventually { delegate.events == ["begin", "beside", "begun true"] })
        #expect(!window.subviews.contains { $0 is FullScreenHostView })
    }

    @Test("a player replaced during a drag: the old one is at full volume, and the new one fades and returns")
    func replaced_duringDrag() async {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        await enter(stage)
        let finger = drag(stage)
        #expect(stage.player.interfaceGain < 1)
        let second = AVPlayer()
        stage.controller.player = second
        #expect(await eventually { stage.player.interfaceGain == 1 && second.interfaceGain < 1 })
        finger.move(0, -150)
        finger.lift()
        #expect(await eventually { second.interfaceGain == 1 })
        stage.controller.player = nil
        #expect(
            stage.controller.placement.machine.place == .fullScreen(.returning)
                || stage.controller.placement.drag == nil)
    }

    @Test("an item that fails during a drag shows its error, and the drag ends as the viewer wants")
    func failing_duringDrag() async {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        await enter(stage)
        let finger = drag(stage)
        stage.player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        #expect(await eventually { stage.controller.content.errorView != nil })
        #expect(stage.controller.placement.machine.place == .fullScreen(.dragged))
        finger.move(0, 200)
        finger.lift()
        #expect(await eventually { stage.controller.placement.machine.place == .inline })
        #expect(stage.frame(of: stage.controller.content) == Self.inline)
    }

    enum Moment: CaseIterable { case entering, shown, dragged, returning, leaving }

    @Test(
        "a window closed at any moment of full screen: the content is inline again and works in another window",
        arguments: Moment.allCases)
    func closedWindow(moment: Moment) async {
        let stage = PlayerStage(embeddedIn: Self.inline)
        let delegate = DelegateRecorder()
        let controller = stage.controller
        controller.delegate = delegate
        let finger = Finger(on: stage.window)
        controller.placement.enterFullScreen()
        if moment != .entering {
            #expect(await eventually { controller.placement.machine.place == .fullScreen(.shown) })
        }
        if moment == .dragged || moment == .returning {
            finger.down(at: CGPoint(x: 600, y: 200))
            finger.move(0, 100)
            if moment == .returning { finger.lift() }
        }
        if moment == .leaving { controller.placement.leaveFullScreen() }
        stage.window.close()
        #expect(controller.placement.machine.place == .inline && controller.placement.host == nil)
        #expect(controller.content.superview === controller.view && controller.content.transform == .identity)
        #expect(stage.player.interfaceGain == 1)
        let ends = delegate.events.filter { $0.hasPrefix("begun") || $0.hasPrefix("ended") }
        #expect(ends == (moment == .entering ? ["begun true"] : ["begun false", "ended false"]))
        // The transition that was abandoned ends later, and must not end the next one.
        let other = UIViewController()
        let window = makeWindow(other)
        defer { window.isHidden = true }
        other.addChild(controller)
        other.view.addSubview(controller.view)
        controller.didMove(toParent: other)
        window.layoutIfNeeded()
        controller.placement.enterFullScreen()
        #expect(await eventually { controller.placement.machine.place == .fullScreen(.shown) })
        #expect(controller.content.window === window)
        #expect(delegate.events.last == "begun false")
        controller.player = nil
    }

    @Test("a window that loses the focus during a drag cancels the drag")
    func focusLost() async {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        await enter(stage)
        let finger = drag(stage)
        (stage.window.platform as? MemoryWindow)?.inject(.focusChanged(false))
        #expect(await eventually { stage.controller.placement.machine.place == .fullScreen(.shown) })
        finger.lift()
        #expect(stage.frame(of: stage.controller.content) == stage.window.bounds)
    }

    /// Answers the request to restore the user interface in a wrong way.
    private final class WrongClient: NSObject, AVPlayerViewControllerDelegate {
        enum Way: CaseIterable { case never, twice, otherThread, refuses }
        let way: Way
        var requests = 0
        init(_ way: Way) { self.way = way }

        func playerViewController(
            _ playerViewController: AVPlayerViewController,
            restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler:
                @escaping @Sendable (Bool) -> Void
        ) {
            requests += 1
            switch way {
            case .never: break
            case .twice:
                completionHandler(true)
                completionHandler(true)
            case .otherThread: Thread.detachNewThread { completionHandler(true) }
            case .refuses: completionHandler(false)
            }
        }
    }

    @Test(
        "S10.12: a client that never answers, answers twice, on another thread or with false: full screen ends once, within the time limit",
        arguments: [0, 1, 2, 3])
    func wrongAnswers(index: Int) async {
        let client = WrongClient(WrongClient.Way.allCases[index])
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        stage.controller.delegate = client
        stage.controller.placement.restoreLimit = 0.1
        for round in 1...2 {
            await enter(stage)
            stage.controller.view.removeFromSuperview()
            stage.controller.placement.leaveFullScreen()
            #expect(await eventually { stage.controller.placement.machine.place == .inline })
            #expect(client.requests == round)
            stage.parent?.view.addSubview(stage.controller.view)
            stage.window.layoutIfNeeded()
        }
    }

    @Test(
        "R97: the last item ends while the player enters full screen: the player leaves full screen afterwards",
        .enabled(if: StreamMaker.isAvailable))
    func endsWhileEntering() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 1), embeddedIn: Self.inline)
        defer { stage.end() }
        let delegate = DelegateRecorder()
        stage.controller.delegate = delegate
        stage.controller.exitsFullScreenWhenPlaybackEnds = true
        stage.player.play()
        #expect(await eventually(every: .milliseconds(1)) { stage.player.currentTime().seconds > 0.9 })
        stage.controller.placement.enterFullScreen()
        #expect(await eventually { delegate.events.last == "ended false" })
        #expect(delegate.events == ["begin", "beside", "begun false", "end", "ended false"])
        #expect(stage.controller.placement.machine.place == .inline)
    }
}
