public import Foundation

/// Plays items one after the other, with the shortest possible gaps.
///
/// The next item is prepared when the current one is near its end.
open class AVQueuePlayer: AVPlayer {
    /// - Parameter items: distinct items, none of them in another player.
    public nonisolated convenience init(items: [AVPlayerItem]) {
        self.init(items: items, environment: .system)
    }

    public nonisolated convenience init() { self.init(items: [], environment: .system) }

    public nonisolated convenience init(url URL: URL) {
        self.init(items: [AVPlayerItem(url: URL)], environment: .system)
    }

    public nonisolated convenience init(playerItem item: AVPlayerItem?) {
        self.init(items: item.map { [$0] } ?? [], environment: .system)
    }

    nonisolated convenience init(items: [AVPlayerItem], environment: PlaybackEnvironment) {
        self.init(core: PlayerCore(endAction: .advance, environment: environment), items: items)
    }

    nonisolated override init(core: PlayerCore, items: [AVPlayerItem] = []) { super.init(core: core, items: items) }

    /// The current item and those after it.
    public nonisolated func items() -> [AVPlayerItem] { core.read { $0.queue.items } }

    /// Removes the current item and plays the next one.
    public nonisolated func advanceToNextItem() { core.advanceByClient() }

    /// - Parameter afterItem: nil for the end of the queue.
    public nonisolated func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        core.read { $0.queue.canInsert(item, after: afterItem) } && item.core.isFree
    }

    /// - Parameter afterItem: nil for the end of the queue.
    public nonisolated func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        core.insert(item, after: afterItem)
    }

    /// Removes an item; for the current one it has the effect of `advanceToNextItem()`.
    public nonisolated func remove(_ item: AVPlayerItem) { core.remove(item) }

    /// Removes all items and stops.
    public nonisolated func removeAllItems() { core.removeAll() }
}
