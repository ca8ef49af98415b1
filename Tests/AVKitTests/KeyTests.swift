import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Keys from the window system's events through to their effect on the player.
@MainActor
struct KeyTests {
    private func press(_ window: UIWindow, _ key: MediaKey? = nil, usage: KeyUsage? = nil) {
        for phase in [KeyEvent.Phase.down, .up] {
            (window.platform as? MemoryWindow)?.inject(.key(KeyEvent(phase: phase, usage: usage, mediaKey: key)))
        }
    }

    @Test("the media keys for volume and mute change the player's volume, with and without a HID usage")
    func volume() async {
        let controller = AVPlayerViewController()
        let player = AVPlayer()
        player.volume = 0.5
        controller.player = player
        let window = makeWindow(controller)
        press(window, .volumeUp)
        #expect(abs(player.volume - 0.55) < 0.001)
        press(window, .volumeDown, usage: KeyUsage(rawValue: 129))
        #expect(abs(player.volume - 0.5) < 0.001)
        press(window, .mute)
        #expect(await eventually { player.isMuted })
        window.isHidden = true
    }

    @Test("the media keys for next and previous change the item of a queue")
    func items() {
        let controller = AVPlayerViewController()
        let urls = (1...2).map { URL(fileURLWithPath: "/no/such/film-\($0).mp4") }
        let items = urls.map { AVPlayerItem(url: $0) }
        let queue = AVQueuePlayer(items: items)
        controller.player = queue
        let window = makeWindow(controller)
        press(window, .nextTrack)
        #expect(queue.currentItem === items[1])
        press(window, .previousTrack)
        #expect((queue.currentItem?.asset as? AVURLAsset)?.url == urls[0])
        window.isHidden = true
    }

    @Test(
        "the media key stop pauses at the start; the End key seeks to the end",
        .enabled(if: StreamMaker.isAvailable))
    func stopAndEnd() async throws {
        let controller = AVPlayerViewController()
        let player = AVPlayer(
            url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 4, width: 320, height: 180)))
        player.isMuted = true
        controller.player = player
        let window = makeWindow(controller)
        #expect(await eventually { player.currentItem?.status == .readyToPlay })
        #expect(await eventually { controller.run(.seekToTenth(5)) })
        #expect(await eventually { player.currentTime().seconds == 2 })
        press(window, usage: .end)
        #expect(await eventually { player.currentTime().seconds > 3.9 })
        player.play()
        press(window, .stop)
        #expect(player.rate == 0)
        #expect(await eventually { player.currentTime().seconds == 0 })
        window.isHidden = true
    }

    @Test("the chapter keys work before any controls have been created", .enabled(if: StreamMaker.isAvailable))
    func chapters() async throws {
        let controller = AVPlayerViewController()
        controller.showsPlaybackControls = false
        var recipe = ClipRecipe.markedWithTone(seconds: 4, width: 320, height: 180)
        recipe.chapters = [.init(from: 0, title: "A"), .init(from: 1, title: "B"), .init(from: 2, title: "C")]
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        controller.player = player
        let window = makeWindow(controller)
        #expect(await eventually { controller.run(.nextChapter) })
        #expect(controller.content.controls == nil)
        #expect(await eventually { player.currentTime().seconds == 1 })
        press(window, usage: .pageDown)
        #expect(await eventually { player.currentTime().seconds == 2 })
        press(window, usage: .pageUp)
        #expect(await eventually { player.currentTime().seconds == 1 })
        // Without a queue, next and previous go to chapters.
        press(window, .nextTrack)
        #expect(await eventually { player.currentTime().seconds == 2 })
        press(window, .previousTrack)
        #expect(await eventually { player.currentTime().seconds == 1 })
        window.isHidden = true
    }
}
