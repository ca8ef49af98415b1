import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The keyboard alone: Tab through the controls, Return, Space and Escape (R41).
@MainActor
@Suite(.english)
struct KeyFocusTests {
    private func stage(width: Double = 1280, height: Double = 720, embeddedIn frame: CGRect? = nil) -> PlayerStage {
        let stage = PlayerStage(width: width, height: height, embeddedIn: frame)
        stage.controller.model.media.description.chapters = (0..<3).map {
            ScrubberModel.Chapter(start: Double($0) * 60, title: "Part \($0 + 1)")
        }
        stage.showControls()
        return stage
    }

    /// Presses Tab until a condition holds, for a limited number of times.
    private func reach(_ stage: PlayerStage, _ condition: () -> Bool) throws {
        for _ in 0..<40 where !condition() { stage.tab() }
        try #require(condition())
    }

    private func focus(_ stage: PlayerStage) -> PlayerControl? { stage.controller.content.keyFocus.current }
    private func name(_ stage: PlayerStage) -> String? { focus(stage)?.accessibilityLabel }

    @Test(
        "R41: Tab reaches every visible control once, each with a name, and Shift+Tab goes back",
        arguments: [1280, 360])
    func tab_reachesEveryControl(width: Double) throws {
        let stage = stage(width: width, height: width == 360 ? 640 : 720)
        defer { stage.end() }
        let controls = try #require(stage.controls)
        let visible = controls.pointerTargets.filter { !$0.isHidden && !$0.bounds.isEmpty }
            .compactMap { $0 as? PlayerControl }.filter(\.isEnabled)
        var seen: [PlayerControl] = []
        stage.tab()
        #expect(name(stage) == "Play")
        while let present = focus(stage), !seen.contains(where: { $0 === present }) {
            seen.append(present)
            #expect(present.showsRing && !(present.accessibilityLabel ?? "").isEmpty)
            stage.tab()
        }
        #expect(seen.count == visible.count, "\(seen.map { $0.accessibilityLabel ?? "" })")
        #expect(visible.allSatisfy { wish in seen.contains { $0 === wish } })
        let present = focus(stage)
        stage.tab()
        stage.tab(backwards: true)
        #expect(focus(stage) === present)
    }

    @Test("Return and Space press the control with the ring, and other keys keep their effect")
    func returnAndSpace_press() async throws {
        let stage = stage()
        defer { stage.end() }
        stage.player.volume = 0.5
        stage.tab()
        stage.key(.returnOrEnter)
        #expect(stage.player.rate == 1)
        #expect(await eventually { name(stage) == "Pause" })
        stage.key(.space, " ")
        #expect(stage.player.rate == 0)
        try reach(stage) { name(stage) == "Mute" }
        stage.key(.space, " ")
        #expect(await eventually { stage.player.isMuted } && stage.player.rate == 0)
        stage.key(.space, " ")
        #expect(await eventually { !stage.player.isMuted })
        stage.key("k")
        #expect(stage.player.rate == 1)
    }

    @Test("the arrow keys change the volume slider with the ring")
    func arrows_changeVolume() throws {
        let stage = stage()
        defer { stage.end() }
        stage.player.volume = 0.5
        stage.tab()
        try reach(stage) { focus(stage) is VolumeSliderView }
        stage.key(.rightArrow)
        #expect(abs(stage.player.volume - 0.55) < 0.001)
        stage.key(.leftArrow)
        stage.key(.leftArrow)
        #expect(abs(stage.player.volume - 0.45) < 0.001)
    }

    @Test("Return opens a menu with its first row selected, Tab stays in the menu, and Escape returns to its button")
    func menu_keepsFocus() throws {
        let stage = stage()
        defer { stage.end() }
        stage.tab()
        try reach(stage) { name(stage) == "Chapters" }
        stage.key(.returnOrEnter)
        let menu = try #require(stage.menu)
        #expect(focus(stage) === menu.rowViews[0] && menu.rowViews[0].isLit)
        stage.tab()
        #expect(focus(stage) === menu.rowViews[1] && menu.rowViews.map(\.isLit) == [false, true, false])
        stage.tab()
        stage.tab()
        #expect(focus(stage) === menu.rowViews[0])
        stage.tab(backwards: true)
        #expect(focus(stage) === menu.rowViews[2])
        stage.key(.escape)
        #expect(stage.menu == nil && name(stage) == "Chapters")
        stage.key(.escape)
        #expect(focus(stage) == nil && stage.controls?.isHidden == false)
    }

    @Test("the controls stay visible while a control has the ring, and a click on the video removes the ring")
    func ring_keepsControls() {
        let stage = stage()
        defer { stage.end() }
        stage.tab()
        #expect(stage.controller.presenter.visibility.holds.contains(.keyFocus))
        stage.click(at: CGPoint(x: 640, y: 300))
        #expect(focus(stage) == nil && !stage.controller.presenter.visibility.holds.contains(.keyFocus))
    }

    @Test("Tab shows hidden controls; after the last control of an embedded player the key is left to the client")
    func tab_leavesEmbeddedPlayer() throws {
        final class Client: UIViewController {
            var keys = 0
            override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { keys += 1 }
        }
        let client = Client()
        let window = makeWindow(client)
        let controller = AVPlayerViewController()
        controller.player = AVPlayer()
        client.addChild(controller)
        client.view.addSubview(controller.view)
        controller.view.frame = CGRect(x: 100, y: 50, width: 640, height: 360)
        controller.didMove(toParent: client)
        window.layoutIfNeeded()
        controller.content.becomeFirstResponder()
        func tab() {
            (window.platform as? MemoryWindow)?.inject(.key(KeyEvent(phase: .down, usage: .tab, characters: "\t")))
            (window.platform as? MemoryWindow)?.inject(.key(KeyEvent(phase: .up, usage: .tab, characters: "\t")))
            window.layoutIfNeeded()
        }
        tab()
        #expect(controller.presenter.visibility.isVisible && controller.content.keyFocus.current != nil)
        var steps = 0
        while client.keys == 0, steps < 30 {
            tab()
            steps += 1
        }
        #expect(client.keys == 1 && controller.content.keyFocus.current == nil)
        window.isHidden = true
    }

    @Test("assistive technology that moves the focus to a control gives it the ring and the keys")
    func assistiveFocus_movesRing() throws {
        let stage = stage()
        defer { stage.end() }
        let mute = try #require(stage.controls?.button(.mute))
        #expect(mute.becomeFirstResponder())
        #expect(focus(stage) === mute && mute.showsRing)
        stage.tab()
        #expect(focus(stage) !== mute && !mute.showsRing)
    }

    @Test(
        "the key # changes to the next audio option, and after the last one to the first",
        .enabled(if: StreamMaker.isAvailable))
    func number_cyclesAudio() async throws {
        let stage = try await PlayerStage.clip(.rich())
        defer { stage.end() }
        let item = try #require(stage.player.currentItem)
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
        var tags: [String?] = []
        for _ in 0...group.options.count {
            tags.append(item.currentMediaSelection.selectedMediaOption(in: group)?.extendedLanguageTag)
            stage.key("#")
        }
        #expect(Set(tags).count == group.options.count && tags.first == tags.last, "\(tags)")
        #expect(stage.controller.content.hint?.isHidden == false)
    }

    @Test("the menu key and Shift+F10 open the menu of functions with the first row selected after Tab")
    func menuKey_opensMenu() throws {
        let stage = stage()
        defer { stage.end() }
        stage.key(KeyUsage(rawValue: 101))
        #expect(stage.menu?.row("Statistics") != nil)
        stage.tab()
        #expect(stage.menu?.rowViews.first?.isLit == true)
    }
}
