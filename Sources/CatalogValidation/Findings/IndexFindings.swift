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

    /// Returns the findings sorted by feed, position and order of the rules; deterministic.
    /// - Parameter files: the feeds in their order; findings about other files follow.
    func inOrder(of files: [String]) -> [Findings.Entry] {
        var feeds: [String: Int] = [:]
        for (number, file) in files.enumerated() where feeds[file] == nil { feeds[file] = number }
        var rules: [String: Int] = [:]
        for entry in entries where rules[entry.rule.id] == nil { rules[entry.rule.id] = rules.count }
        return entries.sorted { left, right in
            let (one, other) = (left.finding, right.finding)
            let places = (feeds[one.file] ?? files.count, feeds[other.file] ?? files.count)
            if places.0 != places.1 { return places.0 < places.1 }
            if one.file != other.file { return one.file < other.file }
            // Findings about a whole feed precede those about a position in it.
            let lines = (one.position ?? .before, other.position ?? .before)
            if lines.0 != lines.1 { return lines.0 < lines.1 }
            if one.ruleId != other.ruleId { return rules[one.ruleId] ?? 0 < rules[other.ruleId] ?? 0 }
            return one.message < other.message
        }
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
