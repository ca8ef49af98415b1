/// A violation of the specification in a playlist, or a construct that causes problems in players.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
    public enum Level: String, Sendable, Hashable, Codable {
        /// The playlist cannot be used, or a tag, an attribute or a segment was dropped.
        case error
        /// Nothing was dropped, but it should be fixed.
        case warning
    }

    /// Line number from 1. 0 where the fault concerns the whole playlist.
    public var line: Int
    public var rule: PlaylistRule
    public var level: Level
    /// What is wrong, where, and what to do.
    public var message: String

    public init(line: Int, rule: PlaylistRule, level: Level, message: String) {
        self.line = line
        self.rule = rule
        self.level = level
        self.message = message
    }

    public var description: String {
        (line > 0 ? "line \(line): " : "") + "\(level.rawValue): \(message) [\(rule)]"
    }
}

/// How the parser treats common violations of the specification.
public enum ParsingMode: String, Sendable, Hashable, Codable {
    /// Follows the specification, for checking one's own playlists.
    case strict
    /// Keeps what can be interpreted and adds a fault, for playback.
    case lenient
}
