import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import QuartzCore
import Testing
import VideoFrames

@testable import AVFoundation

/// `AVPlayerLayer` with simulated sessions.
struct PlayerLayerTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func layer(_ player: AVPlayer?) -> AVPlayerLayer {
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 640, height: 640)
        return layer
    }

    @Test(
        "R99 S7.5 S10.7: isReadyForDisplay becomes true at the first frame; R100 .initial delivers a value that is already true"
    )
    func readyForDisplay() {
        let player = world.player(world.item())
        let layer = layer(player)
        let journal = journal
        let token = layer.observe(\.isReadyForDisplay, options: [.initial, .new]) { _, change in
            journal.note("\(change.newValue == true)")
        }
        world.sessions[0].open()
        world.settle()
        #expect(!layer.isReadyForDisplay)
        world.sessions[0].start()
        world.settle()
        #expect(layer.isReadyForDisplay)
        #expect(journal.all == ["false", "true"])
        let late = AVPlayerLayer(player: player)
        let other = late.observe(\.isReadyForDisplay, options: [.initial, .new]) { _, change in
            journal.note("late \(change.newValue == true)")
        }
        #expect(journal.all.last == "late true")
        withExtendedLifetime((token, other)) {}
    }

    @Test(
        "S10.7: isReadyForDisplay becomes false with another item; the old frame stays until the new item's first frame"
    )
    func otherItem_keepsFrame() throws {
        let player = world.player(world.item("a"))
        let layer = layer(player)
        world.sessions[0].start()
        world.settle()
        let source = try #require(layer.contents as? any VideoFrameSource)
        let before = source.generation
        #expect(before > 0)
        player.replaceCurrentItem(with: world.item("b"))
        world.settle()
        #expect(!layer.isReadyForDisplay)
        #expect(source.generation == before)
        #expect(source.currentFrame?.frame.displaySize.width == 640)
        world.sessions[1].open()
        world.sessions[1].fakeVideo.show(at: .zero, width: 320, height: 320)
        world.sessions[1].emit(.firstFrame)
        world.settle()
        #expect(layer.isReadyForDisplay)
        #expect(source.generation > before)
        #expect(source.currentFrame?.frame.displaySize.width == 320)
        #expect(world.sessions[0].fakeVideo.handlerCount == 0)
    }

    @Test("S8.3: a prepared next item follows without a black frame")
    func preparedItem_takesOver() throws {
        let player = world.queuePlayer([world.item("a"), world.item("b")])
        let layer = layer(player)
        let source = try #require(layer.contents as? any VideoFrameSource)
        player.play()
        world.sessions[0].start(seconds: 3)
        world.settle()
        world.sessions[1].start(seconds: 3)
        world.settle()
        let before = source.generation
        world.sessions[0].reachEnd()
        world.settleEngine()
        #expect(source.generation > before)
        #expect(layer.isReadyForDisplay)
    }

    @Test("a layer shows nothing without a player, without an item, or for an item without video")
    func nothingToShow() throws {
        let player = world.player(world.item("a"))
        let layer = layer(player)
        let source = try #require(layer.contents as? any VideoFrameSource)
        world.sessions[0].start()
        world.settle()
        player.replaceCurrentItem(with: world.item("sound"))
        world.sessions[1].open { info in info.tracks.removeAll { $0.kind == .video } }
        world.settle()
        #expect(source.generation == 0)
        #expect(!layer.isReadyForDisplay)
        player.replaceCurrentItem(with: world.item("b"))
        world.sessions[2].start()
        world.settle()
        #expect(source.generation > 0)
        layer.player = nil
        world.settle()
        #expect(source.generation == 0)
        #expect(!layer.isReadyForDisplay)
    }

    @Test("R69 R218: videoGravity determines videoRect, which is observable")
    func gravity() {
        let player = world.player(world.item())
        let layer = layer(player)
        let journal = journal
        let token = layer.observe(\.videoRect, options: [.new]) { _, change in
            journal.note("\(Int(change.newValue?.height ?? -1))")
        }
        #expect(layer.videoGravity == .resizeAspect)
        #expect(layer.videoRect == .zero)
        world.sessions[0].start()
        world.settle()
        #expect(layer.videoRect == CGRect(x: 0, y: 140, width: 640, height: 360))
        layer.videoGravity = .resize
        #expect(layer.contentsGravity == .resize)
        #expect(layer.videoRect == CGRect(x: 0, y: 0, width: 640, height: 640))
        layer.videoGravity = .resizeAspectFill
        #expect(layer.videoRect.height == 640)
        #expect(layer.videoRect.width > 640)
        layer.bounds.size = CGSize(width: 320, height: 180)
        #expect(layer.videoRect == CGRect(x: 0, y: 0, width: 320, height: 180))
        #expect(journal.all == ["360", "640", "640", "180"])
        withExtendedLifetime(token) {}
    }

    @Test("R5 two layers show the video of the same player")
    func twoLayers() {
        let player = world.player(world.item())
        let (first, second) = (layer(player), layer(player))
        world.sessions[0].start()
        world.settle()
        #expect(first.isReadyForDisplay && second.isReadyForDisplay)
        #expect(!first.contentsFrame.isEmptyOrNil && !second.contentsFrame.isEmptyOrNil)
    }

    @Test("preventsDisplaySleepDuringVideoPlayback: a layer's video keeps the display awake while its player plays")
    func wakefulness() throws {
        let player = world.player(world.item())
        var layer: AVPlayerLayer? = layer(player)
        let contents = ObjectIdentifier(try #require(layer?.contents as? any VideoFrameSource))
        var isWakeful: Bool { WakefulContents.shared.contains(anyOf: [contents]) }
        world.sessions[0].start()
        world.settle()
        #expect(!isWakeful)
        player.play()
        world.settle()
        #expect(isWakeful)
        player.preventsDisplaySleepDuringVideoPlayback = false
        world.settle()
        #expect(!isWakeful)
        player.preventsDisplaySleepDuringVideoPlayback = true
        world.settle()
        #expect(isWakeful)
        player.pause()
        world.settle()
        #expect(!isWakeful)
        player.play()
        world.settle()
        layer?.player = nil
        #expect(!isWakeful)
        layer?.player = player
        world.settle()
        #expect(isWakeful)
        layer = nil
        world.settle()
        #expect(!isWakeful)
    }

    @Test("S21.5: a layer retains its player, and a player does not retain its layers")
    func ownership() {
        weak var weakLayer: AVPlayerLayer?
        weak var weakPlayer: AVPlayer?
        let kept: AVPlayerLayer
        do {
            let player = world.player(world.item())
            weakPlayer = player
            kept = layer(player)
            let other = layer(player)
            weakLayer = other
        }
        #expect(weakLayer == nil)
        #expect(weakPlayer != nil)
        kept.player = nil
        #expect(weakPlayer == nil)
    }
}

extension CGRect? {
    fileprivate var isEmptyOrNil: Bool { self?.isEmpty ?? true }
}
