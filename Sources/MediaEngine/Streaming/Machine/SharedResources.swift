import Foundation
import HLS

/// Keys, initialization sections and finished playlists. Each is requested once for all renditions that need it.
struct SharedResources {
    /// A chunk that needs a resource.
    struct Waiter: Equatable {
        var role: RenditionRole
        /// The number of the chunk's load.
        var number: Int
    }

    enum Need {
        case known([UInt8])
        /// Already requested.
        case requested
        /// Must be requested now.
        case missing
    }

    var caches = StreamCaches()
    private(set) var waiting: [SegmentLoading.Resource: [Waiter]] = [:]

    /// Registers that a chunk needs a resource.
    mutating func need(_ resource: SegmentLoading.Resource, for waiter: Waiter) -> Need {
        if let known = caches.bytes(of: resource) { return .known(known) }
        if waiting[resource] != nil {
            waiting[resource]?.append(waiter)
            return .requested
        }
        waiting[resource] = [waiter]
        return .missing
    }

    /// Registers a resource that is requested before any chunk needs it.
    mutating func preload(_ resource: SegmentLoading.Resource) -> Need {
        if waiting[resource] != nil { return .requested }
        waiting[resource] = []
        return .missing
    }

    /// Ends the request of a resource and returns the chunks that wait for it.
    mutating func takeWaiters(for resource: SegmentLoading.Resource) -> [Waiter] {
        waiting.removeValue(forKey: resource) ?? []
    }
}
