import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Testing

@testable import AVFoundation

/// Semantics section 6 as observed through an `AVPlayer`: the reported values, their order and their thread.
struct TransportOrderTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func observe(_ player: AVPlayer) -> [NSKeyValueObservation] {
        let journal = journal
        return [
            player.observe(\.rate, options: [.new]) { journal.note("rate \($1.newValue ?? -9)") },
            player.observe(\.reasonForWaitingToPlay, options: [.new]) { _, change in
                journal.note("reason \((change.newValue ?? nil)?.rawValue.dropFirst("AVPlayerWaiting".count) ?? "nil")")
            },
            player.observe(\.timeControlStatus, options: [.new]) { _, change in
                journal.note("status \(change.newValue?.rawValue ?? -9)")
            },
        ]
    }

    private func playing() -> (AVPlayer, AVPlayerItem, [NSKeyValueObservation], NotificationJournal) {
        let item = world.item()
        let player = world.player(item)
        player.play()
        world.sessions[0].start()
        world.settle()
        let notes = NotificationJournal(
            journal, item, [.AVPlayerItemPlaybackStalled: "stalled", .AVPlayerItemDidPlayToEndTime: "end"])
        return (player, item, observe(player), notes)
    }

    @Test("S6.16 S6.26: removing the item during playback waits for an item and keeps the rate")
    func replacedByNone() {
        let (player, _, tokens, notes) = playing()
        player.replaceCurrentItem(with: nil)
        world.settle()
        #expect(player.rate == 1)
        #expect(journal.all == ["reason WithNoItemToPlayReason", "status 1"])
        player.rate = 0
        world.settle()
        #expect(journal.all.dropFirst(2) == ["rate 0.0", "reason nil", "status 0"])
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.10 S6.26: with automatic waiting, a stall is posted and playback waits; afterwards the rate is unchanged")
    func stallWithWaiting() {
        let (player, _, tokens, notes) = playing()
        world.sessions[0].runDry()
        world.settle()
        #expect(journal.all == ["stalled", "reason ToMinimizeStallsReason", "status 1"])
        world.sessions[0].fill()
        world.settle()
        #expect(journal.all.dropFirst(3) == ["reason nil", "status 2"])
        #expect(player.rate == 1)
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.11 S6.26: without automatic waiting, a stall is posted and pauses; no waiting reason is reported")
    func stallWithoutWaiting() {
        let (player, _, tokens, notes) = playing()
        player.automaticallyWaitsToMinimizeStalling = false
        world.sessions[0].runDry()
        world.settle()
        #expect(journal.all == ["stalled", "rate 0.0", "status 0"])
        #expect(player.reasonForWaitingToPlay == nil)
        world.sessions[0].fill()
        world.settle()
        #expect(player.timeControlStatus == .paused)
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.8: turning automatic waiting off during a stall with a non-empty buffer plays at once")
    func waitingSwitchedOff() {
        let (player, _, tokens, notes) = playing()
        world.sessions[0].runDry()
        world.sessions[0].trickle()
        world.settle()
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
        journal.clear()
        player.automaticallyWaitsToMinimizeStalling = false
        world.settle()
        #expect(journal.all == ["reason nil", "status 2"])
        #expect(world.sessions[0].wantedRate == 1)
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.9 S6.23: playImmediately plays with a small buffer; with an empty one it waits and posts no stall")
    func playImmediately() {
        let (player, _, tokens, notes) = playing()
        player.pause()
        world.sessions[0].emit(.bufferStateChanged(BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)))
        world.settle()
        journal.clear()
        player.playImmediately(atRate: 1)
        world.settle()
        #expect(journal.all == ["rate 1.0", "reason ToMinimizeStallsReason", "status 1"])
        world.sessions[0].trickle()
        world.settle()
        journal.clear()
        player.playImmediately(atRate: 1)
        world.settle()
        #expect(journal.all == ["reason nil", "status 2"])
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.18: an item that fails during playback pauses with rate 0, each reported once")
    func failure() {
        let (player, item, tokens, notes) = playing()
        world.sessions[0].emit(.failed(MediaError(.readFailed, "Gone.")))
        world.settle()
        #expect(journal.all == ["rate 0.0", "status 0"])
        #expect(item.status == .failed)
        withExtendedLifetime((player, tokens, notes)) {}
    }

    @Test("S7.14: at the end, action none changes nothing; setting pause then pauses at once")
    func endActionChangedAfterTheEnd() {
        let (player, _, tokens, notes) = playing()
        player.actionAtItemEnd = .none
        world.sessions[0].reachEnd()
        world.settle()
        #expect(journal.all == ["end"])
        player.actionAtItemEnd = .pause
        world.settle()
        #expect(journal.all == ["end", "rate 0.0", "status 0"])
        withExtendedLifetime((tokens, notes)) {}
    }

    @Test("S6.22: an unsupported rate becomes the nearest supported one, with the reason setRateFailed")
    func unsupportedRate() {
        let item = world.item()
        let player = world.player(item)
        let journal = journal
        world.sessions[0].open { $0.isSeekable = false }
        world.sessions[0].fill()
        world.settle()
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { note in
            let reason = note.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
            journal.note(reason?.rawValue ?? "none")
        }
        player.rate = 4
        player.rate = -1
        world.settle()
        #expect(journal.all == Array(repeating: "AVPlayerRateDidChangeReasonSetRateFailed", count: 2))
        #expect(player.rate == 0)
        NotificationCenter.default.removeObserver(token)
    }

    @Test(
        "S0.3: notifications are posted on the main queue; observers of a client's change are called on the client's thread"
    )
    func threads() async {
        let player = AVPlayer()
        let journal = journal
        // The main queue, which need not run on the first thread.
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        let isOnMainQueue: @Sendable () -> Bool = { DispatchQueue.getSpecific(key: key) ?? false }
        let (events, feed) = AsyncStream.makeStream(of: Void.self)
        let tokens = [
            player.observe(\.rate) { _, _ in journal.note("rate \(isOnMainQueue())") },
            player.observe(\.timeControlStatus) { _, _ in journal.note("status \(isOnMainQueue())") },
        ]
        let note = NotificationCenter.default.addObserver(
            forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
        ) { _ in
            journal.note("note \(isOnMainQueue())")
            feed.yield()
        }
        Thread.detachNewThread {
            player.play()
            player.pause()
            journal.note("returned")
            feed.yield()
        }
        // Both notifications and the end of the client's calls: any of them may be last.
        var count = 0
        for await _ in events {
            count += 1
            if count == 3 { break }
        }
        let all = journal.all
        #expect(all.filter { $0.hasPrefix("note") } == ["note true", "note true"])
        let calls = all.filter { !$0.hasPrefix("note") }
        #expect(calls == ["rate false", "status false", "rate false", "status false", "returned"])
        NotificationCenter.default.removeObserver(note)
        withExtendedLifetime(tokens) {}
    }
}
