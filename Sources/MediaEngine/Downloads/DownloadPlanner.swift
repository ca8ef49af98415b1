import CoreMedia
import Foundation
import HLS

/// Finds out what a download is made of: loads the playlists, and lists every resource that they name.
struct DownloadPlanner {
    let locator: MediaLocator
    let choice: DownloadChoice
    let title: String
    let wait: StillWait

    /// A plan and the playlists in it, which are here already.
    struct Plan {
        var manifest: DownloadManifest
        /// By file name.
        var playlists: [String: [UInt8]] = [:]
        var variant: VariantStream?
        var renditions: [Rendition] = []
    }

    func make() throws(MediaError) -> Plan {
        let first = try wait.fetch([ResourceRequest(url: locator.url, kind: .multivariant)])[0]
        var plan = Plan(
            manifest: DownloadManifest(
                title: title, source: locator.url, choice: "", seconds: 0, expectedBytes: 0, resources: []))
        switch try parse(first, imports: nil) {
        case .media(let media): try add(media, first, index: 0, rate: nil, to: &plan)
        case .multivariant(let list): try add(list, first, to: &plan)
        }
        plan.manifest.resources.sort { ($0.rank, $0.start ?? 0) < ($1.rank, $1.start ?? 0) }
        guard plan.manifest.resources.contains(where: { $0.kind == .segment }) else {
            throw MediaError(.empty, "There is nothing in this stream to download.", url: locator.url)
        }
        return plan
    }

    private func parse(_ fetched: FetchedResource, imports: [String: String]?) throws(MediaError) -> Playlist {
        do throws(PlaylistError) {
            return try Playlist.parse(fetched.bytes, baseURL: fetched.url, importedVariables: imports).playlist
        } catch {
            throw MediaError(
                .malformed, "The playlist cannot be used: line \(error.fault.line): \(error.fault.message)",
                detail: error.fault.rule.description, url: fetched.url, cause: error)
        }
    }

    private func add(
        _ list: MultivariantPlaylist, _ fetched: FetchedResource, to plan: inout Plan
    ) throws(MediaError) {
        let variant = try choice.variant(of: list, url: locator.url)
        let renditions = choice.renditions(of: list, with: variant, url: locator.url)
        (plan.variant, plan.renditions) = (variant, renditions)
        plan.manifest.choice = choice.name(variant, renditions)
        put(list.text(of: fetched.bytes, keeping: variant, renditions), fetched, locator.url, "main.m3u8", to: &plan)
        let addresses = [variant.uri] + renditions.compactMap(\.uri)
        var requests: [ResourceRequest] = []
        for address in addresses {
            guard let url = list.url(for: address) else {
                throw MediaError(.badURL, "A playlist's address cannot be used.", detail: address, url: locator.url)
            }
            if !requests.contains(where: { $0.url == url }) {
                requests.append(ResourceRequest(url: url, kind: .playlist))
            }
        }
        let rate = variant.averageBandwidth ?? variant.bandwidth
        for (index, (request, fetched)) in zip(requests, try wait.fetch(requests)).enumerated() {
            guard case .media(let media) = try parse(fetched, imports: list.variables) else {
                throw MediaError(
                    .malformed, "Where a list of segments should be is a list of variants.", url: request.url)
            }
            // The variant's rate counts its renditions already.
            try add(media, fetched, asked: request.url, index: index, rate: index == 0 ? rate : 0, to: &plan)
        }
        for data in list.sessionData {
            guard case .resource(let uri, _) = data.content, let url = list.url(for: uri) else { continue }
            plan.manifest.resources.append(
                .init(kind: .other, file: "data/\(plan.manifest.resources.count).json", url: url))
        }
    }

    // MARK: - Segments

    private func add(
        _ media: MediaPlaylist, _ fetched: FetchedResource, asked: URL? = nil, index: Int, rate: Int?,
        to plan: inout Plan
    ) throws(MediaError) {
        guard media.hasEnded else {
            throw MediaError(
                .unsupported, "Only whole films can be downloaded; this stream still goes on.", url: fetched.url)
        }
        guard plan.manifest.resources.count + 2 * media.segments.count <= DownloadManifest.maximumResources else {
            throw MediaError(
                .resourceTooLarge, "This stream has more segments than a download may have.",
                detail: "\(media.segments.count) segments", url: fetched.url)
        }
        put(fetched.bytes, fetched, asked ?? locator.url, "\(index)/index.m3u8", to: &plan)
        let duration = media.segments.duration.seconds
        plan.manifest.seconds = max(plan.manifest.seconds, duration)
        var seen: Set<String> = []
        var known: Int64 = 0
        var isKnown = true
        for (number, segment) in media.segments.enumerated() where !segment.isGap {
            try addSecrets(of: segment, media, index: index, &seen, to: &plan)
            let url = try address(segment.uri, media)
            guard seen.insert("\(url.absoluteString)#\(segment.byteRange.map { "\($0)" } ?? "")").inserted else {
                continue
            }
            if let range = segment.byteRange { known += Int64(clamping: range.length) } else { isKnown = false }
            plan.manifest.resources.append(
                .init(
                    kind: .segment, file: "\(index)/\(number)\(Self.fileExtension(of: url))", url: url,
                    offset: segment.byteRange.flatMap { Int64(exactly: $0.offset) },
                    length: segment.byteRange.flatMap { Int64(exactly: $0.length) }, start: segment.start.seconds,
                    seconds: segment.duration.seconds, list: index))
        }
        let estimate = Int64((duration * Double(rate ?? 0) / 8).clamped(0, 1e15))
        plan.manifest.expectedBytes += isKnown ? known : estimate
    }

    private func addSecrets(
        of segment: MediaSegment, _ media: MediaPlaylist, index: Int, _ seen: inout Set<String>, to plan: inout Plan
    ) throws(MediaError) {
        let protections = [
            try SegmentProtection(segment.keys, url: media.baseURL ?? locator.url),
            try SegmentProtection(segment.initialization?.keys ?? [], url: media.baseURL ?? locator.url),
        ]
        for key in protections.compactMap(\.key) {
            guard let uri = key.uri, let url = media.url(for: uri),
                // What the app's own loader gives out is the app's to keep.
                ["http", "https"].contains(url.scheme?.lowercased() ?? ""), seen.insert("key \(uri)").inserted,
                !plan.manifest.resources.contains(where: { $0.kind == .key && $0.url == url })
            else { continue }
            plan.manifest.resources.append(
                .init(kind: .key, file: "keys/\(plan.manifest.resources.count).key", url: url))
        }
        guard let section = segment.initialization else { return }
        let url = try address(section.uri, media)
        let name = "init \(url.absoluteString)#\(section.byteRange.map { "\($0)" } ?? "")"
        guard seen.insert(name).inserted else { return }
        plan.manifest.resources.append(
            .init(
                kind: .initSection, file: "\(index)/init-\(plan.manifest.resources.count).mp4", url: url,
                offset: section.byteRange.flatMap { Int64(exactly: $0.offset) },
                length: section.byteRange.flatMap { Int64(exactly: $0.length) }))
    }

    private func address(_ uri: String, _ media: MediaPlaylist) throws(MediaError) -> URL {
        guard let url = media.url(for: uri) else {
            throw MediaError(
                .badURL, "The address of a segment cannot be used; the playlist is damaged.",
                detail: String(uri.prefix(200)), url: media.baseURL)
        }
        return url
    }

    private func put(
        _ bytes: [UInt8], _ fetched: FetchedResource, _ asked: URL, _ file: String, to plan: inout Plan
    ) {
        plan.playlists[file] = bytes
        plan.manifest.resources.append(
            .init(
                kind: .playlist, file: file, url: asked, base: fetched.url == asked ? nil : fetched.url,
                mimeType: fetched.mimeType))
    }

    /// As in the address, where it is a plain one.
    private static func fileExtension(of url: URL) -> String {
        let own = url.pathExtension.lowercased()
        return (1...5).contains(own.utf8.count) && PackageFiles.isInside("a.\(own)") ? ".\(own)" : ""
    }
}

extension DownloadManifest.Resource {
    /// What comes first.
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
