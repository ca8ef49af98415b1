import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Testing

@testable import AVFoundation

/// Semantics section 8.
struct QueuePlayerTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func session(_ name: String) -> FakeSession? {
        world.sessions.last { $0.url.lastPathComponent == name + ".mp4" }
    }

    @Test("S8.3 S8.4: the next item is prepared near the end of the current one, and follows without a wait")
    func preloadsAndFollows() throws {
        let items = [world.item("a"), world.item("b"), world.item("c")]
        let player = world.queuePlayer(items)
        #expect(player.actionAtItemEnd == .advance)
        let journal = journal
        let token = player.observe(\.currentItem, options: [.old, .new]) { _, change in
            journal.note("from \((change.oldValue ?? nil) === items[0]) to \((change.newValue ?? nil) === items[1])")
        }
        let notes = NotificationJournal(journal, items[0], [.AVPlayerItemDidPlayToEndTime: "end a"])
        let other = NotificationJournal(journal, items[1], [.AVPlayerItemTimeJumped: "jump b"])
        player.play()
        try #require(session("a")).start(seconds: 30)
        world.settle()
        #expect(session("b") == nil)
        world.advance(seconds: 19)
        #expect(session("b") == nil)
        world.advance(seconds: 1.5)
        let next = try #require(session("b"))
        #expect(next.calls == ["prepare"])
        next.start(seconds: 30)
        world.settle()
        #expect(next.wantedRate == 0)
        #expect(items[1].status == .readyToPlay)
        world.advance(seconds: 9.5)
        try #require(session("a")).reachEnd()
        // The main queue is blocked, and the next item plays nevertheless.
        world.settleEngine()
        #expect(next.wantedRate == 1)
        #expect(session("a")?.isClosed == true)
        next.emit(.timeJumped(.zero))
        world.settle()
        #expect(player.items() == Array(items[1...]))
        #expect(player.timeControlStatus == .playing)
        #expect(journal.all == ["end a", "from true to true", "jump b"])
        withExtendedLifetime((token, notes, other)) {}
    }

    @Test("S8.3: during a short item the next one is prepared at once")
    func shortItem_preloadsAtOnce() {
        let player = world.queuePlayer([world.item("a"), world.item("b")])
        session("a")?.start(seconds: 3)
        world.settle()
        #expect(session("b")?.calls == ["prepare"])
        withExtendedLifetime(player) {}
    }

    @Test("a queued item that replaces the current one leaves its place in the queue and plays")
    func queuedItem_replacesCurrent() throws {
        let (a, b, c) = (world.item("a"), world.item("b"), world.item("c"))
        let player = world.queuePlayer([a, b, c])
        player.play()
        try #require(session("a")).start(seconds: 30)
        world.settle()
        player.replaceCurrentItem(with: c)
        world.settle()
        #expect(player.items() == [c, b])
        #expect(session("a")?.isClosed == true)
        let next = try #require(session("c"))
        next.start(seconds: 30)
        world.settle()
        #expect(next.wantedRate == 1)
        #expect(player.canInsert(a, after: nil))
    }

    @Test("S6.15: after the last item the player waits for another and keeps its rate")
    func lastItem_waits() {
        let player = world.queuePlayer([world.item("a")])
        player.play()
        session("a")?.start(seconds: 3)
        world.settle()
        session("a")?.reachEnd()
        world.settle()
        #expect(player.currentItem == nil)
        #expect(player.items().isEmpty)
        #expect(player.rate == 1)
        #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        player.insert(world.item("b"), after: nil)
        session("b")?.start()
        world.settle()
        #expect(player.timeControlStatus == .playing)
    }

    @Test("S8.1 S8.2: insert, remove, advance and removeAllItems edit the queue")
    func edits() {
        let (a, b, c) = (world.item("a"), world.item("b"), world.item("c"))
        let player = world.queuePlayer([a])
        #expect(player.canInsert(b, after: a))
        player.insert(b, after: nil)
        player.insert(c, after: a)
        #expect(player.items() == [a, c, b])
        #expect(!player.canInsert(c, after: nil))
        #expect(!player.canInsert(world.item("d"), after: world.item("e")))
        let other = world.queuePlayer()
        #expect(!other.canInsert(b, after: nil))
        player.remove(c)
        #expect(player.items() == [a, b])
        player.remove(a)
        #expect(player.currentItem === b)
        #expect(other.canInsert(a, after: nil))
        player.insert(c, after: nil)
        player.advanceToNextItem()
        #expect(player.currentItem === c)
        player.play()
        player.removeAllItems()
        #expect(player.currentItem == nil)
        #expect(player.rate == 0)
        world.settle()
        #expect(world.allAreClosed)
    }

    @Test("S8.2: inserting an item twice is a programming error")
    func twiceQueued_traps() async {
        await #expect(processExitsWith: .failure) {
            let world = PlaybackWorld()
            let item = world.item()
            _ = world.queuePlayer([item, item])
        }
    }

    @Test("S7.14: setting advance on a plain player is a programming error")
    func advanceOnPlainPlayer_traps() async {
        await #expect(processExitsWith: .failure) {
            PlaybackWorld().player().actionAtItemEnd = .advance
        }
    }

    @Test("S21.6: releasing a queue player closes every session and frees its items")
    func release() {
        weak var weakItem: AVPlayerItem?
        do {
            let player = world.queuePlayer([world.item("a"), world.item("b")])
            weakItem = player.items().last
            player.play()
            session("a")?.start(seconds: 3)
            world.settle()
            #expect(world.sessions.count == 2)
        }
        world.settle()
        #expect(world.allAreClosed)
        #expect(weakItem == nil)
    }
}

struct QueueStateTests {
    @Test("S8.1 S8.2: the queue keeps its order through every edit")
    func order() throws {
        var queue = QueueState<Int>()
        let becameCurrent = [
            try queue.insert(1, after: nil), try queue.insert(3, after: nil), try queue.insert(2, after: 1),
        ]
        #expect(becameCurrent == [.currentChanged, .currentStays, .currentStays])
        #expect(queue.items == [1, 2, 3])
        #expect(failure { try queue.insert(2, after: nil) } == .alreadyQueued)
        #expect(failure { try queue.insert(9, after: 8) } == .unknownNeighbour)
        #expect(queue.next == 2)
        #expect((queue.advance()) == 1)
        #expect((queue.remove(3)) == .currentStays)
        #expect((queue.remove(7)) == .notQueued)
        #expect((queue.replaceCurrent(with: 5)) == 2)
        #expect(queue.items == [5])
        #expect((queue.replaceCurrent(with: nil)) == 5)
        #expect((queue.advance()) == nil)
    }

    private func failure(_ body: () throws -> QueueState<Int>.Change) -> QueueState<Int>.InsertError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? QueueState<Int>.InsertError
        }
    }
}
