public import UniversalMediaCatalog

/// What came of checking some feeds.
public struct ValidationSummary: Sendable, Codable {
    /// What came of one feed.
    public struct Feed: Sendable, Codable {
        public var file: String
        public var kind: FeedKind?
        public var items: Int
        /// Of the feed, decompressed.
        public var bytes: Int
        /// Whether it was read to its end.
        public var isComplete: Bool
        /// Whether anything of it could be checked.
        public var isReadable: Bool
    }

    public var feeds: [Feed] = []
    /// Findings by level, with those that were only counted.
    public var levels: [String: Int] = [:]
    /// Findings by rule, likewise.
    public var rules: [String: Int] = [:]
    /// Findings by class, likewise.
    public var classes: [String: Int] = [:]
    /// Findings by rule and level, likewise.
    public var ruleLevels: [String: [String: Int]] = [:]
    /// Findings that the baseline knows; they are in no other count.
    public var known = 0
    /// Findings that suppressions hide; they are in no other count.
    public var suppressed = 0
    /// Findings that were only counted, by rule.
    public var countedOnly: [String: Int] = [:]
    public var seconds = 0.0

    public var items: Int { feeds.reduce(0) { $0 + $1.items } }
    public var bytes: Int { feeds.reduce(0) { $0 + $1.bytes } }

    public func count(_ level: Level) -> Int { levels[level.rawValue] ?? 0 }

    mutating func add(_ number: Int, _ level: Level, _ reviewClass: ReviewClass, of rule: String) {
        levels[level.rawValue, default: 0] += number
        classes[reviewClass.rawValue, default: 0] += number
        rules[rule, default: 0] += number
        ruleLevels[rule, default: [:]][level.rawValue, default: 0] += number
    }

    /// 0 fine; 1 findings at or above a level, or a feed that could not be read to its end; 3 nothing of a feed could be read.
    public func exitCode(failOn level: Level) -> Int32 {
        if feeds.contains(where: { !$0.isReadable }) { return 3 }
        let fails = Level.allCases.contains { $0 >= level && count($0) > 0 }
        return fails || feeds.contains { !$0.isComplete } ? 1 : 0
    }
}
