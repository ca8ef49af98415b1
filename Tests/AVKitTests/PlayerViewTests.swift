import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

struct TrimModelTests {
    @Test("the handles keep a second between them and stay in the item")
    func handles_keepDistance() {
        var model = TrimModel(duration: 10)
        model.width = 100
        model.move(.start, toX: 95)
        #expect(model.start == 9 && model.end == 10)
        model.move(.start, toX: -20)
        model.move(.end, toX: 4)
        #expect(model.start == 0 && model.end == 1)
        model.move(.end, toX: 500)
        model.set(.start, to: .nan)
        #expect(model.start == 0 && model.end == 10)
        #expect(model.x(of: 2.5) == 25)
    }

    @Test("the present range of the item is the first selection; an impossible one selects the whole item")
    func initialRange() {
        let trimmed = TrimModel(duration: 10, start: 2, end: 7)
        #expect(trimmed.start == 2 && trimmed.end == 7)
        for (start, end) in [(Double.nan, Double.nan), (6, 6.2), (9, 3)] {
            let whole = TrimModel(duration: 10, start: start, end: end)
            #expect(whole.start == 0 && whole.end == 10)
        }
        let short = TrimModel(duration: 0.5)
        #expect(short.start == 0 && short.end == 0.5)
    }
}

/// `AVPlayerView` in a window in memory, operated by pointer and fingers.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct PlayerViewTests {
    private static let frame = CGRect(x: 60, y: 40, width: 960, height: 540)

    /// A view in a window, with a stage for the controller inside.
    private struct Scene {
        let view: AVPlayerView
        let window: UIWindow
        let player: AVPlayer

        @MainActor var memory: MemoryWindow? { window.platform as? MemoryWindow }

        @MainActor func center(of part: UIView) -> CGPoint {
            part.convert(CGPoint(x: part.bounds.midX, y: part.bounds.midY), to: window)
        }

        @MainActor func click(at point: CGPoint) {
            memory?.inject(.pointer(PointerEvent(phase: .moved, location: point)))
            memory?.inject(
                .pointer(
                    PointerEvent(
                        phase: .pressed, location: point, button: .primary, heldButtons: [.primary], clickCount: 1)))
            memory?.inject(.pointer(PointerEvent(phase: .released, location: point, button: .primary)))
            window.layoutIfNeeded()
        }

        @MainActor func key(_ usage: KeyUsage, _ characters: String = "") {
            for phase in [KeyEvent.Phase.down, .up] {
                memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: characters)))
            }
            window.layoutIfNeeded()
        }

        @MainActor var controls: PlayerViewControls? { view.controller.content.controls as? PlayerViewControls }

        @MainActor func showControls() {
            view.controller.presenter.showControls()
            view.controller.presenter.noteInput()
            view.controller.updateControls()
            window.layoutIfNeeded()
        }

        @MainActor func end() {
            view.player = nil
            window.isHidden = true
        }
    }

    private func scene(_ recipe: ClipRecipe = .markedWithTone(seconds: 8)) async throws -> Scene {
        let root = UIViewController()
        let window = makeWindow(root)
        let view = AVPlayerView(frame: Self.frame)
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        view.player = player
        root.view.addSubview(view)
        window.layoutIfNeeded()
        #expect(await eventually { view.isReadyForDisplay && view.controller.model.seekEnd != nil })
        return Scene(view: view, window: window, player: player)
    }

    @Test("R2: the defaults are those of AppKit, and the view shows the video of its player without a big play button")
    func defaults() async throws {
        let view = AVPlayerView(frame: .zero)
        #expect(view.controlsStyle == .inline && view.videoGravity == .resizeAspect && view.player == nil)
        #expect(!view.showsFullScreenToggleButton && !view.showsFrameSteppingButtons && !view.allowsMagnification)
        #expect(view.magnification == 1 && !view.canBeginTrimming && view.contentOverlayView != nil)
        let scene = try await scene(.solid(red: 255, green: 0, blue: 0))
        defer { scene.end() }
        #expect(isClose(scene.window.color(at: CGPoint(x: 540, y: 310)), [255, 0, 0]))
        #expect(scene.view.controller.start.button == nil)
        #expect(scene.view.videoBounds == CGRect(x: 210, y: 0, width: 540, height: 540))
    }

    @Test(
        "R10: the only player in a window receives the keys without a click; of two players, the one that was clicked")
    func keysWithoutClick() async throws {
        let scene = try await scene(.solid(red: 0, green: 0, blue: 255))
        defer { scene.end() }
        #expect(!scene.view.controller.content.isFirstResponder)
        scene.key(.space, " ")
        #expect(scene.player.rate == 1)
        scene.key(.space, " ")
        #expect(scene.player.rate == 0)
        // A second player in sight.
        let other = AVPlayerView(frame: CGRect(x: 1030, y: 40, width: 200, height: 120))
        let second = AVPlayer()
        other.player = second
        scene.window.rootViewController?.view.addSubview(other)
        scene.window.layoutIfNeeded()
        scene.key(.space, " ")
        #expect(scene.player.rate == 0 && second.rate == 0)
        scene.click(at: CGPoint(x: 1130, y: 60))
        scene.key(.space, " ")
        #expect(scene.player.rate == 0 && second.rate == 1)
        other.player = nil
        other.isHidden = true
        other.removeFromSuperview()
        scene.key(.space, " ")
        #expect(scene.player.rate == 1)
    }

    @Test("keys go to the client's presented screen rather than to the player below it")
    func keysUnderPresentedScreen() async throws {
        let scene = try await scene(.solid(red: 0, green: 0, blue: 255))
        defer { scene.end() }
        let cover = UIViewController()
        cover.modalPresentationStyle = .overFullScreen
        scene.window.rootViewController?.present(cover, animated: false)
        #expect(await eventually { cover.viewIfLoaded?.window != nil })
        scene.key(.space, " ")
        #expect(scene.player.rate == 0)
        cover.dismiss(animated: false)
        #expect(await eventually { cover.viewIfLoaded?.window == nil })
        scene.key(.space, " ")
        #expect(scene.player.rate == 1)
    }

    @Test("isReadyForDisplay of the view is observable")
    func readiness() async throws {
        let view = AVPlayerView(frame: Self.frame)
        var values: [Bool] = []
        let token = view.observe(\.isReadyForDisplay, options: [.initial]) { view, _ in
            MainActor.assumeIsolated { values.append(view.isReadyForDisplay) }
        }
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        root.view.addSubview(view)
        view.player = AVPlayer(url: try await StreamMaker.shared.clip(.solid(red: 1, green: 2, blue: 3)))
        #expect(await eventually { values == [false, true] })
        token.invalidate()
        view.player = nil
    }

    @Test("each style places its controls: along the lower edge, in a panel, one button, or none")
    func styles() async throws {
        let scene = try await scene()
        defer { scene.end() }
        scene.showControls()
        let inline = try #require(scene.controls)
        let scrubber = inline.bar.scrubber
        #expect(scrubber.convert(scrubber.bounds, to: scene.view).width > 880)
        #expect(inline.button(.fullScreen)?.isHidden == true)
        scene.view.showsFullScreenToggleButton = true
        scene.showControls()
        #expect(scene.controls?.button(.fullScreen)?.isHidden == false)

        scene.view.controlsStyle = .floating
        scene.showControls()
        let floating = try #require(scene.controls)
        let bar = floating.bar.scrubber.convert(floating.bar.scrubber.bounds, to: scene.view)
        #expect(bar.width < 600 && abs(bar.midX - 480) < 1)
        let play = try #require(floating.button(.play))
        scene.click(at: scene.center(of: play))
        #expect(scene.player.rate == 1)
        scene.click(at: scene.center(of: play))
        #expect(scene.player.rate == 0)

        scene.view.controlsStyle = .minimal
        scene.showControls()
        let button = try #require(scene.controls?.startButton)
        #expect(scene.center(of: button) == CGPoint(x: Self.frame.midX, y: Self.frame.midY))
        scene.click(at: scene.center(of: button))
        #expect(scene.player.rate == 1)
        #expect(await eventually { button.accessibilityLabel == "Pause" })
        scene.player.pause()

        scene.view.controlsStyle = .none
        scene.view.controller.presenter.noteInput()
        #expect(scene.view.controller.presenter.visibility.isVisible == false)
    }

    @Test("the frame buttons step by a frame, and the action button opens the client's menu")
    func toolbar() async throws {
        let scene = try await scene(.marked(frames: 96))
        defer { scene.end() }
        var chosen: [String] = []
        func action(_ title: String) -> UIAction { UIAction(title: title) { chosen.append($0.title) } }
        scene.view.showsFrameSteppingButtons = true
        scene.view.actionPopUpButtonMenu = UIMenu(
            children: [action("Share"), UIMenu(title: "Rate", children: [action("Good"), action("Bad")])])
        scene.showControls()
        let buttons = try #require(scene.controls).toolButtons
        #expect(buttons.map(\.accessibilityLabel) == ["Previous frame", "Next frame", "More"])
        for (button, time) in [(buttons[1], 1.0 / 24), (buttons[1], 2.0 / 24), (buttons[0], 1.0 / 24)] {
            scene.click(at: scene.center(of: button))
            #expect(await eventually { abs(scene.player.currentTime().seconds - time) < 0.01 })
            // The presses of a viewer are apart: a step that follows at once would replace the one before.
            await elapse(.milliseconds(200))
        }
        scene.click(at: scene.center(of: buttons[2]))
        let menu = try #require(scene.controls?.menu)
        scene.window.layoutIfNeeded()
        #expect(menu.texts == ["Share", "Rate", "Good", "Bad"])
        let row = try #require(menu.row("Good"))
        scene.click(at: scene.center(of: row))
        #expect(chosen == ["Good"] && scene.controls?.menu == nil)
    }

    @Test("the delegate is notified of full screen; an exit that the viewer cancels is not reported as done")
    func fullScreen() async throws {
        final class Client: NSObject, AVPlayerViewDelegate {
            var events: [String] = []
            func playerViewWillEnterFullScreen(_ playerView: AVPlayerView) { events.append("will enter") }
            func playerViewDidEnterFullScreen(_ playerView: AVPlayerView) { events.append("did enter") }
            func playerViewWillExitFullScreen(_ playerView: AVPlayerView) { events.append("will exit") }
            func playerViewDidExitFullScreen(_ playerView: AVPlayerView) { events.append("did exit") }
            func playerView(
                _ playerView: AVPlayerView,
                restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler:
                    @escaping @Sendable (Bool) -> Void
            ) {
                events.append("restore")
                completionHandler(true)
            }
        }
        let scene = try await scene()
        defer { scene.end() }
        let client = Client()
        scene.view.delegate = client
        scene.view.showsFullScreenToggleButton = true
        scene.showControls()
        let button = try #require(scene.controls?.button(.fullScreen))
        scene.click(at: scene.center(of: button))
        #expect(await eventually { client.events == ["will enter", "did enter"] })
        #expect(scene.view.controller.content.frame == scene.window.bounds)
        let finger = Finger(on: scene.window)
        finger.down(at: CGPoint(x: 600, y: 200))
        finger.move(0, 60)
        finger.lift()
        #expect(await eventually { scene.view.controller.placement.machine.place == .fullScreen(.shown) })
        #expect(client.events == ["will enter", "did enter", "will exit"])
        scene.view.removeFromSuperview()
        scene.view.controller.placement.leaveFullScreen()
        #expect(await eventually { client.events.suffix(3) == ["restore", "will exit", "did exit"] })
    }

    @Test("a chapter number is flashed over the video")
    func chapterNumber() async throws {
        let scene = try await scene()
        defer { scene.end() }
        scene.view.flashChapterNumber(3, chapterTitle: "The lake")
        let hint = try #require(scene.view.controller.content.hint)
        #expect(!hint.isHidden)
        #expect(hint.descendants(UILabel.self).first?.text == "Chapter 3 \u{00B7} The lake")
    }

    @Test("magnification keeps the point in its place and the view covered")
    func magnification() async throws {
        var recipe = ClipRecipe.solid(red: 0, green: 0, blue: 0)
        recipe.video?.picture = .bars
        recipe.video?.width = 320
        recipe.video?.height = 180
        let scene = try await scene(recipe)
        defer { scene.end() }
        scene.view.controlsStyle = .none
        // The fourth of eight bars is green, the fifth magenta: their border is in the middle.
        let left = CGPoint(x: Self.frame.minX + 10, y: Self.frame.midY)
        let center = CGPoint(x: Self.frame.midX - 20, y: Self.frame.midY)
        #expect(await eventually { isClose(scene.window.color(at: left), [255, 255, 255]) })
        #expect(isClose(scene.window.color(at: center), [0, 255, 0]))
        scene.view.setMagnification(4, centeredAt: CGPoint(x: 480, y: 270))
        #expect(scene.view.magnification == 4)
        // The left edge now shows what was at three eighths: the border of cyan and green.
        let inner = CGPoint(x: Self.frame.minX + 20, y: Self.frame.midY)
        #expect(isClose(scene.window.color(at: inner), [0, 255, 0]))
        #expect(isClose(scene.window.color(at: center), [0, 255, 0]))
        #expect(!isClose(scene.window.color(at: CGPoint(x: Self.frame.minX - 10, y: 300)), [0, 255, 0]))
        scene.view.setMagnification(2, centeredAt: .zero)
        scene.view.magnification = 0.2
        #expect(scene.view.magnification == 1)
        #expect(isClose(scene.window.color(at: left), [255, 255, 255]))
    }

    @Test("trimming: the handles show their frames, OK limits playback to the range, Cancel changes nothing")
    func trimming() async throws {
        let scene = try await scene()
        defer { scene.end() }
        let item = try #require(scene.player.currentItem)
        #expect(await eventually { scene.view.canBeginTrimming })
        var results: [AVPlayerViewTrimResult] = []
        scene.view.beginTrimming { results.append($0) }
        #expect(!scene.view.canBeginTrimming && scene.view.controller.content.controls?.isHidden != false)
        scene.view.beginTrimming { results.append($0) }
        #expect(results == [.cancelButton])
        scene.window.layoutIfNeeded()
        let bar = try #require(scene.view.trimView)
        let finger = Finger(on: scene.window)
        let start = try #require(bar.handleView(.start))
        finger.down(at: scene.center(of: start))
        finger.move(200, 0)
        let selected = bar.model.start
        #expect(selected > 1.5 && selected < 2.5)
        finger.lift()
        #expect(await eventually { abs(scene.player.currentTime().seconds - selected) < 0.05 })
        scene.click(at: scene.center(of: bar.endButtons[0]))
        #expect(results == [.cancelButton, .cancelButton] && scene.view.trimView == nil)
        #expect(!item.forwardPlaybackEndTime.isNumeric)

        scene.view.beginTrimming { results.append($0) }
        scene.window.layoutIfNeeded()
        let second = try #require(scene.view.trimView)
        for (handle, way) in [(TrimModel.Handle.start, 200.0), (.end, -500)] {
            finger.down(at: scene.center(of: try #require(second.handleView(handle))))
            finger.move(way, 0)
            finger.lift()
        }
        let (from, to) = (second.model.start, second.model.end)
        scene.click(at: scene.center(of: second.endButtons[1]))
        #expect(results.last == .okButton)
        #expect(abs(item.reversePlaybackEndTime.seconds - from) < 0.01)
        #expect(abs(item.forwardPlaybackEndTime.seconds - to) < 0.01)
        #expect(await eventually { abs(scene.player.currentTime().seconds - from) < 0.05 })
        scene.player.rate = 2
        #expect(await eventually { scene.player.rate == 0 })
        #expect(abs(scene.player.currentTime().seconds - to) < 0.1)
    }

    @Test("a trimming of an item that is replaced, or of a view that is deallocated, ends as cancelled")
    func trimming_ends() async throws {
        var results: [AVPlayerViewTrimResult] = []
        do {
            let scene = try await scene()
            #expect(await eventually { scene.view.canBeginTrimming })
            scene.view.beginTrimming { results.append($0) }
            scene.view.player = AVPlayer()
            #expect(await eventually { results == [.cancelButton] && scene.view.trimView == nil })
            scene.view.player = scene.player
            #expect(await eventually { scene.view.canBeginTrimming })
            scene.view.beginTrimming { results.append($0) }
            scene.view.removeFromSuperview()
            scene.window.isHidden = true
        }
        #expect(await eventually { results == [.cancelButton, .cancelButton] })
    }
}
