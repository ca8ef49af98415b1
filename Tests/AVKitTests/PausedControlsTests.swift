import AVFoundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct PausedControlsTests {
    @Test("controls that are created over a paused item show its time and duration with their first layout")
    func times_ofPausedItem() async throws {
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 8)))
        item.seek(to: CMTime(value: 3, timescale: 1), completionHandler: nil)
        let stage = PlayerStage(AVPlayer(playerItem: item), embeddedIn: CGRect(x: 20, y: 20, width: 800, height: 450))
        defer { stage.end() }
        let controller = stage.controller
        controller.start.isEnabled = false
        #expect(await eventually { controller.isReadyForDisplay && controller.model.seekEnd == 8 })
        // The state has settled before the controls exist.
        controller.update()
        controller.presenter.noteInput()
        stage.window.layoutIfNeeded()
        let texts = try #require(stage.controls).descendants(UILabel.self).compactMap(\.text)
        #expect(texts.contains("0:03"), "\(texts)")
        #expect(!texts.contains { $0.contains("--") }, "\(texts)")
    }

    @Test("R250: the pointer over a poster shows no controls; after the start the pointer shows them")
    func poster_hidesControls() async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 8)))
        player.isMuted = true
        let stage = PlayerStage(player, embeddedIn: CGRect(x: 20, y: 20, width: 800, height: 450))
        defer { stage.end() }
        #expect(await eventually { stage.controller.start.isShown && stage.controller.isReadyForDisplay })
        for x in [200.0, 240, 280] { stage.move(to: CGPoint(x: x, y: 200)) }
        #expect(!stage.controller.presenter.visibility.isVisible)
        stage.click(at: CGPoint(x: 300, y: 200))
        #expect(player.rate == 1 && !stage.controller.start.isShown)
        for x in [200.0, 240, 280] { stage.move(to: CGPoint(x: x, y: 200)) }
        #expect(stage.controller.presenter.visibility.isVisible)
    }
}
