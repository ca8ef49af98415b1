import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Testing
import UIKit

@testable import AVKit

@Suite(
    "Pictures of chapters on the screen (issue 17, point 2)", .english, .serialized,
    .enabled(if: StreamMaker.isAvailable))
@MainActor
struct ChapterArtworkTests {
    private static func picture(_ color: String) async throws -> Data {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        let outcome = try await ExternalCommand.run(
            try #require(ExternalCommand.find("ffmpeg")),
            ["-v", "error", "-f", "lavfi", "-i", "color=c=\(color):s=160x90:r=1:d=1", "-frames:v", "1", file.path])
        #expect(outcome.status == 0, "\(outcome.standardError)")
        return try Data(contentsOf: file)
    }

    @Test(
        "the list of chapters shows the pictures in the file in place of frames, and its titles in the viewer's language"
    )
    func pictures_inTheFile_areShown() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("artwork-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var chapters = AuthoredChapters()
        chapters.languages = [
            .init(tag: "ja", titles: [.init(start: 0, text: "一"), .init(start: 12, text: "二")]),
            .init(tag: "en", titles: [.init(start: 0, text: "One"), .init(start: 12, text: "Two")]),
        ]
        chapters.pictures = [
            .init(start: 0, data: try await Self.picture("white")),
            .init(start: 12, data: try await Self.picture("black")),
        ]
        let film = folder.appendingPathComponent("film.mp4")
        try ChapterFileWriter.write(chapters, from: try await StreamMaker.shared.clip(.rich(seconds: 24)), to: film)

        let player = AVPlayer(url: film)
        let stage = TVStage(player)
        defer { stage.end() }
        let model = stage.controller.model
        player.play()
        try await stage.waitUntil {
            model.seekEnd != nil && model.isFrameReady && model.chapters.count == 2
                && stage.controller.content.controls != nil
        }
        #expect(model.chapters.map(\.title) == ["One", "Two"])
        stage.press(.down)
        stage.press(.right)
        let list = try #require(stage.controls?.panel?.view as? ChapterListView)
        #expect(await eventually { list.cards.allSatisfy { $0.image != nil } })
        func center(_ index: Int) -> CGPoint {
            let frame = stage.frame(of: list.cards[index])
            return CGPoint(x: frame.midX, y: frame.minY + frame.height * 0.3)
        }
        #expect(await eventually { stage.brightness(at: center(0)) > 235 && stage.brightness(at: center(1)) < 20 })
    }
}
