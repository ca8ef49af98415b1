import Foundation
import Synchronization
import Testing

@testable import AVFoundation

/// Items of a client's class that only the player retains.
struct ReleasedItemTests {
    /// Reads the player's queue at its end.
    private final class Item: AVPlayerItem, @unchecked Sendable {
        // Unchecked: set before the item is used, and read at its end.
        nonisolated(unsafe) var atEnd: (@Sendable () -> Void)?
        deinit { atEnd?() }
    }

    /// The numbers of items in the queue at the ends of items.
    private final class Counts: Sendable {
        private let values = Mutex<[Int]>([])
        var all: [Int] { values.withLock { $0 } }
        func add(_ value: Int) { values.withLock { $0.append(value) } }
    }

    @Test("an item that leaves the queue uses the player at its end", arguments: [false, true])
    func leavesQueue(isReplaced: Bool) {
        let world = PlaybackWorld()
        let player = world.queuePlayer()
        let counts = Counts()
        do {
            for name in ["a", "b", "c"] {
                let item = Item(asset: world.asset(name), automaticallyLoadedAssetKeys: [])
                item.core.adjust { $0.attachment.setEnvironment(world.environment) }
                item.atEnd = { [weak core = player.core] in
                    guard let core else { return }
                    counts.add(core.read { $0.queue.items.count })
                    core.setRate(0)
                }
                player.insert(item, after: nil)
            }
        }
        world.settle()
        #expect(counts.all.isEmpty)
        if isReplaced { player.replaceCurrentItem(with: nil) } else { player.removeAllItems() }
        world.settle()
        #expect(counts.all == (isReplaced ? [2] : [0, 0, 0]))
        withExtendedLifetime(player) {}
    }
}
