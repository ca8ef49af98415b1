/// A playlist of either kind.
public enum Playlist: Sendable, Hashable {
    case multivariant(MultivariantPlaylist)
    case media(MediaPlaylist)

    public var kind: PlaylistKind {
        switch self {
        case .multivariant: .multivariant
        case .media: .media
        }
    }
}

/// A playlist and its faults.
public struct ParsedPlaylist: Sendable, Hashable {
    public var playlist: Playlist
    public var faults: [PlaylistFault]
    /// The number of faults beyond the limit, which are not listed.
    public var furtherFaultCount = 0

    public init(playlist: Playlist, faults: [PlaylistFault], furtherFaultCount: Int = 0) {
        self.playlist = playlist
        self.faults = faults
        self.furtherFaultCount = furtherFaultCount
    }

    /// The media playlist; nil for the other kind.
    public var media: MediaPlaylist? { if case .media(let playlist) = playlist { playlist } else { nil } }
    public var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = playlist { playlist } else { nil }
    }
}

extension Playlist {
    /// The names of all supported tags, without `#`: for tools that look for misspelt ones.
    public static let tagNames: [String] = Tag.allCases.map { $0.name.description }
}
