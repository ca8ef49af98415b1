import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Synchronization
import Testing

@testable import AVFoundation

/// `AVPlayer` and `AVPlayerItem` with simulated sessions.
struct AVPlayerTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func observe(_ player: AVPlayer) -> [NSKeyValueObservation] {
        let journal = journal
        let options: NSKeyValueObservingOptions = [.old, .new]
        return [
            player.observe(\.rate, options: options) { _, change in
                journal.note("rate \(change.oldValue ?? -9)→\(change.newValue ?? -9)")
            },
            player.observe(\.reasonForWaitingToPlay, options: options) { _, change in
                journal.note("reason \((change.newValue ?? nil)?.rawValue.dropFirst("AVPlayerWaiting".count) ?? "nil")")
            },
            player.observe(\.timeControlStatus, options: options) { _, change in
                journal.note("status \(change.oldValue?.rawValue ?? -9)→\(change.newValue?.rawValue ?? -9)")
            },
        ]
    }

    @Test("R86 S0.3: observers of the client's own change are called on its thread before the call returns")
    func observersAreCalledWithinTheCall() {
        let player = world.player()
        let tokens = observe(player)
        player.rate = 1
        #expect(player.rate == 1)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        #expect(journal.all == ["rate 0.0→1.0", "reason WithNoItemToPlayReason", "status 0→1"])
        world.settle()
        #expect(journal.all.count == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test("observers get the values of each change while the main queue is blocked")
    func heldUpMainQueue_keepsTheValuesOfEachChange() {
        let player = world.player()
        let tokens = observe(player)
        player.play()
        player.pause()
        player.rate = 2
        #expect(
            journal.all.filter { $0.hasPrefix("rate") } == ["rate 0.0→1.0", "rate 1.0→0.0", "rate 0.0→2.0"])
        #expect(journal.all.filter { $0.hasPrefix("status") } == ["status 0→1", "status 1→0", "status 0→1"])
        withExtendedLifetime(tokens) {}
    }

    @Test("S7.5: an item becomes ready, then the player plays")
    func normalStart() throws {
        let item = world.item()
        let player = world.player(item)
        let journal = journal
        let tokens =
            observe(player) + [
                item.observe(\.status, options: [.new]) { item, change in
                    journal.note("item \(change.newValue?.rawValue ?? -1), \(item.duration.seconds) s")
                },
                player.observe(\.currentItem?.duration, options: [.new]) { _, change in
                    journal.note("duration \((change.newValue ?? nil)?.seconds ?? -1)")
                },
                item.observe(\.presentationSize, options: [.new]) { _, change in
                    journal.note("size \(change.newValue?.width ?? -1)")
                },
            ]
        #expect(item.status == .unknown)
        #expect(item.duration.isIndefinite)
        #expect(item.presentationSize == .zero)
        player.play()
        #expect(player.reasonForWaitingToPlay == .evaluatingBufferingRate)
        let session = try #require(world.sessions.first)
        #expect(session.calls == ["prepare"])
        session.start()
        world.settle()
        #expect(item.status == .readyToPlay)
        #expect(player.status == .readyToPlay)
        #expect(player.timeControlStatus == .playing)
        #expect(session.calls == ["prepare", "setRate 1.0"])
        #expect(
            journal.all == [
                "rate 0.0→1.0", "reason WhileEvaluatingBufferingRateReason", "status 0→1", "duration 60.0",
                "size 640.0", "item 1, 60.0 s", "reason nil", "status 1→2",
            ])
        #expect(item.isPlaybackLikelyToKeepUp)
        #expect(!item.isPlaybackBufferEmpty)
        withExtendedLifetime(tokens) {}
    }

    @Test("R84 with a rate set before the item, the item plays as soon as it is ready")
    func rateBeforeItem() {
        let player = world.player()
        player.rate = 1.5
        player.replaceCurrentItem(with: world.item())
        world.sessions[0].start()
        world.settle()
        #expect(world.sessions[0].wantedRate == 1.5)
        #expect(player.timeControlStatus == .playing)
    }

    @Test("S4.9: a seek before the item is in a player sets its start, and nothing before the start is requested")
    func seekBeforePlayer() async throws {
        let item = world.item()
        let journal = journal
        item.seek(to: CMTime(value: 30, timescale: 1)) { journal.note("\($0)") }
        #expect(item.currentTime() == CMTime(value: 30, timescale: 1))
        let player = world.player(item)
        let session = try #require(world.sessions.first)
        #expect(session.options.startTime == CMTime(value: 30, timescale: 1))
        #expect(session.calls == ["prepare"])
        #expect(player.currentTime() == CMTime(value: 30, timescale: 1))
        world.settle()
        #expect(journal.all == ["true"])
    }

    @Test("a seek that completes while the item is still opening sets the current time, instead of the start position")
    func seekCompletedWhileOpening() {
        let item = world.item()
        item.seek(to: CMTime(value: 30, timescale: 1)) { _ in }
        let player = world.player(item)
        let journal = journal
        player.seek(to: CMTime(value: 5, timescale: 1)) { journal.note("\($0)") }
        world.settle()
        #expect(journal.all == ["true"])
        #expect(item.status == .unknown)
        #expect(player.currentTime() == CMTime(value: 5, timescale: 1))
        world.sessions[0].start()
        world.settle()
        #expect(player.currentTime() == CMTime(value: 5, timescale: 1))
    }

    @Test("S4.4 S4.13: without an item the seek handler gets false within the call; otherwise it is called later")
    func seekHandlers() {
        let player = world.player()
        let journal = journal
        player.seek(to: .zero) { journal.note("none \($0)") }
        #expect(journal.all == ["none false"])
        player.replaceCurrentItem(with: world.item())
        world.sessions[0].start()
        world.settle()
        journal.clear()
        player.seek(to: CMTime(value: 5, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) {
            journal.note("a \($0)")
        }
        world.sessions[0].holdSeeks()
        player.seek(to: CMTime(value: 600, timescale: 1)) { journal.note("outside \($0)") }
        #expect(journal.all.isEmpty)
        world.settle()
        #expect(Set(journal.all) == ["a true", "outside false"])
    }

    @Test("S4.3: a newer seek completes the older one with false, and each completes once")
    func newerSeekWins() {
        let player = world.player(world.item())
        world.sessions[0].start()
        world.settle()
        world.sessions[0].holdSeeks()
        let journal = journal
        player.seek(to: CMTime(value: 5, timescale: 1)) { journal.note("a \($0)") }
        player.seek(to: CMTime(value: 6, timescale: 1)) { journal.note("b \($0)") }
        world.settle()
        #expect(journal.all == ["a false"])
        world.sessions[0].landSeeks()
        world.settle()
        #expect(journal.all == ["a false", "b true"])
    }

    @Test("S4.3: replacing the item completes its seeks with false")
    func replacedItem_answersSeeks() {
        let player = world.player(world.item())
        world.sessions[0].start()
        world.settle()
        world.sessions[0].holdSeeks()
        let journal = journal
        player.seek(to: CMTime(value: 5, timescale: 1)) { journal.note("\($0)") }
        player.replaceCurrentItem(with: nil)
        world.settle()
        #expect(journal.all == ["false"])
        #expect(world.sessions[0].isClosed)
    }

    @Test("S6.13 S7.11 S7.13: the end is posted, then the player pauses; after a seek back, play() plays again")
    func endAndAgain() {
        let item = world.item()
        let player = world.player(item)
        let journal = journal
        let tokens = observe(player)
        let notes = NotificationJournal(
            journal, item, [.AVPlayerItemDidPlayToEndTime: "end", .AVPlayerItemTimeJumped: "jump"])
        player.play()
        world.sessions[0].start()
        world.settle()
        journal.clear()
        world.sessions[0].reachEnd()
        world.settle()
        #expect(journal.all == ["end", "rate 1.0→0.0", "status 2→0"])
        journal.clear()
        player.seek(to: .zero)
        player.play()
        #expect(player.timeControlStatus == .playing)
        world.settle()
        #expect(world.sessions[0].wantedRate == 1)
        #expect(!journal.all.contains("end"))
        #expect(journal.all.contains("jump"))
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.14: with end action none, time continues past the end")
    func actionNone_timeRunsOn() {
        let player = world.player(world.item())
        player.actionAtItemEnd = .none
        player.play()
        world.sessions[0].start(seconds: 10)
        world.settle()
        world.sessions[0].reachEnd()
        world.settle()
        #expect(player.rate == 1)
        #expect(player.timeControlStatus == .playing)
        world.advance(seconds: 2)
        #expect(abs(player.currentTime().seconds - 12) < 0.01)
        player.pause()
        world.advance(seconds: 2)
        #expect(abs(player.currentTime().seconds - 12) < 0.01)
        player.seek(to: .zero)
        world.settle()
        #expect(player.currentTime().seconds == 0)
    }

    @Test("S6.6 S6.10: a stall is posted, and playback waits until the buffer is sufficient")
    func stall() {
        let item = world.item()
        let player = world.player(item)
        let notes = NotificationJournal(journal, item, [.AVPlayerItemPlaybackStalled: "stalled"])
        player.play()
        world.sessions[0].start()
        world.settle()
        world.sessions[0].runDry()
        world.settle()
        #expect(journal.all == ["stalled"])
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
        #expect(player.rate == 1)
        #expect(item.isPlaybackBufferEmpty)
        world.sessions[0].fill()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "R87 S7.2: an item that cannot be opened fails with its error, set before the status is reported; a new item plays"
    )
    func failureToOpen() throws {
        let item = world.item()
        let player = world.player(item)
        let journal = journal
        let token = item.observe(\.status) { item, _ in
            journal.note("failed \(item.status == .failed), error \(item.error != nil)")
        }
        player.play()
        world.sessions[0].emit(.failed(MediaError(.formatNotRecognized, "This is no film.")))
        world.settle()
        #expect(journal.all == ["failed true, error true"])
        #expect((item.error as? AVError)?.code == .fileFormatNotRecognized)
        let underlying = (item.error as? AVError)?.userInfo[NSUnderlyingErrorKey] as? NSError
        #expect(underlying?.code == MediaError.Code.formatNotRecognized.rawValue)
        #expect(player.rate == 0)
        #expect(player.timeControlStatus == .paused)
        player.play()
        #expect(player.rate == 0)
        player.replaceCurrentItem(with: world.item("other"))
        player.play()
        world.sessions[1].start()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        withExtendedLifetime(token) {}
    }

    @Test("S7.12: an item that fails during playback posts failedToPlayToEndTime with the error")
    func failureOnTheWay() {
        let item = world.item()
        let player = world.player(item)
        let journal = journal
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil
        ) { note in
            let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? AVError
            journal.note("failed \(error?.errorCode ?? 0)")
        }
        player.play()
        world.sessions[0].start()
        world.settle()
        world.sessions[0].emit(.endedEarly(MediaError(.truncated, "The file ends early.")))
        world.settle()
        #expect(journal.all == ["failed \(AVError.Code.fileFailedToParse.rawValue)"])
        #expect(player.rate == 0 && player.timeControlStatus == .paused)
        #expect(world.sessions[0].wantedRate == 0)
        #expect(item.status == .readyToPlay && item.error == nil)
        // Playback is tried again from the position that the client seeks to.
        item.seek(to: .zero) { journal.note("sought \($0)") }
        world.settle()
        player.play()
        world.settle()
        #expect(journal.all.last == "sought true")
        #expect(player.timeControlStatus == .playing && world.sessions[0].wantedRate == 1)
        NotificationCenter.default.removeObserver(token)
    }

    @Test("S7.3: status is frozen once the item has left its player, and it can join another")
    func detachedItem_isFrozen() {
        let item = world.item()
        let player = world.player(item)
        player.replaceCurrentItem(with: nil)
        world.sessions[0].emitThoughClosed(.failed(MediaError(.unknown, "late")))
        world.settle()
        #expect(item.status == .unknown)
        let other = world.player(item)
        world.sessions[1].start()
        world.settle()
        #expect(item.status == .readyToPlay)
        #expect(other.status == .readyToPlay)
    }

    @Test("S7.6: replacing the current item by itself has no effect")
    func sameItem_isNoChange() {
        let item = world.item()
        let player = world.player(item)
        player.replaceCurrentItem(with: item)
        world.settle()
        #expect(world.sessions.count == 1)
        #expect(!world.sessions[0].isClosed)
    }

    @Test("S21.6: releasing a playing player closes its session and frees all its objects")
    func release_stops() {
        weak var weakPlayer: AVPlayer?
        weak var weakItem: AVPlayerItem?
        weak var weakCore: PlayerCore?
        do {
            let player = world.player(world.item())
            weakPlayer = player
            weakItem = player.currentItem
            weakCore = player.core
            let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 1)) { _ in }
            player.play()
            world.sessions[0].start()
            world.settle()
            world.advance(seconds: 1)
            #expect(!world.sessions[0].isClosed)
            withExtendedLifetime(token) {}
        }
        #expect(weakPlayer == nil)
        #expect(world.sessions[0].isClosed)
        world.settle()
        #expect(weakItem == nil)
        #expect(weakCore == nil)
        #expect(world.pendingTimers == 0)
    }

    @Test("S6.21: play() uses defaultRate, and setting defaultRate does not start playback")
    func defaultRate() {
        let player = world.player()
        player.defaultRate = 2
        #expect(player.rate == 0)
        player.play()
        #expect(player.rate == 2)
        player.rate = 1
        #expect(player.defaultRate == 2)
        player.pause()
        #expect(player.rate == 0)
    }

    @Test("rateDidChange has the reason", arguments: [true, false])
    func rateDidChange(byAudioSession: Bool) {
        let player = world.player(world.item())
        let journal = journal
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { note in
            let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
            journal.note(reason?.rawValue ?? "none")
        }
        player.play()
        world.sessions[0].start()
        world.settle()
        journal.clear()
        if byAudioSession { player.core.pause(reason: .audioSessionInterrupted) } else { player.pause() }
        world.settle()
        #expect(
            journal.all == [
                byAudioSession
                    ? "AVPlayerRateDidChangeReasonAudioSessionInterrupted" : "AVPlayerRateDidChangeReasonSetRateCalled"
            ])
        NotificationCenter.default.removeObserver(token)
    }

    @Test("a reset of media services fails the player; a new player with a new item plays")
    func mediaServicesReset() {
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start()
        world.settle()
        player.core.fail(AVError(.mediaServicesWereReset))
        world.settle()
        #expect(player.status == .failed)
        #expect((player.error as? AVError)?.code == .mediaServicesWereReset)
        #expect(player.rate == 0)
        player.play()
        #expect(player.rate == 0)
        let fresh = world.player(world.item())
        fresh.play()
        world.sessions[1].start()
        world.settle()
        #expect(fresh.timeControlStatus == .playing)
    }

    @Test(
        "S6.25: preroll completes with true once the buffer is sufficient, with false after a rate or time change"
    )
    func preroll() {
        let player = world.player(world.item())
        let journal = journal
        player.preroll(atRate: 1) { journal.note("early \($0)") }
        world.settle()
        world.sessions[0].open()
        world.settle()
        player.preroll(atRate: 1) { journal.note("a \($0)") }
        world.settle()
        #expect(journal.all == ["early false"])
        world.sessions[0].fill()
        world.settle()
        player.preroll(atRate: 1) { journal.note("b \($0)") }
        world.sessions[0].trickle()
        world.settle()
        player.preroll(atRate: 1) { journal.note("c \($0)") }
        player.play()
        world.settle()
        #expect(journal.all == ["early false", "a true", "b true", "c false"])
    }

    @Test("S7.7: buffered ranges are sorted and do not overlap")
    func loadedRanges() {
        let item = world.item()
        let player = world.player(item)
        world.sessions[0].start()
        world.sessions[0].load([(20, 30), (0, 5), (4, 8)])
        world.settle()
        #expect(
            item.loadedTimeRanges.map(\.timeRangeValue).map { [$0.start.seconds, $0.end.seconds] } == [
                [0, 8], [20, 30],
            ])
        #expect(item.seekableTimeRanges.map(\.timeRangeValue.end.seconds) == [60])
        withExtendedLifetime(player) {}
    }

    @Test("volume and muting apply to the session, also to that of a later item")
    func volume() {
        let player = world.player()
        player.volume = 0.5
        player.isMuted = true
        player.replaceCurrentItem(with: world.item())
        #expect(world.sessions[0].options.volume == 0.5)
        #expect(world.sessions[0].options.isMuted)
        player.volume = 7
        player.volume = .nan
        player.isMuted = false
        #expect(player.volume == 1)
        #expect(world.sessions[0].calls.suffix(2) == ["setVolume 1.0", "setMuted false"])
    }

    @Test("forwardPlaybackEndTime and the other settings are passed to the session")
    func settings() {
        let item = world.item()
        item.forwardPlaybackEndTime = CMTime(value: 9, timescale: 1)
        item.audioTimePitchAlgorithm = .varispeed
        item.preferredForwardBufferDuration = 3
        let player = world.player(item)
        #expect(world.sessions[0].calls == ["setForwardEndTime 9.0", "setPitchAlgorithm varispeed", "prepare"])
        #expect(world.sessions[0].options.forwardBufferSeconds == 3)
        let copy = item.copy() as? AVPlayerItem
        #expect(copy?.forwardPlaybackEndTime == CMTime(value: 9, timescale: 1))
        #expect(copy !== item)
        withExtendedLifetime(player) {}
    }

    @Test("S7.10: reverse playback ends at reversePlaybackEndTime")
    func reverseEnd() {
        let item = world.item()
        item.reversePlaybackEndTime = CMTime(value: 20, timescale: 1)
        item.seek(to: CMTime(value: 22, timescale: 1), completionHandler: nil)
        let player = world.player(item)
        let notes = NotificationJournal(journal, item, [.AVPlayerItemDidPlayToEndTime: "end"])
        player.rate = -1
        world.sessions[0].start()
        world.settle()
        world.advance(seconds: 3)
        #expect(journal.all == ["end"])
        #expect(player.rate == 0)
        withExtendedLifetime(notes) {}
    }

    @Test("step(byCount:) is passed to the session where the item can step, and time observers are called")
    func stepping() {
        let item = world.item()
        let player = world.player(item)
        item.step(byCount: 1)
        #expect(!world.sessions[0].calls.contains("step 1"))
        world.sessions[0].start()
        world.settle()
        #expect(item.canStepForward && item.canStepBackward && item.canPlayReverse && item.canPlayFastForward)
        item.step(byCount: -2)
        #expect(world.sessions[0].calls.contains("step -2"))
        withExtendedLifetime(player) {}
    }

    @Test("S7.17: the access log has one event per uninterrupted period, the error log one per error")
    func logs() throws {
        let item = world.item()
        let player = world.player(item)
        #expect(item.accessLog() == nil)
        #expect(item.errorLog() == nil)
        let notes = NotificationJournal(
            journal, item, [.AVPlayerItemNewAccessLogEntry: "access", .AVPlayerItemNewErrorLogEntry: "error"])
        player.play()
        world.sessions[0].start()
        world.settle()
        var statistics = SessionStatistics()
        statistics.bytesRead = 1000
        statistics.droppedFrames = 3
        statistics.requests = 2
        world.sessions[0].set(statistics)
        let first = try #require(item.accessLog()?.events.first)
        #expect(first.numberOfBytesTransferred == 1000)
        #expect(first.numberOfDroppedVideoFrames == 3)
        #expect(first.numberOfMediaRequests == 2)
        #expect(first.indicatedBitrate < 0)
        #expect(first.playbackType == "FILE")
        player.pause()
        player.play()
        world.sessions[0].emit(.warning(MediaError(.httpStatus, "Not there.", httpStatus: 404)))
        world.settle()
        #expect(item.accessLog()?.events.count == 2)
        #expect(item.accessLog()?.events.last?.numberOfBytesTransferred == 0)
        #expect(item.errorLog()?.events.first?.errorStatusCode == 404)
        #expect(journal.all == ["access", "access", "error"])
        let text = try #require(item.accessLog()?.extendedLogData().flatMap { String(data: $0, encoding: .utf8) })
        #expect(text.hasPrefix("#Version: 1.0\n"))
        #expect(text.split(separator: "\n").count == 5)
        withExtendedLifetime(notes) {}
    }

    @Test("the item's raw notification names are Apple's")
    func notificationNames() {
        #expect(AVPlayerItemDidPlayToEndTimeNotification == "AVPlayerItemDidPlayToEndTimeNotification")
        #expect(AVPlayerItem.timeJumpedNotification.rawValue == "AVPlayerItemTimeJumpedNotification")
        #expect(AVPlayer.rateDidChangeNotification.rawValue == "AVPlayerRateDidChangeNotification")
        #expect(Notification.Name.AVPlayerItemPlaybackStalled == AVPlayerItem.playbackStalledNotification)
    }
}
