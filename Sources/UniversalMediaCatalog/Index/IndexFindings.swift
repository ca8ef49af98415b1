/// Takes what rules report of feeds that have been read already.
struct IndexFindings {
    private(set) var entries: [Findings.Entry] = []
    private(set) var counted: [String: CountedFindings] = [:]
    private let maximumPerRule: Int
    private let disabled: Set<String>
    private var made: [String: Int] = [:]

    init(maximumPerRule: Int, disabled: Set<String>) {
        self.maximumPerRule = maximumPerRule
        self.disabled = disabled
    }

    /// - Parameters:
    ///   - position: nil: it is about the feed as a whole.
    ///   - level: where it is another than the rule's usual one.
    mutating func report(
        _ rule: RuleInfo, file: String, position: SourcePosition?, xpath: String?, contentID: String?,
        level: Level? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        guard !disabled.contains(rule.id) else { return }
        let level = level ?? rule.level
        let count = made[rule.id, default: 0]
        guard count < maximumPerRule else {
            counted[rule.id, default: CountedFindings(rule: rule)].byLevel[level, default: 0] += 1
            return
        }
        made[rule.id] = count + 1
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
