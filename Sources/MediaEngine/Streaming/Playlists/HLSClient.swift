import Foundation
import HLS

/// Requests and parses playlists, and resolves the URLs in them.
///
/// Playback, thumbnails and downloads share this type and differ only in its properties, so that a broken playlist, key or segment causes
/// the same error in all three. Thread-safe.
struct HLSClient: Sendable {
    /// Whether requests yield to other requests on the connection.
    var isBackground = false

    /// The kind of playlist expected at a URL.
    enum Expectation: Sendable {
        case anyPlaylist
        /// A list of segments.
        case mediaPlaylist
    }

    /// A parsed playlist with its response.
    struct Loaded: Sendable {
        var parsed: ParsedPlaylist
        var resource: FetchedResource
    }

    // MARK: - Requests

    func request(_ url: URL, _ kind: ResourceRequest.Kind, range: Range<Int64>? = nil) -> ResourceRequest {
        var request = ResourceRequest(url: url, kind: kind, byteRange: range)
        request.isBackground = isBackground
        return request
    }

    func request(for chunk: MediaChunk, kind: TrackInfo.Kind?) -> ResourceRequest {
        var media = request(chunk.url, .segment, range: chunk.byteRange?.requestRange)
        media.duration = chunk.duration.seconds
        media.mediaKind = kind
        return media
    }

    /// Returns the request for an initialization section or a key; nil for the segment itself.
    func request(for resource: SegmentLoading.Resource) -> ResourceRequest? {
        switch resource {
        case .media: nil
        case .key(let url): request(url, .key)
        case .initSection(let url, let range): request(url, .initSection, range: range?.requestRange)
        }
    }

    // MARK: - Playlists

    /// Loads playlists. Blocks until all of them have arrived.
    /// - Parameter variables: the variables of the multivariant playlist that media playlists may import.
    func load(
        _ urls: [URL], as kind: ResourceRequest.Kind, expecting expectation: Expectation,
        variables: [String: String]? = nil, with loader: BlockingResourceLoader
    ) throws(MediaError) -> [Loaded] {
        var loaded: [Loaded] = []
        for resource in try loader.fetch(urls.map { request($0, kind) }) {
            let parsed = try parse(resource, expecting: expectation, variables: variables)
            loaded.append(Loaded(parsed: parsed, resource: resource))
        }
        return loaded
    }

    /// Parses a response; relative URLs are resolved against the final URL of the response.
    /// - Throws: `malformed`, with the line and the violated rule.
    func parse(
        _ resource: FetchedResource, expecting expectation: Expectation, variables: [String: String]? = nil
    ) throws(MediaError) -> ParsedPlaylist {
        let parsed: ParsedPlaylist
        do throws(PlaylistError) {
            parsed = try Playlist.parse(resource.bytes, baseURL: resource.url, importedVariables: variables)
        } catch {
            throw MediaError(
                .malformed, "The playlist cannot be used: line \(error.fault.line): \(error.fault.message)",
                detail: error.fault.rule.description, url: resource.url, cause: error)
        }
        guard expectation == .anyPlaylist || parsed.media != nil else {
            throw MediaError(
                .malformed, "The playlist lists variants where a list of segments is expected.", url: resource.url)
        }
        return parsed
    }

    // MARK: - URLs in playlists

    /// Returns the URL of a variant's or rendition's playlist.
    func playlistURL(_ uri: String, in list: MultivariantPlaylist) throws(MediaError) -> URL {
        guard let url = list.url(for: uri) else { throw Self.badURL("playlist", uri, list.baseURL) }
        return url
    }

    /// Returns a segment as a chunk, with its key and initialization section.
    /// - Parameter windowStart: the start time of the playlist's first segment.
    func chunk(
        of segment: MediaSegment, in playlist: MediaPlaylist, windowStart: Nanoseconds = 0
    ) throws(MediaError) -> MediaChunk {
        guard let chunk = MediaChunk(segment, in: playlist, windowStart: windowStart, era: 0) else {
            throw Self.badURL("segment", segment.uri, playlist.baseURL)
        }
        return chunk
    }

    static func badURL(_ what: String, _ uri: String, _ base: URL?) -> MediaError {
        MediaError(
            .badURL, "The URL of a \(what) is not valid; the playlist is damaged.", detail: String(uri.prefix(200)),
            url: base)
    }
}
