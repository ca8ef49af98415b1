public import Foundation

/// Plays items one after the other, with the shortest possible gaps.
///
/// The next item is prepared when the current one is near its end.
open class AVQueuePlayer: AVPlayer {
    /// - Parameter items: distinct items, none of them in another player.
    public nonisolated init(items: [AVPlayerItem]) {
        super.init(core: PlayerCore(endAction: .advance, environment: .system), items: items)
    }

    public nonisolated override init() {
        super.init(core: PlayerCore(endAction: .advance, environment: .system))
    }

    public nonisolated override init(url URL: URL) {
        super.init(
            core: PlayerCore(endAction: .advance, environment: .system), items: [AVPlayerItem(url: URL)])
    }

    public nonisolated override init(playerItem item: AVPlayerItem?) {
        super.init(
            core: PlayerCore(endAction: .advance, environment: .system), items: item.map { [$0] } ?? [])
    }

    /// For tests: creates a player with its own environment.
    nonisolated convenience init(items: [AVPlayerItem], environment: PlaybackEnvironment) {
        self.init(core: PlayerCore(endAction: .advance, environment: environment), items: items)
    }

    nonisolated override init(core: PlayerCore, items: [AVPlayerItem] = []) { super.init(core: core, items: items) }

    /// The current item and those after it.
    open nonisolated func items() -> [AVPlayerItem] { core.read { $0.queue.items } }

    /// Removes the current item and plays the next one.
    open nonisolated func advanceToNextItem() { core.advanceByClient() }

    /// - Parameter afterItem: nil for the end of the queue.
    open nonisolated func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        core.read { $0.queue.canInsert(item, after: afterItem) } && item.core.isFree
    }

    /// - Parameter afterItem: nil for the end of the queue.
    open nonisolated func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        core.insert(item, after: afterItem)
    }

    /// Removes an item; for the current one it has the effect of `advanceToNextItem()`.
    open nonisolated func remove(_ item: AVPlayerItem) { core.remove(item) }

    /// Removes all items and stops.
    open nonisolated func removeAllItems() { core.removeAll() }
}
