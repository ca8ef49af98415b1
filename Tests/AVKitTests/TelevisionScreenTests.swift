import AVFoundation
import Foundation
import Localization
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVFoundation
@testable import AVKit

/// The client's actions, the settings, the passcode and the proposal in the television idiom, operated by the remote.
@MainActor
@Suite(.english, .serialized, .enabled(if: StreamMaker.isAvailable))
struct TelevisionScreenTests {
    // MARK: Contextual actions

    private func actionStage(_ perform: @escaping (String) -> Void) async throws -> TVStage {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 60))
        stage.hideControls()
        stage.controller.contextualActions = ["Skip Intro", "Skip Recap"].map { title in
            UIAction(title: title) { _ in perform(title) }
        }
        try await stage.waitUntil { stage.controller.flows.actions.view != nil }
        stage.window.layoutIfNeeded()
        return stage
    }

    @Test(
        """
        R41: with hidden controls, Down focuses the contextual actions, the arrow keys move among them, Select performs the focused one, and \
        Menu returns to the video
        """)
    func actions_overVideo() async throws {
        var performed: [String] = []
        let stage = try await actionStage { performed.append($0) }
        defer { stage.end() }
        let view = try #require(stage.controller.flows.actions.view)
        let buttons = view.buttons
        holds(buttons[0].isChosen && stage.mode == .hidden)
        // The margin of the controls, which are hidden.
        #expect(view.convert(view.bounds, to: stage.window).maxX == 1280 - TVLook.sideMargin)
        stage.press(.select)
        #expect(performed == ["Skip Intro"])
        stage.hideControls()
        stage.press(.down)
        holds(stage.mode == .actions(isOverControls: false) && stage.focused === buttons[0])
        holds(!buttons[0].isChosen)
        stage.press(.right)
        holds(stage.focused === buttons[1])
        stage.press(.right)
        holds(stage.focused === buttons[1])
        stage.press(.select)
        #expect(performed == ["Skip Intro", "Skip Recap"])
        // The press has shown the controls, and the focus has stayed.
        holds(stage.mode == .actions(isOverControls: true) && stage.focused === buttons[1])
        stage.hideControls()
        holds(stage.mode == .actions(isOverControls: false))
        stage.press(.up)
        holds(stage.mode == .hidden && stage.focused === stage.controller.content)
        holds(buttons[0].isChosen)
        stage.press(.down)
        stage.press(.menu)
        holds(stage.mode == .hidden && stage.player.rate == 1)
        // Another press of Down opens the tabs as before.
        stage.press(.down)
        stage.press(.down)
        holds(stage.mode == .tabs(0))
    }

    @Test(
        "with visible controls, Up leads from the buttons to the contextual actions, and Down back; actions that disappear give the focus back"
    )
    func actions_aboveControls() async throws {
        let stage = try await actionStage { _ in }
        defer { stage.end() }
        let buttons = try #require(stage.controller.flows.actions.view).buttons
        stage.press(.up)
        let places = stage.mode
        holds(places == .buttons || places == .bar)
        stage.press(.up)
        holds(stage.mode == .actions(isOverControls: true) && buttons.contains { $0 === stage.focused })
        stage.press(.down)
        holds(stage.mode == places)
        stage.press(.up)
        stage.controller.contextualActions = []
        holds(stage.mode == .bar && stage.focused === stage.controls?.bar)
        #expect(await eventually { stage.controller.content.descendants(ContextualActionsView.self).isEmpty })
    }

    // MARK: Settings

    private func panel(_ stage: TVStage) -> PanelView? {
        stage.window.layoutIfNeeded()
        return stage.controller.content.descendants(PanelView.self).first
    }

    private func chosen(_ stage: TVStage) -> PanelRowView? {
        panel(stage)?.descendants(PanelRowView.self).first(where: \.isLit)
    }

    @Test(
        """
        R41: a button of the transport bar opens the settings, which the remote's keys operate; Menu closes them and returns to the button
        """)
    func settings_byRemote() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 60))
        defer { stage.end() }
        let store = SettingsStore(file: nil)
        holds(stage.tv.makeButtons().allSatisfy { $0.kind != .settings })
        stage.controller.program.offersSettings = true
        stage.press(.up)
        holds(stage.mode == .buttons)
        for _ in 0..<6 { stage.press(.right) }
        holds((stage.focused as? TVButton)?.kind == .settings)
        stage.press(.select)
        holds(panel(stage) != nil)
        // The same screen with settings that belong to this test.
        stage.press(.menu)
        holds(panel(stage) == nil && stage.mode == .buttons && (stage.focused as? TVButton)?.kind == .settings)
        stage.controller.program.toggleSettings(store)

        let view = try #require(panel(stage))
        holds(stage.focused === view)
        let first = try #require(chosen(stage))
        holds(first.isFirstResponder && stage.frame(of: first).height == 56)
        let before = store.settings.captions.textScale
        stage.press(.right)
        #expect(store.settings.captions.textScale != before)
        holds(chosen(stage)?.isFirstResponder == true)
        stage.press(.left)
        #expect(store.settings.captions.textScale == before)
        stage.press(.down)
        stage.press(.select)
        #expect(store.settings.captions.color == .yellow)
        // Playback goes on, and the keys have not reached the player.
        holds(stage.player.rate == 1)
        let row = try #require(chosen(stage))
        #expect(row.accessibilityLabel == "Text color" && row.accessibilityValue == "Yellow")
        stage.press(.menu)
        holds(panel(stage) == nil && stage.controls?.isHidden == false)
    }

    @Test("R41: a passcode is set in the settings with the remote alone, on a pad of keys")
    func settings_passcodeByRemote() async throws {
        let stage = try await TVStage.clip(.markedWithTone(seconds: 60))
        defer { stage.end() }
        let store = SettingsStore(file: nil)
        stage.controller.program.toggleSettings(store)
        let title = StringTable.current[.setPasscode]
        for _ in 0..<30 where chosen(stage)?.content.title != title { stage.press(.down) }
        try #require(chosen(stage)?.content.title == title)
        stage.press(.select)
        let pad = try #require(panel(stage)?.descendants(KeypadView.self).first)
        let glass = try #require(panel(stage)?.subviews.first)
        holds(stage.frame(of: glass).contains(stage.frame(of: pad)))
        // The marked key is the 5; left of it the 4, above that the 1.
        for _ in 0..<2 {
            stage.press(.select)
            stage.press(.left)
            stage.press(.select)
            stage.press(.up)
            stage.press(.select)
            stage.press(.select)
            stage.press(.right)
            stage.press(.down)
        }
        #expect(store.restrictions.accepts(passcode: "5411"))
        holds(chosen(stage) != nil)
    }

    // MARK: Error

    @Test(
        """
        R41: an error message has the focus in the television idiom; arrow keys move among its buttons, of which the focused one is white, and \
        Select presses it
        """)
    func errorMessage() async throws {
        let stage = TVStage(AVPlayer(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        defer { stage.end() }
        var opened = 0
        stage.controller.program.errorActions = { [("Open", { opened += 1 })] }
        stage.player.play()
        try await stage.waitUntil { stage.controller.content.errorView?.targets.count == 2 }
        stage.window.layoutIfNeeded()
        let buttons = try #require(stage.controller.content.errorView?.targets)
        func brightness(_ index: Int) -> Int {
            stage.window.layoutIfNeeded()
            let frame = stage.frame(of: buttons[index])
            return stage.brightness(at: CGPoint(x: frame.midX, y: frame.minY + 6))
        }
        holds(stage.focused === buttons[0])
        #expect(brightness(0) > 230 && brightness(1) < 100)
        stage.press(.right)
        holds(stage.focused === buttons[1])
        #expect(brightness(0) < 100 && brightness(1) > 230)
        stage.press(.select)
        #expect(opened == 1)
    }

    // MARK: Passcode, proposal, interstitial

    @Test(
        "R132: the passcode is entered with the remote in the television idiom, also in Arabic, where digits run from left to right",
        arguments: ["en", "ar"])
    func passcode(language: String) async throws {
        try await ViewerLanguages.$override.withValue([language]) {
            let item = AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 20)))
            item.externalMetadata = [.contentRating("R")]
            item.restrictionSource = FixedRestrictions(settings: try .init("region=us,passcode=2580,movies=PG"))
            let stage = TVStage(AVPlayer(playerItem: item))
            defer { stage.end() }
            stage.player.play()
            let view: @MainActor () -> PasscodeView? = { stage.controller.content.descendants(PasscodeView.self).first }
            try await stage.waitUntil { view() != nil }
            stage.window.layoutIfNeeded()
            let screen = try #require(view())
            let keys = screen.descendants(ScreenButton.self)
            holds(keys.filter(\.isChosen).map(\.title) == ["5"])
            let (one, three) = (keys.first { $0.title == "1" }, keys.first { $0.title == "3" })
            holds(stage.frame(of: try #require(one)).maxX < stage.frame(of: try #require(three)).minX)
            // 2, 5, 8 and 0 are below each other.
            stage.press(.up)
            for _ in 0..<3 {
                stage.press(.select)
                stage.press(.down)
            }
            stage.press(.select)
            #expect(await eventually { stage.player.currentTime().seconds > 0 })
            holds(view() == nil)
        }
    }

    @Test("in a right-to-left language the badge of an interstitial is at the right and its skip button at the left")
    func badge_isMirrored() throws {
        func frames(_ language: String) -> (chip: CGRect, button: CGRect, label: CGRect) {
            ViewerLanguages.$override.withValue([language]) {
                let view = BreakView {}
                var content = BreakContent(index: 1, count: 2, remaining: 12)
                content.skip = .now
                view.show(content)
                view.place(in: CGRect(x: 0, y: 0, width: 1280, height: 720), above: 0, margin: 28)
                view.layoutIfNeeded()
                let chip = view.subviews[0]
                return (chip.frame, view.skipButton.frame, chip.subviews[1].frame)
            }
        }
        let (english, arabic) = (frames("en"), frames("ar"))
        #expect(english.chip.minX == 0 && english.button.maxX == 1224)
        #expect(arabic.chip.maxX == 1224 && arabic.button.minX == 0)
        #expect(english.label.minX > 14 && arabic.label.minX == 14)
    }
}
