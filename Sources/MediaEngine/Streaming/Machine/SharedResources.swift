import Foundation
import HLS

/// Keys, init sections and finished playlists, each requested once for all renditions that need it.
struct SharedResources {
    /// A chunk that needs a resource.
    struct Waiter: Equatable {
        var role: RenditionRole
        /// Of the chunk's load.
        var number: Int
    }

    enum Need {
        case known([UInt8])
        /// Requested already.
        case requested
        /// To be requested now.
        case missing
    }

    var caches = StreamCaches()
    private(set) var waiting: [SegmentLoading.Resource: [Waiter]] = [:]

    /// Registers the need of a chunk.
    mutating func need(_ resource: SegmentLoading.Resource, for waiter: Waiter) -> Need {
        if let known = caches.bytes(of: resource) { return .known(known) }
        if waiting[resource] != nil {
            waiting[resource]?.append(waiter)
            return .requested
        }
        waiting[resource] = [waiter]
        return .missing
    }

    /// Registers a need before any chunk has it.
    mutating func preload(_ resource: SegmentLoading.Resource) -> Need {
        if waiting[resource] != nil { return .requested }
        waiting[resource] = []
        return .missing
    }

    /// The request of a resource has ended.
    mutating func takeWaiters(for resource: SegmentLoading.Resource) -> [Waiter] {
        waiting.removeValue(forKey: resource) ?? []
    }
}
