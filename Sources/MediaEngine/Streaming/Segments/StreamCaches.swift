import Foundation
import HLS

/// Resources of a stream that are cached so that each is requested once (spec/hls.md sections 5 and 12).
struct StreamCaches {
    /// Sufficient for switches back and for keys in rotation.
    static let keyCount = 64
    static let initSectionCount = 64
    static let initSectionBytes = 1 << 20
    /// Finished playlists of the variants and renditions that played.
    static let playlistCount = 24
    /// About 200 bytes per segment; two days of two-second segments in total.
    static let playlistSegments = 86_400

    private(set) var keys = BoundedCache<URL, [UInt8]>(maximumCount: keyCount)
    private(set) var initSections = BoundedCache<String, [UInt8]>(
        maximumCount: initSectionCount, maximumWeight: initSectionBytes)
    private(set) var playlists = BoundedCache<URL, MediaPlaylist>(
        maximumCount: playlistCount, maximumWeight: playlistSegments)

    /// Stores a playlist if it has ended and so cannot change.
    mutating func keep(_ playlist: MediaPlaylist, from url: URL) {
        guard playlist.hasEnded else { return }
        playlists.put(playlist, for: url, weight: max(1, playlist.segments.count))
    }

    mutating func playlist(from url: URL) -> MediaPlaylist? { playlists.value(for: url) }

    mutating func bytes(of resource: SegmentLoading.Resource) -> [UInt8]? {
        switch resource {
        case .key(let url): keys.value(for: url)
        case .initSection: initSections.value(for: resource.name)
        case .media: nil
        }
    }

    /// Removes a resource that may be the cause of a chunk that cannot be parsed.
    mutating func forget(_ resource: SegmentLoading.Resource) {
        switch resource {
        case .key(let url): keys.remove(url)
        case .initSection: initSections.remove(resource.name)
        case .media: break
        }
    }

    mutating func keep(_ bytes: [UInt8], of resource: SegmentLoading.Resource) {
        switch resource {
        case .key(let url): keys.put(bytes, for: url)
        case .initSection: initSections.put(bytes, for: resource.name, weight: bytes.count)
        case .media: break
        }
    }
}
