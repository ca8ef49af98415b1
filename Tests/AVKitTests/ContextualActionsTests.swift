import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Buttons of the client over the video, markers of the client, and metadata of the client, in a real controller.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct ContextualActionsTests {
    @Test(
        "R236 R237: contextual actions appear half a second after they are set, above the controls, and act by click and Return"
    )
    func actions() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 8), starts: true)
        defer { stage.end() }
        let controller = stage.controller
        var performed: [String] = []
        let skip = UIAction(title: "Skip Intro") { _ in performed.append("skip") }
        let hidden = UIAction(title: "Hidden", attributes: .hidden) { _ in performed.append("hidden") }
        let clock = ContinuousClock()
        let start = clock.now
        controller.contextualActions = [skip, hidden]
        #expect(controller.flows.actions.view == nil)
        #expect(await eventually { controller.flows.actions.view != nil })
        #expect(start.duration(to: clock.now) >= .milliseconds(500))
        // The video goes on: nothing pauses for the buttons.
        #expect(stage.player.rate == 1)
        let view = try #require(controller.flows.actions.view)
        stage.showControls()
        controller.content.setNeedsLayout()
        stage.window.layoutIfNeeded()
        #expect(view.buttons.map(\.title) == ["Skip Intro"])
        let button = try #require(view.buttons.first)
        let frame = stage.frame(of: button)
        let scrubber = stage.frame(of: try #require(stage.controls).scrubber)
        #expect(frame.maxY < scrubber.minY && frame.maxX <= scrubber.maxX && frame.minX > 640)
        #expect(frame.width * frame.height < 0.02 * 1280 * 720)
        #expect(button.accessibilityLabel == "Skip Intro" && button.accessibilityTraits.contains(.button))
        stage.click(button)
        #expect(performed == ["skip"])
        controller.presenter.dismiss()
        stage.move(to: CGPoint(x: 5, y: 5))
        controller.presenter.dismiss()
        #expect(!controller.presenter.visibility.isVisible)
        stage.key(.returnOrEnter)
        #expect(performed == ["skip", "skip"])
        let other = UIAction(title: "Skip Recap") { _ in performed.append("recap") }
        controller.contextualActions = [other]
        #expect(controller.flows.actions.view?.buttons.map(\.title) == ["Skip Recap"])
        controller.contextualActions = []
        #expect(controller.flows.actions.view == nil)
        #expect(await eventually { view.superview == nil })
    }

    @Test("actions that are removed before they appear never appear, and a narrow player stacks several")
    func narrow() async throws {
        let stage = PlayerStage(width: 360, height: 240)
        defer { stage.end() }
        stage.player.replaceCurrentItem(
            with: AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 2))))
        let actions = ["Skip Introduction", "Skip Recap of the Season"].map { UIAction(title: $0) { _ in } }
        stage.controller.contextualActions = actions
        stage.controller.contextualActions = []
        #expect(await eventually { stage.controller.isReadyForDisplay })
        #expect(stage.controller.flows.actions.view == nil)
        stage.controller.contextualActions = actions
        #expect(await eventually { stage.controller.flows.actions.view != nil })
        stage.window.layoutIfNeeded()
        let buttons = stage.controller.flows.actions.view?.buttons ?? []
        #expect(buttons.count == 2 && stage.frame(of: buttons[0]).maxY < stage.frame(of: buttons[1]).minY)
        #expect(buttons.allSatisfy { stage.window.bounds.contains(stage.frame(of: $0)) })
    }

    private func marker(_ title: String, at seconds: Double) -> AVTimedMetadataGroup {
        AVTimedMetadataGroup(
            items: [.text(title, .commonIdentifierTitle)],
            timeRange: CMTimeRange(start: CMTime(seconds: seconds, preferredTimescale: 600), duration: .zero))
    }

    @Test("S3.10: markers of the client replace the chapters of the asset, and titled groups are further lists")
    func navigationMarkers() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 8)
        recipe.chapters = [
            ChapterRecipe(from: 0, title: "File 1"), ChapterRecipe(from: 4, title: "File 2"),
        ]
        let stage = try await PlayerStage.clip(recipe)
        defer { stage.end() }
        let item = try #require(stage.player.currentItem)
        let controls = try #require(stage.controls)
        #expect(controls.scrubber.model.chapters.map(\.title) == ["File 1", "File 2"])
        item.navigationMarkerGroups = [
            AVNavigationMarkersGroup(
                title: nil,
                timedNavigationMarkers: [marker("Late", at: 6), marker("Early", at: 0), marker("Mid", at: 3)]),
            AVNavigationMarkersGroup(title: "Goals", timedNavigationMarkers: [marker("1:0", at: 2)]),
        ]
        #expect(await eventually { stage.controller.model.chapters.count == 3 })
        stage.controller.updateControls()
        #expect(controls.scrubber.model.chapters.map(\.title) == ["Early", "Mid", "Late"])
        #expect(controls.scrubber.model.spans(gap: 3).count == 3)
        try stage.click(.chapters)
        let menu = try #require(stage.menu)
        #expect(menu.texts.filter { !$0.isEmpty } == ["Chapters", "\u{2713} Early", "Mid", "Late", "Goals", "1:0"])
        stage.click(try #require(menu.row("1:0", after: "Goals")))
        #expect(await eventually { abs(stage.player.currentTime().seconds - 2) < 0.1 })
        item.navigationMarkerGroups = []
        #expect(await eventually { stage.controller.model.chapters.map(\.title) == ["File 1", "File 2"] })
        let dated = AVNavigationMarkersGroup(
            title: nil, dateRangeNavigationMarkers: [AVDateRangeMetadataGroup(items: [], start: Date(), end: nil)])
        #expect(dated.timedNavigationMarkers == nil && dated.dateRangeNavigationMarkers?.count == 1)
        // A file has no dates.
        #expect(dated.chapters(of: item).isEmpty)
    }

    @Test(
        "R55 R56 R57: the client's metadata, set before the controller is shown, supplements the asset's in the displayed title and cover"
    )
    func externalMetadata() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 4)
        recipe.metadata = ["title": "From the file", "artist": "File artist"]
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        player.currentItem?.externalMetadata = [.text("From the client", .commonIdentifierTitle)]
        let stage = PlayerStage(player)
        defer { stage.end() }
        let model = stage.controller.model
        #expect(await eventually { model.media.description.subtitle == "File artist" && model.isFrameReady })
        #expect(model.media.description.title == "From the client")
        stage.showControls()
        #expect(stage.controls?.content.title == "From the client")
        #expect(stage.controls?.content.subtitle == "File artist")
        let labels = stage.controls?.descendants(UILabel.self).compactMap(\.text) ?? []
        #expect(labels.contains("From the client") && labels.contains("File artist"))
        player.currentItem?.externalMetadata += [
            .text("Client subtitle", .iTunesMetadataTrackSubTitle), .contentRating("PG-13"),
        ]
        #expect(await eventually { stage.controls?.content.subtitle == "Client subtitle \u{00B7} PG-13" })
        player.currentItem?.externalMetadata = []
        #expect(await eventually { stage.controls?.content.title == "From the file" })
    }

    @Test(
        "R143: disabling the controls hides them for good, not for the moment, and a covering screen does not enable them"
    )
    func disabledControls() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 4))
        defer { stage.end() }
        stage.controller.showsPlaybackControls = false
        stage.move(to: CGPoint(x: 300, y: 300))
        stage.key("k")
        #expect(!stage.controller.presenter.visibility.isVisible)
        stage.controller.updateControlsAvailability()
        #expect(!stage.controller.presenter.visibility.isEnabled)
        stage.controller.showsPlaybackControls = true
        #expect(stage.controller.presenter.visibility.isEnabled)
    }
}
