public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaEngine
import Synchronization

/// Plays an item, or a part of it, repeatedly in a queue player, without a gap between the passes.
///
/// Copies of the template play in turn; the template itself never plays, and later changes to it have no effect. The client must retain the
/// looper: deallocating it has the effect of `disableLooping()`.
open class AVPlayerLooper: NSObject, KeyValueObservable {
    public let _keyValueObservers: KeyValueObservers
    let core: LooperCore

    /// - Parameter itemToLoop: the template; its settings apply to the copies. Must not be in a player.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// - Parameter loopRange: the part of the item to play; invalid or empty: the whole item.
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
        _keyValueObservers = core.observers
        super.init()
        core.start()
    }

    deinit { core.disable() }

    open var status: Status { observed("status") { Status(core.read { $0.looper.status }) } }

    /// Set only when `status` is failed.
    open var error: (any Error)? { core.read { $0.error } }

    /// The number of completed passes.
    open var loopCount: Int { observed("loopCount") { core.read { $0.looper.loopCount } } }

    /// The copies that play in turn.
    open var loopingPlayerItems: [AVPlayerItem] { observed("loopingPlayerItems") { core.read { $0.replicas } } }

    /// Ends looping after the current pass and restores the player's former `actionAtItemEnd`.
    open func disableLooping() { core.disable() }

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

    /// The position of the copies in a queue that is not empty.
    public enum ItemOrdering: Int, Sendable {
        case loopingItemsPrecedeExistingItems, loopingItemsFollowExistingItems
    }
}

// MARK: Names

extension AVPlayerLooper {
    public static var _namedProperties: _NamedProperties { namedProperties }

    private static let namedProperties = _NamedProperties(
        of: AVPlayerLooper.self,
        ["loopCount": \.loopCount, "loopingPlayerItems": \.loopingPlayerItems, "status": \.status])
}
