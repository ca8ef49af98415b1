import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import AVKit

/// Creates a window in memory, independent of the machine's display.
@MainActor
func makeWindow(_ root: UIViewController, width: Double = 1280, height: Double = 720) -> UIWindow {
    UIApplication.isHeadless = true
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: height))
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.layoutIfNeeded()
    return window
}

@MainActor
final class DelegateRecorder: NSObject, AVPlayerViewControllerDelegate {
    var events: [String] = []
    var mayDismiss = true
    var onEnd: () -> Void = {}

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willBeginFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
    ) {
        events.append("begin")
        coordinator.animate(alongsideTransition: { _ in self.events.append("beside") }) { context in
            self.events.append("begun \(context.isCancelled)")
        }
    }

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
    ) {
        events.append("end")
        onEnd()
        coordinator.animate(alongsideTransition: nil) { context in self.events.append("ended \(context.isCancelled)") }
    }

    func playerViewControllerShouldDismiss(_ playerViewController: AVPlayerViewController) -> Bool {
        events.append("should dismiss")
        return mayDismiss
    }
    func playerViewControllerWillBeginDismissalTransition(_ playerViewController: AVPlayerViewController) {
        events.append("will dismiss")
    }
    func playerViewControllerDidEndDismissalTransition(_ playerViewController: AVPlayerViewController) {
        events.append("did dismiss")
    }
}

@MainActor
struct PlayerControllerTests {
    @Test("R98 the overlay exists before a player is set, between the video and the controls")
    func overlay_exists() {
        let controller = AVPlayerViewController()
        #expect(controller.contentOverlayView != nil)
        let window = makeWindow(controller)
        controller.presenter.showControls()
        let views = controller.content.subviews
        let expected: [UIView?] = [controller.content.surface, controller.content.overlay, controller.content.controls]
        let order = expected.compactMap {
            view in
            views.firstIndex { $0 === view }
        }
        #expect(order.count == 3 && order == order.sorted())
        window.isHidden = true
    }

    @Test("R62: the client's views in the overlay receive their touches; other touches reach the player")
    func overlay_touches() {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let mine = UIView(frame: CGRect(x: 100, y: 100, width: 50, height: 50))
        controller.contentOverlayView?.addSubview(mine)
        window.layoutIfNeeded()
        #expect(window.hitTest(CGPoint(x: 120, y: 120), with: nil) === mine)
        #expect(window.hitTest(CGPoint(x: 400, y: 120), with: nil) === controller.content)
        window.isHidden = true
    }

    @Test("R100 S10.7: an observer with .initial receives isReadyForDisplay at once, the object first")
    func readiness_initial() {
        let controller = AVPlayerViewController()
        var reported: [Bool] = []
        let token = controller.observe(\.isReadyForDisplay, options: [.initial]) { object, _ in
            MainActor.assumeIsolated { reported.append(object.isReadyForDisplay) }
        }
        #expect(reported == [false])
        token.invalidate()
    }

    @Test("R78 R82 the defaults are automatic presentation and a gravity that the client has not set")
    func defaults() {
        let controller = AVPlayerViewController()
        #expect(controller.modalPresentationStyle == .automatic)
        #expect(controller.videoGravity == .resizeAspect)
        #expect(controller.showsPlaybackControls && !controller.entersFullScreenWhenPlaybackBegins)
        #expect(!controller.exitsFullScreenWhenPlaybackEnds && !controller.isReadyForDisplay)
        #expect(controller.selectedSpeed?.rate == 1)
    }

    @Test("only speeds in the list can be selected, and the selected one becomes the player's default rate")
    func speeds() {
        let controller = AVPlayerViewController()
        let player = AVPlayer()
        controller.player = player
        controller.selectSpeed(AVPlaybackSpeed(rate: 2, localizedName: "Double"))
        #expect(player.defaultRate == 1)
        controller.selectSpeed(AVPlaybackSpeed.systemDefaultSpeeds[0])
        #expect(player.defaultRate == 2 && controller.selectedSpeed?.rate == 2)
    }

    @Test("R69 R82 a gravity set by the client reaches the player layer")
    func gravity() {
        let controller = AVPlayerViewController()
        controller.videoGravity = .resizeAspectFill
        #expect(controller.content.surface.playerLayer.videoGravity == .resizeAspectFill)
        let window = makeWindow(controller)
        controller.updatePlace()
        #expect(controller.content.surface.playerLayer.videoGravity == .resizeAspectFill)
        #expect(controller.gravityPolicy.place == .fullScreen)
        window.isHidden = true
    }

    @Test(
        "a scene that does not allow full screen: the key does nothing; full screen that was entered before can be left"
    )
    func fullScreenNotAllowed() {
        let controller = AVPlayerViewController()
        controller.player = AVPlayer()
        let window = makeWindow(controller)
        let restrictions = window.windowScene?.sizeRestrictions
        defer {
            restrictions?.allowsFullScreen = true
            window.isHidden = true
        }
        var results: [Bool] = []
        for isAllowed in [false, true, false] {
            restrictions?.allowsFullScreen = isAllowed
            results.append(controller.run(.toggleFullScreen))
            results.append(window.isFullScreen)
        }
        #expect(results == [false, false, true, true, true, false])
    }

    @Test("R1: when the player is replaced in a visible controller, the video layer displays the new player")
    func swap() {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let players = [AVPlayer(), AVPlayer()]
        for player in players {
            controller.player = player
            #expect(controller.content.surface.playerLayer.player === player)
        }
        controller.player = nil
        #expect(controller.content.surface.playerLayer.player == nil)
        window.isHidden = true
    }

    @Test(
        "S0.1: in the desktop idiom, settings of the television keep their values and change neither controls nor keys")
    func televisionSettings_onTheDesktop() throws {
        let controller = AVPlayerViewController()
        let overlay = UIViewController()
        controller.transportBarIncludesTitleView = false
        controller.playbackControlsIncludeTransportBar = false
        controller.skippingBehavior = .skipItem
        controller.isSkipForwardEnabled = false
        controller.customOverlayViewController = overlay
        let player = AVPlayer()
        player.volume = 0.5
        controller.player = player
        let window = makeWindow(controller)
        #expect(!controller.transportBarIncludesTitleView && !controller.playbackControlsIncludeTransportBar)
        #expect(controller.skippingBehavior == .skipItem && !controller.isSkipForwardEnabled)
        #expect(controller.customOverlayViewController === overlay)
        controller.presenter.showControls()
        window.layoutIfNeeded()
        let controls = try #require(controller.content.controls as? ControlsView)
        #expect(!controls.scrubber.isHidden && controls.scrubber.window === window)
        for phase in [KeyEvent.Phase.down, .up] {
            (window.platform as? MemoryWindow)?.inject(.key(KeyEvent(phase: phase, usage: .upArrow, characters: "")))
        }
        #expect(player.volume > 0.5)
        #expect(overlay.viewIfLoaded?.window == nil)
        window.isHidden = true
    }

    @Test("R222 S10.15: the Space key toggles between play and pause", arguments: [UIUserInterfaceIdiom.mac, .tv])
    func space(idiom: UIUserInterfaceIdiom) {
        let before = UIDevice.current.userInterfaceIdiom
        UIDevice.current.setIdiom(idiom)
        defer { UIDevice.current.setIdiom(before) }
        let controller = AVPlayerViewController()
        let player = AVPlayer()
        controller.player = player
        let window = makeWindow(controller)
        func press() {
            for phase in [KeyEvent.Phase.down, .up] {
                (window.platform as? MemoryWindow)?.inject(.key(KeyEvent(phase: phase, usage: .space, characters: " ")))
            }
        }
        press()
        #expect(player.rate == 1)
        press()
        #expect(player.rate == 0)
        window.isHidden = true
    }

    @Test("S10.15: the up and down keys and the wheel change the volume, M mutes")
    func volumeKeys() async {
        let controller = AVPlayerViewController()
        let player = AVPlayer()
        controller.player = player
        player.volume = 0.5
        let window = makeWindow(controller)
        controller.run(.changeVolume(0.05))
        #expect(abs(player.volume - 0.55) < 0.001)
        (window.platform as? MemoryWindow)?.inject(
            .wheel(WheelEvent(deltaX: 0, deltaY: -1, location: CGPoint(x: 600, y: 300))))
        #expect(player.volume < 0.549)
        controller.run(.toggleMute)
        #expect(await eventually { player.isMuted })
        #expect(player.volume > 0.4)
        window.isHidden = true
    }

    @Test("R36 an item that plays stays in the playing state during a drag, and plays afterwards")
    func scrubbing() {
        let controller = AVPlayerViewController()
        let player = AVPlayer()
        controller.player = player
        player.play()
        controller.controlsBeginScrub()
        #expect(player.rate == 0 && controller.model.isPlaying)
        controller.controlsEndScrub(at: nil)
        #expect(player.rate == 1 && controller.model.isPlaying)
    }

    @Test("R143: with playback controls disabled, no controls are created and keys work")
    func noControls() {
        let controller = AVPlayerViewController()
        controller.showsPlaybackControls = false
        let player = AVPlayer()
        controller.player = player
        let window = makeWindow(controller)
        controller.presenter.noteInput()
        #expect(controller.content.controls == nil)
        #expect(controller.run(.togglePlayback))
        #expect(player.rate == 1)
        window.isHidden = true
    }

    @Test("S21.6: a controller is released with its client's last reference")
    func lifetime() {
        weak var gone: AVPlayerViewController?
        do {
            let controller = AVPlayerViewController()
            controller.player = AVPlayer()
            controller.loadViewIfNeeded()
            controller.presenter.showControls()
            gone = controller
        }
        #expect(gone == nil)
    }

    @Test("R87 R145: an item that cannot be opened shows the error and a way out instead of a black window")
    func failure() async {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        controller.player = AVPlayer(url: URL(fileURLWithPath: "/there/is/no/such/film.mp4"))
        #expect(await eventually { controller.content.errorView != nil })
        #expect(controller.content.errorView?.targets.isEmpty == false)
        #expect(controller.content.errorView?.accessibilityLabel?.isEmpty == false)
        window.isHidden = true
    }

    @Test(
        "R87 S7.12: an item that ends early shows the error over its last frame until a seek back",
        .enabled(if: StreamMaker.isAvailable))
    func brokenOff() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let url = try await StreamMaker.shared.clip(ClipRecipe.marked(frames: 48).cut(to: 0.6))
        let title = url.deletingPathExtension().lastPathComponent
        let player = AVPlayer(url: url)
        controller.player = player
        player.rate = 2
        #expect(await eventually { controller.content.errorView != nil })
        #expect(player.currentItem?.status == .readyToPlay)
        #expect(
            controller.content.errorView?.accessibilityLabel?.hasPrefix(StringTable.current.stoppedEarly(title)) == true
        )
        window.layoutIfNeeded()
        // The error message leaves the controls below usable: the item can still be sought back.
        #expect(await eventually { (controller.content.controls as? ControlsView)?.scrubber.isHidden == false })
        let error = try #require(controller.content.errorView)
        let button = try #require(error.targets.first)
        #expect(error.hitTest(CGPoint(x: 4, y: 4), with: nil) == nil)
        #expect(error.hitTest(button.center, with: nil) != nil)
        await player.seek(to: .zero)
        #expect(await eventually { controller.content.errorView == nil })
        window.isHidden = true
    }

    @Test(
        "preventsDisplaySleepDuringVideoPlayback: the display is kept awake while video plays and the property is true",
        .enabled(if: StreamMaker.isAvailable))
    func playing_video_keepsDisplayAwake() async throws {
        final class Request {}
        let before = UIApplication.inhibitorMaker
        defer { UIApplication.inhibitorMaker = before }
        weak var made: Request?
        UIApplication.inhibitorMaker = {
            let request = Request()
            made = request
            return request
        }
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = AVPlayer(
            url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 30, width: 320, height: 180)))
        player.isMuted = true
        controller.player = player
        #expect(player.preventsDisplaySleepDuringVideoPlayback)
        player.play()
        #expect(await eventually { made != nil })
        player.preventsDisplaySleepDuringVideoPlayback = false
        #expect(await eventually { made == nil })
        player.preventsDisplaySleepDuringVideoPlayback = true
        #expect(await eventually { made != nil })
        player.pause()
        #expect(await eventually { made == nil })
        controller.player = nil
        window.isHidden = true
    }

    @Test(
        "R87 an item whose video cannot be decoded plays its audio and shows why there is no video",
        .enabled(if: StreamMaker.isAvailable))
    func undecodable() async throws {
        var bytes = try Data(contentsOf: try await StreamMaker.shared.clip(ClipRecipe.markedWithTone(seconds: 1)))
        // The parameter sets that every frame refers to: their length is 8 bytes into the box's content.
        let box = try #require(bytes.range(of: Data("avcC".utf8)))
        let headers = box.upperBound + 8..<box.upperBound + 24
        bytes.replaceSubrange(headers, with: Data(repeating: 0, count: headers.count))
        let url = try await StreamMaker.shared.file(named: "undecodable.mp4", bytes: bytes)
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = AVPlayer(url: url)
        controller.player = player
        player.play()
        let problem = StringTable.current.noVideo("")
        #expect(await eventually { controller.content.card?.accessibilityLabel?.contains(problem) == true })
        #expect(player.currentItem?.status == .readyToPlay && controller.content.errorView == nil)
        window.isHidden = true
    }
}

@MainActor
struct FullScreenTests {
    private func embed(_ controller: AVPlayerViewController) -> (UIViewController, UIWindow) {
        let parent = UIViewController()
        let window = makeWindow(parent)
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.view.frame = CGRect(x: 100, y: 50, width: 480, height: 270)
        controller.didMove(toParent: parent)
        window.layoutIfNeeded()
        return (parent, window)
    }

    @Test(
        "R42 R43 R46 R49 S10.2: the delegate of an embedded player is notified before and after full screen begins and ends, each once and in order"
    )
    func callbacks() async {
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        let (parent, window) = embed(controller)
        #expect(controller.gravityPolicy.place == .inline)
        controller.placement.enterFullScreen()
        #expect(await eventually { delegate.events.last == "begun false" })
        #expect(controller.content.frame.size == window.bounds.size)
        controller.placement.leaveFullScreen()
        #expect(await eventually { delegate.events.last == "ended false" })
        #expect(delegate.events == ["begin", "beside", "begun false", "end", "ended false"])
        #expect(controller.content.superview === controller.view)
        #expect(controller.content.frame == controller.view.bounds)
        _ = parent
        window.isHidden = true
    }

    @Test("R93-R95 S10.6: gravity, corner radius and background of the inline view do not apply in full screen")
    func noLeaks() async {
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        let (parent, window) = embed(controller)
        controller.videoGravity = .resize
        controller.view.layer.cornerRadius = 20
        controller.view.backgroundColor = .red
        controller.placement.enterFullScreen()
        #expect(await eventually { delegate.events.last == "begun false" })
        #expect(controller.content.surface.playerLayer.videoGravity == .resizeAspect)
        #expect(controller.content.layer.cornerRadius == 0)
        #expect(controller.placement.host?.view.backdrop.backgroundColor == .black)
        controller.placement.leaveFullScreen()
        #expect(await eventually { delegate.events.last == "ended false" })
        #expect(controller.content.surface.playerLayer.videoGravity == .resize)
        _ = parent
        window.isHidden = true
    }

    @Test("R50 S10.5: full screen continues when the inline view leaves its superview and the controller its parent")
    func survivesRemoval() async {
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        let (_, window) = embed(controller)
        controller.placement.enterFullScreen()
        #expect(await eventually { delegate.events.last == "begun false" })
        controller.willMove(toParent: nil)
        controller.view.removeFromSuperview()
        controller.removeFromParent()
        window.layoutIfNeeded()
        #expect(controller.content.window === window)
        #expect(controller.placement.host != nil)
        window.isHidden = true
    }

    @Test("S10.12: when the inline view is in no window, the client restores it, and full screen ends after its answer")
    func restoresInterface() async throws {
        final class Client: NSObject, AVPlayerViewControllerDelegate {
            var answer: (@Sendable (Bool) -> Void)?
            func playerViewController(
                _ playerViewController: AVPlayerViewController,
                restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler:
                    @escaping @Sendable (Bool) -> Void
            ) { answer = completionHandler }
        }
        let controller = AVPlayerViewController()
        let client = Client()
        controller.delegate = client
        let (parent, window) = embed(controller)
        controller.placement.enterFullScreen()
        #expect(await eventually { !controller.placement.machine.isMoving && controller.placement.host != nil })
        controller.view.removeFromSuperview()
        controller.placement.leaveFullScreen()
        let answer = try #require(client.answer)
        #expect(controller.placement.host != nil && controller.content.window === window)
        parent.view.addSubview(controller.view)
        answer(true)
        #expect(await eventually { controller.placement.host == nil })
        #expect(controller.content.superview === controller.view)
        window.isHidden = true
    }

    @Test("R51 R52 S10.5: full screen ends when its controller is released; only the client retains the controller")
    func endsWithController() async {
        var controller: AVPlayerViewController? = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller?.delegate = delegate
        let window: UIWindow
        do {
            guard let controller else { return }
            (_, window) = embed(controller)
            controller.placement.enterFullScreen()
            #expect(await eventually { delegate.events.last == "begun false" })
            controller.view.removeFromSuperview()
            controller.removeFromParent()
        }
        #expect(window.subviews.contains { $0 is FullScreenHostView })
        controller = nil
        #expect(await eventually { !window.subviews.contains { $0 is FullScreenHostView } })
        window.isHidden = true
    }

    @Test("R53 the content returns to the frame that the inline view has after the callback")
    func retarget() async {
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        let (parent, window) = embed(controller)
        controller.placement.enterFullScreen()
        #expect(await eventually { delegate.events.last == "begun false" })
        delegate.onEnd = { controller.view.frame = CGRect(x: 300, y: 200, width: 320, height: 180) }
        controller.placement.leaveFullScreen()
        #expect(controller.content.frame == CGRect(x: 300, y: 200, width: 320, height: 180))
        #expect(await eventually { delegate.events.last == "ended false" })
        _ = parent
        window.isHidden = true
    }

    @Test(
        "R49 R76 R81 R141 S10.1 S12.10: a presented player covers its window and notifies its delegate; Escape asks the delegate, then dismisses it"
    )
    func presented() async {
        let root = UIViewController()
        let window = makeWindow(root)
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        root.present(controller, animated: false)
        #expect(await eventually { delegate.events.contains("begun false") })
        #expect(controller.view.frame.size == window.bounds.size)
        delegate.mayDismiss = false
        controller.run(.leave)
        #expect(root.presentedViewController === controller)
        delegate.mayDismiss = true
        controller.run(.leave)
        #expect(await eventually { root.presentedViewController == nil && delegate.events.last == "did dismiss" })
        #expect(delegate.events.contains("will dismiss") && delegate.events.contains("end"))
        window.isHidden = true
    }

    @Test("R141 S12.10: Escape in an embedded player asks shouldDismiss and leaves the dismissal to the client")
    func embeddedLeave() async {
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        let root = UIViewController()
        let window = makeWindow(root)
        let parent = UIViewController()
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.didMove(toParent: parent)
        root.present(parent, animated: false)
        #expect(await eventually { controller.view.window != nil })
        // If the delegate does not implement the method, the key is passed to the client's responders.
        #expect(!controller.run(.leave))
        delegate.mayDismiss = false
        #expect(controller.run(.leave))
        #expect(delegate.events == ["should dismiss", "should dismiss"])
        #expect(root.presentedViewController === parent)
        window.isHidden = true
    }
}
