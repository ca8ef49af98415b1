import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// A client's own player over `AVPlayerLayer`, operated like the system player.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct CustomPlayerTests {
    private func inject(_ window: UIWindow, _ usage: KeyUsage?, _ characters: String = "") {
        for phase in [KeyEvent.Phase.down, .up] {
            (window.platform as? MemoryWindow)?.inject(
                .key(KeyEvent(phase: phase, usage: usage, characters: characters)))
        }
    }

    @Test(
        """
        R225: a player made of public names has the system player's interactions: it plays, skips, scrubs, changes volume and speed, zooms, \
        selects subtitles, and shows chapters, thumbnails and the time
        """)
    func interactions() async throws {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(.rich(seconds: 30)))
        player.isMuted = true
        let custom = CustomPlayerViewController(player)
        let window = makeWindow(custom, width: 640, height: 360)
        defer { window.isHidden = true }
        let layer = try #require(custom.video.playerLayer)
        #expect(await eventually { layer.isReadyForDisplay && custom.subtitles != nil && custom.thumbnail != nil })
        #expect(custom.chapterTitles == ["Opening", "Middle", "End"])
        // A view whose layer is a player layer keeps the layer's gravity, so that the video keeps its ratio.
        #expect(layer.videoGravity == .resizeAspect)
        custom.becomeFirstResponder()

        inject(window, .space, " ")
        #expect(await eventually { player.timeControlStatus == .playing && !custom.isWaiting })
        inject(window, .space, " ")
        #expect(player.rate == 0)
        inject(window, .rightArrow)
        #expect(await eventually { player.currentTime().seconds >= 10 && custom.timeLabel.text?.isEmpty == false })
        inject(window, .leftArrow)
        #expect(await eventually { player.currentTime().seconds < 5 })
        player.volume = 0.5
        inject(window, .upArrow)
        #expect(player.volume > 0.5)
        inject(window, nil, "m")
        #expect(!player.isMuted)
        player.isMuted = true
        custom.slider.setValue(0.5, animated: false)
        custom.slider.sendActions(for: .valueChanged)
        #expect(await eventually { abs(player.currentTime().seconds - 15) < 1 })
        let fast = try #require(AVPlaybackSpeed.systemDefaultSpeeds.first { $0.rate == 1.5 })
        custom.choose(fast)
        custom.togglePlayback()
        #expect(player.rate == 1.5)
        custom.toggleZoom()
        #expect(layer.videoGravity == .resizeAspectFill)
        let group = try #require(custom.subtitles)
        custom.selectSubtitles(1)
        #expect(player.currentItem?.currentMediaSelection.selectedMediaOption(in: group) == group.options[1])
        custom.selectSubtitles(nil)
        #expect(player.currentItem?.currentMediaSelection.selectedMediaOption(in: group) == nil)
        // Picture in Picture and outputs are within reach of a custom player, too.
        #expect((custom.pictureInPicture != nil) == AVPictureInPictureController.isPictureInPictureSupported())
        #expect(custom.routes.window === window)
        player.pause()
    }
}
