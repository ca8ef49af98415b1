public import Foundation

extension Playlist {
    /// Parses a playlist. Time and memory are linear in its bytes, and bounded by `limits`.
    /// - Parameter baseURL: the URL after redirects, used for URIs and QUERYPARAM variables.
    /// - Parameter importedVariables: the variables of the multivariant playlist that refers to this one; nil without one, so that nothing
    ///   can be imported.
    /// - Throws: `PlaylistError` with every fault where the playlist cannot be used.
    public static func parse(
        _ bytes: [UInt8], baseURL: URL? = nil, importedVariables: [String: String]? = nil, mode: ParsingMode = .lenient,
        limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> ParsedPlaylist {
        var parser = PlaylistParser(
            bytes, baseURL: baseURL, importedVariables: importedVariables, mode: mode, limits: limits)
        return try parser.parse()
    }

    /// Parses a playlist from text.
    public static func parse(
        text: String, baseURL: URL? = nil, importedVariables: [String: String]? = nil, mode: ParsingMode = .lenient,
        limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> ParsedPlaylist {
        try parse(
            Array(text.utf8), baseURL: baseURL, importedVariables: importedVariables, mode: mode, limits: limits)
    }
}
