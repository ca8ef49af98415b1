import CoreMedia
import Foundation
import HLS

/// Plans a download: loads the playlists and lists the resources in them.
struct DownloadPlanner {
    let locator: MediaLocator
    let choice: DownloadChoice
    let title: String
    let wait: BlockingResourceLoader
    private let client = HLSClient()

    init(locator: MediaLocator, choice: DownloadChoice, title: String, wait: BlockingResourceLoader) {
        self.locator = locator
        self.choice = choice
        self.title = title
        self.wait = wait
    }

    /// A manifest with the already loaded playlists.
    struct Plan {
        var manifest: DownloadManifest
        /// By file name.
        var playlists: [String: [UInt8]] = [:]
        var variant: VariantStream?
        var renditions: [Rendition] = []
    }

    func make() throws(MediaError) -> Plan {
        let first = try client.load([locator.url], as: .multivariant, expecting: .anyPlaylist, with: wait)[0]
        var plan = Plan(
            manifest: DownloadManifest(
                title: title, source: locator.url, choice: "", options: choice.optionsName, seconds: 0,
                expectedBytes: 0, resources: []))
        switch first.parsed.playlist {
        case .media(let media): try add(media, first.resource, index: 0, rate: nil, to: &plan)
        case .multivariant(let list): try add(list, first.resource, to: &plan)
        }
        plan.manifest.resources.sort { ($0.rank, $0.start ?? 0) < ($1.rank, $1.start ?? 0) }
        guard plan.manifest.resources.contains(where: { $0.kind == .segment }) else {
            throw MediaError(.empty, "This stream has no segments to download.", url: locator.url)
        }
        return plan
    }

    private func add(
        _ list: MultivariantPlaylist, _ fetched: FetchedResource, to plan: inout Plan
    ) throws(MediaError) {
        let variant = try choice.variant(of: list, url: locator.url)
        let renditions = choice.renditions(of: list, with: variant, url: locator.url)
        (plan.variant, plan.renditions) = (variant, renditions)
        plan.manifest.choice = choice.name(variant, renditions)
        put(list.text(of: fetched.bytes, keeping: variant, renditions), fetched, locator.url, "main.m3u8", to: &plan)
        let uris = [variant.uri] + renditions.compactMap(\.uri)
        var urls: [URL] = []
        for uri in uris {
            let url = try client.playlistURL(uri, in: list)
            if !urls.contains(url) { urls.append(url) }
        }
        let rate = variant.averageBandwidth ?? variant.bandwidth
        let loaded = try client.load(
            urls, as: .playlist, expecting: .mediaPlaylist, variables: list.variables, with: wait)
        for (index, (url, playlist)) in zip(urls, loaded).enumerated() {
            guard let media = playlist.parsed.media else { continue }
            // The variant's bit rate includes its renditions.
            try add(media, playlist.resource, requested: url, index: index, rate: index == 0 ? rate : 0, to: &plan)
        }
        for data in list.sessionData {
            guard case .resource(let uri, _) = data.content, let url = list.url(for: uri) else { continue }
            plan.manifest.resources.append(
                .init(kind: .other, file: "data/\(plan.manifest.resources.count).json", url: url))
        }
    }

    // MARK: - Segments

    private func add(
        _ media: MediaPlaylist, _ fetched: FetchedResource, requested: URL? = nil, index: Int, rate: Int?,
        to plan: inout Plan
    ) throws(MediaError) {
        guard media.hasEnded else {
            throw MediaError(
                .unsupported, "Only complete streams can be downloaded; this stream is live.", url: fetched.url)
        }
        guard plan.manifest.resources.count + 2 * media.segments.count <= DownloadManifest.maximumResources else {
            throw MediaError(
                .resourceTooLarge, "This stream has more segments than a download may have.",
                detail: "\(media.segments.count) segments", url: fetched.url)
        }
        put(fetched.bytes, fetched, requested ?? locator.url, "\(index)/index.m3u8", to: &plan)
        let duration = media.segments.duration.seconds
        plan.manifest.seconds = max(plan.manifest.seconds, duration)
        var seen: Set<String> = []
        var known: Int64 = 0
        var isKnown = true
        for (number, segment) in media.segments.enumerated() where !segment.isGap {
            let chunk = try client.chunk(of: segment, in: media)
            try addNeeds(of: chunk, media, index: index, &seen, to: &plan)
            let url = chunk.url
            guard seen.insert("\(url.absoluteString)#\(segment.byteRange.map { "\($0)" } ?? "")").inserted else {
                continue
            }
            if let range = segment.byteRange {
                known = Self.sum(known, Int64(clamping: range.length))
            } else {
                isKnown = false
            }
            plan.manifest.resources.append(
                .init(
                    kind: .segment, file: "\(index)/\(number)\(Self.fileExtension(of: url))", url: url,
                    offset: segment.byteRange.flatMap { Int64(exactly: $0.offset) },
                    length: segment.byteRange.flatMap { Int64(exactly: $0.length) }, start: segment.start.seconds,
                    seconds: segment.duration.seconds, list: index,
                    isEncrypted: segment.keys.contains { $0.method == .aes128 } ? true : nil))
        }
        let estimate = Int64((duration * Double(rate ?? 0) / 8).clamped(0, 1e15))
        plan.manifest.expectedBytes = Self.sum(plan.manifest.expectedBytes, isKnown ? known : estimate)
    }

    /// Playlists can state any lengths.
    private static func sum(_ bytes: Int64, _ more: Int64) -> Int64 {
        let (sum, overflowed) = bytes.addingReportingOverflow(more)
        return overflowed ? .max : sum
    }

    /// The keys and the init section of a segment.
    private func addNeeds(
        of chunk: MediaChunk, _ media: MediaPlaylist, index: Int, _ seen: inout Set<String>, to plan: inout Plan
    ) throws(MediaError) {
        let needed = try SegmentLoading(chunk, in: media, number: 0, variant: 0, startedAt: 0).needed
        for resource in needed.sorted(by: { $0.name < $1.name }) where resource != .media {
            guard seen.insert(resource.name).inserted else { continue }
            let file = plan.manifest.resources.count
            switch resource {
            case .media: break
            case .key(let url):
                // Keys from the client's own loader are not stored.
                guard ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
                    !plan.manifest.resources.contains(where: { $0.kind == .key && $0.url == url })
                else { continue }
                plan.manifest.resources.append(.init(kind: .key, file: "keys/\(file).key", url: url))
            case .initSection(let url, let range):
                plan.manifest.resources.append(
                    .init(
                        kind: .initSection, file: "\(index)/init-\(file).mp4", url: url,
                        offset: range.flatMap { Int64(exactly: $0.offset) },
                        length: range.flatMap { Int64(exactly: $0.length) },
                        isEncrypted: chunk.initialization?.keys.contains { $0.method == .aes128 } ?? false))
            }
        }
    }

    private func put(
        _ bytes: [UInt8], _ fetched: FetchedResource, _ requested: URL, _ file: String, to plan: inout Plan
    ) {
        plan.playlists[file] = bytes
        plan.manifest.resources.append(
            .init(
                kind: .playlist, file: file, url: requested, base: fetched.url == requested ? nil : fetched.url,
                mimeType: fetched.mimeType))
    }

    /// Returns the file extension of the URL, if it is a usual one.
    private static func fileExtension(of url: URL) -> String {
        let own = url.pathExtension.lowercased()
        return (1...5).contains(own.utf8.count) && PackageFiles.isInside("a.\(own)") ? ".\(own)" : ""
    }
}

extension DownloadManifest.Resource {
    /// The position of the kind in a manifest.
    fileprivate var rank: Int {
        switch kind {
        case .playlist: 0
        case .key: 1
        case .initSection: 2
        case .other: 3
        case .segment: 4
        }
    }
}
