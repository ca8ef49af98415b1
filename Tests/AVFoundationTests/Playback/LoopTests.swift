import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Looping by a seek to the start when the end is posted, in every form that clients use, and the order of commands and events.
struct LoopTests {
    enum Way: String, CaseIterable { case seekThenPlay, playThenSeek, laterSeekThenPlay, laterPlayThenSeek }

    private let world = PlaybackWorld()
    private let journal = Journal()

    private func second(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    static func restart(_ player: AVPlayer, _ way: Way) {
        switch way {
        case .seekThenPlay, .laterSeekThenPlay:
            player.seek(to: .zero)
            player.play()
        case .playThenSeek, .laterPlayThenSeek:
            player.play()
            player.seek(to: .zero)
        }
    }

    /// Records "end" for each end, and restarts playback in one of the forms.
    private func loop(
        _ player: AVPlayer, _ way: Way, _ later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    )
        -> any NSObjectProtocol
    {
        let journal = journal
        return NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: nil
        ) { [weak player] _ in
            journal.note("end")
            guard let player else { return }
            let restart: @Sendable () -> Void = { Self.restart(player, way) }
            switch way {
            case .seekThenPlay, .playThenSeek: restart()
            case .laterSeekThenPlay, .laterPlayThenSeek: later(restart)
            }
        }
    }

    @Test("each play-through of a loop has exactly one end", arguments: Way.allCases, [true, false])
    func oneEndEach(way: Way, landsLater: Bool) {
        let player = world.player(world.item())
        player.play()
        let session = world.sessions[0]
        session.stopForSeeks()
        session.start(seconds: 2)
        world.settle()
        if landsLater { session.holdSeeks() }
        let world = world
        let token = loop(player, way) { work in
            _ = world.environment.schedule(world.now + 50_000_000, work)
        }
        for round in 1...50 {
            world.advance(seconds: 1.9)
            session.reachEnd()
            world.settle()
            // The end is posted once, also when the client seeks back only after a while.
            #expect(journal.all.count == round)
            world.advance(seconds: 0.1)
            if landsLater {
                // An end that was sent before the seek has no effect.
                session.landSeeks()
                world.settle()
            }
            #expect(journal.all.count == round)
            #expect(player.rate == 1)
            #expect(player.timeControlStatus == .playing)
            #expect(session.wantedRate == 1)
        }
        #expect(session.calls.count { $0.hasPrefix("seek") } == 50)
        NotificationCenter.default.removeObserver(token)
    }

    @Test(
        "an end that was sent before the client's seek is ignored, in either order of play and seek",
        arguments: Way.allCases)
    func endBeforeSeek(way: Way) {
        let player = world.player(world.item())
        player.play()
        let session = world.sessions[0]
        session.start(seconds: 2)
        world.settle()
        session.holdSeeks()
        let notes = NotificationJournal(journal, player.currentItem ?? player, [.AVPlayerItemDidPlayToEndTime: "end"])
        // The session has reached its end, but the client has not been notified yet.
        session.reachEnd()
        if way == .playThenSeek { player.play() }
        player.seek(to: .zero)
        if way == .seekThenPlay { player.play() }
        world.settle()
        #expect(journal.all.isEmpty)
        #expect(player.timeControlStatus == .playing)
        session.landSeeks()
        session.reachEnd()
        world.settle()
        #expect(journal.all == ["end"])
        withExtendedLifetime(notes) {}
    }

    @Test("an end after a seek that was cancelled, or replaced by a newer one, is not lost")
    func endAfterCancelledSeek() {
        let player = world.player(world.item())
        player.play()
        let session = world.sessions[0]
        session.start(seconds: 2)
        world.settle()
        session.holdSeeks()
        let notes = NotificationJournal(journal, player.currentItem ?? player, [.AVPlayerItemDidPlayToEndTime: "end"])
        player.seek(to: second(1))
        player.seek(to: .zero)
        player.currentItem?.cancelPendingSeeks()
        session.reachEnd()
        world.settle()
        #expect(journal.all == ["end"])
        withExtendedLifetime(notes) {}
    }

    @Test("play() at the end without a seek posts the end again, once, and pauses")
    func playAtTheEnd() {
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start(seconds: 2)
        world.settle()
        world.sessions[0].reachEnd()
        world.settle()
        let notes = NotificationJournal(journal, player.currentItem ?? player, [.AVPlayerItemDidPlayToEndTime: "end"])
        player.play()
        #expect(player.rate == 1)
        #expect(journal.all.isEmpty)
        world.settle()
        #expect(journal.all == ["end"])
        #expect(player.rate == 0)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "a seek is passed to the session and leaves the end within the call, also while another thread performs posted work"
    )
    func seekIsACommandAtOnce() {
        let player = world.player(world.item())
        player.play()
        let session = world.sessions[0]
        session.start(seconds: 2)
        world.settle()
        session.reachEnd()
        world.settle()
        // A thread is blocked in internal work of the player: a client's seek must not wait for it.
        let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        player.core.post {
            entered.signal()
            leave.wait()
        }
        let core = player.core
        Thread.detachNewThread { core.update(.playback) { _ in } }
        entered.wait()
        player.seek(to: .zero)
        player.play()
        #expect(Array(session.commands.suffix(3)) == ["setRate 0.0", "seek 0.0", "setRate 1.0"])
        #expect(player.timeControlStatus == .playing)
        leave.signal()
    }

    @Test("commands of several threads are passed to the session in the order of the decisions")
    func commandsInOrder() {
        let player = world.player(world.item())
        let session = world.sessions[0]
        session.start()
        world.settle()
        for round in 0..<200 {
            DispatchQueue.concurrentPerform(iterations: 4) { worker in
                switch (worker + round) % 4 {
                case 0: player.play()
                case 1: player.pause()
                case 2: player.rate = 2
                default: player.seek(to: CMTime(value: 1, timescale: 1))
                }
            }
            #expect(session.wantedRate == Double(player.rate))
        }
    }
}

/// The same with the engine, a clip and the real clock.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct RealLoopTests {
    @Test("clips of 1.2 s that clients loop, one in each way, end exactly once per pass")
    func clips() async throws {
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 1.2, width: 320, height: 180))
        try await withThrowingTaskGroup { group in
            for way in LoopTests.Way.allCases { group.addTask { try await loop(url, way) } }
            try await group.waitForAll()
        }
    }

    private func loop(_ url: URL, _ way: LoopTests.Way) async throws {
        let player = AVPlayer(url: url)
        player.isMuted = true
        let item = try #require(player.currentItem)
        let ends = Mutex<[Date]>([])
        let restart: @Sendable () -> Void = { LoopTests.restart(player, way) }
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: nil
        ) { _ in
            ends.withLock { $0.append(Date()) }
            switch way {
            case .seekThenPlay, .playThenSeek: restart()
            case .laterSeekThenPlay, .laterPlayThenSeek:
                DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50), execute: restart)
            }
        }
        player.play()
        let rounds = 6
        _ = await eventually(within: .seconds(60)) { ends.withLock { $0.count } >= rounds }
        NotificationCenter.default.removeObserver(token)
        player.pause()
        let times = ends.withLock { $0 }
        #expect(times.count >= rounds, "\(way): the loop has stopped after \(times.count) ends")
        // A pass takes as long as the clip, and a second end of the same pass would follow within milliseconds. Half of the clip's duration
        // separates the two, also where a busy machine delays the notification of the earlier end.
        for (earlier, later) in zip(times, times.dropFirst()) {
            #expect(later.timeIntervalSince(earlier) > 0.6, "\(way)")
        }
    }
}
