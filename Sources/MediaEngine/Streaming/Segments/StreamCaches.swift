import Foundation
import HLS

/// What is kept of a stream so that it is fetched once (spec/hls.md sections 5 and 12).
struct StreamCaches {
    /// A switch back, and a key that comes round again, cost nothing.
    static let keyCount = 64
    static let initSectionCount = 64
    static let initSectionBytes = 1 << 20
    /// Playlists that have ended, of the variants and renditions that played.
    static let playlistCount = 24
    /// 200 bytes each: two days of two-second segments in all.
    static let playlistSegments = 86_400

    private(set) var keys = BoundedCache<URL, [UInt8]>(maximumCount: keyCount)
    private(set) var initSections = BoundedCache<String, [UInt8]>(
        maximumCount: initSectionCount, maximumWeight: initSectionBytes)
    private(set) var playlists = BoundedCache<URL, MediaPlaylist>(
        maximumCount: playlistCount, maximumWeight: playlistSegments)

    /// Only what will never change is kept.
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

    /// What may be to blame for something that makes no sense.
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
