import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Times, hints, tooltips, the list of shortcuts and the statistics.
@MainActor
@Suite(.english)
struct PlayerPanelTests {
    private func texts(_ view: UIView) -> [String] {
        view.descendants(UILabel.self).compactMap(\.text).filter { !$0.isEmpty }
    }

    @Test(
        "elapsed and total time are displayed; a click on the total shows the remaining time, and another the total again"
    )
    func time_showsTotal() throws {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.showControls()
        let controls = try #require(stage.controls)
        controls.update { ($0.duration, $0.position) = (596, 201) }
        stage.window.layoutIfNeeded()
        let toggle = try #require(controls.descendants(TimeToggle.self).first)
        #expect(texts(controls.time) == ["3:21", "/ 9:56"] && toggle.accessibilityLabel == "Duration 9:56")
        stage.click(toggle)
        #expect(texts(controls.time) == ["3:21", "/ \u{2212}6:35"])
        stage.click(toggle)
        #expect(texts(controls.time) == ["3:21", "/ 9:56"])
    }

    @Test("skips in quick succession show their sum, and muting shows a hint", .enabled(if: StreamMaker.isAvailable))
    func hints_showSkipAndMute() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 30, width: 320, height: 180))
        defer { stage.end() }
        let content = stage.controller.content
        stage.key(.rightArrow)
        #expect(content.hint.map(texts) == ["+10 s"])
        stage.key(.rightArrow)
        #expect(content.hint.map(texts) == ["+20 s"])
        stage.key(.leftArrow)
        #expect(content.hint.map(texts) == ["\u{2212}10 s"])
        stage.player.isMuted = false
        stage.key("m")
        #expect(content.hint.map(texts) == ["Muted"])
        #expect(await eventually { stage.player.isMuted })
        stage.key("m")
        #expect(content.hint.map(texts) == ["100 %"])
    }

    @Test("skips are summed up in the same direction and without a pause only")
    func skipSum() {
        var sum = SkipSum<ContinuousClock.Instant>()
        let start = ContinuousClock.now
        #expect(sum.add(10, at: start) == 10)
        #expect(sum.add(10, at: start + .milliseconds(900)) == 20)
        #expect(sum.add(-10, at: start + .milliseconds(950)) == -10)
        #expect(sum.add(-10, at: start + .milliseconds(1960)) == -10)
    }

    @Test("linear playback shows no skip hint, because nothing is skipped")
    func linear_showsNoHint() {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.controller.requiresLinearPlayback = true
        stage.key(.rightArrow)
        #expect(stage.controller.content.hint == nil)
    }

    @Test("a pointer that rests on a button shows its name and key, and leaving the button hides them")
    func tooltip_showsNameAndKey() async throws {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.showControls()
        let tooltip = stage.controller.content.panels.tooltip
        let mute = try #require(stage.controls?.button(.mute))
        stage.move(to: stage.center(of: mute))
        #expect(tooltip.isHidden)
        #expect(await eventually { !tooltip.isHidden })
        #expect(texts(tooltip) == ["Mute", "M"])
        stage.window.layoutIfNeeded()
        let frame = stage.frame(of: tooltip)
        #expect(frame.maxY <= stage.frame(of: mute).minY && stage.window.bounds.contains(frame))
        stage.move(to: CGPoint(x: 640, y: 300))
        #expect(tooltip.isHidden)
        // A press and an open menu hide it.
        stage.move(to: stage.center(of: mute))
        #expect(await eventually { !tooltip.isHidden })
        stage.controls?.openMenu(.speed)
        #expect(tooltip.isHidden)
    }

    @Test(
        "? lists the shortcuts, Escape and a click beside the list close it, and keys do not reach the player meanwhile"
    )
    func shortcuts_openAndClose() throws {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.showControls()
        let panels = stage.controller.content.panels
        panels.additionalShortcuts = [PlayerShortcut(keys: "Q", text: "Quit")]
        stage.key("?")
        let list = try #require(panels.shortcuts)
        stage.window.layoutIfNeeded()
        #expect(stage.window.bounds.contains(stage.frame(of: list)))
        #expect(list.texts.contains("M: Mute") && list.texts.contains("Q: Quit") && list.texts.count > 20)
        stage.key("m")
        #expect(!stage.player.isMuted && stage.controller.content.hint == nil)
        stage.key(.escape)
        #expect(panels.shortcuts == nil)
        stage.key("?")
        stage.click(at: CGPoint(x: 640, y: 360))
        #expect(panels.shortcuts != nil)
        stage.click(at: CGPoint(x: 8, y: 360))
        #expect(panels.shortcuts == nil)
        stage.key("?")
        stage.tab()
        #expect(stage.controller.content.keyFocus.current?.accessibilityLabel == "Close")
        stage.key(.returnOrEnter)
        #expect(panels.shortcuts == nil)
    }

    @Test("? typed with Shift, which key events do not contain, opens the list; the key under it does nothing else")
    func shiftedSymbol_opensShortcuts() {
        let stage = PlayerStage()
        defer { stage.end() }
        stage.showControls()
        let memory = stage.window.platform as? MemoryWindow
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: nil, characters: "/", modifiers: .shift)))
            if phase == .down { memory?.inject(.text("?")) }
        }
        #expect(stage.controller.content.panels.shortcuts != nil)
    }

    @Test(
        "the list of shortcuts lies inside its window and scrolls where it is too long",
        arguments: [(1280.0, 720.0), (360, 640), (320, 240)])
    func shortcuts_fit(width: Double, height: Double) throws {
        let stage = PlayerStage(width: width, height: height)
        defer { stage.end() }
        stage.showControls()
        stage.key("?")
        stage.window.layoutIfNeeded()
        let list = try #require(stage.controller.content.panels.shortcuts)
        #expect(stage.window.bounds.contains(stage.frame(of: list)))
        let scroll = try #require(list.descendants(UIScrollView.self).first)
        let isLong = scroll.contentSize.height > scroll.bounds.height
        stage.key(.downArrow)
        #expect((scroll.contentOffset.y > 0) == isLong)
    }

    @Test(
        "I shows codec, size, frame rate, lost frames, audio, bit rate, buffer and position of the item that plays",
        .enabled(if: StreamMaker.isAvailable))
    func statistics_showRealFigures() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 30, width: 320, height: 180))
        defer { stage.end() }
        let panels = stage.controller.content.panels
        stage.key("i")
        let view = try #require(panels.statistics)
        stage.window.layoutIfNeeded()
        #expect(stage.window.bounds.contains(stage.frame(of: view)))
        let lines = view.texts
        #expect(lines.contains("Video: H.264") && lines.contains("Size: 320 \u{00D7} 180"), "\(lines)")
        for name in ["Frame rate", "Dropped frames", "Audio", "Buffer", "Time"] {
            #expect(lines.contains { $0.hasPrefix(name + ": ") }, "\(name) in \(lines)")
        }
        let buffer = PlaybackStatistics.buffered(try #require(stage.player.currentItem))
        #expect(buffer.map { $0 > 0 } == true)
        // The figures follow playback.
        let before = lines.last
        stage.player.play()
        #expect(await eventually { view.texts.last != before })
        #expect(view.texts.last?.contains("1\u{00D7}") == true)
        // Clicks pass through the panel.
        #expect(stage.window.hitTest(stage.center(of: view), with: nil) === stage.controller.content)
        stage.key("i")
        #expect(panels.statistics == nil && view.superview == nil)
    }

    @Test("the controls of an item without video stay visible", .enabled(if: StreamMaker.isAvailable))
    func audioOnly_keepsControls() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 10, width: 320, height: 180)
        recipe.video = nil
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        let stage = PlayerStage(player)
        defer { stage.end() }
        player.play()
        let presenter = stage.controller.presenter
        #expect(await eventually { presenter.visibility.holds.contains(.audioOnly) && presenter.visibility.isVisible })
        #expect(presenter.visibility.deadline == nil)
        presenter.dismiss()
        #expect(presenter.visibility.isVisible)
    }
}
