import AVFoundation
import CoreMedia
import Foundation
import MediaTesting
import Testing
import UIKit

@testable import AVKit

struct NavigationSeriesTests {
    private typealias Series = NavigationSeries<TestInstant>
    private func at(_ seconds: Double) -> TestInstant { TestInstant(.seconds(seconds)) }

    @Test("S12.15: three skips while playing ask the client once, half a second after the last one")
    func skips() {
        var series = Series()
        #expect(series.move(to: 20, from: 10, at: at(0), endsSeries: false) == [.seek(to: 20, number: 1)])
        #expect(series.pendingTarget == 20)
        #expect(series.seekCompleted(1, finished: true, isPlaying: true, at: at(0.1)).isEmpty)
        #expect(series.pendingTarget == nil)
        #expect(series.move(to: 30, from: 20.1, at: at(0.2), endsSeries: false) == [.seek(to: 30, number: 2)])
        #expect(series.move(to: 40, from: 20.1, at: at(0.3), endsSeries: false) == [.seek(to: 40, number: 3)])
        #expect(series.seekCompleted(2, finished: false, isPlaying: true, at: at(0.3)).isEmpty)
        #expect(series.seekCompleted(3, finished: true, isPlaying: true, at: at(0.4)).isEmpty)
        #expect(series.deadline == at(0.8))
        #expect(series.tick(isPlaying: true, at: at(0.7)).isEmpty)
        #expect(series.tick(isPlaying: true, at: at(0.8)) == [.ask(from: 10, to: 40)])
        #expect(series.answer(40) == [.notifyResumption(from: 10, to: 40)])
        #expect(series.deadline == nil)
    }

    @Test(
        "S12.15: a target that the client changes is seeked to, and the resumption is reported when that seek completes"
    )
    func changedTarget() {
        var series = Series()
        _ = series.move(to: 20, from: 10, at: at(0), endsSeries: false)
        #expect(series.seekCompleted(1, finished: true, isPlaying: true, at: at(2)) == [.ask(from: 10, to: 20)])
        #expect(series.answer(15) == [.seek(to: 15, number: 2)])
        #expect(series.pendingTarget == 15)
        #expect(
            series.seekCompleted(2, finished: true, isPlaying: true, at: at(3)) == [.notifyResumption(from: 10, to: 15)]
        )
    }

    @Test("S12.15: after a drag that resumes playback the client is asked before the player seeks")
    func drag() {
        var series = Series()
        #expect(series.move(to: 50, from: 10, at: at(0), endsSeries: true) == [.ask(from: 10, to: 50)])
        #expect(series.answer(50) == [.seek(to: 50, number: 1)])
        #expect(
            series.seekCompleted(1, finished: true, isPlaying: true, at: at(1)) == [.notifyResumption(from: 10, to: 50)]
        )
    }

    @Test("S12.15: skips of a paused player form one series, which ends when it is played")
    func paused() {
        var series = Series()
        _ = series.move(to: 20, from: 10, at: at(0), endsSeries: false)
        #expect(series.seekCompleted(1, finished: true, isPlaying: false, at: at(9)).isEmpty)
        _ = series.move(to: 30, from: 20, at: at(20), endsSeries: false)
        #expect(series.seekCompleted(2, finished: true, isPlaying: false, at: at(21)).isEmpty)
        #expect(series.tick(isPlaying: false, at: at(60)).isEmpty)
        #expect(series.playbackResumed(at: at(61)) == [.ask(from: 10, to: 30)])
    }

    @Test("a seek by the program that cancels the viewer's seek ends the series without a report")
    func cancelled() {
        var series = Series()
        _ = series.move(to: 20, from: 10, at: at(0), endsSeries: false)
        #expect(series.seekCompleted(1, finished: false, isPlaying: true, at: at(1)).isEmpty)
        #expect(series.pendingTarget == nil)
        #expect(series.tick(isPlaying: true, at: at(9)).isEmpty)
        #expect(series.playbackResumed(at: at(9)).isEmpty)
    }
}

@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable))
struct NavigationCallbackTests {
    private final class Recorder: NSObject, AVPlayerViewControllerDelegate {
        var events: [String] = []
        func playerViewController(
            _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
            to targetTime: CMTime
        ) -> CMTime {
            events.append("ask \(oldTime.seconds) \(targetTime.seconds)")
            return CMTime(seconds: 2.5, preferredTimescale: 600)
        }
        func playerViewController(
            _ playerViewController: AVPlayerViewController,
            willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime, to targetTime: CMTime
        ) {
            events.append("resume \(oldTime.seconds) \(targetTime.seconds)")
        }
    }

    @Test("S12.15: skips of a paused player are reported once when it plays, at the time that the client chose")
    func callbacks() async throws {
        let controller = AVPlayerViewController()
        let recorder = Recorder()
        controller.delegate = recorder
        let player = AVPlayer(
            url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 30, width: 320, height: 180)))
        player.isMuted = true
        controller.player = player
        let window = makeWindow(controller)
        #expect(await eventually { player.currentItem?.status == .readyToPlay && controller.model.seekEnd != nil })
        for _ in 1...3 { #expect(controller.run(.skip(0.5))) }
        #expect(await eventually { player.currentTime().seconds == 1.5 })
        #expect(recorder.events.isEmpty)
        controller.run(.togglePlayback)
        #expect(await eventually { recorder.events.count == 2 })
        #expect(recorder.events == ["ask 0.0 1.5", "resume 0.0 2.5"])
        #expect(player.currentTime().seconds >= 2.5)
        // A seek by the program is no navigation: the next one that is reported is the skip after it.
        player.pause()
        #expect(await eventually { !controller.model.isPlaying })
        await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
        #expect(controller.run(.skip(0.5)))
        #expect(await eventually { player.currentTime().seconds == 0.5 })
        controller.run(.togglePlayback)
        #expect(await eventually { recorder.events.count == 4 })
        #expect(recorder.events[2] == "ask 0.0 0.5")
        window.isHidden = true
    }
}
