import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import Synchronization
import Testing

@testable import AVFoundation

/// Semantics section 8.
struct LooperStateTests {
    fileprivate func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 600) }

    @Test("S8.5: the queue is filled with at least three copies once the duration is known")
    func fills() {
        var looper = LooperState(timeRange: nil)
        let actions = looper.durationLoaded(seconds(20))
        #expect(
            actions == [
                .fill(count: 3, range: CMTimeRange(start: .zero, duration: seconds(20))), .statusChanged(.ready),
            ])
    }

    @Test("short loops get more copies, within bounds", arguments: [(0.5, 5), (0.1, 8), (2.0, 3)])
    func shortLoops(length: Double, count: Int) {
        var looper = LooperState(timeRange: nil)
        _ = looper.durationLoaded(seconds(length))
        #expect(looper.replicaCount == count)
    }

    @Test("S8.6: a range is clipped to the item's end, and an unusable range fails")
    func ranges() {
        var looper = LooperState(timeRange: CMTimeRange(start: seconds(5), duration: seconds(100)))
        let actions = looper.durationLoaded(seconds(20))
        #expect(actions.first == .fill(count: 3, range: CMTimeRange(start: seconds(5), end: seconds(20))))
        var beyond = LooperState(timeRange: CMTimeRange(start: seconds(30), duration: seconds(5)))
        #expect((beyond.durationLoaded(seconds(20))) == [.failed(.rangeUnusable), .statusChanged(.failed)])
        var live = LooperState(timeRange: nil)
        #expect((live.durationLoaded(.indefinite)) == [.failed(.durationUnknown), .statusChanged(.failed)])
    }

    @Test("S8.6: each finished pass counts, and its copy goes to the end of the queue")
    func passes() {
        var looper = LooperState(timeRange: nil)
        _ = looper.durationLoaded(seconds(20))
        #expect((looper.finished(0)) == [.loopCountChanged(1), .requeue(0)])
        #expect((looper.finished(1)) == [.loopCountChanged(2), .requeue(1)])
    }

    @Test("S8.6: disabling finishes the current pass and restores the end action")
    func disabling() {
        var looper = LooperState(timeRange: nil)
        _ = looper.durationLoaded(seconds(20))
        #expect((looper.disable()) == [.removeWaiting, .restoreEndAction, .statusChanged(.cancelled)])
        #expect((looper.disable()) == [])
        #expect((looper.finished(0)) == [.loopCountChanged(1)])
    }

    @Test("S8.6: a queue change by the client, or a failed copy, ends looping")
    func failures() {
        var looper = LooperState(timeRange: nil)
        #expect((looper.queueChangedByOthers()) == [])
        _ = looper.durationLoaded(seconds(20))
        #expect(
            (looper.queueChangedByOthers()) == [.restoreEndAction, .failed(.queueChanged), .statusChanged(.failed)])
        #expect((looper.replicaFailed()) == [])
    }
}

extension LooperStateTests {
    @Test("S8.6: a failure to load the duration fails the looper, unless the duration is known already")
    func durationFails() {
        var waiting = LooperState(timeRange: nil)
        #expect(waiting.durationFailed() == [.failed(.itemFailed), .statusChanged(.failed)])
        #expect(waiting.durationFailed() == [])
        var playing = LooperState(timeRange: nil)
        _ = playing.durationLoaded(seconds(20))
        #expect(playing.durationFailed() == [])
        #expect(playing.status == .ready)
    }
}

/// `AVPlayerLooper` with simulated sessions.
struct LooperTests {
    private let world = PlaybackWorld()

    private func looper(
        _ player: AVQueuePlayer, _ template: AVPlayerItem, range: CMTimeRange = .invalid, seconds: Double = 3
    ) -> AVPlayerLooper {
        let looper = AVPlayerLooper(player: player, templateItem: template, timeRange: range)
        looper.core.durationLoaded(CMTime(seconds: seconds, preferredTimescale: 600))
        return looper
    }

    @Test("S8.5: a looper plays copies in turn, never the template, without a gap")
    func loops() throws {
        let player = world.queuePlayer()
        let template = world.item()
        let looper = looper(player, template)
        #expect(looper.status == .ready)
        #expect(looper.loopingPlayerItems.count >= 3)
        #expect(player.items() == looper.loopingPlayerItems)
        #expect(!player.items().contains(template))
        player.play()
        world.sessions[0].start(seconds: 3)
        world.settle()
        for pass in 1...5 {
            let next = try #require(world.sessions.last)
            #expect(next.calls.last == "prepare")
            next.start(seconds: 3)
            world.settle()
            world.sessions[world.sessions.count - 2].reachEnd()
            world.settleEngine()
            #expect(next.wantedRate == 1)
            world.settle()
            #expect(looper.loopCount == pass)
            #expect(player.items().count == looper.loopingPlayerItems.count)
            #expect(player.timeControlStatus == .playing)
        }
        #expect(world.sessions.count { !$0.isClosed } == 2)
    }

    @Test("S8.6: a pass that cannot reach its end fails the looper with the item's error")
    func brokenOff() {
        let player = world.queuePlayer()
        let looper = looper(player, world.item())
        player.play()
        world.sessions[0].start(seconds: 3)
        world.settle()
        world.sessions[0].emit(.endedEarly(MediaError(.truncated, "The file ends early.")))
        world.settle()
        #expect(looper.status == .failed)
        let cause = (looper.error as? AVError)?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(cause?.code == AVError.Code.fileFailedToParse.rawValue)
        #expect(player.rate == 0)
    }

    @Test("S8.5: later changes to the template have no effect")
    func templateChanges() {
        let player = world.queuePlayer()
        let template = world.item()
        template.preferredForwardBufferDuration = 4
        let looper = AVPlayerLooper(player: player, templateItem: template)
        template.preferredForwardBufferDuration = 9
        looper.core.durationLoaded(CMTime(value: 3, timescale: 1))
        #expect(looper.loopingPlayerItems.map(\.preferredForwardBufferDuration) == [4, 4, 4])
        #expect(template.currentTime() == .zero)
    }

    @Test("S8.5: every pass starts at the range's start and ends at its end")
    func range() {
        let player = world.queuePlayer()
        let start = CMTime(value: 1, timescale: 1)
        let looper = looper(
            player, world.item(), range: CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 1)))
        player.play()
        for _ in 1...5 {
            let session = world.sessions[world.sessions.count - 1]
            #expect(session.options.startTime == start)
            #expect(session.calls.first == "setForwardEndTime 2.0")
            session.start(seconds: 3)
            world.settle()
            let playing = world.sessions.first { $0.wantedRate == 1 && !$0.isClosed }
            playing?.reachEnd()
            world.settle()
        }
        #expect(looper.loopCount == 5)
    }

    @Test("items that are already in the player's queue wait behind the loop")
    func templateInQueue() {
        let template = world.item()
        let player = world.queuePlayer([template])
        let looper = looper(player, template)
        #expect(player.currentItem === looper.loopingPlayerItems.first)
        #expect(player.items().last === template)
    }

    @Test("S8.6: disableLooping finishes the current pass and restores actionAtItemEnd")
    func disable() {
        let player = world.queuePlayer()
        player.actionAtItemEnd = .pause
        let looper = looper(player, world.item())
        #expect(player.actionAtItemEnd == .advance)
        player.play()
        world.sessions[0].start(seconds: 3)
        world.settle()
        looper.disableLooping()
        #expect(looper.status == .cancelled)
        #expect(player.actionAtItemEnd == .pause)
        #expect(player.items().count == 1)
        world.sessions[0].reachEnd()
        world.settle()
        #expect(player.rate == 0)
    }

    @Test(
        "S8.6: an end action that the client sets when it disables the looper is not replaced by the former one")
    func disableDuringStart() {
        let player = world.queuePlayer()
        let looper = AVPlayerLooper(player: player, templateItem: world.item())
        let core = looper.core
        let isFirst = Atomic(true)
        let observation = player.observe(\.actionAtItemEnd) { player, _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return }
            core.disable()
            player.actionAtItemEnd = .pause
        }
        looper.core.durationLoaded(CMTime(value: 3, timescale: 1))
        world.settle()
        observation.invalidate()
        #expect(looper.status == .cancelled)
        #expect(player.actionAtItemEnd == .pause)
    }

    @Test("S8.6: a queue changed by the client fails the looper")
    func changedQueue() {
        let player = world.queuePlayer()
        let looper = looper(player, world.item())
        player.insert(world.item("other"), after: nil)
        #expect(looper.status == .failed)
        #expect(looper.error != nil)
    }

    @Test("S21.6: deallocating the looper ends looping, and the player is deallocated")
    func release() {
        weak var weakPlayer: AVQueuePlayer?
        do {
            let player = world.queuePlayer()
            weakPlayer = player
            let looper = looper(player, world.item())
            player.play()
            world.settle()
            withExtendedLifetime(looper) {}
        }
        world.settle()
        #expect(weakPlayer == nil)
        #expect(world.allAreClosed)
    }
}
