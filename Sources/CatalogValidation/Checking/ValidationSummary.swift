public import UniversalMediaCatalog

/// The result of a validation run.
public struct ValidationSummary: Sendable, Codable {
    /// The result for one feed.
    public struct Feed: Sendable, Codable {
        public var file: String
        public var kind: FeedKind?
        public var items: Int
        /// Size of the feed, decompressed, in bytes.
        public var bytes: Int
        /// Whether the feed was read to its end.
        public var isComplete: Bool
        /// Whether any part of the feed could be checked.
        public var isReadable: Bool

        package init(file: String, kind: FeedKind?, items: Int, bytes: Int, isComplete: Bool, isReadable: Bool) {
            self.file = file
            self.kind = kind
            self.items = items
            self.bytes = bytes
            self.isComplete = isComplete
            self.isReadable = isReadable
        }
    }

    /// Rules that were not applied, with the reason.
    public struct NotRun: Sendable, Codable, Hashable {
        public var reason: String
        /// How to have the rules applied.
        public var remedy: String
        /// Ids, in the order of the documentation.
        public var rules: [String]
    }

    public var feeds: [Feed] = []
    /// Rules that were not applied, by reason.
    public var notRun: [NotRun] = []
    /// Number of findings by level, including those that were only counted.
    public var levels: [String: Int] = [:]
    /// Number of findings by rule, including those that were only counted.
    public var rules: [String: Int] = [:]
    /// Number of findings by class, including those that were only counted.
    public var classes: [String: Int] = [:]
    /// Number of findings by rule and level, including those that were only counted.
    public var ruleLevels: [String: [String: Int]] = [:]
    /// Number of findings in the baseline; no other count includes them.
    public var known = 0
    /// Number of suppressed findings; no other count includes them.
    public var suppressed = 0
    /// Number of findings that were only counted, by rule.
    public var countedOnly: [String: Int] = [:]
    public var seconds = 0.0

    package init() {}

    public var items: Int { feeds.reduce(0) { $0 + $1.items } }
    public var bytes: Int { feeds.reduce(0) { $0 + $1.bytes } }

    public func count(_ level: Level) -> Int { levels[level.rawValue] ?? 0 }

    package mutating func add(_ number: Int, _ level: Level, _ reviewClass: ReviewClass, of rule: String) {
        levels[level.rawValue, default: 0] += number
        classes[reviewClass.rawValue, default: 0] += number
        rules[rule, default: 0] += number
        ruleLevels[rule, default: [:]][level.rawValue, default: 0] += number
    }

    /// Returns the exit status: 0: no findings at or above `level`; 1: such findings, or a feed not read to its end; 3: a feed of which nothing was read.
    public func exitCode(failOn level: Level) -> Int32 {
        if feeds.contains(where: { !$0.isReadable }) { return 3 }
        let fails = Level.allCases.contains { $0 >= level && count($0) > 0 }
        return fails || feeds.contains { !$0.isComplete } ? 1 : 0
    }
}
