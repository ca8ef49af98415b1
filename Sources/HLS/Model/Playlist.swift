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

/// A playlist, and what is wrong with it.
public struct ParsedPlaylist: Sendable, Hashable {
    public var playlist: Playlist
    public var faults: [PlaylistFault]
    /// Faults beyond the limit, which were counted only.
    public var furtherFaultCount = 0

    public init(playlist: Playlist, faults: [PlaylistFault], furtherFaultCount: Int = 0) {
        self.playlist = playlist
        self.faults = faults
        self.furtherFaultCount = furtherFaultCount
    }

    /// nil where it is the other kind.
    public var media: MediaPlaylist? { if case .media(let playlist) = playlist { playlist } else { nil } }
    public var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist) = playlist { playlist } else { nil }
    }
}
