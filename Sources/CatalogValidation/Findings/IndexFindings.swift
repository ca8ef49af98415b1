import UniversalMediaCatalog

/// Collects the findings of rules that check the index after all feeds have been read.
struct IndexFindings {
    private(set) var entries: [Findings.Entry] = []
    var counted: [String: CountedFindings] { tally.counted }
    private var tally: FindingTally
    private let disabled: RuleSet

    init(maximumPerRule: Int, disabled: RuleSet) {
        tally = FindingTally(maximum: maximumPerRule, saturated: [])
        self.disabled = disabled
    }

    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    /// Appends the findings of further rules.
    mutating func append(_ other: IndexFindings) {
        for entry in other.entries where tally.admits(entry.rule, entry.finding.level) { entries.append(entry) }
        tally.add(counted: other.tally)
    }

    /// Calls a closure with each finding, sorted by feed, position and order of the rules; deterministic.
    /// - Parameter files: the feeds in their order; findings about other files follow.
    func forEach(inOrderOf files: [String], _ body: (Findings.Entry) -> Void) {
        var feeds: [String: Int] = [:]
        for (number, file) in files.enumerated() where feeds[file] == nil { feeds[file] = number }
        var rules: [String: Int] = [:]
        let keys = entries.map { entry in
            let rule = rules[entry.rule.id] ?? rules.count
            rules[entry.rule.id] = rule
            // Findings about a whole feed precede those about a position in it.
            return SortKey(
                feed: feeds[entry.finding.file] ?? files.count, position: entry.finding.position ?? .before, rule: rule)
        }
        let order = entries.indices.sorted { left, right in
            let (one, other) = (keys[left], keys[right])
            if one.feed != other.feed { return one.feed < other.feed }
            if one.feed == files.count, entries[left].finding.file != entries[right].finding.file {
                return entries[left].finding.file < entries[right].finding.file
            }
            if one.position != other.position { return one.position < other.position }
            if one.rule != other.rule { return one.rule < other.rule }
            return entries[left].finding.message < entries[right].finding.message
        }
        for index in order { body(entries[index]) }
    }

    private struct SortKey {
        var feed: Int
        var position: SourcePosition
        var rule: Int
    }

    /// - Parameters:
    ///   - position: nil for a finding about the whole feed.
    ///   - level: replaces the rule's default level.
    mutating func report(
        _ rule: RuleInfo, file: String, position: SourcePosition?, xpath: String?, contentID: String?,
        level: Level? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        guard !disabled.contains(rule) else { return }
        let level = level ?? rule.level
        guard tally.admits(rule, level) else { return }
        entries.append(
            Findings.Entry(
                finding: Finding(
                    ruleId: rule.id, level: level,
                    class: level == rule.level ? rule.reviewClass : RuleInfo.reviewClass(level, rule.tag),
                    tag: rule.tag,
                    file: file, line: position?.line, column: position?.column, xpath: xpath, contentId: contentID,
                    message: message(), remedy: remedy() ?? rule.remedy, causedBy: causedBy),
                rule: rule))
    }
}

extension SourcePosition {
    fileprivate static let before = SourcePosition(line: 0, column: 0)
}
