/// A place in a source file that the converter reports.
public struct Finding: Sendable, Equatable, Codable {
    public enum Level: String, Sendable, Codable {
        /// The construct was left as it was, or the file could not be converted.
        case error
        /// The construct was converted, and the converted code does less than the original.
        case warning
    }

    /// The kind of construct. Stable, for scripts that read reports.
    public enum Rule: String, Sendable, Codable, CaseIterable {
        case attribute
        case cast
        case condition
        case input
        case keyPath = "key-path"
        case moduleImport = "import"
        case observation
        case optionalRequirement = "optional-requirement"
        case output
        case override
        case selector
        case setting
        case syntax
    }

    public var level: Level
    public var rule: Rule
    public var file: String
    /// Counted from 1. 0: the finding is about the whole file.
    public var line: Int
    /// In UTF-8 bytes, counted from 1, as the compiler counts.
    public var column: Int
    /// What could not be converted, and why.
    public var message: String
    /// The edit that removes the finding.
    public var suggestion: String

    public init(
        _ level: Level, _ rule: Rule, file: String, line: Int = 0, column: Int = 0, message: String, suggestion: String
    ) {
        self.level = level
        self.rule = rule
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
    }
}

extension Finding: CustomStringConvertible {
    /// One line in the form of the compiler's diagnostics, which editors understand.
    public var description: String {
        let place = line > 0 ? "\(file):\(line):\(column)" : file
        return "\(place): \(level.rawValue): \(message) [\(rule.rawValue)] Suggested edit: \(suggestion)"
    }
}
