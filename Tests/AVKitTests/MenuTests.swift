import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The player's menus, operated by pointer, wheel and keys in a window.
@MainActor
@Suite(.english)
struct MenuTests {
    /// A player whose model has chapters, without media.
    private func stage(chapters count: Int, width: Double = 1280, height: Double = 720) -> PlayerStage {
        let stage = PlayerStage(width: width, height: height)
        stage.controller.model.media.description.chapters = (0..<count).map {
            ScrubberModel.Chapter(start: Double($0) * 60, title: "Part \($0 + 1)")
        }
        stage.showControls()
        return stage
    }

    @Test(
        "R39: the menu of subtitles and audio lists Auto and the asset's options, and a click selects one and closes the menu",
        .enabled(if: StreamMaker.isAvailable))
    func selectionMenu_click_selectsOption() async throws {
        let stage = try await PlayerStage.clip(.rich(), starts: true)
        defer { stage.end() }
        let item = try #require(stage.player.currentItem)
        func selected(_ characteristic: AVMediaCharacteristic) async throws -> String? {
            let group = try #require(try await item.asset.loadMediaSelectionGroup(for: characteristic))
            return item.currentMediaSelection.selectedMediaOption(in: group)?.extendedLanguageTag
        }
        func open() throws -> GlassMenuView {
            try stage.click(.captions)
            return try #require(stage.menu)
        }
        var menu = try open()
        let names = ["en", "de"].compactMap { Locale(identifier: $0).localizedString(forIdentifier: $0) }
        #expect(menu.texts.filter { !$0.hasPrefix("\u{2713}") }.first == "Subtitles")
        #expect(menu.texts.count == 9 && menu.texts.contains("Audio"), "\(menu.texts) \(names)")
        #expect(menu.checkedTitles == ["Auto", "Auto"])
        let german = try #require(
            menu.rowViews.map { $0.accessibilityLabel ?? "" }.first {
                !["Auto", "Off"].contains($0) && !$0.hasPrefix("Engl")
            })

        stage.click(try #require(menu.row(german, after: "Subtitles")))
        #expect(stage.menu == nil)
        #expect(try await selected(.legible) == "de")
        #expect(
            await eventually {
                stage.controller.content.captions?.descendants(UILabel.self).contains {
                    $0.attributedText?.string.hasPrefix("Zeile") == true
                } == true
            })
        #expect(await eventually { stage.controls?.button(.captions)?.symbol == "captions.bubble.fill" })

        menu = try open()
        #expect(menu.texts.contains("\u{2713} " + german))
        #expect(menu.row(german, after: "Subtitles")?.accessibilityValue == "selected")
        stage.click(try #require(menu.row(german, after: "Audio")))
        #expect(try await selected(.audible) == "de")

        stage.click(try #require(try open().row("Off")))
        #expect(try await selected(.legible) == nil)
        #expect(try open().checkedTitles.first == "Off")
        stage.key(.escape)
        #expect(await eventually { stage.controller.content.captions?.isHidden == true })
        menu = try open()
        #expect(menu.checkedTitles.first == "Off")
        stage.click(try #require(menu.row("Auto")))
        #expect(try open().checkedTitles.first == "Auto")
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        #expect(item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group))
    }

    @Test(
        "R39: Auto returns the audio to the preferences and names the option in effect, also after a selection by the client",
        .enabled(if: StreamMaker.isAvailable))
    func auto_click_followsPreferences() async throws {
        let stage = try await PlayerStage.clip(.rich(), starts: true)
        defer { stage.end() }
        let item = try #require(stage.player.currentItem)
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
        func selected() -> AVMediaSelectionOption? { item.currentMediaSelection.selectedMediaOption(in: group) }
        let preferred = try #require(selected())
        let other = try #require(group.options.first { $0 != preferred })
        item.select(other, in: group)
        try stage.click(.captions)
        var menu = try #require(stage.menu)
        #expect(menu.checkedTitles.last == other.displayName && selected() == other)
        #expect(menu.row("Auto", after: "Audio")?.content.badge == nil)
        stage.click(try #require(menu.row("Auto", after: "Audio")))
        #expect(selected() == preferred && stage.menu == nil)
        try stage.click(.captions)
        menu = try #require(stage.menu)
        #expect(menu.checkedTitles.last == "Auto")
        let row = try #require(menu.row("Auto", after: "Audio"))
        #expect(row.content.badge == preferred.displayName)
        #expect(row.accessibilityValue == "\(preferred.displayName), selected")
    }

    @Test(
        "R39: when the audio that Auto has selected cannot be loaded, Auto stays marked and names the audio that plays",
        .enabled(if: StreamMaker.isAvailable))
    func brokenAudio_keepsAuto() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/a1/index.m3u8"))
        let player = AVPlayer()
        player.isMuted = true
        player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: ["de"], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible)
        let stage = PlayerStage(player)
        defer { stage.end() }
        let item = AVPlayerItem(url: origin.url("/main.m3u8"))
        player.replaceCurrentItem(with: item)
        player.play()
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
        let english = try #require(group.options.first { $0.extendedLanguageTag == "en" })
        #expect(await eventually { origin.records.contains { $0.path == "/a1/index.m3u8" } })
        #expect(await eventually { item.currentMediaSelection.selectedMediaOption(in: group) == english })
        #expect(await eventually { stage.controller.model.media.selection.audible != nil })
        stage.showControls()
        try stage.click(.captions)
        let menu = try #require(stage.menu)
        let row = try #require(menu.row("Auto", after: "Audio"))
        #expect(menu.checkedTitles.last == "Auto" && row.content.badge == english.displayName, "\(menu.texts)")
    }

    @Test(
        "the menu of chapters marks the present chapter, and a click on another one seeks to its start",
        .enabled(if: StreamMaker.isAvailable))
    func chapterMenu_click_seeks() async throws {
        let stage = try await PlayerStage.clip(.rich())
        defer { stage.end() }
        try stage.click(.chapters)
        let menu = try #require(stage.menu)
        #expect(menu.texts == ["Chapters", "\u{2713} Opening", "Middle", "End"])
        #expect(
            menu.descendants(UILabel.self).map(\.text).filter { $0?.contains(":") == true } == ["0:00", "0:02", "0:04"])
        stage.click(try #require(menu.row("End")))
        #expect(await eventually { stage.player.currentTime().seconds == 4 })
        try stage.click(.chapters)
        #expect(stage.menu?.texts == ["Chapters", "Opening", "Middle", "\u{2713} End"])
    }

    @Test(
        "S10.16: a speed chosen with the keys applies to the playing item at once; a rate outside the list selects none",
        .enabled(if: StreamMaker.isAvailable))
    func speedMenu_keys_changeRate() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 30), starts: true)
        defer { stage.end() }
        try stage.click(.speed)
        let menu = try #require(stage.menu)
        #expect(menu.texts == ["Playback speed", "Double", "Faster", "Fast", "\u{2713} Normal", "Half"])
        stage.key(.downArrow)
        stage.key(.downArrow)
        #expect(menu.rowViews.map(\.isLit) == [false, true, false, false, false])
        stage.key(.returnOrEnter)
        #expect(stage.menu == nil)
        #expect(stage.player.rate == 1.5 && stage.player.defaultRate == 1.5)
        #expect(stage.controller.selectedSpeed?.rate == 1.5)
        stage.player.defaultRate = 1.75
        #expect(await eventually { stage.controller.selectedSpeed == nil })
        stage.player.defaultRate = 0.5
        #expect(await eventually { stage.controller.selectedSpeed?.rate == 0.5 })
    }

    @Test("the row under the pointer is highlighted; a press outside closes the menu and does not pause the player")
    func pointer_highlightsRow_andClosesOutside() throws {
        let stage = stage(chapters: 4)
        defer { stage.end() }
        try stage.click(.chapters)
        let menu = try #require(stage.menu)
        for index in [2, 0, 3] {
            stage.move(to: stage.center(of: menu.rowViews[index]))
            #expect(menu.rowViews.map(\.isLit) == (0..<4).map { $0 == index })
        }
        stage.player.play()
        stage.move(to: CGPoint(x: 300, y: 200))
        #expect(!menu.rowViews.contains { $0.isLit })
        stage.click(at: CGPoint(x: 300, y: 200))
        #expect(stage.menu == nil && stage.player.rate == 1)
        stage.click(at: CGPoint(x: 300, y: 200))
        #expect(stage.player.rate == 1)
    }

    @Test("Escape closes an open menu first and leaves full screen with the next press")
    func escape_closesMenuFirst() throws {
        let stage = stage(chapters: 4)
        defer { stage.end() }
        stage.key("f")
        #expect(stage.window.isFullScreen)
        try stage.click(.chapters)
        #expect(stage.menu != nil)
        stage.key(.escape)
        #expect(stage.menu == nil && stage.window.isFullScreen)
        stage.key(.escape)
        #expect(!stage.window.isFullScreen)
    }

    @Test(
        "a menu higher than its space scrolls by wheel and by key, and a click chooses the row that is displayed there")
    func longMenu_scrolls() throws {
        let stage = stage(chapters: 40)
        defer { stage.end() }
        stage.player.volume = 0.5
        try stage.click(.chapters)
        let menu = try #require(stage.menu)
        let area = stage.frame(of: menu)
        #expect(area.minY >= 0 && area.maxY < 700 && area.height < 40 * PlayerLook.menuRowHeight)
        func visible() -> [String] {
            menu.rowViews.filter { area.contains(stage.frame(of: $0)) }.compactMap(\.accessibilityLabel)
        }
        #expect(visible().first == "Part 1")
        stage.move(to: CGPoint(x: area.midX, y: area.midY))
        for _ in 0..<3 { stage.wheel(-1, at: CGPoint(x: area.midX, y: area.midY)) }
        #expect(visible().first.map { $0 != "Part 1" } == true)
        #expect(stage.player.volume == 0.5)
        stage.key(.upArrow)
        for _ in 0..<60 { stage.wheel(-1, at: CGPoint(x: area.midX, y: area.midY)) }
        #expect(visible().last == "Part 40")
        let lit = try #require(
            menu.rowViews.first { stage.frame(of: $0).contains(CGPoint(x: area.midX, y: area.midY)) })
        stage.move(to: CGPoint(x: area.midX + 2, y: area.midY))
        #expect(lit.isLit)
        // The selection wraps around from the last row to the first, which scrolls into view.
        for _ in 0..<40 where menu.rowViews.last?.isLit == false { stage.key(.downArrow) }
        #expect(menu.rowViews.last?.isLit == true)
        stage.key(.downArrow)
        #expect(visible().first == "Part 1" && menu.rowViews.first?.isLit == true)
    }

    @Test(
        "a menu lies inside its window, above its button, at any size of the window",
        arguments: [(1280.0, 720.0), (640, 360), (420, 300), (360, 640), (300, 200)])
    func menu_liesInsideWindow(width: Double, height: Double) throws {
        let stage = stage(chapters: 12, width: width, height: height)
        defer { stage.end() }
        let controls = try #require(stage.controls)
        controls.openMenu(.chapters)
        stage.window.layoutIfNeeded()
        let menu = stage.frame(of: try #require(stage.menu))
        #expect(menu.minX >= 0 && menu.maxX <= width && menu.minY >= 0)
        #expect(menu.maxY <= height - 50, "\(menu)")
        let button = try #require(controls.button(.chapters))
        if !button.isHidden {
            #expect(menu.maxY <= stage.frame(of: button).minY)
            #expect(button.isOpen)
        }
    }

    @Test("a menu closes when the item changes, when the controls hide and when the client disables the controls")
    func menu_closesWithItsContent() throws {
        let stage = stage(chapters: 3)
        defer { stage.end() }
        func open() throws { try stage.click(.chapters) }
        try open()
        #expect(stage.controller.presenter.visibility.holds.contains(.menu))
        // Opening another menu replaces the first one.
        stage.controls?.openMenu(.speed)
        #expect(stage.menu?.texts.first == "Playback speed")
        #expect(stage.controls?.button(.chapters)?.isOpen == false)
        stage.player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        stage.controller.modelDidChange(.item)
        #expect(stage.menu == nil)
        #expect(!stage.controller.presenter.visibility.holds.contains(.menu))

        stage.controls?.openMenu(.speed)
        stage.controller.showsPlaybackControls = false
        #expect(stage.menu == nil)
    }

    @Test("linear playback offers no speeds, no skipping and no scrubbing")
    func linearPlayback_hidesSpeeds() throws {
        let stage = stage(chapters: 0)
        defer { stage.end() }
        let controls = try #require(stage.controls)
        #expect(controls.button(.speed)?.isHidden == false)
        stage.controller.requiresLinearPlayback = true
        stage.window.layoutIfNeeded()
        #expect(controls.button(.speed)?.isHidden == true)
        #expect(!controls.scrubber.isEnabled)
        #expect(controls.button(.forward)?.isEnabled == false && controls.button(.back)?.isEnabled == false)
    }

    @Test("assistive technology finds the rows of an open menu as buttons, and pressing one chooses it")
    func rows_areAccessible() throws {
        let stage = stage(chapters: 0)
        defer { stage.end() }
        try stage.click(.speed)
        let rows = try #require(stage.menu).rowViews
        #expect(rows.allSatisfy { $0.isAccessibilityElement && $0.accessibilityTraits.contains(.button) })
        #expect(rows[0].accessibilityActivate())
        #expect(stage.player.defaultRate == 2 && stage.menu == nil)
    }
}
