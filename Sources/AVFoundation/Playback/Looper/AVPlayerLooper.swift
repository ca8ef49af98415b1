public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaEngine
import Synchronization

/// Plays an item, or a part of it, again and again in a queue player, with nothing between the passes.
///
/// Copies of the template take turns; the template itself never plays, and changes to it are not followed. Hold on to the looper: letting it go is
/// as `disableLooping()`.
public final class AVPlayerLooper: NSObject, KeyValueObservable {
    public let keyValueObservers: KeyValueObservers
    let core: LooperCore

    /// - Parameter itemToLoop: its settings are those of the copies. Must not be in a player.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// - Parameter loopRange: what is played of the item; invalid or empty: all of it.
    public convenience init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange
    ) {
        self.init(
            player: player, templateItem: itemToLoop, timeRange: loopRange,
            existingItemsOrdering: .loopingItemsPrecedeExistingItems)
    }

    public init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange,
        existingItemsOrdering itemOrdering: ItemOrdering
    ) {
        core = LooperCore(player: player.core, template: itemToLoop, range: loopRange, ordering: itemOrdering)
        keyValueObservers = core.observers
        super.init()
        core.start()
    }

    deinit { core.disable() }

    public var status: Status { observed("status") { Status(core.read { $0.looper.status }) } }

    /// Set only when `status` is failed.
    public var error: (any Error)? { core.read { $0.error } }

    /// The number of passes that have been finished.
    public var loopCount: Int { observed("loopCount") { core.read { $0.looper.loopCount } } }

    /// The copies that take turns.
    public var loopingPlayerItems: [AVPlayerItem] { observed("loopingPlayerItems") { core.read { $0.replicas } } }

    /// Lets the present pass finish and gives the player its former `actionAtItemEnd` back.
    public func disableLooping() { core.disable() }

    public enum Status: Int, Sendable {
        case unknown, ready, failed, cancelled

        init(_ status: LooperState.Status) {
            switch status {
            case .unknown: self = .unknown
            case .ready: self = .ready
            case .failed: self = .failed
            case .cancelled: self = .cancelled
            }
        }
    }

    /// Where the copies go in a queue that is not empty.
    public enum ItemOrdering: Int, Sendable {
        case loopingItemsPrecedeExistingItems, loopingItemsFollowExistingItems
    }
}
