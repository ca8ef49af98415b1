public import Foundation

/// What there is to choose from: variants, and renditions in groups (bis section 4.4.6).
public struct MultivariantPlaylist: Sendable, Hashable {
    /// After redirects. nil for text without an address.
    public var baseURL: URL?
    public var version = 1
    /// What EXT-X-DEFINE has set here; media playlists may import it.
    public var variables: [String: String] = [:]
    /// Holds for all media playlists.
    public var hasIndependentSegments = false
    public var start: StartPoint?
    /// In the playlist's order, which says what to begin with.
    public var variants: [VariantStream] = []
    public var iFrameVariants: [VariantStream] = []
    /// Playlists of sheets of small pictures (EXT-X-IMAGE-STREAM-INF, which no specification has; spec/hls.md section 8).
    public var imageVariants: [VariantStream] = []
    public var renditions: [Rendition] = []
    public var sessionData: [SessionData] = []
    public var sessionKeys: [EncryptionKey] = []
    public var contentSteering: ContentSteering?

    /// The absolute address of one of its URIs; nil where it is none.
    public func url(for uri: String) -> URL? { PlaylistAddress.resolve(uri, against: baseURL) }

    /// The members of a group, in the playlist's order.
    public func renditions(_ kind: Rendition.Kind, inGroup group: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == group }
    }
}

/// Where a steering manifest is (EXT-X-CONTENT-STEERING, bis section 4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
    public var serverURI: String
    /// The pathway to begin on; nil leaves it to the first variant.
    public var pathwayID: String?
    public var line: Int
}

/// Data of a whole presentation (EXT-X-SESSION-DATA, bis section 4.4.6.4).
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
    /// Whether FORMAT is written, and not what it is by itself.
    public var statesFormat = false
    public var language: String?
    public var line: Int
}
