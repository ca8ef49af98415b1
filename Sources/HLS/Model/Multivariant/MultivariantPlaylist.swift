public import Foundation

/// A multivariant playlist: variants, and renditions in groups (bis section 4.4.6).
public struct MultivariantPlaylist: Sendable, Hashable {
    /// The URL after redirects. nil for text without a URL.
    public var baseURL: URL?
    public var version = 1
    /// The variables that EXT-X-DEFINE defines here; media playlists may import them.
    public var variables: [String: String] = [:]
    /// Applies to all media playlists.
    public var hasIndependentSegments = false
    public var start: StartPoint?
    /// In the playlist's order; playback starts with the first suitable one.
    public var variants: [VariantStream] = []
    public var iFrameVariants: [VariantStream] = []
    /// Playlists of thumbnail sheets (EXT-X-IMAGE-STREAM-INF, which is not in the specification; spec/hls.md section 8).
    public var imageVariants: [VariantStream] = []
    public var renditions: [Rendition] = []
    public var sessionData: [SessionData] = []
    public var sessionKeys: [EncryptionKey] = []
    public var contentSteering: ContentSteering?

    /// Returns the absolute URL of one of its URIs; nil where it is invalid.
    public func url(for uri: String) -> URL? { PlaylistURL.resolve(uri, against: baseURL) }

    /// Returns the members of a group, in the playlist's order.
    public func renditions(_ kind: Rendition.Kind, inGroup group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}

/// The steering server (EXT-X-CONTENT-STEERING, bis section 4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
    public var serverURI: String
    /// The pathway to start on; nil means that of the first variant.
    public var pathwayID: String?
    public var line: Int
}

/// Data about the whole presentation (EXT-X-SESSION-DATA, bis section 4.4.6.4).
public struct SessionData: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case text(String)
        case resource(uri: String, format: Format)
    }

    public enum Format: String, Sendable, Hashable, Codable {
        case json = "JSON"
        case raw = "RAW"
    }

    public var id: String
    public var content: Content
    /// Whether FORMAT is present rather than the default.
    public var statesFormat = false
    public var language: String?
    public var line: Int
}
