import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The ways into full screen and out of it, by keys, clicks and playback.
@MainActor
@Suite(.english)
struct FullScreenPathTests {
    private static let inline = CGRect(x: 100, y: 50, width: 640, height: 360)

    private func settled(_ stage: PlayerStage) async -> Bool {
        await eventually { !stage.controller.placement.machine.isMoving }
    }

    @Test("F and Escape change the full screen of a player that fills its window")
    func keys_fillingWindow() {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.key("f")
        #expect(stage.window.isFullScreen)
        #expect(stage.controller.content.frame.size == stage.window.bounds.size)
        stage.key("f")
        #expect(!stage.window.isFullScreen)
        stage.key("f")
        stage.key(.escape)
        #expect(!stage.window.isFullScreen)
        #expect(stage.window.bounds.size == CGSize(width: 1280, height: 720))
    }

    @Test("an embedded player returns to its view when the window manager ends full screen")
    func windowManager_endsFullScreen() async throws {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        stage.click(at: CGPoint(x: Self.inline.midX, y: Self.inline.minY + 60))
        stage.key("f")
        #expect(await settled(stage))
        #expect(stage.controller.placement.machine.isFullScreen)
        stage.window.isFullScreen = false
        #expect(await settled(stage))
        #expect(stage.controller.content.superview === stage.controller.view)
        #expect(stage.frame(of: stage.controller.content) == Self.inline)
    }

    @Test("an embedded player enters full screen by key, button and double click, and returns to its view")
    func embedded_entersAndReturns() async throws {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        let content = stage.controller.content
        let ways: [@MainActor () throws -> Void] = [
            { stage.key("f") }, { try stage.click(.fullScreen) },
            { stage.doubleClick(at: CGPoint(x: Self.inline.midX, y: Self.inline.minY + 60)) },
        ]
        // A click gives the player the keys.
        stage.click(at: CGPoint(x: Self.inline.midX, y: Self.inline.minY + 60))
        for (index, enter) in ways.enumerated() {
            stage.showControls()
            try enter()
            #expect(await settled(stage))
            #expect(stage.controller.placement.machine.isFullScreen, "way \(index)")
            #expect(stage.frame(of: content) == stage.window.bounds, "way \(index)")
            stage.showControls()
            #expect(stage.controls?.button(.fullScreen)?.accessibilityLabel == "Leave full screen")
            if index == 1 { try stage.click(.fullScreen) } else { stage.key(.escape) }
            #expect(await settled(stage))
            #expect(content.superview === stage.controller.view, "way \(index)")
            #expect(stage.frame(of: content) == Self.inline, "way \(index)")
            #expect(!stage.window.isFullScreen)
        }
    }

    @Test("keys go to the embedded player that was clicked last, and stay there after full screen")
    func keys_goToClickedPlayer() async {
        let stage = PlayerStage(embeddedIn: CGRect(x: 0, y: 0, width: 600, height: 340))
        defer { stage.end() }
        let other = AVPlayerViewController()
        let player = AVPlayer()
        other.player = player
        stage.parent?.addChild(other)
        stage.parent?.view.addSubview(other.view)
        other.view.frame = CGRect(x: 640, y: 0, width: 600, height: 340)
        other.didMove(toParent: stage.parent)
        stage.window.layoutIfNeeded()
        stage.click(at: CGPoint(x: 900, y: 100))
        #expect(player.rate == 0 && stage.player.rate == 0)
        stage.key(.space, " ")
        #expect(player.rate == 1 && stage.player.rate == 0)
        stage.key(.space, " ")
        #expect(player.rate == 0 && stage.player.rate == 0)
        stage.click(at: CGPoint(x: 300, y: 100))
        stage.key("f")
        #expect(await settled(stage))
        stage.key(.escape)
        #expect(await settled(stage))
        stage.key(.space, " ")
        #expect(player.rate == 0 && stage.player.rate == 1)
    }

    @Test("keys during the transition into full screen change nothing, and later ones work")
    func keysDuringTransition_areIgnored() async {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        stage.click(at: CGPoint(x: Self.inline.midX, y: Self.inline.minY + 60))
        stage.key("f")
        #expect(stage.controller.placement.machine.isMoving)
        stage.key("f")
        stage.key(.escape)
        #expect(await settled(stage))
        #expect(stage.controller.placement.machine.place == .fullScreen(.shown))
        stage.key(.escape)
        #expect(await settled(stage))
        #expect(stage.controller.placement.machine.place == .inline)
    }

    @Test("a window that covered the display before the player's full screen covers it afterwards")
    func fullScreenWindow_staysFullScreen() async {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        stage.window.isFullScreen = true
        stage.controller.placement.enterFullScreen()
        #expect(await settled(stage))
        #expect(stage.frame(of: stage.controller.content) == stage.window.bounds)
        stage.controller.placement.leaveFullScreen()
        #expect(await settled(stage))
        #expect(stage.window.isFullScreen)
    }

    @Test("content in full screen follows a window that changes its size, with its controls inside")
    func resizing_followsWindow() async throws {
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        stage.controller.placement.enterFullScreen()
        #expect(await settled(stage))
        stage.showControls()
        stage.window.platform?.size = CGSize(width: 900, height: 500)
        stage.window.layoutIfNeeded()
        #expect(stage.frame(of: stage.controller.content) == CGRect(x: 0, y: 0, width: 900, height: 500))
        let button = try #require(stage.controls?.button(.fullScreen))
        #expect(stage.window.bounds.contains(stage.frame(of: button)))
    }

    @Test("R96 S10.8: pressing play inline enters full screen where the client wants that; playing by program does not")
    func playTap_entersFullScreen() async throws {
        for useKey in [true, false] {
            let stage = PlayerStage(embeddedIn: Self.inline)
            defer { stage.end() }
            stage.controller.entersFullScreenWhenPlaybackBegins = true
            stage.player.play()
            await Task.yield()
            #expect(!stage.controller.placement.machine.isFullScreen)
            stage.click(at: CGPoint(x: Self.inline.midX, y: Self.inline.minY + 60))
            #expect(stage.player.rate == 1 && !stage.controller.placement.machine.isFullScreen)
            stage.player.pause()
            stage.showControls()
            if useKey { stage.key(.space, " ") } else { try stage.click(.play) }
            #expect(stage.player.rate == 1 && stage.controller.placement.machine.isFullScreen)
            #expect(await settled(stage))
            #expect(stage.frame(of: stage.controller.content) == stage.window.bounds)
        }
    }

    @Test(
        "R97 S10.8: full screen ends with the last item of the queue, not with an earlier one and not while scrubbing",
        .enabled(if: StreamMaker.isAvailable))
    func lastItem_leavesFullScreen() async throws {
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 1))
        let items = (0..<2).map { _ in AVPlayerItem(url: url) }
        let player = AVQueuePlayer(items: items)
        player.isMuted = true
        let stage = PlayerStage(player, embeddedIn: Self.inline)
        defer { stage.end() }
        stage.controller.exitsFullScreenWhenPlaybackEnds = true
        stage.controller.placement.enterFullScreen()
        #expect(await settled(stage))
        player.play()
        #expect(await eventually { player.currentItem === items[1] })
        #expect(stage.controller.placement.machine.place == .fullScreen(.shown))
        // The viewer drags to the end and holds the pointer there.
        #expect(await eventually { stage.controller.model.seekEnd == 1 && stage.controller.model.isFrameReady })
        stage.showControls()
        let scrubber = try #require(stage.controls).scrubber
        stage.press(at: stage.point(in: scrubber, x: 0.3, y: 0.5))
        stage.move(to: stage.point(in: scrubber, x: 1.2, y: 0.5))
        #expect(await eventually { player.currentTime().seconds > 0.9 })
        #expect(stage.controller.placement.machine.place == .fullScreen(.shown))
        stage.release(at: stage.point(in: scrubber, x: 1.2, y: 0.5))
        #expect(await eventually { stage.controller.placement.machine.place == .inline })
        #expect(stage.controller.content.superview === stage.controller.view)
    }

    @Test("S10.12: the client is asked to restore an inline view that is gone before full screen ends")
    func goneInlineView_isRestored() async {
        final class Restorer: NSObject, AVPlayerViewControllerDelegate {
            var events: [String] = []
            var completion: (@Sendable (Bool) -> Void)?
            func playerViewController(
                _ playerViewController: AVPlayerViewController,
                restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler:
                    @escaping @Sendable (Bool) -> Void
            ) {
                events.append("restore")
                completion = completionHandler
            }
            func playerViewController(
                _ playerViewController: AVPlayerViewController,
                willEndFullScreenPresentationWithAnimationCoordinator coordinator:
                    any UIViewControllerTransitionCoordinator
            ) { events.append("end") }
        }
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        let restorer = Restorer()
        stage.controller.delegate = restorer
        stage.controller.placement.enterFullScreen()
        #expect(await settled(stage))
        stage.controller.view.removeFromSuperview()
        stage.key(.escape)
        #expect(restorer.events == ["restore"])
        #expect(stage.frame(of: stage.controller.content) == stage.window.bounds)
        stage.key(.escape)
        #expect(restorer.events == ["restore"])
        stage.parent?.view.addSubview(stage.controller.view)
        restorer.completion?(true)
        #expect(await eventually { stage.controller.placement.machine.place == .inline })
        #expect(restorer.events == ["restore", "end"])
        #expect(stage.frame(of: stage.controller.content) == Self.inline)
    }

    @Test("S10.3: a player embedded in a controller that is presented announces no full screen for that presentation")
    func embeddedInPresented_announcesNothing() async {
        let delegate = DelegateRecorder()
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let parent = UIViewController()
        let controller = AVPlayerViewController()
        controller.delegate = delegate
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.didMove(toParent: parent)
        var isDone = false
        root.present(parent, animated: true) { isDone = true }
        #expect(await eventually { isDone })
        root.dismiss(animated: true) { isDone = false }
        #expect(await eventually { !isDone })
        #expect(delegate.events.isEmpty)
    }

    @Test("R65: a double tap changes the zoom of the video, with built-in controls and without")
    func doubleTap_changesZoom() {
        defer { AVPlayerViewController.viewerGravity = nil }
        for hasControls in [true, false] {
            AVPlayerViewController.viewerGravity = nil
            let stage = PlayerStage(AVPlayer(url: URL(fileURLWithPath: "/no/such/film.mp4")))
            defer { stage.end() }
            stage.controller.showsPlaybackControls = hasControls
            let layer = stage.controller.content.surface.playerLayer
            #expect(layer.videoGravity == .resizeAspect)
            stage.doubleTap(at: CGPoint(x: 640, y: 200))
            #expect(layer.videoGravity == .resizeAspectFill)
            stage.doubleTap(at: CGPoint(x: 640, y: 200))
            #expect(layer.videoGravity == .resizeAspect)
        }
    }

    @Test("a tap shows the controls and hides them again")
    func tap_togglesControls() async {
        let stage = PlayerStage()
        defer { stage.end() }
        let place = CGPoint(x: 640, y: 200)
        stage.tap(at: place)
        #expect(stage.controller.presenter.visibility.isVisible && stage.player.rate == 0)
        stage.tap(at: place)
        #expect(await eventually { !stage.controller.presenter.visibility.isVisible })
    }

    @Test("a click of the secondary or middle button on the video or on a control plays nothing")
    func otherButtons_playNothing() throws {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.showControls()
        let button = try #require(stage.controls?.button(.play))
        for other in [PointerButton.secondary, .middle] {
            stage.click(at: CGPoint(x: 640, y: 200), other)
            #expect(stage.player.rate == 0)
            stage.controls?.closeMenu()
            stage.click(at: stage.center(of: button), other)
            #expect(stage.player.rate == 0)
        }
        stage.click(button)
        #expect(stage.player.rate == 1)
    }

    @Test(
        "R85 S10.13: a player that already plays is shown as playing from the first display of its controls",
        .enabled(if: StreamMaker.isAvailable))
    func playingPlayer_showsPlayingState() async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 30)))
        player.isMuted = true
        player.play()
        #expect(await eventually { player.timeControlStatus == .playing })
        let stage = PlayerStage(player)
        defer { stage.end() }
        stage.controller.presenter.showControls()
        #expect(stage.controls?.content.isPlaying == true)
        #expect(stage.controls?.button(.play)?.accessibilityLabel == "Pause")
        #expect(player.timeControlStatus == .playing)
    }

    @Test("the pointer is hidden together with the controls over playing video, and returns when it moves")
    func pointer_hidesWithControls() {
        let stage = PlayerStage()
        defer { stage.end() }
        let memory = stage.window.platform as? MemoryWindow
        stage.showControls()
        stage.move(to: CGPoint(x: 640, y: 200))
        #expect(memory?.isCursorVisible == true)
        stage.controller.presenter.dismiss()
        #expect(memory?.isCursorVisible == false)
        stage.move(to: CGPoint(x: 700, y: 240))
        #expect(memory?.isCursorVisible == true)
    }
}
