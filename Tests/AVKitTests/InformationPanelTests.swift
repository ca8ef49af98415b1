import AVFoundation
import CoreGraphics
import Foundation
import Localization
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The information panel and the list of chapters with pictures in the desktop idiom, operated by pointer and keys in a window.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct InformationPanelTests {
    private var facts: [AVMetadataItem] {
        [
            .text("The title", .commonIdentifierTitle), .text("The subtitle", .iTunesMetadataTrackSubTitle),
            .text("What happens, in a sentence or two.", .commonIdentifierDescription), .contentRating("PG-13"),
        ]
    }

    private func stage(starts: Bool = false) async throws -> PlayerStage {
        try await PlayerStage.clip(.rich(seconds: 24), starts: starts)
    }

    private func information(_ stage: PlayerStage) -> InformationView? {
        stage.window.layoutIfNeeded()
        return stage.controller.content.panels.information.view
    }

    private func focused(_ stage: PlayerStage) -> String? {
        stage.controller.content.keyFocus.current?.accessibilityLabel
    }

    /// Presses Tab until a control has the ring.
    private func reach(_ name: String, _ stage: PlayerStage) throws {
        for _ in 0..<40 where focused(stage) != name { stage.tab() }
        try #require(focused(stage) == name)
    }

    @Test(
        "the second line of the title has the rating without the code of its system",
        arguments: [
            ("mpaa|PG|200|", "PG"), ("TV-14", "TV-14"), ("2", nil), ("us-tv||0|", "us-tv||0|"),
        ])
    func secondLine_showsRating(_ rating: String, _ shown: String?) {
        let items: [AVMetadataItem] = [.text("The cast", .commonIdentifierArtist), .contentRating(rating)]
        let line = MediaDescription(external: items, asset: [], url: nil).subtitle
        #expect(line == ["The cast", shown].compactMap { $0 }.joined(separator: " \u{B7} "))
    }

    @Test("R60: captions are drawn above the open information panel, and above the controls again when it closes")
    func captions_clearPanel() async throws {
        let stage = try await stage()
        defer { stage.end() }
        stage.player.currentItem?.externalMetadata = facts
        let button = try #require(stage.controls?.button(.info))
        #expect(await eventually { !button.isHidden })
        stage.window.layoutIfNeeded()
        let layer = stage.controller.content.surface.playerLayer
        let inset = layer.captionInset
        #expect(inset > 0)
        try stage.click(.info)
        let panel = try #require(information(stage))
        #expect(layer.captionInset == stage.controller.content.bounds.height - panel.frame.minY)
        #expect(layer.captionInset > inset)
        stage.controller.content.panels.information.close()
        stage.window.layoutIfNeeded()
        #expect(layer.captionInset == inset)
    }

    @Test(
        """
        R220: external metadata adds an information button, whose panel shows artwork, texts and actions above the controls; its action is \
        performed, and a click beside it closes it without an effect on the player
        """)
    func panel_showsFactsAndActions() async throws {
        let stage = try await stage(starts: true)
        defer { stage.end() }
        let button = try #require(stage.controls?.button(.info))
        holds(button.isHidden)
        stage.player.currentItem?.externalMetadata = facts
        #expect(await eventually { !button.isHidden })
        var pressed = 0
        stage.controller.infoViewActions = [
            UIAction(title: "Favorite") { _ in pressed += 1 }, UIAction(title: "Share") { _ in },
            UIAction(title: "Third") { _ in },
        ]
        try stage.click(.info)
        let panel = try #require(information(stage))
        #expect(
            panel.page.texts.filter { $0 != "2020" } == [
                "The title", "The subtitle", "PG-13", "What happens, in a sentence or two.",
            ] || panel.page.texts.count == 5, "\(panel.page.texts)")
        holds(panel.page.hasArtwork && panel.page.buttons.map(\.accessibilityLabel) == ["Favorite", "Share"])
        let scrubber = stage.frame(of: try #require(stage.controls?.scrubber))
        let frame = stage.frame(of: panel)
        #expect(frame.maxY <= scrubber.minY && frame.minY >= 60 && frame.maxX == 1280 - 28, "\(frame)")
        let labels = panel.page.descendants(UILabel.self).filter { !$0.isHidden && $0.text?.isEmpty == false }
        #expect(labels.allSatisfy { frame.contains(stage.frame(of: $0)) })
        // The controls stay while the panel is open.
        holds(button.isOpen && stage.controller.presenter.visibility.holds.contains(.information))
        stage.click(at: CGPoint(x: 100, y: 300))
        holds(information(stage) == nil && !button.isOpen && stage.player.rate == 1)
        holds(!stage.controller.presenter.visibility.holds.contains(.information))

        try stage.click(.info)
        stage.click(try #require(information(stage)?.page.buttons.first))
        #expect(pressed == 1)
        holds(information(stage) == nil)
        stage.player.currentItem?.externalMetadata = []
        stage.controller.infoViewActions = nil
        #expect(await eventually { button.isHidden })
    }

    @Test("R41: the panel is opened, operated and closed by keys alone, and the keys return to its button")
    func panel_byKeys() async throws {
        let stage = try await stage()
        defer { stage.end() }
        let client = RecordingController()
        client.title = "Episodes"
        stage.controller.customInfoViewControllers = [client]
        stage.player.currentItem?.externalMetadata = facts
        #expect(await eventually { stage.controls?.button(.info)?.isHidden == false })
        stage.tab()
        try reach("Info", stage)
        stage.key(.returnOrEnter)
        let panel = try #require(information(stage))
        #expect(panel.tabTitles == ["Info", "Episodes"])
        // Tab stays in the panel, whose first tab has the ring.
        holds(focused(stage) == "Info" && stage.controller.content.keyFocus.current is PanelTab)
        var seen: Set<String> = []
        for _ in 0..<8 {
            seen.insert(focused(stage) ?? "")
            stage.tab()
        }
        #expect(seen == ["Info", "Episodes", "Play from beginning", "Close"])
        try reach("Info", stage)
        stage.key(.rightArrow)
        #expect(focused(stage) == "Episodes")
        holds(client.events.isEmpty)
        stage.key(.space, " ")
        #expect(await eventually { client.events == ["willAppear", "didAppear"] })
        holds(stage.frame(of: panel).contains(stage.frame(of: client.view)) && client.parent === stage.controller)
        holds(panel.tab(1)?.accessibilityTraits.contains(.selected) == true)
        stage.key(.escape)
        holds(information(stage) == nil)
        #expect(await eventually { client.events == RecordingController.all && client.parent == nil })
        holds(focused(stage) == "Info" && stage.controls?.button(.info)?.isFirstResponder == true)

        // With the ring on no control, the shortcut opens the panel, and Escape closes it.
        stage.key(.escape)
        stage.controller.run(.toggleInformation)
        holds(information(stage) != nil)
        stage.key(.escape)
        holds(information(stage) == nil)
    }

    @Test("the arrow keys scroll a long description, and the panel closes when another item begins or the item fails")
    func longDescription_scrolls() async throws {
        let stage = try await stage()
        defer { stage.end() }
        let words = Array(repeating: "A sentence of the description.", count: 120).joined(separator: " ")
        stage.player.currentItem?.externalMetadata = facts.dropLast(2) + [.text(words, .commonIdentifierDescription)]
        #expect(await eventually { stage.controls?.button(.info)?.isHidden == false })
        stage.controller.run(.toggleInformation)
        let panel = try #require(information(stage))
        let before = stage.frame(of: panel.page).minY
        stage.key(.downArrow)
        stage.window.layoutIfNeeded()
        #expect(stage.frame(of: panel.page).minY == before - 60)
        stage.key(.upArrow)
        stage.window.layoutIfNeeded()
        #expect(stage.frame(of: panel.page).minY == before)
        stage.player.replaceCurrentItem(with: AVPlayerItem(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        #expect(await eventually { stage.controller.content.panels.information.view == nil })
        stage.controller.run(.toggleInformation)
        holds(information(stage) == nil)
    }

    @Test(
        "R27: in a narrow window Info moves into More, and the panel lies inside the window",
        arguments: [(360.0, 640.0), (420, 236), (300, 200), (640, 360)])
    func narrow(width: Double, height: Double) async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.rich()))
        player.isMuted = true
        player.currentItem?.externalMetadata = facts
        let stage = PlayerStage(player, width: width, height: height)
        defer { stage.end() }
        #expect(await eventually { stage.controller.model.media.description.subtitle != nil })
        stage.showControls()
        let controls = try #require(stage.controls)
        #expect(controls.available.contains(.info))
        if controls.button(.info)?.isHidden == true {
            try stage.click(.more)
            let row = try #require(stage.menu?.row("Info"))
            row.sendActions(for: .primaryActionTriggered)
        } else {
            try stage.click(.info)
        }
        #expect(await eventually { stage.controller.content.panels.information.view != nil })
        let panel = try #require(information(stage))
        let frame = stage.frame(of: panel)
        #expect(stage.window.bounds.contains(frame) && frame.height >= 90 && frame.width >= 200, "\(frame)")
        holds(stage.menu == nil)
        holds(stage.controller.presenter.visibility.holds.contains(.information))
    }

    @Test("in a right-to-left language the panel is at the left, with the artwork at the right")
    func rightToLeft() async throws {
        try await ViewerLanguages.$override.withValue(["ar"]) {
            let stage = try await stage()
            defer { stage.end() }
            stage.player.currentItem?.externalMetadata = facts
            #expect(await eventually { stage.controls?.button(.info)?.isHidden == false })
            try stage.click(.info)
            let panel = try #require(information(stage))
            #expect(stage.frame(of: panel).minX == 28)
            let title = try #require(panel.page.descendants(UILabel.self).first { $0.text == "The title" })
            let artwork = try #require(panel.page.descendants(UIImageView.self).first { $0.image != nil })
            #expect(stage.frame(of: artwork).minX > stage.frame(of: title).midX)
        }
    }

    @Test(
        "R219: the client's transport bar items are in the desktop's menu of functions and in More, and are performed there"
    )
    func clientItems() async throws {
        let stage = try await stage()
        defer { stage.end() }
        var performed: [String] = []
        let favorite = UIAction(title: "Favorite") { _ in performed.append("favorite") }
        let low = UIAction(title: "Low") { _ in performed.append("low") }
        stage.controller.transportBarCustomMenuItems = [favorite, UIMenu(title: "Quality", children: [low])]
        #expect(await eventually { stage.controls?.button(.more)?.isHidden == false })
        try stage.click(.more)
        let menu = try #require(stage.menu)
        #expect(
            menu.texts == ["Favorite", "Quality", "Low"] || menu.texts.suffix(3) == ["Favorite", "Quality", "Low"])
        stage.click(try #require(menu.row("Low")))
        stage.controller.run(.showContextMenu)
        stage.window.layoutIfNeeded()
        try #require(stage.menu?.row("Favorite")).sendActions(for: .primaryActionTriggered)
        #expect(performed == ["low", "favorite"])
        stage.controller.transportBarCustomMenuItems = []
        #expect(await eventually { stage.controls?.button(.more)?.isHidden == true })
    }

    // MARK: Chapters

    @Test(
        """
        the list of chapters has a picture for each, marks the present one, is entered there by keys, and seeks to the one that is chosen
        """)
    func chapters_havePictures() async throws {
        let stage = try await stage()
        defer { stage.end() }
        let chapters = stage.controller.model.chapters
        let inside = CMTime(seconds: chapters[1].start + 0.5, preferredTimescale: 600)
        _ = await stage.player.seek(to: inside, toleranceBefore: .zero, toleranceAfter: .zero)
        try stage.click(.chapters)
        let menu = try #require(stage.menu)
        #expect(menu.texts == ["Chapters", "Opening", "\u{2713} Middle", "End"])
        #expect(await eventually { menu.rowViews.allSatisfy { $0.image != nil } })
        let rows = menu.rowViews
        let picture = try #require(rows[1].descendants(RowPictureView.self).first)
        #expect(
            picture.layer.borderWidth == 2 && rows[0].descendants(RowPictureView.self).first?.layer.borderWidth == 0)
        let frame = stage.frame(of: picture)
        #expect(abs(frame.width / frame.height - 16.0 / 9) < 0.05 && frame.height >= 48)
        #expect(rows[1].accessibilityValue == TimeText.spoken(chapters[1].start) + ", selected")
        #expect(rows[2].accessibilityValue == TimeText.spoken(chapters[2].start))
        // The picture is drawn: the row is not a plain surface.
        var seen: Set<Int> = []
        for x in stride(from: frame.minX + 4, to: frame.maxX - 4, by: 6) {
            seen.insert(stage.brightness(at: CGPoint(x: x, y: frame.midY)))
        }
        #expect(seen.count > 1)
        stage.key(.downArrow)
        holds(rows[1].isLit)
        stage.key(.downArrow)
        stage.key(.returnOrEnter)
        #expect(await eventually { stage.player.currentTime().seconds == chapters[2].start })
        holds(stage.menu == nil)
    }

    @Test("a list of many chapters opens at the present one and requests only the pictures that are visible")
    func manyChapters_openAtPresent() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 40, width: 320, height: 180)
        recipe.chapters = (0..<20).map { ChapterRecipe(from: Double($0) * 2, title: "Part \($0 + 1)") }
        let stage = try await PlayerStage.clip(recipe)
        defer { stage.end() }
        let inside = CMTime(seconds: 31, preferredTimescale: 600)
        _ = await stage.player.seek(to: inside, toleranceBefore: .zero, toleranceAfter: .zero)
        try stage.click(.chapters)
        let menu = try #require(stage.menu)
        let area = stage.frame(of: menu)
        func isVisible(_ row: MenuRowView) -> Bool { area.intersects(stage.frame(of: row)) }
        let present = try #require(menu.row("Part 16"))
        #expect(area.contains(stage.frame(of: present)))
        #expect(await eventually { menu.rowViews.filter(isVisible).allSatisfy { $0.image != nil } })
        #expect(menu.rowViews.filter { !isVisible($0) }.allSatisfy { $0.image == nil })
        #expect(menu.rowViews.contains { !isVisible($0) })
        stage.move(to: CGPoint(x: area.midX, y: area.midY))
        for _ in 0..<40 { stage.wheel(1, at: CGPoint(x: area.midX, y: area.midY)) }
        #expect(await eventually { menu.row("Part 1")?.image != nil })
    }

    @Test("an item that waits for authorization shows no pictures of its chapters")
    func heldItem_showsNoPictures() async throws {
        let asset = AVURLAsset(url: try await StreamMaker.shared.clip(.rich()))
        let log = PictureLog()
        let pictures = ChapterPictures(asset: asset, width: 160) { log.isAllowed }
        pictures.picture(start: 0, length: 2, completion: log.add)
        #expect(await eventually { log.answers == [false] })
        log.isAllowed = true
        pictures.picture(start: 0, length: 2, completion: log.add)
        #expect(await eventually { log.answers == [false, true] })
        // A picture that is being made when the item is held is not shown, and neither is one that is known.
        pictures.picture(start: 2, length: 2, completion: log.add)
        log.isAllowed = false
        #expect(await eventually { log.answers == [false, true, false] })
        pictures.picture(start: 0, length: 2, completion: log.add)
        #expect(await eventually { log.answers == [false, true, false, false] })

        let stage = try await stage()
        defer { stage.end() }
        let shown = PictureLog()
        let gate = ClosedGate()
        func request() {
            let controller = stage.controller
            controller.television.picture(of: controller.model.chapters, 0, width: 120, shown.add)
        }
        stage.player.addPlaybackGate(gate)
        stage.player.playbackGateDidChange()
        request()
        #expect(await eventually { shown.answers == [false] })
        stage.player.removePlaybackGate(gate)
        stage.player.playbackGateDidChange()
        request()
        #expect(await eventually { shown.answers == [false, true] })
    }
}

/// The answers to requests for pictures: whether there was one.
@MainActor
private final class PictureLog {
    var isAllowed = false
    private(set) var answers: [Bool] = []
    func add(_ image: CGImage?) { answers.append(image != nil) }
}

/// Admits no item.
private final class ClosedGate: PlaybackGate {
    func admits(_ item: AVPlayerItem) -> Bool { false }
}
