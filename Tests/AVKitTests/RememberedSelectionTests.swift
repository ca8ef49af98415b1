import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The viewer's preferences and last choices of audio and subtitles, chosen in the menu of a player and applied to other players.
@MainActor
@Suite(.english)
struct RememberedSelectionTests {
    private let store = SettingsStore(file: nil)

    /// A player of one app, whose menu is operated.
    private func stage(_ recipe: ClipRecipe = .rich(), app: String = "one") async throws -> PlayerStage {
        let stage = try await PlayerStage.clip(recipe)
        stage.controller.model.preferences = ViewerSelection(store: store, app: app)
        return stage
    }

    private func choose(_ title: String, after heading: String, _ stage: PlayerStage) throws {
        try stage.click(.captions)
        let menu = try #require(stage.menu)
        stage.click(try #require(menu.row(title, after: heading), "\(menu.texts)"))
    }

    private func selected(_ characteristic: AVMediaCharacteristic, _ stage: PlayerStage) async throws -> String? {
        let item = try #require(stage.player.currentItem)
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: characteristic))
        return item.currentMediaSelection.selectedMediaOption(in: group)?.extendedLanguageTag
    }

    @Test(
        "R39: audio and subtitles that the viewer chooses in the menu apply to the app's later items, until Auto is chosen; other apps are unaffected",
        .enabled(if: StreamMaker.isAvailable))
    func choice_appliesToLaterItems() async throws {
        let first = try await stage()
        try choose("German", after: "Subtitles", first)
        try choose("German", after: "Audio", first)
        first.end()

        let second = try await stage()
        #expect(try await selected(.audible, second) == "de")
        #expect(try await selected(.legible, second) == "de")
        try second.click(.captions)
        #expect(second.menu?.checkedTitles == ["Auto", "Auto"])
        second.key(.escape)
        // The next item of the same player.
        second.player.replaceCurrentItem(with: AVPlayerItem(url: try await StreamMaker.shared.clip(.rich(seconds: 5))))
        let ready = await eventually { second.player.currentItem?.status == .readyToPlay }
        #expect(ready)
        #expect(try await selected(.legible, second) == "de")
        second.end()

        let other = try await stage(app: "two")
        #expect(try await selected(.audible, other) == "en")
        #expect(try await selected(.legible, other) == nil)
        other.end()

        let third = try await stage()
        try choose("Auto", after: "Audio", third)
        #expect(try await selected(.audible, third) == "en")
        try choose("Off", after: "Subtitles", third)
        third.end()
        #expect(store.settings.choices["one"].audio == nil)

        // Off is remembered against the preference for subtitles, too.
        store.change { $0.languages.captionDisplay = .always }
        let fourth = try await stage()
        #expect(try await selected(.legible, fourth) == nil)
        try choose("Auto", after: "Subtitles", fourth)
        #expect(try await selected(.legible, fourth) == "en")
        fourth.end()
    }

    @Test(
        "S9.3 S9.6: subtitles follow the viewer's settings while the item plays, and a selection by a remote control is not remembered",
        .enabled(if: StreamMaker.isAvailable))
    func settings_applyWhilePlaying() async throws {
        let stage = try await stage()
        defer { stage.end() }
        #expect(try await selected(.legible, stage) == nil)
        store.change { $0.languages.captionDisplay = .always }
        #expect(await eventually { stage.controller.model.media.selection.isCaptionOn(of: stage.player.currentItem) })
        #expect(try await selected(.legible, stage) == "en")
        store.change { $0.languages.captions = ["de"] }
        let legible = try #require(stage.controller.model.media.selection.legible)
        #expect(await eventually { legible.selected(of: stage.player.currentItem)?.extendedLanguageTag == "de" })
        store.change { $0.languages.captionDisplay = .onlyForced }
        #expect(await eventually { legible.selected(of: stage.player.currentItem) == nil })
        stage.controller.model.select(legible.options[0], in: legible.group, isRemembered: false)
        #expect(try await selected(.legible, stage) == "en")
        #expect(store.settings.choices["one"].captions == nil)
    }

    @Test(
        "S9.7: forced subtitles in the audio's language are displayed without being listed, also after Off and after another audio is chosen",
        .enabled(if: StreamMaker.isAvailable))
    func forcedSubtitles_followAudio() async throws {
        var recipe = ClipRecipe.rich(container: .mkv)
        for (language, text) in [("eng", "Forced"), ("deu", "Erzwungen")] {
            recipe.subtitles.append(
                SubtitleRecipe(
                    cues: [.init(from: 0, to: 6, text: text)], language: language, dispositions: ["forced"]))
        }
        let stage = try await stage(recipe)
        defer { stage.end() }
        func forced() async throws -> String? {
            let item = try #require(stage.player.currentItem)
            let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
            let option = item.currentMediaSelection.selectedMediaOption(in: group)
            return option?.hasMediaCharacteristic(.containsOnlyForcedSubtitles) == true
                ? option?.extendedLanguageTag : "full"
        }
        #expect(try await forced() == "en")
        try choose("German", after: "Subtitles", stage)
        #expect(try await forced() == "full")
        try choose("Off", after: "Subtitles", stage)
        #expect(try await forced() == "en")
        try stage.click(.captions)
        #expect(stage.menu?.checkedTitles.first == "Off")
        #expect(stage.menu?.texts.contains { $0.contains("Forced") } == false)
        stage.key(.escape)
        try choose("German", after: "Audio", stage)
        #expect(try await forced() == "de")
        stage.player.play()
        let shows = await eventually {
            stage.controller.content.captions?.descendants(UILabel.self).contains {
                $0.attributedText?.string == "Erzwungen"
            } == true
        }
        #expect(shows)
    }

    @Test(
        "S9.6: SDH captions and audio descriptions are selected where the viewer prefers them",
        .enabled(if: StreamMaker.isAvailable))
    func accessibleOptions_arePreferred() async throws {
        var recipe = ClipRecipe.rich(container: .mkv)
        recipe.audio.append(AudioRecipe(language: "eng", dispositions: ["visual_impaired"]))
        recipe.subtitles.append(
            SubtitleRecipe(
                cues: [.init(from: 0, to: 6, text: "[door]")], language: "eng", dispositions: ["hearing_impaired"]))
        let stage = try await stage(recipe)
        defer { stage.end() }
        let groups = stage.controller.model.media.selection
        let legible = try #require(groups.legible), audible = try #require(groups.audible)
        func current(_ group: MediaSelection.Group) -> AVMediaSelectionOption? {
            group.selected(of: stage.player.currentItem)
        }
        #expect(current(audible)?.hasMediaCharacteristic(.describesVideoForAccessibility) == false)
        store.change {
            $0.languages.captionDisplay = .always
            $0.languages.prefersClosedCaptions = true
            $0.languages.prefersAudioDescription = true
        }
        #expect(
            await eventually {
                current(legible)?.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) == true
                    && current(audible)?.hasMediaCharacteristic(.describesVideoForAccessibility) == true
            })
    }

    @Test(
        "S9.9: where the client requires subtitles, allowed ones are displayed from the beginning, and the key for subtitles does not switch them off",
        .enabled(if: StreamMaker.isAvailable))
    func requiredSubtitles() async throws {
        let stage = try await stage()
        defer { stage.end() }
        stage.controller.allowedSubtitleOptionLanguages = ["de"]
        #expect(try await selected(.legible, stage) == nil)
        stage.controller.requiresFullSubtitles = true
        #expect(try await selected(.legible, stage) == "de")
        stage.key("c")
        #expect(try await selected(.legible, stage) == "de")
        stage.controller.requiresFullSubtitles = false
        stage.controller.allowedSubtitleOptionLanguages = nil
        stage.key("c")
        #expect(try await selected(.legible, stage) == nil)
    }

    @Test("choices are kept in the private settings file, and those of the apps longest ago are forgotten")
    func choices_areStored() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("choices-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("settings.json")
        let written = SettingsStore(file: file)
        for index in 0...RememberedChoices.maximumCount {
            written.change { $0.choices["app\(index)"].captions = .off }
        }
        written.change {
            $0.choices["app5"].audio = .option(language: "de", characteristics: ["public.accessibility.a"])
        }
        let read = SettingsStore(file: file).settings.choices
        #expect(read["app0"].captions == nil)
        #expect(read["app1"].captions == .off)
        #expect(read["app5"].audio == .option(language: "de", characteristics: ["public.accessibility.a"]))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
