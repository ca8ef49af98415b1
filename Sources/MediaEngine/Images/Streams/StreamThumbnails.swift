import Foundation
import HLS

/// Creates thumbnails from a stream's I-frames, image playlists or segments (spec/hls.md section 8).
///
/// Requests nothing before the first thumbnail, and then one segment or image per thumbnail, with lower priority than playback. Responses
/// are cached, so that another thumbnail of the same segment needs no request.
final class StreamThumbnails: ThumbnailMaker {
    let wait: BlockingResourceLoader
    private let locator: MediaLocator
    private let environment: VariantEnvironment
    /// Requests of playback have priority.
    private let client = HLSClient(isBackground: true)
    private var chunks = BoundedCache<String, [UInt8]>(maximumCount: maximumChunks, maximumWeight: chunkBytes)
    private var caches = StreamCaches()
    private var list: Opened?
    private var tracks: [ThumbnailSource: ThumbnailTrack] = [:]
    /// Sources that could not be loaded or decoded.
    private var failed: [ThumbnailSource: MediaError] = [:]
    private let splitter = SegmentSplitter()
    private var sheet: (name: String, frame: Frame)?

    /// Limits of the cached responses, in bytes and number: enough for 200 small I-frames.
    static let chunkBytes = 4 << 20
    static let maximumChunks = 2_000

    private enum Opened {
        case multivariant(MultivariantPlaylist)
        /// The URL leads to a media playlist.
        case media(ThumbnailTrack)
    }

    init(
        _ locator: MediaLocator, environment: VariantEnvironment = .ofThisMachine, policy: FetchPolicy = .standard
    ) {
        self.locator = locator
        self.environment = environment
        wait = BlockingResourceLoader(ResourceLoader(locator: locator, policy: policy))
    }

    func frame(
        at target: Nanoseconds, before: Nanoseconds, after: Nanoseconds, width: Int, isCancelled: () -> Bool
    ) throws(MediaError) -> Frame? {
        var problem: MediaError?
        for source in try sources(width) {
            if let known = failed[source] {
                problem = problem ?? known
                continue
            }
            do throws(MediaError) {
                if let frame = try frame(from: source, target, before, after) { return frame }
            } catch {
                // Network errors may be temporary; corrupt media is not.
                guard error.code != .cancelled, !isCancelled() else { throw error }
                if !error.isOfNetwork || error.httpStatus != nil { failed[source] = error }
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
        return nil
    }

    // MARK: - Playlists

    private func sources(_ width: Int) throws(MediaError) -> [ThumbnailSource] {
        let list: Opened
        if let known = self.list { list = known } else { list = try open() }
        self.list = list
        switch list {
        case .multivariant(let playlist): return playlist.thumbnailSources(width: width, environment: environment)
        case .media(let track):
            tracks[.segments(0)] = track
            return [.segments(0)]
        }
    }

    private func open() throws(MediaError) -> Opened {
        let loaded = try client.load([locator.url], as: .multivariant, expecting: .anyPlaylist, with: wait)[0]
        switch loaded.parsed.playlist {
        case .multivariant(let list): return .multivariant(list)
        case .media(let playlist): return .media(try track(.segments, playlist))
        }
    }

    private func track(of source: ThumbnailSource) throws(MediaError) -> ThumbnailTrack {
        if let known = tracks[source] { return known }
        guard case .multivariant(let list)? = list else {
            throw MediaError(.noImageAtTime, "This stream has no video.", url: locator.url)
        }
        let (stream, kind): (VariantStream, ThumbnailTrack.Kind) =
            switch source {
            case .iFrames(let index): (list.iFrameVariants[index], .iFrames)
            case .images(let index): (list.imageVariants[index], .images)
            case .segments(let index): (list.variants[index], .segments)
            }
        let url = try client.playlistURL(stream.uri, in: list)
        let loaded = try client.load(
            [url], as: .playlist, expecting: .mediaPlaylist, variables: list.variables, with: wait)
        guard let playlist = loaded.first?.parsed.media else {
            throw MediaError(.noImageAtTime, "This stream has no video.", url: url)
        }
        let track = try track(kind, playlist)
        tracks[source] = track
        return track
    }

    private func track(_ kind: ThumbnailTrack.Kind, _ playlist: MediaPlaylist) throws(MediaError) -> ThumbnailTrack {
        // The playlist of a live stream does not state at which time its window starts.
        guard playlist.hasEnded else {
            throw MediaError(
                .noImageAtTime, "Thumbnails cannot be made from a live stream.", url: playlist.baseURL)
        }
        return ThumbnailTrack(kind, playlist)
    }

    // MARK: - Pictures

    private func frame(
        from source: ThumbnailSource, _ target: Nanoseconds, _ before: Nanoseconds, _ after: Nanoseconds
    ) throws(MediaError) -> Frame? {
        let track = try track(of: source)
        guard var thumbnail = track.thumbnail(at: target) else { return nil }
        if thumbnail.time < target &- before || thumbnail.time > target &+ after {
            guard let next = track.thumbnail(after: thumbnail), next.time >= target &- before,
                next.time <= target &+ after
            else {
                // Only segments have the frames in between.
                guard track.kind == .segments else { return nil }
                return try decode(thumbnail, in: track.playlist, kind: track.kind, upTo: target)
            }
            thumbnail = next
        }
        if let place = thumbnail.place { return try cut(thumbnail, place, in: track) }
        return try decode(thumbnail, in: track.playlist, kind: track.kind, upTo: nil)
    }

    /// - Parameter target: the time whose frame is decoded; nil: the first frame.
    private func decode(
        _ thumbnail: ThumbnailTrack.Thumbnail, in playlist: MediaPlaylist, kind: ThumbnailTrack.Kind,
        upTo target: Nanoseconds?
    ) throws(MediaError) -> Frame? {
        if kind == .images { return try image(thumbnail) }
        let split = try splitter.split(try content(thumbnail.chunk, in: playlist, kind: kind))
        defer { for sample in split.samples where sample.kind != .video { sample.free() } }
        let video = split.samples.filter { $0.kind == .video }
        guard let track = split.tracks[.video], let first = video.map(\.time).min() else {
            for sample in video { sample.free() }
            throw MediaError(
                .noImageAtTime, "This part of the stream has no video.", url: thumbnail.chunk.url)
        }
        let shift = thumbnail.chunk.start &- first
        let packets = video.map { $0.packet(track: 0, offset: shift) }
        let wanted = target == nil ? Array((packets.drop { !$0.isKey } + packets).prefix(1)) : packets
        return try ThumbnailDecoder.decode(wanted, track: track, upTo: target ?? .max, url: thumbnail.chunk.url)
    }

    // MARK: - Sheets

    private func cut(
        _ thumbnail: ThumbnailTrack.Thumbnail, _ place: (tile: ImageTiles.Tile, tiles: ImageTiles),
        in track: ThumbnailTrack
    ) throws(MediaError) -> Frame {
        guard let sheet = try image(thumbnail),
            let frame = sheet.cut(
                x: place.tile.x, y: place.tile.y, width: place.tiles.size.width, height: place.tiles.size.height,
                time: thumbnail.time, duration: thumbnail.end &- thumbnail.time)
        else {
            throw MediaError(
                .malformed, "An image sheet is smaller than its playlist declares.", url: thumbnail.chunk.url)
        }
        return frame
    }

    private func image(_ thumbnail: ThumbnailTrack.Thumbnail) throws(MediaError) -> Frame? {
        let name = Self.name(thumbnail.chunk.url, thumbnail.chunk.byteRange?.requestRange)
        if let sheet, sheet.name == name { return sheet.frame }
        guard thumbnail.chunk.keys.allSatisfy({ $0.method == .none }) else {
            throw MediaError(
                .contentIsProtected, "Encrypted image sheets are not supported.", url: thumbnail.chunk.url)
        }
        let bytes = try bytes(of: thumbnail.chunk.url, thumbnail.chunk.byteRange?.requestRange)
        guard let frame = try ThumbnailDecoder.image(bytes, at: thumbnail.chunk.start, url: thumbnail.chunk.url) else {
            return nil
        }
        sheet = (name, frame)
        return frame
    }

    // MARK: - Bytes

    private func content(
        _ chunk: MediaChunk, in playlist: MediaPlaylist, kind: ThumbnailTrack.Kind
    ) throws(MediaError) -> SegmentContent {
        var chunk = chunk
        var opened: [UInt8]?
        let protection = try SegmentProtection(chunk.keys, url: chunk.url)
        if kind == .iFrames, case .wholeResource(let key) = protection, let range = chunk.byteRange?.requestRange {
            let secret = try secret(of: key, in: playlist, chunk.url)
            let slice = EncryptedSlice(range)
            let sealed = try bytes(of: chunk.url, slice.request)
            opened = try slice.opened(sealed, key: secret, iv: key.vector(forSequenceNumber: chunk.sequenceNumber))
            chunk.keys = []
        }
        var loading = try SegmentLoading(chunk, in: playlist, number: 0, variant: 0, startedAt: 0)
        if let opened { loading.put(opened, for: .media) }
        try fill(&loading)
        var content = try loading.content()
        if kind == .iFrames, chunk.initialization == nil, let range = chunk.byteRange?.requestRange,
            range.lowerBound > 0, opened == nil, TransportTables.isStream(content.bytes),
            TransportTables(in: content.bytes) == nil
        {
            // Byte ranges of transport streams may lack the tables, which are at the start of the resource.
            let head = try bytes(of: chunk.url, 0..<min(range.lowerBound, TransportTables.headBytes))
            if let tables = TransportTables(in: head) { content.bytes = tables.bytes + content.bytes }
        }
        return content
    }

    /// Loads all missing resources at once.
    private func fill(_ loading: inout SegmentLoading) throws(MediaError) {
        var asked: [(SegmentLoading.Resource, ResourceRequest)] = []
        for resource in loading.missing {
            let known = resource == .media ? kept(loading.chunk) : caches.bytes(of: resource)
            if let known {
                loading.put(known, for: resource)
                continue
            }
            asked.append((resource, client.request(for: resource) ?? client.request(for: loading.chunk, kind: .video)))
        }
        guard !asked.isEmpty else { return }
        for ((resource, request), fetched) in zip(asked, try wait.fetch(asked.map(\.1))) {
            loading.put(fetched.bytes, for: resource)
            caches.keep(fetched.bytes, of: resource)
            if resource == .media { keep(fetched.bytes, request.url, request.byteRange) }
        }
    }

    private func secret(
        of key: EncryptionKey, in playlist: MediaPlaylist, _ url: URL
    ) throws(MediaError) -> [UInt8] {
        guard let keyURL = key.uri.flatMap(playlist.url) else {
            throw HLSClient.badURL("key", key.uri ?? "", url)
        }
        if let known = caches.bytes(of: .key(keyURL)) { return known }
        let fetched = try wait.fetch(client.request(keyURL, .key))
        caches.keep(fetched.bytes, of: .key(keyURL))
        return fetched.bytes
    }

    private func bytes(of url: URL, _ range: Range<Int64>?) throws(MediaError) -> [UInt8] {
        if let known = chunks.value(for: Self.name(url, range)) { return known }
        var request = client.request(url, .segment, range: range)
        request.mediaKind = .video
        let fetched = try wait.fetch(request)
        keep(fetched.bytes, url, range)
        return fetched.bytes
    }

    private func kept(_ chunk: MediaChunk) -> [UInt8]? {
        chunks.value(for: Self.name(chunk.url, chunk.byteRange?.requestRange))
    }

    private func keep(_ bytes: [UInt8], _ url: URL, _ range: Range<Int64>?) {
        chunks.put(bytes, for: Self.name(url, range), weight: bytes.count)
    }

    private static func name(_ url: URL, _ range: Range<Int64>?) -> String {
        "\(url.absoluteString)#\(range.map { "\($0)" } ?? "")"
    }
}
