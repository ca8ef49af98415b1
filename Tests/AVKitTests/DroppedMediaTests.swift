import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable))
struct DroppedMediaTests {
    private func broken() async throws -> URL {
        try await StreamMaker.shared.file(named: "broken.mp4", bytes: Data("this is no film\n".utf8))
    }

    @Test("a dropped file that cannot be played leaves the item that plays, and a hint names the file")
    func badFile_keepsItem() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 8), starts: true)
        let item = stage.player.currentItem
        #expect(stage.controller._openDroppedURLs([try await broken()]))
        #expect(
            await eventually {
                stage.controller.content.hint?.descendants(UILabel.self).contains {
                    $0.text?.contains("broken.mp4") == true
                } == true
            })
        #expect(stage.controller.player?.currentItem === item && stage.controller.model.state.fault == nil)
        stage.end()
    }

    @Test("of several dropped files those that can be played take the place of the item that plays")
    func goodFile_replacesItem() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 8), starts: true)
        let good = try await StreamMaker.shared.clip(.marked(frames: 24))
        #expect(stage.controller._openDroppedURLs([try await broken(), good]))
        #expect(
            await eventually {
                (stage.controller.player?.currentItem?.asset as? AVURLAsset)?.url == good
            })
        stage.end()
    }

    @Test("without an item a dropped file is opened at once, so that the error view shows why it cannot be played")
    func badFile_withoutItem_showsError() async throws {
        let stage = PlayerStage()
        #expect(stage.controller._openDroppedURLs([try await broken()]))
        #expect(await eventually { stage.controller.content.errorView != nil })
        stage.end()
    }
}
