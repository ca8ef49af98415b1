import AVFoundation
import Foundation
import Localization
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// How many steps lead to a function, and how long its name is.
@MainActor
@Suite(.english, .serialized, .enabled(if: StreamMaker.isAvailable))
struct StepCountTests {
    private static let facts: [AVMetadataItem] = [
        .text("The title", .commonIdentifierTitle), .text("What happens.", .commonIdentifierDescription),
    ]

    @Test(
        "R224: every function of the desktop controls is a button, or a row of one menu, in windows of any size",
        arguments: [(1280.0, 720.0), (640, 360), (360, 640)])
    func desktop(width: Double, height: Double) async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.rich()))
        player.isMuted = true
        player.currentItem?.externalMetadata = Self.facts
        let stage = PlayerStage(player, width: width, height: height)
        defer { stage.end() }
        #expect(
            await eventually {
                stage.controller.model.media.selection.groups.count == 2 && stage.controller.model.isFrameReady
                    && stage.controller.model.chapters.count == 3
            })
        stage.showControls()
        let controls = try #require(stage.controls)
        #expect(controls.available.isSuperset(of: [.play, .info, .chapters, .captions, .speed, .fullScreen]))
        for part in controls.available where !part.isText && controls.button(part) != nil {
            // One step: a visible button. Two steps: "More" and its row.
            let isButton = controls.button(part)?.isHidden == false
            #expect(
                isButton || controls.overflow.contains(part) && controls.button(.more)?.isHidden == false, "\(part)")
        }
        if !controls.overflow.isEmpty {
            try stage.click(.more)
            let rows = try #require(stage.menu).rowViews.compactMap(\.accessibilityLabel)
            #expect(rows.count <= 12 && rows.allSatisfy { $0.count <= 30 }, "\(rows)")
        }
    }

    @Test("R224: with the remote, buttons and tabs are one press away, and a menu or panel is open after the second")
    func television() async throws {
        let stage = try await TVStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        stage.player.currentItem?.externalMetadata = Self.facts
        try await stage.waitUntil { stage.controller.model.media.description.title == "The title" }
        stage.hideControls()
        stage.press(.up)
        holds(stage.mode == .buttons)
        stage.press(.select)
        holds(stage.mode == .menu && stage.controls?.tvMenu != nil)
        stage.press(.menu)
        stage.press(.menu)
        holds(stage.mode == .hidden)
        stage.press(.down)
        holds(stage.mode == .tabs(0) && stage.controls?.panel != nil)
        stage.press(.right)
        holds(stage.mode == .tabs(1) && stage.tv.chapterList != nil)
        let tabs = try #require(stage.controls).tabs.map(\.title)
        #expect(tabs == ["Info", "Chapters"])
        stage.press(.menu)
        stage.hideControls()
        stage.press(.select)
        holds(stage.mode == .bar && stage.player.rate == 0)
    }

    @Test(
        "R224: the names of buttons and tabs are succinct in every language", arguments: StringTable.all.map(\.language)
    )
    func names(language: String) {
        ViewerLanguages.$override.withValue([language]) {
            let strings = StringTable.current
            let tabs: [TextKey] = [.information, .chapters]
            #expect(tabs.allSatisfy { strings[$0].count <= 16 }, "\(tabs.map { strings[$0] })")
            let buttons: [TextKey] = [
                .play, .pause, .previous, .next, .mute, .unmute, .subtitles, .audio, .speed, .fullScreen,
                .leaveFullScreen, .more, .close, .settings, .tryAgain, .skip,
            ]
            for key in buttons { #expect(strings[key].count <= 32, "\(strings[key])") }
        }
    }
}
