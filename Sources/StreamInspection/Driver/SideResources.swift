import Foundation
import HLS
import MediaEngine
import StreamRules

/// The resources that playlists name beside media: session data, steering manifests, interstitials.
struct SideResources {
    private struct Entry: Hashable {
        var url: URL
        var kind: ResourceFacts.Kind
    }

    private static let mostEntries = 50
    private static let mostBytes: Int64 = 4 << 20

    private var entries: [Entry] = []

    init(_ facts: StreamFacts) {
        if let list = facts.multivariant {
            for data in list.sessionData {
                if case .resource(let uri, _) = data.content { add(list.url(for: uri), .sessionData) }
            }
            if let steering = list.contentSteering { add(list.url(for: steering.serverURI), .steering) }
        }
        for playlist in facts.playlists {
            guard let media = playlist.playlist else { continue }
            for range in media.dateRanges where range.category == "com.apple.hls.interstitial" {
                for name in ["X-ASSET-URI", "X-ASSET-LIST"] {
                    if let uri = range.attributes[name]?.text { add(media.url(for: uri), .interstitial) }
                }
            }
        }
    }

    private mutating func add(_ url: URL?, _ kind: ResourceFacts.Kind) {
        guard let url, entries.count < Self.mostEntries else { return }
        let entry = Entry(url: url, kind: kind)
        if !entries.contains(entry) { entries.append(entry) }
    }

    /// Loads the resources. Blocks.
    func load(_ fetcher: StreamFetcher) -> [ResourceFacts] {
        entries.map { entry in
            var facts = ResourceFacts(url: entry.url.absoluteString, kind: entry.kind, response: ResponseFacts())
            do throws(MediaError) {
                let response = try fetcher.fetch(entry.url, .playlist, maximumBytes: Self.mostBytes)
                facts.response = ResponseFacts(response, requested: entry.url, hasRange: false)
            } catch {
                if error.code != .empty { facts.failure = LoadFailure(error) }
            }
            return facts
        }
    }
}
