import Foundation
import HLS
import MediaEngine
import StreamRules

/// The resources that playlists name beside media: session data, steering manifests, interstitials.
struct SideResources {
    private struct Entry: Hashable {
        var url: URL
        var kind: ResourceFacts.Kind
        /// DATA-ID of session data.
        var id = ""
        /// Whether the content is JSON.
        var isJSON = false
    }

    private static let mostEntries = 50
    private static let mostBytes: Int64 = 4 << 20

    private var entries: [Entry] = []
    private var pathways: Set<String> = []

    init(_ facts: StreamFacts) {
        if let list = facts.multivariant {
            for data in list.sessionData {
                if case .resource(let uri, let format) = data.content {
                    add(list.url(for: uri), .sessionData, id: data.id, isJSON: format == .json)
                }
            }
            pathways = Set(list.variants.map(\.pathway))
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

    private mutating func add(_ url: URL?, _ kind: ResourceFacts.Kind, id: String = "", isJSON: Bool = false) {
        guard let url, entries.count < Self.mostEntries else { return }
        let entry = Entry(url: url, kind: kind, id: id, isJSON: isJSON)
        if !entries.contains(entry) { entries.append(entry) }
    }

    /// Returns why players cannot use a resource that was loaded; nil where they can.
    private func problem(of bytes: [UInt8], _ entry: Entry) -> String? {
        do throws(PlaylistError) {
            if entry.kind == .steering {
                let manifest = try SteeringManifest.parse(bytes)
                let known = pathways.union(manifest.clones.map(\.id))
                if !manifest.pathwayPriority.contains(where: known.contains) {
                    return "PATHWAY-PRIORITY names no pathway of the multivariant playlist."
                }
            } else if entry.kind == .sessionData, entry.id == "com.apple.hls.chapters" {
                _ = try SessionChapter.parse(bytes)
            } else if entry.isJSON,
                (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) == nil
            {
                return "The session data “\(entry.id.prefix(80))” is not valid JSON."
            }
            return nil
        } catch {
            return error.faults.first?.message ?? "The content is not valid."
        }
    }

    /// Loads the resources. Blocks.
    func load(_ fetcher: StreamFetcher) -> [ResourceFacts] {
        entries.map { entry in
            var facts = ResourceFacts(url: entry.url.absoluteString, kind: entry.kind, response: ResponseFacts())
            do throws(MediaError) {
                let response = try fetcher.fetch(entry.url, .playlist, maximumBytes: Self.mostBytes)
                facts.response = ResponseFacts(response, requested: entry.url, hasRange: false)
                facts.problem = problem(of: response.bytes, entry)
            } catch {
                if error.code != .empty { facts.failure = LoadFailure(error) }
            }
            return facts
        }
    }
}
