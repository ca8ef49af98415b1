import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

extension PlayerStage {
    /// Draws the window and returns the color of one of its pixels, components 0 to 255.
    func color(at point: CGPoint) -> [Int] { window.color(at: point) }
}

extension UIWindow {
    /// Draws the window and returns the color of one of its pixels, components 0 to 255.
    func color(at point: CGPoint) -> [Int] {
        renderNow()
        let pixel = (platform as? MemoryWindow)?.pixel(x: Int(point.x), y: Int(point.y))
        return pixel.map { [Int($0.red), Int($0.green), Int($0.blue)] } ?? []
    }
}

/// Returns whether two colors are equal but for rounding and the loss of encoding.
func isClose(_ a: [Int], _ b: [Int], by limit: Int = 12) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= limit }
}

/// How players are presented, embedded and styled, seen on the pixels of their windows.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct PresentationTests {
    private static let inline = CGRect(x: 100, y: 50, width: 640, height: 360)
    private static let red = [255, 0, 0]
    private static let white = [255, 255, 255]
    private static let black = [0, 0, 0]

    private func player(_ recipe: ClipRecipe) async throws -> AVPlayer {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        return player
    }

    private func solid(width: Int, height: Int) -> ClipRecipe {
        .solid(red: 255, green: 0, blue: 0).with {
            $0.video?.width = width
            $0.video?.height = height
        }
    }

    @Test(
        "R28 R215 R216 R218: in full screen, wide video fills and other video is fitted; a double tap changes both, in the video's shape",
        arguments: [true, false])
    func gravity_isSeen(isWide: Bool) async throws {
        AVPlayerViewController.viewerGravity = nil
        defer { AVPlayerViewController.viewerGravity = nil }
        // 2.35:1 and 4:3 in a window of 16:9.
        let stage = PlayerStage(
            try await player(isWide ? solid(width: 470, height: 200) : solid(width: 320, height: 240)))
        defer { stage.end() }
        stage.controller.showsPlaybackControls = false
        #expect(await eventually { stage.controller.isReadyForDisplay })
        // The band that only filled video covers.
        let band = isWide ? CGPoint(x: 640, y: 20) : CGPoint(x: 20, y: 360)
        let seen = { stage.color(at: band) }
        #expect(await eventually { isClose(seen(), isWide ? Self.red : Self.black) })
        stage.doubleTap(at: CGPoint(x: 640, y: 360))
        #expect(await eventually { isClose(seen(), isWide ? Self.black : Self.red) })
        let shape = stage.controller.videoBounds
        #expect(abs(shape.width / shape.height - (isWide ? 2.35 : 4.0 / 3)) < 0.01)
        #expect(isClose(stage.color(at: CGPoint(x: 640, y: 360)), Self.red))
    }

    @Test(
        "R93 R94 R95: rounded corners and background of an inline player are seen inline only, and only at the chosen corners"
    )
    func corners_areInlineOnly() async throws {
        let stage = PlayerStage(try await player(solid(width: 64, height: 64)), embeddedIn: Self.inline)
        defer { stage.end() }
        let controller = stage.controller
        controller.showsPlaybackControls = false
        stage.parent?.view.backgroundColor = .white
        controller.videoGravity = .resizeAspectFill
        controller.view.clipsToBounds = true
        controller.view.layer.cornerRadius = 60
        controller.view.layer.cornerCurve = .continuous
        controller.view.layer.maskedCorners = [.layerMinXMinYCorner]
        #expect(await eventually { controller.isReadyForDisplay })
        let left = CGPoint(x: Self.inline.minX + 3, y: Self.inline.minY + 3)
        let right = CGPoint(x: Self.inline.maxX - 4, y: Self.inline.minY + 3)
        #expect(isClose(stage.color(at: left), Self.white))
        #expect(isClose(stage.color(at: right), Self.red))
        controller.placement.enterFullScreen()
        #expect(await eventually { controller.placement.machine.place == .fullScreen(.shown) })
        let bounds = stage.window.bounds
        // Fitted between black bands: the inline gravity does not apply.
        #expect(isClose(stage.color(at: CGPoint(x: 2, y: 2)), Self.black))
        #expect(isClose(stage.color(at: CGPoint(x: bounds.midX - bounds.height / 2 + 3, y: 3)), Self.red))
        controller.placement.leaveFullScreen()
        #expect(await eventually { controller.placement.machine.place == .inline })
        #expect(isClose(stage.color(at: left), Self.white) && isClose(stage.color(at: right), Self.red))
    }

    @Test("R70 R71: video with alpha is blended over the view's background color, or over the views behind a clear one")
    func alpha_isBlended() async throws {
        var recipe = solid(width: 64, height: 36)
        recipe.container = .mov
        recipe.video?.codec = .prores
        recipe.video?.hasAlpha = true
        recipe.video?.picture = .translucent(red: 255, green: 0, blue: 0, alpha: 0.5)
        let player = try await player(recipe)
        let stage = PlayerStage(player, embeddedIn: Self.inline)
        defer { stage.end() }
        stage.controller.showsPlaybackControls = false
        stage.parent?.view.backgroundColor = .white
        #expect(await eventually { stage.controller.isReadyForDisplay })
        let track = player.currentItem?.tracks.first?.assetTrack
        #expect(track?.hasMediaCharacteristic(.containsAlphaChannel) == true)
        let place = CGPoint(x: Self.inline.minX + 100, y: Self.inline.minY + 60)
        for (background, expected) in [
            (UIColor.black, [128, 0, 0]), (UIColor(red: 0, green: 0, blue: 1, alpha: 1), [128, 0, 128]),
            (.clear, [255, 128, 128]),
        ] {
            stage.controller.view.backgroundColor = background
            #expect(isClose(stage.color(at: place), expected, by: 16), "over \(background)")
        }
    }

    @Test(
        "R66 R69 R241: a splash video under the app's views covers the screen, loops, has no controls and ignores clicks"
    )
    func splash_loops() async throws {
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(solid(width: 64, height: 64)))
        let queue = AVQueuePlayer()
        queue.isMuted = true
        queue.allowsExternalPlayback = false
        let looper = AVPlayerLooper(player: queue, templateItem: item)
        let stage = PlayerStage(queue, embeddedIn: CGRect(x: 0, y: 0, width: 1280, height: 720))
        defer { stage.end() }
        let controller = stage.controller
        controller.showsPlaybackControls = false
        controller.videoGravity = .resizeAspectFill
        controller.view.isUserInteractionEnabled = false
        var presses = 0
        let button = UIButton(frame: CGRect(x: 590, y: 340, width: 100, height: 40))
        button.backgroundColor = .blue
        button.addAction(UIAction { _ in presses += 1 }, for: .primaryActionTriggered)
        stage.parent?.view.addSubview(button)
        queue.play()
        #expect(await eventually { controller.isReadyForDisplay && looper.loopCount > 1 })
        for corner in [CGPoint(x: 2, y: 2), CGPoint(x: 1277, y: 2), CGPoint(x: 2, y: 717), CGPoint(x: 1277, y: 717)] {
            #expect(await eventually { isClose(stage.color(at: corner), Self.red) })
        }
        stage.click(at: CGPoint(x: 640, y: 360))
        stage.click(at: CGPoint(x: 100, y: 600))
        #expect(presses == 1 && queue.rate == 1)
        #expect(controller.content.controls == nil && !stage.window.isFullScreen)
        stage.window.makeKey()
        #expect(stage.window.windowScene?.statusBarManager?.isStatusBarHidden == false)
    }

    @Test(
        "R91 R240: an inline player with constraints follows them when the window changes, and does not expand by itself"
    )
    func constraints() {
        let parent = UIViewController()
        let window = makeWindow(parent)
        defer { window.isHidden = true }
        let controller = AVPlayerViewController()
        parent.addChild(controller)
        let view: UIView = controller.view
        view.translatesAutoresizingMaskIntoConstraints = false
        parent.view.addSubview(view)
        NSLayoutConstraint.activate([
            view.leadingAnchor.constraint(equalTo: parent.view.leadingAnchor, constant: 40),
            view.trailingAnchor.constraint(equalTo: parent.view.trailingAnchor, constant: -40),
            view.topAnchor.constraint(equalTo: parent.view.topAnchor, constant: 30),
            view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.5),
        ])
        controller.didMove(toParent: parent)
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 40, y: 30, width: 1200, height: 600))
        #expect(controller.content.frame == view.bounds)
        window.platform?.size = CGSize(width: 680, height: 500)
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 40, y: 30, width: 600, height: 300))
        #expect(controller.content.frame == view.bounds && controller.gravityPolicy.place == .inline)
    }

    @Test(
        "R81 R92: full screen of an embedded player covers the scene; its style is fullScreen, or overFullScreen if set"
    )
    func style_ofExpansion() async {
        final class Client: NSObject, AVPlayerViewControllerDelegate {
            var styles: [UIModalPresentationStyle] = []
            func playerViewController(
                _ playerViewController: AVPlayerViewController,
                willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
                    any UIViewControllerTransitionCoordinator
            ) { styles.append(coordinator.presentationStyle) }
            func playerViewController(
                _ playerViewController: AVPlayerViewController,
                willEndFullScreenPresentationWithAnimationCoordinator coordinator:
                    any UIViewControllerTransitionCoordinator
            ) { styles.append(coordinator.presentationStyle) }
        }
        let stage = PlayerStage(embeddedIn: Self.inline)
        defer { stage.end() }
        let client = Client()
        stage.controller.delegate = client
        for style in [UIModalPresentationStyle.automatic, .overFullScreen] {
            stage.controller.modalPresentationStyle = style
            stage.controller.placement.enterFullScreen()
            #expect(await eventually { stage.controller.placement.machine.place == .fullScreen(.shown) })
            stage.window.makeKey()
            #expect(
                stage.frame(of: stage.controller.content) == stage.window.windowScene?.coordinateSpace.bounds)
            stage.controller.placement.leaveFullScreen()
            #expect(await eventually { stage.controller.placement.machine.place == .inline })
        }
        #expect(client.styles == [.fullScreen, .fullScreen, .overFullScreen, .overFullScreen])
    }

    @Test(
        "R77 R79: a presented player hides the status bar; the presenter's view leaves the window unless the style is overFullScreen"
    )
    func presented_presentersView() async {
        for (style, stays) in [(UIModalPresentationStyle.automatic, false), (.overFullScreen, true)] {
            let root = UIViewController()
            let window = makeWindow(root)
            defer { window.isHidden = true }
            let controller = AVPlayerViewController()
            controller.modalPresentationStyle = style
            root.present(controller, animated: false)
            #expect(await eventually { !controller.isBeingPresented && controller.view.window != nil })
            #expect((root.view.window != nil) == stays)
            // The scene describes its key window.
            window.makeKey()
            #expect(window.windowScene?.statusBarManager?.isStatusBarHidden == true)
        }
    }

    @Test(
        "R80: in an app that supports portrait only, a presented player may turn to landscape, and the app turns back afterwards"
    )
    func landscape_overPortraitApp() async {
        final class PortraitRoot: UIViewController {
            override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }
        }
        let root = PortraitRoot()
        let window = makeWindow(root, width: 400, height: 800)
        defer { window.isHidden = true }
        let scene = window.windowScene
        func turn() async -> Bool {
            var hasFailed = false
            window.makeKey()
            scene?.requestGeometryUpdate(UIWindowScene.GeometryPreferences.iOS(interfaceOrientations: .landscape)) {
                _ in hasFailed = true
            }
            // A request either fails or turns the window.
            return await eventually { hasFailed || window.bounds.width > window.bounds.height } && !hasFailed
        }
        #expect(await !turn())
        let controller = AVPlayerViewController()
        root.present(controller, animated: false)
        #expect(await eventually { !controller.isBeingPresented && controller.view.window != nil })
        #expect(await turn())
        window.layoutIfNeeded()
        #expect(controller.content.frame.size == CGSize(width: 800, height: 400))
        root.dismiss(animated: false)
        #expect(await eventually { window.bounds.size == CGSize(width: 400, height: 800) })
    }

    @Test("R63: status bar and home indicator that a client with its own controls requests take effect over its player")
    func clientChrome() {
        final class Client: UIViewController {
            var isClean = false {
                didSet {
                    setNeedsStatusBarAppearanceUpdate()
                    setNeedsUpdateOfHomeIndicatorAutoHidden()
                }
            }
            override var prefersStatusBarHidden: Bool { isClean }
            override var prefersHomeIndicatorAutoHidden: Bool { isClean }
        }
        let client = Client()
        let window = makeWindow(client)
        defer { window.isHidden = true }
        let controller = AVPlayerViewController()
        controller.showsPlaybackControls = false
        client.addChild(controller)
        client.view.addSubview(controller.view)
        controller.view.frame = client.view.bounds
        controller.didMove(toParent: client)
        window.isFullScreen = true
        let memory = window.platform as? MemoryWindow
        for isClean in [true, false, true] {
            window.makeKey()
            client.isClean = isClean
            #expect(window.windowScene?.statusBarManager?.isStatusBarHidden == isClean)
            #expect(memory?.isCursorVisible == !isClean)
        }
    }

    @Test(
        "R99 R100 S10.7: isReadyForDisplay of the controller turns true at the first frame, and false when the item changes"
    )
    func readiness() async throws {
        let player = try await player(solid(width: 64, height: 64))
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        defer { window.isHidden = true }
        var values: [Bool] = []
        let token = controller.observe(\.isReadyForDisplay, options: [.initial]) { controller, _ in
            MainActor.assumeIsolated { values.append(controller.isReadyForDisplay) }
        }
        controller.player = player
        #expect(await eventually { values == [false, true] })
        player.replaceCurrentItem(
            with: AVPlayerItem(url: try await StreamMaker.shared.clip(solid(width: 64, height: 36))))
        #expect(await eventually { values == [false, true, false, true] })
        token.invalidate()
        controller.player = nil
        #expect(await eventually { !controller.isReadyForDisplay })
        #expect(values.count == 4)
    }

    // MARK: Posters

    @Test(
        "R98 R250: a poster that is set before the player covers the video; a tap on the poster starts inline playback, and the video replaces it",
        arguments: [true, false])
    func poster_startsPlayback(onButton: Bool) async throws {
        let parent = UIViewController()
        let window = makeWindow(parent)
        defer { window.isHidden = true }
        let controller = AVPlayerViewController()
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.view.frame = Self.inline
        controller.didMove(toParent: parent)
        let poster = UIImageView(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
        poster.backgroundColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
        controller.contentOverlayView?.addSubview(poster)
        window.layoutIfNeeded()
        let place = CGPoint(x: Self.inline.midX - 100, y: Self.inline.midY)
        #expect(isClose(window.color(at: place), [0, 255, 0]))
        #expect(controller.start.button == nil)
        let player = try await player(solid(width: 64, height: 36).with { $0.seconds = 8 })
        controller.player = player
        let token = player.observe(\.timeControlStatus) { player, _ in
            guard player.timeControlStatus == .playing else { return }
            Task { @MainActor in poster.isHidden = true }
        }
        #expect(await eventually { controller.isReadyForDisplay && controller.start.button != nil })
        // No controls compete with the poster.
        #expect(!controller.presenter.visibility.isVisible)
        #expect(isClose(window.color(at: place), [0, 255, 0]))
        let button = try #require(controller.start.button)
        window.layoutIfNeeded()
        #expect(button.center == CGPoint(x: 320, y: 180))
        let finger = Finger(on: window)
        finger.down(at: onButton ? CGPoint(x: Self.inline.midX, y: Self.inline.midY) : place)
        finger.lift(after: 0.05)
        #expect(player.rate == 1 && controller.placement.machine.place == .inline)
        #expect(controller.start.button == nil)
        #expect(await eventually { poster.isHidden && isClose(window.color(at: place), Self.red) })
        // A pause later does not bring the button back.
        player.pause()
        #expect(await eventually { !controller.model.isPlaying })
        controller.update()
        #expect(controller.start.button == nil)
        token.invalidate()
        controller.player = nil
    }

    @Test(
        "R96: the big play button enters full screen where the client wants that, and exists only inline with controls")
    func bigButton_entersFullScreen() async throws {
        let clip = solid(width: 64, height: 36).with { $0.seconds = 8 }
        let stage = PlayerStage(try await player(clip), embeddedIn: Self.inline)
        defer { stage.end() }
        let controller = stage.controller
        controller.entersFullScreenWhenPlaybackBegins = true
        #expect(await eventually { controller.start.isShown })
        controller.showsPlaybackControls = false
        #expect(!controller.start.isShown)
        controller.showsPlaybackControls = true
        #expect(controller.start.isShown)
        controller.placement.enterFullScreen()
        #expect(await eventually { controller.placement.machine.place == .fullScreen(.shown) })
        #expect(!controller.start.isShown)
        controller.placement.leaveFullScreen()
        #expect(await eventually { controller.start.isShown })
        let button = try #require(controller.start.button)
        stage.window.layoutIfNeeded()
        stage.click(button)
        #expect(stage.player.rate == 1 && controller.placement.machine.isFullScreen)
        #expect(await eventually { controller.placement.machine.place == .fullScreen(.shown) })
        #expect(!PlayerStage(try await player(clip)).controller.start.isShown)
    }
}
