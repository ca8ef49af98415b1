import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Semantics section 4, through `AVPlayer` and `AVPlayerItem`.
struct SeekingTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func second(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    private func ready(playing: Bool = false) -> (AVPlayer, AVPlayerItem, FakeSession) {
        let item = world.item()
        let player = world.player(item)
        if playing { player.play() }
        world.sessions[0].start()
        world.settle()
        return (player, item, world.sessions[0])
    }

    @Test("S4.6: cancelPendingSeeks completes the seek with false, once, and cancels it in the session")
    func cancelPendingSeeks() {
        let (player, item, session) = ready()
        session.holdSeeks()
        let journal = journal
        let notes = NotificationJournal(journal, item, [.AVPlayerItemTimeJumped: "jumped"])
        player.seek(to: second(5)) { journal.note("\($0)") }
        item.cancelPendingSeeks()
        item.cancelPendingSeeks()
        world.settle()
        session.landSeeks()
        world.settle()
        #expect(journal.all == ["jumped", "false"])
        #expect(session.calls.contains("cancelPendingSeeks"))
        withExtendedLifetime((player, notes)) {}
    }

    @Test("S4.10: a seek posts timeJumped once, whether it completes or is interrupted")
    func timeJumped() {
        let (player, item, session) = ready()
        let notes = NotificationJournal(journal, item, [.AVPlayerItemTimeJumped: "jumped"])
        player.seek(to: second(5))
        world.settle()
        #expect(journal.all == ["jumped"])
        journal.clear()
        session.holdSeeks()
        player.seek(to: second(6))
        player.seek(to: second(7))
        world.settle()
        #expect(journal.all == ["jumped"])
        withExtendedLifetime(notes) {}
    }

    @Test("S4.11: a jump calls a periodic observer once and a boundary observer not at all")
    func jump_callsObserversOnce() {
        let (player, _, _) = ready()
        let journal = journal
        let tokens = [
            player.addPeriodicTimeObserver(forInterval: second(1)) { journal.note("\($0.seconds)") },
            player.addBoundaryTimeObserver(forTimes: [NSValue(time: second(10))]) { journal.note("boundary") },
        ]
        world.settle()
        journal.clear()
        player.seek(to: second(30))
        world.settle()
        #expect(journal.all == ["30.0"])
        withExtendedLifetime(tokens) {}
    }

    @Test("S4.12: a seek leaves a paused player paused and a playing player playing at its rate")
    func seekKeepsTheTransport() {
        let (player, _, session) = ready()
        player.seek(to: second(5))
        #expect(player.timeControlStatus == .paused)
        world.settle()
        #expect(player.timeControlStatus == .paused)
        #expect(session.wantedRate == 0)
        player.play()
        world.settle()
        session.holdSeeks()
        player.seek(to: second(20))
        world.settle()
        #expect(player.rate == 1)
        #expect(player.timeControlStatus != .paused)
        session.landSeeks()
        world.settle()
        #expect(player.timeControlStatus == .playing)
        #expect(session.wantedRate == 1)
    }

    @Test("S4.5: an invalid time or tolerance is a programming error")
    func improperSeek_traps() async {
        await #expect(processExitsWith: .failure) {
            PlaybackWorld().item().seek(to: .invalid, completionHandler: nil)
        }
        await #expect(processExitsWith: .failure) {
            PlaybackWorld().item().seek(
                to: .zero, toleranceBefore: CMTime(value: -1, timescale: 1), toleranceAfter: .zero,
                completionHandler: nil)
        }
    }

    @Test("S4.3: every seek completes exactly once, for random orders of inputs", arguments: 0..<20)
    func everySeekIsAnsweredOnce(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 1)
        let player = world.queuePlayer([world.item("0")])
        let journal = journal
        var asked = 0
        for step in 0..<120 {
            switch random.next() % 12 {
            case 0...3:
                asked += 1
                let number = asked
                player.seek(to: second(Int64(random.next() % 80))) { _ in journal.note("\(number)") }
            case 4: player.play()
            case 5: player.pause()
            case 6: world.sessions.last?.start()
            case 7: world.sessions.last?.holdSeeks()
            case 8: world.sessions.last?.landSeeks()
            case 9: player.currentItem?.cancelPendingSeeks()
            case 10: player.insert(world.item("\(step)"), after: nil)
            default:
                switch random.next() % 4 {
                case 0: player.advanceToNextItem()
                case 1: world.sessions.last?.reachEnd()
                case 2: world.sessions.last?.emit(.failed(MediaError(.readFailed, "Gone.")))
                default: world.advance(seconds: 1)
                }
            }
            if random.next() % 3 == 0 { world.settle() }
            #expect(
                (player.reasonForWaitingToPlay != nil) == (player.timeControlStatus == .waitingToPlayAtSpecifiedRate))
        }
        player.removeAllItems()
        for session in world.sessions { session.landSeeks() }
        world.settle()
        #expect(journal.all.count == asked)
        #expect(Set(journal.all).count == asked)
        #expect(world.allAreClosed)
    }

    @Test("calls from several threads leave the player consistent, and every seek completes once")
    func manyThreads() {
        let player = world.player(world.item())
        world.sessions[0].start()
        world.settle()
        let (world, journal) = (world, journal)
        let asked = Journal()
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            var random = SeededGenerator(seed: UInt64(worker) + 100)
            for step in 0..<60 {
                switch random.next() % 7 {
                case 0: player.play()
                case 1: player.pause()
                case 2: player.rate = Float(random.next() % 5)
                case 3:
                    asked.note("\(worker) \(step)")
                    player.seek(to: CMTime(value: Int64(random.next() % 50), timescale: 1)) { _ in
                        journal.note("\(worker) \(step)")
                    }
                case 4: _ = player.currentItem?.loadedTimeRanges
                case 5: world.settle()
                default: if worker == 0 { player.replaceCurrentItem(with: world.item()) }
                }
            }
        }
        player.replaceCurrentItem(with: nil)
        player.pause()
        world.settle()
        #expect(journal.all.sorted() == asked.all.sorted())
        #expect(player.timeControlStatus == .paused)
        #expect(world.allAreClosed)
    }
}
