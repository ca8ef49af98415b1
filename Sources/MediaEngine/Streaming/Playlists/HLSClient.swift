import Foundation
import HLS

/// Requests, parses and resolves what the playlists of a stream name.
///
/// Playback, thumbnails and downloads share this value and differ in its properties only, so that a broken playlist, key or segment has the
/// same error in all three. Any thread.
struct HLSClient: Sendable {
    /// Whether requests yield to others that share the connection.
    var isBackground = false

    /// What a URL may lead to.
    enum Expectation: Sendable {
        case anyPlaylist
        /// A list of segments.
        case mediaPlaylist
    }

    /// A playlist and the response that brought it.
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

    func request(for piece: MediaPiece, kind: TrackInfo.Kind?) -> ResourceRequest {
        var media = request(piece.url, .segment, range: piece.byteRange?.requestRange)
        media.duration = piece.duration.seconds
        media.mediaKind = kind
        return media
    }

    /// The request for an init section or a key; nil for the segment itself.
    func request(for resource: SegmentLoading.Resource) -> ResourceRequest? {
        switch resource {
        case .media: nil
        case .key(let url): request(url, .key)
        case .initSection(let url, let range): request(url, .initSection, range: range?.requestRange)
        }
    }

    // MARK: - Playlists

    /// Blocks until the playlists are here.
    /// - Parameter variables: of the multivariant playlist, for those that media playlists import.
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

    /// Parses a response; relative URLs count from the URL that responded.
    /// - Throws: `malformed`, with the line and the rule that is broken.
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

    /// The URL of a variant's or rendition's playlist.
    func playlistURL(_ uri: String, in list: MultivariantPlaylist) throws(MediaError) -> URL {
        guard let url = list.url(for: uri) else { throw Self.badURL("playlist", uri, list.baseURL) }
        return url
    }

    /// A segment with everything that it needs.
    /// - Parameter windowStart: where the playlist's first segment starts.
    func piece(
        of segment: MediaSegment, in playlist: MediaPlaylist, windowStart: Nanoseconds = 0
    ) throws(MediaError) -> MediaPiece {
        guard let piece = MediaPiece(segment, in: playlist, windowStart: windowStart, era: 0) else {
            throw Self.badURL("segment", segment.uri, playlist.baseURL)
        }
        return piece
    }

    static func badURL(_ what: String, _ uri: String, _ base: URL?) -> MediaError {
        MediaError(
            .badURL, "The URL of a \(what) is not valid; the playlist is damaged.", detail: String(uri.prefix(200)),
            url: base)
    }
}
