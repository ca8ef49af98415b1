import AVFoundation
import Foundation
import Localization
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The television idiom in a window: presses, focus, panels and pixels.
@MainActor
@Suite(.english, .serialized, .enabled(if: StreamMaker.isAvailable))
struct TelevisionTests {
    @Test(
        """
        R35 R223: with hidden controls, Select pauses and shows the focused transport bar; the next Select plays, and Menu hides the \
        controls of the paused player
        """)
    func select() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30))
        defer { stage.end() }
        stage.hideControls()
        holds(stage.mode == .hidden && stage.focused === stage.controller.content)
        stage.press(.select)
        holds(stage.player.rate == 0 && stage.mode == .bar)
        let bar = try #require(stage.controls?.bar)
        holds(stage.focused === bar)
        #expect(await eventually { stage.player.currentItem?.isSeekPending == false })
        let point = stage.frame(of: bar)
        #expect(await eventually { stage.brightness(at: CGPoint(x: point.minX + 3, y: point.midY)) > 230 })
        stage.press(.select)
        holds(stage.player.rate == 1)
        stage.press(.space)
        holds(stage.player.rate == 0)
        stage.press(.menu)
        holds(stage.mode == .hidden && stage.focused === stage.controller.content)
        #expect(await eventually { stage.controls?.isHidden == true })
    }

    @Test("the card of an item without video displays its title only while the transport bar does not")
    func titleOfAudio() async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.audioOnly(container: .m4a)))
        let stage = TVStage(player)
        defer { stage.end() }
        let content = stage.controller.content
        let description = { stage.controller.model.media.description }
        player.play()
        try await stage.waitUntil {
            content.card != nil && stage.controls?.isHidden == false && description().subtitle != nil
        }
        /// The visible labels with the item's title, of the card or of the controls.
        func titles(of root: UIView?) -> Int {
            stage.window.layoutIfNeeded()
            guard let root, !root.isHidden, root.alpha > 0.01 else { return 0 }
            return root.subviews.count {
                ($0 as? UILabel)?.text == description().title && !$0.isHidden && $0.alpha > 0.01
            }
        }
        holds(titles(of: content.card) == 0 && titles(of: stage.controls) == 1)
        stage.hideControls()
        holds(titles(of: content.card) == 1)
        stage.controller.transportBarIncludesTitleView = false
        stage.press(.select)
        holds(titles(of: content.card) == 1 && titles(of: stage.controls) == 0)
        let bar = try #require(stage.controls?.bar)
        for label in content.card?.descendants(UILabel.self) ?? [] {
            #expect(stage.frame(of: label).maxY < stage.frame(of: bar).minY)
        }
    }

    @Test("R222: Space and the play key of a remote toggle playback in every mode and show the bar")
    func space() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30))
        defer { stage.end() }
        stage.hideControls()
        stage.press(.space)
        holds(stage.player.rate == 0 && stage.mode == .bar)
        stage.press(.down)
        stage.press(.playPause)
        holds(stage.player.rate == 1 && stage.mode == .tabs(0))
        stage.press(GamepadButton.start)
        holds(stage.player.rate == 0)
        // The key codes of HDMI-CEC and keypads.
        stage.press(KeyUsage.pause)
        holds(stage.player.rate == 1)
        stage.press(.menu)
        stage.press(KeyUsage.cancel)
        holds(stage.mode == .hidden)
        stage.press(KeyUsage.select)
        holds(stage.mode == .bar && stage.player.rate == 0)
    }

    @Test(
        """
        R223: right skips 10 s; a held key chooses a time with its thumbnail while playback waits; Menu returns to the start, Select seeks
        """)
    func scrubbing() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 60, width: 640, height: 360))
        defer { stage.end() }
        stage.player.pause()
        stage.press(.right)
        #expect(await eventually { stage.player.currentTime().seconds >= 10 })
        let start = stage.player.currentTime().seconds
        stage.player.play()
        stage.press(.right, repeats: 6)
        holds(stage.mode == .scrubbing && stage.player.rate == 0)
        let target = try #require(stage.controls?.bar.target)
        holds(target > start + 10)
        let preview = try #require(stage.controls?.shownPreview)
        holds(preview.time == TimeText.text(target))
        #expect(await eventually { stage.controls?.shownPreview?.image != nil })
        holds(stage.frame(of: preview).width == 320)
        stage.press(.menu)
        holds(stage.mode == .bar && stage.controls?.shownPreview == nil)
        #expect(await eventually { abs(stage.player.currentTime().seconds - start) < 15 && stage.player.rate == 1 })

        stage.press(.right, repeats: 8)
        let next = try #require(stage.controls?.bar.target)
        stage.press(.select)
        holds(stage.mode == .bar)
        #expect(await eventually { stage.player.currentTime().seconds >= next - 0.1 && stage.player.rate == 1 })
    }

    @Test(
        "R219: Up focuses the buttons; Select opens the menu of speeds, a choice applies, and Menu closes an open menu")
    func buttons() async throws {
        let stage = try await TVStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        stage.hideControls()
        stage.press(.up)
        holds(stage.mode == .buttons)
        let kinds = try #require(stage.controls?.buttons.map(\.kind))
        holds(kinds == [.subtitles, .audio, .speed])
        stage.press(.right)
        stage.press(.right)
        stage.press(.right)
        let speed = try #require(stage.controls?.buttons.last)
        holds(stage.focused === speed)
        let disc = stage.frame(of: speed)
        #expect(await eventually { stage.brightness(at: CGPoint(x: disc.midX, y: disc.minY + 6)) > 240 })
        stage.press(.select)
        holds(stage.mode == .menu)
        holds(stage.controls?.tvMenu?.view.texts.contains("\u{2713} Normal") == true)
        holds((stage.focused as? TVMenuRow)?.content.title == "Normal")
        stage.press(.menu)
        holds(stage.mode == .buttons && stage.controls?.tvMenu == nil && stage.focused === speed)
        stage.press(.select)
        stage.press(.down)
        stage.press(.select)
        holds(stage.player.rate == 0.5 && stage.mode == .buttons)
        #expect(await eventually { speed.text == "0.5\u{00D7}" })
    }

    @Test(
        "the menu of subtitles has Auto and Off, filters by language, and requires one of the subtitles where the client says so"
    )
    func subtitleMenu() async throws {
        let stage = try await TVStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        func titles() -> [String] { stage.tv.sections(of: .subtitles).flatMap(\.rows).map(\.title) }
        holds(titles().prefix(2) == ["Auto", "Off"] && titles().count == 4)
        stage.controller.allowedSubtitleOptionLanguages = ["de"]
        holds(titles().count == 3)
        stage.controller.requiresFullSubtitles = true
        holds(titles().count == 1 && !titles().contains("Auto"))
        stage.controller.requiresFullSubtitles = false
        stage.press(.up)
        stage.press(.select)
        holds((stage.focused as? TVMenuRow)?.content.title == "Auto")
        stage.press(.down)
        stage.press(.down)
        stage.press(.select)
        let item = try #require(stage.player.currentItem)
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        holds(item.currentMediaSelection.selectedMediaOption(in: group)?.extendedLanguageTag == "de")
        let rows = stage.tv.sections(of: .subtitles).flatMap(\.rows)
        holds(rows.map(\.isOn) == [false, false, true])
        holds(stage.tv.sections(of: .audio).flatMap(\.rows).first?.title == "Auto")
    }

    @Test(
        "R25 R37 R220: Down opens the tabs; the chapters have pictures, the present one is marked, and Select seeks to the chosen one"
    )
    func chapters() async throws {
        let stage = try await TVStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        stage.press(.down)
        holds(stage.mode == .tabs(0))
        holds(stage.controls?.tabs.map(\.title) == ["Info", "Chapters"])
        stage.press(.right)
        holds(stage.mode == .tabs(1) && stage.focused === stage.controls?.tabs[1])
        let list = try #require(stage.controls?.panel?.view as? ChapterListView)
        holds(list.cards.map(\.isPresent) == [true, false, false])
        holds(list.cards[0].text.hasSuffix("now"))
        #expect(await eventually { list.cards.allSatisfy { $0.image != nil } })
        stage.press(.down)
        holds(stage.mode == .panel(1) && stage.focused === list.cards[0])
        stage.press(.right)
        stage.press(.right)
        holds(stage.focused === list.cards[2])
        let card = stage.frame(of: list.cards[2])
        // The white outline of the focused card lies outside of its place.
        #expect(await eventually { stage.brightness(at: CGPoint(x: card.midX, y: card.minY - 9)) > 240 })
        stage.press(.select)
        #expect(await eventually { stage.player.currentTime().seconds >= 16 })
        holds(stage.mode == .bar && stage.controls?.panel == nil)
        // Up returns from a panel to its tab, and from the tab to the bar.
        stage.press(.down)
        stage.press(.down)
        holds((stage.focused as? ChapterCard)?.isPresent == true)
        stage.press(.up)
        holds(stage.mode == .tabs(1))
        stage.press(.up)
        holds(stage.mode == .bar)
    }

    @Test("R25: an item without chapters has no tab for them")
    func chapters_none() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 8))
        defer { stage.end() }
        stage.press(.down)
        holds(stage.controls?.tabs.map(\.title).contains("Chapters") == false)
    }

    @Test(
        "R60: the information panel shows the client's metadata before the asset's, with artwork and the client's buttons"
    )
    func information() async throws {
        func item(_ identifier: AVMetadataIdentifier, _ value: String) -> AVMetadataItem {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.value = value as NSString
            item.extendedLanguageTag = "und"
            return item
        }
        let stage = try await TVStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        var pressed = 0
        stage.controller.infoViewActions = [
            UIAction(title: "Favorite") { _ in pressed += 1 }, UIAction(title: "Share") { _ in },
            UIAction(title: "Third") { _ in },
        ]
        stage.player.currentItem?.externalMetadata = [
            item(.commonIdentifierTitle, "The title"), item(.iTunesMetadataTrackSubTitle, "The subtitle"),
            item(.commonIdentifierDescription, "What happens."), item(.iTunesMetadataContentRating, "mpaa|PG-13|300|"),
            item(.quickTimeMetadataGenre, "Comedy"), item(.commonIdentifierCreationDate, "2008-05-30"),
        ]
        #expect(await eventually { stage.controller.model.media.description.title == "The title" })
        stage.press(.down)
        let panel = try #require(stage.controls?.panel?.view as? InfoPanelView)
        #expect(
            panel.texts == ["The title", "The subtitle", "2008 \u{00B7} Comedy", "PG-13", "What happens."],
            "\(panel.texts)")
        holds(panel.hasArtwork)
        holds(panel.buttons.map(\.title) == ["Favorite", "Share"])
        stage.press(.down)
        holds(stage.focused === panel.buttons[0])
        stage.press(.select)
        holds(pressed == 1 && stage.mode == .bar)

        stage.controller.infoViewActions = nil
        holds(stage.controller.infoViewActions.map(\.title) == ["Play from beginning"])
        _ = await stage.player.seek(to: CMTime(seconds: 20, preferredTimescale: 600))
        #expect(await eventually { stage.player.currentTime().seconds >= 19 })
        stage.press(.down)
        stage.press(.down)
        stage.press(.select)
        #expect(await eventually { stage.player.currentTime().seconds < 5 })
    }

    @Test("R220: a client's controller is a tab with its title and height, gets its appearance callbacks and the focus")
    func clientTab() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30))
        defer { stage.end() }
        let client = RecordingController()
        client.title = "Up Next"
        client.preferredContentSize = CGSize(width: 0, height: 300)
        stage.controller.customInfoViewControllers = [client]
        stage.press(.down)
        holds(stage.controls?.tabs.map(\.title) == ["Info", "Up Next"])
        holds(client.events.isEmpty)
        stage.press(.right)
        holds(client.events.first == "willAppear")
        #expect(await eventually { client.events == ["willAppear", "didAppear"] })
        holds(stage.frame(of: client.view).height == 300 && client.parent === stage.controller)
        let edge = stage.frame(of: client.view)
        holds(edge.maxY == 720 - 36 && edge.minX == 64)
        stage.press(.down)
        holds(stage.focused === client.first)
        stage.press(.right)
        holds(stage.focused === client.second)
        stage.press(.select)
        holds(client.second.presses == 1)
        stage.press(.menu)
        holds(stage.mode == .bar)
        #expect(await eventually { client.events == RecordingController.all && client.parent == nil })
    }

    @Test(
        """
        R114 R115 R116 R117 R118 R120 S12.1: a hint announces the overlay when the video begins; Up shows the overlay with its callbacks and \
        focus; Menu and a swipe down dismiss it, and playback continues
        """)
    func overlay() async throws {
        let overlay = RecordingController()
        overlay.title = "Episodes"
        overlay.prefersSecond = true
        let stage = try await TVStage.clip(
            .markedWithTone(seconds: 60), prepare: { $0.customOverlayViewController = overlay })
        defer { stage.end() }
        holds(overlay.events.isEmpty && overlay.viewIfLoaded?.window == nil)
        #expect(await eventually { stage.tv.overlayHint != nil })
        let hint = try #require(stage.tv.overlayHint)
        holds(hint.text == "Swipe up for Episodes")
        holds(stage.frame(of: hint).maxY == 720 - 36 && stage.controls?.isHidden == true)
        stage.press(.up)
        holds(stage.mode == .overlay && stage.tv.overlayHint == nil)
        #expect(await eventually { overlay.events == ["willAppear", "didAppear"] })
        holds(stage.focused === overlay.second && overlay.parent === stage.controller)
        holds(stage.brightness(at: CGPoint(x: 700, y: 500)) == 85)
        stage.press(.left)
        holds(stage.focused === overlay.first)
        stage.press(.select)
        holds(overlay.first.presses == 1)
        holds(stage.player.rate == 1)
        stage.press(.menu)
        holds(stage.mode == .hidden && stage.focused === stage.controller.content)
        #expect(await eventually { overlay.events == RecordingController.all && overlay.parent == nil })

        stage.swipe(from: CGPoint(x: 640, y: 600), to: CGPoint(x: 640, y: 300))
        holds(stage.mode == .overlay && overlay.parent === stage.controller)
        stage.swipe(from: CGPoint(x: 1000, y: 300), to: CGPoint(x: 1000, y: 600))
        holds(stage.mode == .hidden)
        stage.press(.up)
        // Nothing to focus lies below.
        stage.press(.down)
        holds(stage.mode == .hidden)
        #expect(await eventually { overlay.parent == nil })
        // The overlay has a button as well.
        stage.press(.select)
        stage.press(.up)
        holds(stage.controls?.buttons.first?.kind == .overlay)
        stage.press(.left)
        stage.press(.select)
        holds(stage.mode == .overlay)
        stage.controller.customOverlayViewController = nil
        holds(stage.mode == .hidden && overlay.parent == nil)
    }

    @Test("R119: the content overlay stays visible while the controls come and go")
    func contentOverlay() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30))
        defer { stage.end() }
        let logo = UIView(frame: CGRect(x: 1200, y: 20, width: 40, height: 40))
        logo.backgroundColor = .white
        stage.controller.contentOverlayView?.addSubview(logo)
        for button in [TVStage.Button.select, .down, .menu, .menu] {
            stage.press(button)
            holds(stage.brightness(at: CGPoint(x: 1220, y: 40)) == 255)
        }
        holds(stage.mode == .hidden)
    }

    @Test(
        "R141: Menu closes the panel, hides the controls, asks the delegate and then dismisses with both notifications")
    func menuOrder() async throws {
        let root = UIViewController()
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 30)))
        let stage = TVStage(player, root: root)
        defer { stage.end() }
        let recorder = DismissalRecorder()
        stage.controller.delegate = recorder
        root.present(stage.controller, animated: false)
        player.play()
        #expect(await eventually { stage.controls != nil && stage.controller.model.isFrameReady })
        stage.press(.down)
        holds(stage.mode == .tabs(0))
        stage.press(.menu)
        holds(stage.mode == .bar && recorder.events.isEmpty)
        stage.press(.menu)
        holds(stage.mode == .hidden && recorder.events.isEmpty)
        recorder.mayDismiss = false
        stage.press(.menu)
        holds(recorder.events == ["should"] && root.presentedViewController != nil)
        recorder.mayDismiss = true
        stage.press(.menu)
        #expect(await eventually { recorder.events == ["should", "should", "willBegin", "didEnd"] })
        #expect(await eventually { root.presentedViewController == nil })
    }

    @Test(
        "S12.17: the delegate hears of each change of the transport bar, and its animations run with those of the bar")
    func visibility() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30))
        defer { stage.end() }
        stage.hideControls()
        let recorder = DismissalRecorder()
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        recorder.view = view
        stage.controller.contentOverlayView?.addSubview(view)
        stage.controller.delegate = recorder
        stage.press(.select)
        holds(recorder.events == ["bar true"] && view.alpha == 0.5)
        // A seek that takes long shows the controls again.
        #expect(await eventually { stage.player.currentItem?.isSeekPending == false })
        stage.press(.down)
        stage.press(.menu)
        holds(recorder.events == ["bar true"])
        #expect(await eventually { recorder.completions == [true] })
        stage.press(.menu)
        holds(recorder.events == ["bar true", "bar false"])
        #expect(await eventually { recorder.completions == [true, true] })
        // A bar that is not included appears with the next appearance only.
        stage.controller.playbackControlsIncludeTransportBar = false
        stage.controller.playbackControlsIncludeInfoViews = false
        stage.press(.select)
        holds(stage.controls?.bar.isHidden == true && stage.controls?.tabs.allSatisfy(\.isHidden) == true)
        holds(recorder.events == ["bar true", "bar false"])
    }

    @Test(
        "S12.14: with skipItem, left and right ask the delegate for items where the client allows it, and seek nowhere")
    func skipItem() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 60))
        defer { stage.end() }
        let recorder = DismissalRecorder()
        stage.controller.delegate = recorder
        stage.controller.skippingBehavior = .skipItem
        stage.controller.isSkipForwardEnabled = true
        stage.hideControls()
        recorder.events = []
        stage.press(.right)
        stage.press(.left)
        stage.press(.nextTrack)
        holds(recorder.events.filter { $0.hasPrefix("item") } == ["item next", "item next"])
        holds(stage.player.currentTime().seconds < 9)
    }

    @Test("a client's menu items are buttons: an action runs, a menu opens, and a menu inside a menu is ignored")
    func customItems() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 30))
        defer { stage.end() }
        var events: [String] = []
        let quality = UIMenu(
            title: "Quality", options: .singleSelection,
            children: [
                UIAction(title: "High", state: .on) { _ in events.append("high") },
                UIAction(title: "Low") { _ in events.append("low") },
                UIMenu(title: "Nested", children: [UIAction(title: "Deep") { _ in }]),
            ])
        stage.controller.transportBarCustomMenuItems = [
            UIAction(title: "Favorite", image: UIImage(systemName: "star")) { _ in events.append("favorite") }, quality,
        ]
        stage.hideControls()
        stage.press(.up)
        holds(stage.controls?.buttons.map(\.kind) == [.custom(0), .custom(1), .speed])
        stage.press(.left)
        stage.press(.left)
        stage.press(.select)
        holds(events == ["favorite"] && stage.mode == .buttons)
        stage.press(.right)
        stage.press(.select)
        holds(stage.controls?.tvMenu?.view.texts == ["Quality", "\u{2713} High", "Low"])
        stage.press(.down)
        stage.press(.select)
        holds(events == ["favorite", "low"] && stage.mode == .buttons)
        stage.press(.select)
        holds(stage.controls?.tvMenu?.view.texts == ["Quality", "High", "\u{2713} Low"])
    }

    @Test(
        "in Arabic text, tabs and buttons start from the right and the time line does not; 1080p scales everything by 1.5"
    )
    func mirroringAndScale() async throws {
        func frames(_ width: Double, _ height: Double, _ language: String) async throws -> (
            title: CGRect, bar: CGRect, button: CGRect, tabs: [CGRect]
        ) {
            try await ViewerLanguages.$override.withValue([language]) {
                let stage = try await TVStage.clip(.rich(seconds: 24), width: width, height: height)
                defer { stage.end() }
                stage.press(.select)
                let controls = try #require(stage.controls)
                // A layout by a timer is not within this task, whose language is the test's.
                controls.setNeedsLayout()
                stage.window.layoutIfNeeded()
                let title = try #require(
                    controls.subviews.compactMap { $0 as? UILabel }.first { $0.text == "A rich clip" })
                return (
                    stage.frame(of: title), stage.frame(of: controls.bar), stage.frame(of: controls.buttons[0]),
                    controls.tabs.map { stage.frame(of: $0) }
                )
            }
        }
        let english = try await frames(1280, 720, "en")
        holds(english.title.minX == 64 && english.button.minX > 900 && english.tabs[0].minX < english.tabs[1].minX)
        let arabic = try await frames(1280, 720, "ar")
        holds(arabic.title.maxX == 1280 - 64 && arabic.button.minX < 400 && arabic.tabs[0].minX > arabic.tabs[1].minX)
        holds(arabic.bar == english.bar)
        let large = try await frames(1920, 1080, "en")
        holds(large.title.minX == 96 && abs(large.bar.midY - english.bar.midY * 1.5) <= 2)
        holds(abs(large.button.width - english.button.width * 1.5) <= 1)
    }

    @Test(
        "R41: every visible control of the television idiom has a name and a role, and the focus reaches each of them")
    func accessibility() async throws {
        let stage = try await TVStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        stage.press(.down)
        stage.press(.right)
        let controls = try #require(stage.controls)
        #expect(await eventually { controls.descendants(InfoPanelView.self).isEmpty })
        let all = controls.descendants(FocusControl.self).filter { !$0.isHidden }
        holds(all.count >= 9)
        for control in all { #expect(!(control.accessibilityLabel ?? "").isEmpty && control.isAccessibilityElement) }
        // Panels are made anew when their tab gets the focus, so that names are compared.
        var reached: Set<String> = []
        func note() { reached.insert(stage.focused?.accessibilityLabel ?? "") }
        for button in [TVStage.Button.left, .right, .down, .right, .right, .menu, .up, .left, .left, .right, .right] {
            note()
            stage.press(button)
        }
        note()
        stage.press(.down)
        note()
        holds(all.allSatisfy { reached.contains($0.accessibilityLabel ?? "") })
    }
}

/// A delegate that records dismissal, visibility and skipping.
@MainActor
final class DismissalRecorder: NSObject, AVPlayerViewControllerDelegate {
    var events: [String] = []
    var completions: [Bool] = []
    var mayDismiss = true
    var view: UIView?

    func playerViewControllerShouldDismiss(_ playerViewController: AVPlayerViewController) -> Bool {
        events.append("should")
        return mayDismiss
    }
    func playerViewControllerWillBeginDismissalTransition(_ playerViewController: AVPlayerViewController) {
        events.append("willBegin")
    }
    func playerViewControllerDidEndDismissalTransition(_ playerViewController: AVPlayerViewController) {
        events.append("didEnd")
    }
    func playerViewController(
        _ playerViewController: AVPlayerViewController, willTransitionToVisibilityOfTransportBar visible: Bool,
        with coordinator: any AVPlayerViewControllerAnimationCoordinator
    ) {
        guard let view else { return }
        events.append("bar \(visible)")
        coordinator.addCoordinatedAnimations {
            view.alpha = visible ? 0.5 : 1
        } completion: { finished in
            self.completions.append(finished)
        }
    }
    func skipToNextItem(for playerViewController: AVPlayerViewController) { events.append("item next") }
    func skipToPreviousItem(for playerViewController: AVPlayerViewController) { events.append("item previous") }
}
