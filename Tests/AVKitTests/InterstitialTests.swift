import AVFoundation
import CoreMedia
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

/// The display of interstitials by the player's user interface (data/semantics.tsv, section 12 and 14).
@Suite(.english)
struct InterstitialLogicTests {
    @Test("S12.16: interstitial ranges do not count in the displayed time, and scrubbing passes over them")
    func timeMap() {
        let map = InterstitialTimeMap([30..<40, 10..<20, 35..<45, 50..<50, 0..<(.infinity)])
        #expect(map.ranges == [10..<20, 30..<45])
        #expect([0, 10, 15, 20, 25, 45, 60].map(map.shown) == [0, 10, 10, 10, 15, 20, 35])
        #expect([0, 9, 10, 15, 20, 35].map(map.time(ofShown:)) == [0, 9, 20, 25, 45, 60])
        #expect(map.range(at: 12) == 10..<20)
        #expect(map.range(at: 20) == nil)
        #expect(InterstitialTimeMap().shown(7) == 7)
        #expect(map.shown(.nan).isNaN)
    }

    @Test("an interstitial event is a dot on the scrubber, and one that replaces a range is a segment of it")
    func marks() {
        var model = ScrubberModel(duration: 100, width: 500)
        model.marks = [
            .init(start: 50, length: 20), .init(start: 0, length: 0), .init(start: 100, length: 0),
            .init(start: 10, length: 0), .init(start: 10, length: 0.1), .init(start: 120, length: 5),
        ]
        #expect(
            model.markSpans(dot: 6) == [
                .init(start: 0, length: 6), .init(start: 47, length: 6), .init(start: 250, length: 100),
                .init(start: 494, length: 6),
            ])
        model.duration = .nan
        #expect(model.markSpans(dot: 6).isEmpty)
    }

    @Test("the texts of an interstitial name its number, its remaining time and when it can be skipped")
    func words() {
        var content = BreakContent()
        #expect(content.text == "Ad")
        content.remaining = 11.2
        #expect(content.text == "Ad \u{00B7} 0:12")
        content.index = 1
        content.count = 2
        #expect(content.text == "Ad 1 of 2 \u{00B7} 0:12")
        #expect(content.skipText == nil)
        content.skip = BreakContent.skip(elapsed: 1.5, range: 5..<10)
        #expect(content.skipText == "Skip in 4")
        content.skip = BreakContent.skip(elapsed: 5, range: 5..<10)
        #expect(content.skipText == "Skip")
        #expect(BreakContent.skip(elapsed: 10, range: 5..<10) == .none)
        #expect(BreakContent.skip(elapsed: 1, range: nil) == .none)
    }

    @Test("AVInterstitialTimeRange is compared, copied and archived by its range")
    func timeRange() throws {
        let range = AVInterstitialTimeRange(
            timeRange: CMTimeRange(start: CMTime(value: 3, timescale: 2), duration: CMTime(value: 5, timescale: 1)))
        let data = try NSKeyedArchiver.archivedData(withRootObject: range, requiringSecureCoding: true)
        let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: AVInterstitialTimeRange.self, from: data)
        #expect(back == range)
        #expect(range.copy() as? AVInterstitialTimeRange == range)
        #expect(AVInterstitialTimeRange(timeRange: .zero) != range)
    }
}

@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct InterstitialControllerTests {
    private final class Recorder: NSObject, AVPlayerViewControllerDelegate {
        var events: [String] = []
        func playerViewController(
            _ playerViewController: AVPlayerViewController, willPresent interstitial: AVInterstitialTimeRange
        ) { events.append("will \(interstitial.timeRange.start.seconds)") }
        func playerViewController(
            _ playerViewController: AVPlayerViewController, didPresent interstitial: AVInterstitialTimeRange
        ) { events.append("did \(interstitial.timeRange.start.seconds)") }
    }

    @Test(
        "S14.4: an interstitial event is displayed, cannot be left while restricted, is skipped, and the delegate is notified"
    )
    func event() async throws {
        let film = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4, width: 320, height: 180))
        let ad = try await StreamMaker.shared.clip(.markedWithTone(seconds: 8, width: 320, height: 180))
        let item = AVPlayerItem(url: film)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        let controller = AVPlayerViewController()
        let recorder = Recorder()
        controller.delegate = recorder
        controller.player = player
        let window = makeWindow(controller)
        let events = AVPlayerInterstitialEventController(primaryPlayer: player)
        let event = AVPlayerInterstitialEvent(
            primaryItem: item, identifier: "ad", time: CMTime(value: 1, timescale: 2),
            templateItems: [AVPlayerItem(url: ad)], restrictions: .requiresPlaybackAtPreferredRateForAdvancement)
        event.skipControlTimeRange = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: .positiveInfinity)
        events.events = [event]
        player.play()
        #expect(await eventually { controller.content.breakView != nil })
        controller.presenter.showControls()
        controller.updateControls()
        let controls = try #require(controller.content.controls as? ControlsView)
        #expect(controls.scrubber.model.marks == [.init(start: 0.5, length: 0)])
        #expect(!controls.content.canSeek)
        #expect(controls.content.isPlaying)
        let view = try #require(controller.content.breakView)
        #expect(view.text?.hasPrefix(StringTable.current.advertisementBadge(1, of: 1)) == true)
        #expect(!controller.run(.seekToTenth(9)))
        #expect(await eventually { view.skipButton.isEnabled && !view.skipButton.isHidden })
        #expect(player.currentTime().seconds == 0.5)
        view.skipButton.sendActions(for: .primaryActionTriggered)
        #expect(await eventually { controller.content.breakView == nil })
        #expect(await eventually { controls.content.canSeek })
        #expect(recorder.events == ["will 0.5", "did 0.5"])
        withExtendedLifetime(window) {}
    }

    @Test("S12.16: the client's interstitial ranges shorten the displayed time, and the delegate is notified of them")
    func ownRanges() async throws {
        let film = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4, width: 320, height: 180))
        let item = AVPlayerItem(url: film)
        item.interstitialTimeRanges = [
            AVInterstitialTimeRange(
                timeRange: CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 1, timescale: 1)))
        ]
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        let controller = AVPlayerViewController()
        let recorder = Recorder()
        controller.delegate = recorder
        controller.player = player
        let window = makeWindow(controller)
        player.play()
        #expect(await eventually { player.timeControlStatus == .playing })
        controller.presenter.showControls()
        #expect(await eventually { recorder.events == ["will 0.5", "did 0.5"] })
        let controls = try #require(controller.content.controls as? ControlsView)
        #expect(abs(controls.scrubber.model.duration - 3) < 0.2)
        #expect(controls.scrubber.model.position < player.currentTime().seconds)
        withExtendedLifetime(window) {}
    }
}
