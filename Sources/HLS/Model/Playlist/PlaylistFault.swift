/// Something in a playlist that its specification does not allow, or that real players stumble over.
public struct PlaylistFault: Sendable, Hashable, CustomStringConvertible {
    public enum Level: String, Sendable, Hashable, Codable {
        /// The playlist cannot be used, or a part of it was dropped: a tag, an attribute, a segment.
        case error
        /// Nothing was lost, but it should be mended.
        case warning
    }

    /// Counted from 1. 0 where the fault is of the playlist as a whole.
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

/// How a parser meets what the specification forbids but the field is full of.
public enum ParsingMode: String, Sendable, Hashable, Codable {
    /// As the specification says: for checking what one publishes.
    case strict
    /// As players must: what can be understood is kept, with a fault.
    case lenient
}
