import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Clicks, taps, pinches and the wheel on the video, in a window that receives events.
@MainActor
@Suite(.english)
struct DesktopGestureTests {
    private static let place = CGPoint(x: 640, y: 300)

    private func stage(_ change: (PlayerStage) -> Void = { _ in }) -> PlayerStage {
        let stage = PlayerStage()
        change(stage)
        stage.showControls()
        return stage
    }

    @Test("a click on the video hides the controls and the next one shows them; neither pauses nor plays")
    func click_togglesControls() async {
        for isPlaying in [true, false] {
            let stage = stage { if isPlaying { $0.player.play() } }
            defer { stage.end() }
            let presenter = stage.controller.presenter
            stage.click(at: Self.place)
            #expect(await eventually { !presenter.visibility.isVisible })
            // The hand trembles after the click.
            stage.move(to: CGPoint(x: Self.place.x + 3, y: Self.place.y + 2))
            #expect(!presenter.visibility.isVisible)
            stage.press(at: Self.place)
            stage.release(at: Self.place)
            #expect(presenter.visibility.isVisible)
            #expect(stage.player.rate == (isPlaying ? 1 : 0))
        }
    }

    @Test("a click that misses a button by a few points changes nothing")
    func nearMiss_changesNothing() async throws {
        let stage = stage { $0.player.play() }
        defer { stage.end() }
        let controls = try #require(stage.controls)
        let play = stage.frame(of: try #require(controls.button(.play)))
        let back = stage.frame(of: try #require(controls.button(.back)))
        for point in [
            CGPoint(x: (play.maxX + back.minX) / 2, y: play.midY), CGPoint(x: play.midX, y: play.maxY + 4),
            CGPoint(x: 700, y: play.midY),
        ] {
            stage.click(at: point)
            stage.click(at: point, clicks: 2)
            #expect(stage.player.rate == 1 && !stage.window.isFullScreen)
        }
        await elapseMoment()
        #expect(stage.controller.presenter.visibility.isVisible)
    }

    /// Lets the time pass in which a second click would make a double click. The main loop runs timers in the order of their times, so that the
    /// timer of a click has run before this one, however late a busy machine runs both.
    private func elapseMoment() async {
        await withCheckedContinuation { continuation in
            MainLoop.shared.schedule(after: .milliseconds(450)) { continuation.resume() }
        }
    }

    @Test(
        "R61 S10.9: a double click toggles full screen and does not pause, with built-in controls and without",
        arguments: [true, false])
    func doubleClick_togglesFullScreen(hasControls: Bool) {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.controller.showsPlaybackControls = hasControls
        stage.player.play()
        stage.doubleClick(at: Self.place)
        #expect(stage.window.isFullScreen && stage.player.rate == 1)
        stage.doubleClick(at: Self.place)
        #expect(!stage.window.isFullScreen && stage.player.rate == 1)
    }

    @Test("a drag on the video is no click")
    func drag_isNoClick() async {
        let stage = stage()
        defer { stage.end() }
        stage.move(to: Self.place)
        stage.press(at: Self.place)
        stage.move(to: CGPoint(x: Self.place.x + 60, y: Self.place.y))
        stage.release(at: CGPoint(x: Self.place.x + 60, y: Self.place.y))
        await elapseMoment()
        #expect(stage.controller.presenter.visibility.isVisible)
    }

    @Test(
        "R61 R64 R65: two fingers that move apart fill the window with the video, and fit it when they move together",
        arguments: [true, false])
    func pinch_zooms(hasControls: Bool) {
        AVPlayerViewController.viewerGravity = nil
        defer { AVPlayerViewController.viewerGravity = nil }
        let stage = PlayerStage(AVPlayer(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        defer { stage.end() }
        stage.controller.showsPlaybackControls = hasControls
        let layer = stage.controller.content.surface.playerLayer
        stage.pinch(around: Self.place, from: 100, to: 240)
        #expect(layer.videoGravity == .resizeAspectFill)
        stage.pinch(around: Self.place, from: 240, to: 230)
        #expect(layer.videoGravity == .resizeAspectFill)
        stage.pinch(around: Self.place, from: 240, to: 100)
        #expect(layer.videoGravity == .resizeAspect)
    }

    @Test("R64: taps, clicks and pinches on views of the overlay that handle no touches reach the player")
    func overlay_passesGesturesOn() {
        AVPlayerViewController.viewerGravity = nil
        defer { AVPlayerViewController.viewerGravity = nil }
        let stage = PlayerStage(AVPlayer(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        defer { stage.end() }
        stage.controller.contentOverlayView?.addSubview(UIView(frame: CGRect(x: 540, y: 200, width: 200, height: 200)))
        let layer = stage.controller.content.surface.playerLayer
        stage.doubleTap(at: Self.place)
        #expect(layer.videoGravity == .resizeAspectFill)
        stage.pinch(around: Self.place, from: 240, to: 100)
        #expect(layer.videoGravity == .resizeAspect)
        stage.doubleClick(at: Self.place)
        #expect(stage.window.isFullScreen)
    }

    @Test(
        "the wheel away from the viewer is louder, and scrolling to the right skips forward, as in mpv",
        .enabled(if: StreamMaker.isAvailable))
    func wheel_changesVolumeAndSkips() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 30, width: 320, height: 180))
        defer { stage.end() }
        stage.player.isMuted = false
        stage.player.volume = 0.5
        stage.wheel(1, at: Self.place)
        #expect(abs(stage.player.volume - 0.55) < 0.001)
        stage.wheel(-2, at: Self.place)
        #expect(abs(stage.player.volume - 0.45) < 0.001)
        // A negative distance moves the content to the left, as scrolling to the right does.
        stage.wheel(0, horizontal: -2, at: Self.place)
        #expect(await eventually { abs(stage.player.currentTime().seconds - 10) < 0.1 })
    }

    @Test("in a scroll view that can scroll, the wheel scrolls the page and leaves the volume of an embedded player")
    func wheel_scrollsPage() throws {
        let player = AVPlayer()
        player.volume = 0.5
        let stage = PlayerStage(player, embeddedIn: CGRect(x: 0, y: 0, width: 640, height: 360))
        defer { stage.end() }
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 1280, height: 720))
        scroll.contentSize = CGSize(width: 1280, height: 3000)
        stage.parent?.view.addSubview(scroll)
        scroll.addSubview(stage.controller.view)
        stage.window.layoutIfNeeded()
        stage.wheel(-2, at: CGPoint(x: 300, y: 200))
        #expect(scroll.contentOffset.y > 0 && player.volume == 0.5)
    }

    // MARK: Context menu

    @Test("the secondary button opens the menu of functions at the pointer, and its rows do what they say")
    func secondaryClick_opensMenu() throws {
        let stage = stage { $0.player.play() }
        defer { stage.end() }
        stage.click(at: Self.place, .secondary)
        let menu = try #require(stage.menu)
        #expect(stage.player.rate == 1)
        #expect(stage.frame(of: menu).origin == Self.place)
        let texts = menu.texts
        for text in ["Pause", "Playback speed", "Mute", "Full screen", "Statistics", "Keyboard shortcuts"] {
            #expect(texts.contains(text), "\(text) in \(texts)")
        }
        stage.click(try #require(menu.row("Pause")))
        #expect(stage.player.rate == 0 && stage.menu == nil)

        stage.click(at: CGPoint(x: 1270, y: 715), .secondary)
        let corner = stage.frame(of: try #require(stage.menu))
        #expect(CGRect(x: 0, y: 0, width: 1280, height: 720).contains(corner))
    }

    @Test("a row of the menu of functions opens a page, from which Back and Escape return")
    func menu_opensPages() throws {
        let stage = stage()
        defer { stage.end() }
        stage.click(at: Self.place, .secondary)
        stage.click(try #require(stage.menu?.row("Playback speed")))
        #expect(stage.menu?.texts == ["Back", "Playback speed", "Double", "Faster", "Fast", "\u{2713} Normal", "Half"])
        stage.click(try #require(stage.menu?.row("Back")))
        #expect(stage.menu?.row("Keyboard shortcuts") != nil)
        stage.click(try #require(stage.menu?.row("Playback speed")))
        stage.key(.escape)
        #expect(stage.menu?.row("Keyboard shortcuts") != nil)
        stage.click(try #require(stage.menu?.row("Playback speed")))
        stage.click(try #require(stage.menu?.row("Double")))
        #expect(stage.menu == nil && stage.player.defaultRate == 2)
    }

    @Test("without built-in controls the secondary button opens nothing")
    func secondaryClick_withoutControls_opensNothing() {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.controller.showsPlaybackControls = false
        stage.click(at: Self.place, .secondary)
        #expect(stage.controller.content.controls == nil && stage.player.rate == 0)
    }
}
