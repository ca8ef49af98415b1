public import Foundation

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

    /// Reads a playlist. Time and memory are linear in its bytes, and bounded by `limits`.
    /// - Parameter baseURL: the address after redirects; URIs and QUERYPARAM variables look at it.
    /// - Parameter importedVariables: those of the multivariant playlist that led here; nil where none did, as then nothing can be imported.
    /// - Throws: `PlaylistError` with every fault where the playlist cannot be used.
    public static func parse(
        _ bytes: [UInt8], baseURL: URL? = nil, importedVariables: [String: String]? = nil, mode: ParsingMode = .lenient,
        limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> ParsedPlaylist {
        var parser = PlaylistParser(
            bytes, baseURL: baseURL, importedVariables: importedVariables, mode: mode, limits: limits)
        return try parser.parse()
    }

    /// Reads a playlist that is already text.
    public static func parse(
        text: String, baseURL: URL? = nil, importedVariables: [String: String]? = nil, mode: ParsingMode = .lenient,
        limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> ParsedPlaylist {
        try parse(
            Array(text.utf8), baseURL: baseURL, importedVariables: importedVariables, mode: mode, limits: limits)
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
