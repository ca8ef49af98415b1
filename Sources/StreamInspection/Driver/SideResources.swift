import CoreMedia
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
        /// Whether the content is a list of interstitials (X-ASSET-LIST).
        var isList = false
        /// The duration that a date range or a list declares, in seconds.
        var duration: Double?
    }

    private static let mostEntries = 50
    private static let mostBytes: Int64 = 4 << 20

    private var entries: [Entry] = []
    private var pathways: Set<String> = []
    /// The URL of the stream, and those of its playlists.
    private var ownURLs: Set<String> = []
    private var duration: Double?
    private var videoCodecs: Set<String> = []
    private var list: MultivariantPlaylist?

    init(_ facts: StreamFacts) {
        ownURLs = Set([facts.url, facts.document.url] + facts.playlists.map(\.document.url))
        list = facts.multivariant
        if let list {
            for data in list.sessionData {
                if case .resource(let uri, let format) = data.content {
                    add(list.url(for: uri), .sessionData, id: data.id, isJSON: format == .json)
                }
            }
            pathways = Set(list.variants.map(\.pathway))
            if let steering = list.contentSteering { add(list.url(for: steering.serverURI), .steering) }
        }
        if !facts.isLive {
            duration = facts.playlists.compactMap { $0.playlist?.segments.duration.seconds }.max()
        }
        videoCodecs = Set(
            (facts.multivariant?.variants ?? []).flatMap { $0.codecs(.video).map(\.family.rawValue) })
        for playlist in facts.playlists {
            guard let media = playlist.playlist else { continue }
            for range in media.dateRanges where range.category == "com.apple.hls.interstitial" {
                let limit = range.attributes["X-PLAYOUT-LIMIT"]?.number
                if let uri = range.attributes["X-ASSET-URI"]?.text {
                    add(media.url(for: uri), .interstitial, duration: limit == nil ? range.duration : nil)
                }
                if let uri = range.attributes["X-ASSET-LIST"]?.text {
                    add(media.url(for: uri), .interstitial, isJSON: true, isList: true)
                }
            }
        }
    }

    private mutating func add(
        _ url: URL?, _ kind: ResourceFacts.Kind, id: String = "", isJSON: Bool = false, isList: Bool = false,
        duration: Double? = nil
    ) {
        guard let url, entries.count < Self.mostEntries else { return }
        let entry = Entry(url: url, kind: kind, id: id, isJSON: isJSON, isList: isList, duration: duration)
        if !entries.contains(entry) { entries.append(entry) }
    }

    // MARK: - Contents

    /// Returns why players cannot use a resource that was loaded; nil where they can.
    private func problem(of bytes: [UInt8], _ entry: Entry, _ url: URL, _ fetcher: StreamFetcher) -> String? {
        do throws(PlaylistError) {
            if entry.kind == .steering {
                let manifest = try SteeringManifest.parse(bytes)
                return problem(of: manifest, bytes)
            } else if entry.kind == .sessionData, entry.id == "com.apple.hls.chapters" {
                _ = try SessionChapter.parse(bytes)
            } else if entry.isList {
                let list = try InterstitialAssets.parse(bytes)
                return problem(of: list, bytes)
            } else if entry.isJSON {
                return Self.object(bytes) == nil ? "The session data “\(entry.id.prefix(80))” is not valid JSON." : nil
            } else if entry.kind == .interstitial {
                return problem(ofAsset: bytes, url, entry.duration, fetcher)
            }
            return Self.hasTrailingComma(bytes) ? Self.trailingComma : nil
        } catch {
            return error.faults.first?.message ?? "The content is not valid."
        }
    }

    private static let trailingComma = "The JSON has a comma before a closing bracket."

    private static func object(_ bytes: [UInt8]) -> Any? {
        guard !hasTrailingComma(bytes) else { return nil }
        return try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// Whether a comma outside strings precedes a closing bracket: parsers of Foundation accept it, others do not.
    private static func hasTrailingComma(_ bytes: [UInt8]) -> Bool {
        var (isString, isEscaped, follows) = (false, false, false)
        for byte in bytes {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case 0x09, 0x0a, 0x0d, 0x20: continue
            case UInt8(ascii: ","): follows = true
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if follows { return true }
            default:
                follows = false
                isString = byte == UInt8(ascii: "\"")
            }
        }
        return false
    }

    private func problem(of manifest: SteeringManifest, _ bytes: [UInt8]) -> String? {
        if Self.hasTrailingComma(bytes) { return Self.trailingComma }
        let known = pathways.union(manifest.clones.map(\.id))
        if !manifest.pathwayPriority.contains(where: known.contains) {
            return "PATHWAY-PRIORITY names no pathway of the multivariant playlist."
        }
        if let unknown = manifest.pathwayPriority.first(where: { !known.contains($0) }) {
            return "PATHWAY-PRIORITY names “\(unknown.prefix(40))”, which is no pathway of the stream."
        }
        guard let object = Self.object(bytes) as? [String: Any] else { return nil }
        if let seconds = object["TTL"] as? Double, seconds <= 0 {
            return "TTL is \(Int(max(seconds, -1e9))), not a positive number."
        }
        let written = (object["PATHWAY-CLONES"] as? [Any])?.count ?? 0
        if written > manifest.clones.count, written <= 64 {
            return "An entry of PATHWAY-CLONES has no BASE-ID, ID or URI-REPLACEMENT."
        }
        if let clone = manifest.clones.first(where: { !known.contains($0.baseID) }) {
            return
                "BASE-ID of the pathway “\(clone.id.prefix(40))” is “\(clone.baseID.prefix(40))”, which is no pathway."
        }
        return nil
    }

    private func problem(of list: InterstitialAssets, _ bytes: [UInt8]) -> String? {
        if Self.hasTrailingComma(bytes) { return Self.trailingComma }
        let object = Self.object(bytes) as? [String: Any]
        let written = (object?["ASSETS"] as? [Any])?.count ?? 0
        guard written > list.assets.count else { return nil }
        return "\(written - list.assets.count) of \(written) entries of ASSETS have no URI or no valid DURATION."
    }

    /// Durations of an interstitial may differ by this many seconds from those of its segments.
    private static let durationTolerance = 0.5

    private func problem(
        ofAsset bytes: [UInt8], _ url: URL, _ declared: Double?, _ fetcher: StreamFetcher
    ) -> String? {
        if ownURLs.contains(url.absoluteString) { return "The interstitial is the stream itself." }
        let parsed: Playlist
        do throws(PlaylistError) {
            parsed = try Playlist.parse(bytes, baseURL: url).playlist
        } catch {
            return "The interstitial is no playlist: \(error.faults.first { $0.level == .error }?.message ?? "")"
        }
        let media: MediaPlaylist
        switch parsed {
        case .media(let playlist): media = playlist
        case .multivariant(let list):
            guard let uri = list.variants.first?.uri, let address = list.url(for: uri) else {
                return "The interstitial has no variants."
            }
            guard let response = try? fetcher.fetch(address, .playlist, maximumBytes: Self.mostBytes),
                case .media(let playlist)? = try? Playlist.parse(
                    response.bytes, baseURL: response.url, importedVariables: list.variables
                ).playlist
            else { return "The first variant of the interstitial cannot be loaded." }
            media = playlist
        }
        guard media.hasEnded else { return "The interstitial is a live stream: it has no EXT-X-ENDLIST." }
        if let failure = Self.failure(ofFirst: media, fetcher) {
            return "The first segment of the interstitial cannot be loaded: \(failure.message)"
        }
        let seconds = media.segments.duration.seconds
        guard let declared, abs(declared - seconds) > Self.durationTolerance else { return nil }
        return "DURATION of the interstitial is \(declared) s; its segments last \((seconds * 10).rounded() / 10) s."
    }

    /// Requests the first byte of the first segment of an interstitial.
    /// - Returns: why the server has none; nil where it has.
    private static func failure(ofFirst media: MediaPlaylist, _ fetcher: StreamFetcher) -> LoadFailure? {
        guard let segment = media.segments.first(where: { !$0.isGap }), let url = media.url(for: segment.uri) else {
            return nil
        }
        let start = segment.byteRange?.fileRange?.lowerBound ?? 0
        do throws(MediaError) {
            _ = try fetcher.fetch(url, .segment, range: start..<start + 1, seconds: segment.duration.seconds)
            return nil
        } catch {
            let failure = LoadFailure(error)
            return failure.kind == .status ? failure : nil
        }
    }

    private func violations(
        of bytes: [UInt8], _ entry: Entry, _ url: URL, _ fetcher: StreamFetcher
    ) -> [StatementViolation] {
        let statements = SideStatements(
            fetcher: fetcher, duration: duration, pathways: pathways, videoCodecs: videoCodecs, list: list)
        if entry.kind == .steering { return statements.steering(bytes, url) }
        if entry.id == "com.apple.hls.chapters" { return statements.chapters(bytes, url) }
        guard entry.kind == .interstitial, !entry.isList, !ownURLs.contains(url.absoluteString),
            let (media, list) = asset(bytes, url, fetcher)
        else { return [] }
        return statements.interstitial(list, media)
    }

    /// Returns an interstitial, or its first variant and the multivariant playlist; nil where it cannot be read.
    private func asset(
        _ bytes: [UInt8], _ url: URL, _ fetcher: StreamFetcher
    ) -> (media: MediaPlaylist, list: MultivariantPlaylist?)? {
        switch try? Playlist.parse(bytes, baseURL: url).playlist {
        case .media(let media)?: return (media, nil)
        case .multivariant(let list)?:
            guard let address = list.variants.first.flatMap({ list.url(for: $0.uri) }),
                let response = try? fetcher.fetch(address, .playlist, maximumBytes: Self.mostBytes),
                case .media(let media)? = try? Playlist.parse(
                    response.bytes, baseURL: response.url, importedVariables: list.variables
                ).playlist
            else { return nil }
            return (media, list)
        case nil: return nil
        }
    }

    // MARK: - Loading

    /// Loads the interstitials that a live stream announced while it was watched, and those again that it still lists. Blocks.
    /// - Parameter known: the resources that were loaded before.
    /// - Returns: the new ones, and those that cannot be loaded anymore.
    func loadLater(_ fetcher: StreamFetcher, known: [ResourceFacts]) -> [ResourceFacts] {
        let usable = Set(known.filter { $0.failure == nil && $0.problem == nil }.map(\.url))
        // The response to a list may be meant for one request.
        let lost = entries.filter {
            $0.kind == .interstitial && !$0.isList && usable.contains($0.url.absoluteString)
        }.compactMap { entry -> ResourceFacts? in
            do throws(MediaError) {
                _ = try fetcher.fetch(entry.url, .playlist, maximumBytes: Self.mostBytes)
                return nil
            } catch {
                let failure = LoadFailure(error)
                guard failure.kind == .status else { return nil }
                var facts = ResourceFacts(url: entry.url.absoluteString, kind: entry.kind, response: ResponseFacts())
                facts.failure = failure
                return facts
            }
        }
        return lost + load(fetcher, except: Set(known.map(\.url)))
    }

    /// Loads the resources, and the interstitials of lists. Blocks.
    /// - Parameter known: the URLs of resources that are not loaded.
    func load(_ fetcher: StreamFetcher, except known: Set<String> = []) -> [ResourceFacts] {
        var queue = self
        var found: [ResourceFacts] = []
        var next = 0
        while next < queue.entries.count {
            let entry = queue.entries[next]
            next += 1
            guard !known.contains(entry.url.absoluteString) else { continue }
            var facts = ResourceFacts(url: entry.url.absoluteString, kind: entry.kind, response: ResponseFacts())
            do throws(MediaError) {
                let response = try fetcher.fetch(entry.url, .playlist, maximumBytes: Self.mostBytes)
                facts.response = ResponseFacts(response, requested: entry.url, hasRange: false)
                facts.problem = problem(of: response.bytes, entry, response.url, fetcher)
                facts.violations = violations(of: response.bytes, entry, response.url, fetcher)
                if entry.isList, let list = try? InterstitialAssets.parse(response.bytes) {
                    for asset in list.assets {
                        let url = URL(string: asset.uri, relativeTo: response.url)?.absoluteURL
                        queue.add(url, .interstitial, duration: asset.duration)
                    }
                }
            } catch {
                if error.code != .empty { facts.failure = LoadFailure(error) }
            }
            found.append(facts)
        }
        return found
    }
}
