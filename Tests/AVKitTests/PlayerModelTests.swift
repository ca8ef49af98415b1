import AVFoundation
import Foundation
import MediaTesting
import Testing

@testable import AVKit

struct PlayerStateTests {
    private func facts(_ change: (inout PlaybackFacts) -> Void) -> PlaybackFacts {
        var facts = PlaybackFacts()
        facts.hasItem = true
        change(&facts)
        return facts
    }

    @Test("a pending seek is a wait: with a reason while playing, and without a state of its own while paused")
    func seeking() {
        let playing = facts {
            $0.transport = .playing
            $0.isSeekPending = true
        }
        #expect(PlayerState(playing) == .waiting(.seeking) && playing.isWaiting)
        let paused = facts { $0.isSeekPending = true }
        #expect(PlayerState(paused) == .paused && paused.isWaiting)
        #expect(PlayerState(facts { $0.transport = .playing }) == .playing)
    }

    @Test("the state's reason for waiting is AVPlayer's reason")
    func waiting() {
        let waiting = facts { $0.transport = .waiting(.toMinimizeStalls) }
        #expect(PlayerState(waiting) == .waiting(.player(.toMinimizeStalls)) && waiting.isWaiting)
        #expect(WaitReason.player(.toMinimizeStalls).name == AVPlayer.WaitingReason.toMinimizeStalls.rawValue)
        #expect(WaitReason.seeking.name == "seeking")
    }

    @Test("a failure takes precedence over every other state; without an item nothing waits")
    func failure() {
        let fault = PlaybackFault(error: AVError(.decodeFailed), isEarlyEnd: true)
        let failed = facts {
            $0.transport = .waiting(nil)
            $0.fault = fault
        }
        #expect(PlayerState(failed) == .failed(fault) && !failed.isWaiting)
        #expect(PlayerState(failed).fault == fault)
        var none = PlaybackFacts()
        none.transport = .waiting(.noItemToPlay)
        #expect(PlayerState(none) == .noItem && !none.isWaiting)
        #expect(PlayerState(facts { $0.hasEnded = true }) == .ended)
    }
}

@MainActor
@Suite(.enabled(if: StreamMaker.isAvailable))
struct PlayerModelTests {
    private final class Recorder: PlayerModelDelegate {
        var changes: [PlayerModel.Change] = []
        func modelDidChange(_ change: PlayerModel.Change) { changes.append(change) }
        func modelTarget(from oldTime: CMTime, to newTime: CMTime) -> CMTime { newTime }
        func modelWillResume(from oldTime: CMTime, to newTime: CMTime) {}
        func modelDidSelect(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {}
        func modelWillPresent(_ interstitial: AVInterstitialTimeRange) {}
        func modelDidPresent(_ interstitial: AVInterstitialTimeRange) {}

        var longWaits: [Bool] {
            changes.compactMap { if case .longWait(let isLong) = $0 { isLong } else { nil } }
        }
        var hasEnded: Bool {
            changes.contains { if case .ended = $0 { true } else { false } }
        }
    }

    @Test("a model without a view follows an item from loading to its end")
    func life() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 1, width: 320, height: 180)
        recipe.chapters = [.init(from: 0, title: "A"), .init(from: 0.5, title: "B")]
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        let model = PlayerModel()
        let recorder = Recorder()
        model.delegate = recorder
        model.player = player
        #expect(await eventually { model.chapters.map(\.title) == ["A", "B"] })
        #expect(await eventually { model.end == 1 })
        #expect(model.state == .paused)
        model.togglePlayback()
        #expect(await eventually { model.state == .playing })
        #expect(await eventually { model.state == .ended })
        #expect(recorder.hasEnded)
        model.togglePlayback()
        #expect(await eventually { model.state == .playing })
    }

    @Test("S6.28: a seek that does not complete is a wait with a reason, and a long wait after two seconds")
    func slowSeek() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 30, width: 320, height: 180))
        var file = try SlowFile(clip, seconds: 20)
        defer { file.origin.stop() }
        let player = AVPlayer(url: file.url)
        player.isMuted = true
        let model = PlayerModel()
        let recorder = Recorder()
        model.delegate = recorder
        model.player = player
        player.play()
        #expect(await eventually { model.state == .playing })
        #expect(recorder.longWaits.isEmpty || recorder.longWaits == [true, false])
        recorder.changes = []
        file.delayResponses(bySeconds: 3)
        model.seek(to: 25)
        #expect(await eventually { model.state == .waiting(.seeking) })
        #expect(recorder.longWaits.isEmpty)
        #expect(await eventually { recorder.longWaits == [true] })
        #expect(player.timeControlStatus == .playing)
        #expect(await eventually { recorder.longWaits == [true, false] })
        #expect(player.currentTime().seconds >= 25)
    }
}
