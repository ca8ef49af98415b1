public import Foundation

extension Playlist {
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
