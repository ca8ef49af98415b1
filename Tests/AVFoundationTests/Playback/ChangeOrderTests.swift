import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// When key-value observers are called, and the values that they read: within the client's own call, or later for changes by playback.
struct ChangeOrderTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func second(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 1) }

    private func playing() -> AVPlayer {
        let player = world.player(world.item())
        player.play()
        world.sessions[0].start()
        world.settle()
        return player
    }

    @Test("play and pause call observers before they return, with the values then current")
    func playAndPause() {
        let player = playing()
        let journal = journal
        let tokens = [
            player.observe(\.rate, options: [.old, .new]) { player, change in
                journal.note("rate \(change.oldValue ?? -9)→\(change.newValue ?? -9), reads \(player.rate)")
            },
            player.observe(\.timeControlStatus, options: [.old, .new]) { player, change in
                journal.note("status \(change.newValue?.rawValue ?? -9), reads \(player.timeControlStatus.rawValue)")
            },
        ]
        player.pause()
        #expect(journal.all == ["rate 1.0→0.0, reads 0.0", "status 0, reads 0"])
        journal.clear()
        player.play()
        #expect(journal.all == ["rate 0.0→1.0, reads 1.0", "status 2, reads 2"])
        world.settle()
        #expect(journal.all.count == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test("S0.3: a change by playback is announced later, on the main queue, with the value then current")
    func changesOfPlayback() {
        let player = playing()
        let journal = journal
        let token = player.observe(\.timeControlStatus, options: [.old, .new]) { player, change in
            journal.note(
                "\(change.oldValue?.rawValue ?? -9)→\(change.newValue?.rawValue ?? -9), reads "
                    + "\(player.timeControlStatus.rawValue)")
        }
        world.sessions[0].runDry()
        world.settleEngine()
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(journal.all.isEmpty)
        world.settle()
        #expect(journal.all == ["2→1, reads 1"])
        withExtendedLifetime(token) {}
    }

    @Test(
        "S0.3: a client's call announces its own change, and an earlier change by playback is not announced twice"
    )
    func clientOvertakesPlayback() {
        let player = playing()
        let journal = journal
        let token = player.observe(\.timeControlStatus, options: [.old, .new]) { _, change in
            journal.note("\(change.oldValue?.rawValue ?? -9)→\(change.newValue?.rawValue ?? -9)")
        }
        world.sessions[0].runDry()
        world.settleEngine()
        player.pause()
        #expect(journal.all == ["2→0"])
        world.settle()
        #expect(journal.all == ["2→0"])
        withExtendedLifetime(token) {}
    }

    @Test(
        "S0.4: completions of seeks and prerolls are not called within the call that causes them, except without an item"
    )
    func completionsAreCalledLater() {
        let player = playing()
        let item = player.currentItem
        world.sessions[0].holdSeeks()
        let journal = journal
        let isCalling = Mutex(false)
        let time = second(3)
        @Sendable func done(_ name: String) -> @Sendable (Bool) -> Void {
            { finished in journal.note("\(name) \(finished)\(isCalling.withLock { $0 } ? ", too early" : "")") }
        }
        func call(_ body: () -> Void) {
            isCalling.withLock { $0 = true }
            body()
            isCalling.withLock { $0 = false }
        }
        call { player.seek(to: time, completionHandler: done("first")) }
        // Interrupts the first seek.
        call { item?.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: done("second")) }
        call { item?.cancelPendingSeeks() }
        world.settle()
        #expect(journal.all == ["first false", "second false"])
        journal.clear()
        call { player.preroll(atRate: 1, completionHandler: done("preroll of a playing player")) }
        call { player.seek(to: time, completionHandler: done("replaced")) }
        call { player.replaceCurrentItem(with: nil) }
        #expect(journal.all.isEmpty)
        world.settle()
        #expect(journal.all.sorted() == ["preroll of a playing player false", "replaced false"])
        journal.clear()
        call { player.seek(to: time, completionHandler: done("no item")) }
        #expect(journal.all == ["no item false, too early"])
    }

    @Test("key-value observing: setting an equal value notifies")
    func equalValues() {
        let player = playing()
        let item = player.currentItem
        let journal = journal
        let tokens = [
            player.observe(\.rate, options: [.old, .new]) {
                journal.note("rate \($1.oldValue ?? 9) \($1.newValue ?? 9)")
            },
            player.observe(\.timeControlStatus) { _, _ in journal.note("status") },
            player.observe(\.volume) { _, _ in journal.note("volume") },
            player.observe(\.isMuted) { _, _ in journal.note("isMuted") },
            player.observe(\.defaultRate) { _, _ in journal.note("defaultRate") },
            player.observe(\.actionAtItemEnd) { _, _ in journal.note("actionAtItemEnd") },
            player.observe(\.automaticallyWaitsToMinimizeStalling) { _, _ in journal.note("waits") },
            player.observe(\.currentItem) { _, _ in journal.note("currentItem") },
            item?.observe(\.forwardPlaybackEndTime) { _, _ in journal.note("end") },
        ]
        player.rate = 1
        player.volume = 1
        player.isMuted = false
        player.defaultRate = 1
        player.actionAtItemEnd = .pause
        player.automaticallyWaitsToMinimizeStalling = true
        item?.forwardPlaybackEndTime = .invalid
        // No change: data/semantics.tsv, section 7.
        player.replaceCurrentItem(with: item)
        #expect(
            journal.all == [
                "rate 1.0 1.0", "volume", "isMuted", "defaultRate", "actionAtItemEnd", "waits", "end",
            ])
        withExtendedLifetime(tokens) {}
    }

    @Test("replacing, inserting and advancing call observers of the current item before they return")
    func currentItem() {
        let items = (0..<3).map { world.item("\($0)") }
        let player = world.queuePlayer()
        let journal = journal
        let token = player.observe(\.currentItem, options: [.old, .new]) { player, change in
            let names = [change.oldValue ?? nil, change.newValue ?? nil, player.currentItem].map { item in
                items.firstIndex { $0 === item }.map(String.init) ?? "none"
            }
            journal.note(names.joined(separator: " "))
        }
        player.insert(items[0], after: nil)
        player.insert(items[1], after: nil)
        player.advanceToNextItem()
        player.replaceCurrentItem(with: items[2])
        player.remove(items[2])
        #expect(journal.all == ["none 0 0", "0 1 1", "1 2 2", "2 none none"])
        withExtendedLifetime(token) {}
    }

    @Test("key-value observing: prior notifications precede the change and read the old value")
    func priorCalls() {
        let player = playing()
        let journal = journal
        let token = player.observe(\.rate, options: [.prior, .new, .old]) { player, change in
            journal.note("\(change.isPrior ? "before" : "after"), reads \(player.rate)")
        }
        player.rate = 2
        #expect(journal.all == ["before, reads 1.0", "after, reads 2.0"])
        withExtendedLifetime(token) {}
    }

    @Test(
        "an observer may call the player: its call is complete when it returns, and no value is announced twice"
    )
    func reentrancy() {
        let player = playing()
        let journal = journal
        let tokens = [
            player.observe(\.rate, options: [.old, .new]) { player, change in
                journal.note("rate \(change.oldValue ?? -9)→\(change.newValue ?? -9)")
                guard change.newValue == 0 else { return }
                player.rate = 2
                journal.note("set, status \(player.timeControlStatus.rawValue)")
            },
            player.observe(\.timeControlStatus, options: [.old, .new]) { _, change in
                journal.note("status \(change.oldValue?.rawValue ?? -9)→\(change.newValue?.rawValue ?? -9)")
            },
        ]
        player.pause()
        // The change of the status was undone by the pause before observers were called.
        #expect(journal.all == ["rate 1.0→0.0", "rate 0.0→2.0", "set, status 2"])
        #expect(player.rate == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test("an observer may make any call to the player, during any change", arguments: 0..<20)
    func observersCallEverything(seed: Int) {
        let world = world
        let player = world.queuePlayer([world.item("0"), world.item("1")])
        let random = Mutex(SeededGenerator(seed: UInt64(seed) + 1))
        let depth = Mutex(0)
        let answers = Mutex((asked: 0, answered: 0))
        @Sendable func act(_ player: AVQueuePlayer) {
            let isDeep = depth.withLock { depth -> Bool in
                depth += 1
                return depth > 3
            }
            defer { depth.withLock { $0 -= 1 } }
            guard !isDeep else { return }
            switch random.withLock({ $0.next() % 10 }) {
            case 0: player.play()
            case 1: player.pause()
            case 2: player.rate = 2
            case 3:
                answers.withLock { $0.asked += 1 }
                player.seek(to: CMTime(value: 3, timescale: 1)) { _ in answers.withLock { $0.answered += 1 } }
            case 4: player.replaceCurrentItem(with: world.item())
            case 5: player.insert(world.item(), after: nil)
            case 6: player.advanceToNextItem()
            case 7: player.volume = 0.5
            case 8: world.sessions.last?.start()
            default: player.currentItem?.cancelPendingSeeks()
            }
        }
        let tokens = [
            player.observe(\.rate) { player, _ in act(player) },
            player.observe(\.timeControlStatus) { player, _ in act(player) },
            player.observe(\.currentItem) { player, _ in act(player) },
            player.observe(\.currentItem?.status) { player, _ in act(player) },
        ]
        for _ in 0..<40 {
            act(player)
            world.settle()
        }
        for token in tokens { token.invalidate() }
        player.removeAllItems()
        world.settle()
        #expect(answers.withLock { $0.asked == $0.answered })
        #expect(world.allAreClosed)
    }

    @Test("disabling a looper calls its observers before the call returns")
    func looper() {
        let player = world.queuePlayer()
        let looper = AVPlayerLooper(player: player, templateItem: world.item())
        let journal = journal
        let token = looper.observe(\.status, options: [.new]) { journal.note("\($1.newValue?.rawValue ?? -1)") }
        looper.core.durationLoaded(second(3))
        #expect(journal.all.isEmpty)
        world.settle()
        looper.disableLooping()
        #expect(journal.all == ["1", "3"])
        withExtendedLifetime(token) {}
    }
}
