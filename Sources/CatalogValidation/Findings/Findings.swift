import UniversalMediaCatalog

/// Collects the findings about nodes of one tree. Not thread-safe.
struct Findings {
    struct Entry {
        var finding: Finding
        var rule: RuleInfo
    }

    private(set) var entries: [Entry] = []
    /// Number of findings that were only counted, by rule.
    var counted: [String: CountedFindings] { tally.counted }

    private let file: String
    private let disabled: RuleSet
    private var tally: FindingTally
    private var place: (FeedNode) -> SourcePosition
    /// Prefix of a node's XPath, such as `/umcCatalog`, or `/umcCatalog/item` where `itemNumber` gives the index.
    var pathPrefix = ""
    /// Number of the item, from 1, among the items of its parent; nil outside items.
    var itemNumber: Int?
    /// The contentId of the current item. It is converted to a string only when a finding needs it.
    var contentID: FeedText?
    /// Whether decisions of this project apply in addition to what is known of Apple's platform.
    var includesOwnDecisions = true
    /// Nodes of the current item with a finding above info.
    private(set) var reportedNodes = NodeSet()
    /// The rules with findings at the current item that may cause others, in the order of their first findings.
    private var causes: ContiguousArray<RuleInfo> = []
    private var paths = PathFinder()

    /// - Parameter saturated: rules that have reached their limit of findings already.
    init(
        file: String, maximumPerRule: Int, saturated: RuleSet, disabled: RuleSet,
        place: @escaping (FeedNode) -> SourcePosition
    ) {
        self.file = file
        tally = FindingTally(maximum: maximumPerRule, saturated: saturated)
        self.disabled = disabled
        self.place = place
    }

    /// Creates a finding. Beyond the limit of its rule, the finding is only counted, and the message and the remedy are not evaluated.
    ///
    /// - Parameters:
    ///   - level: replaces the rule's default level.
    ///   - tag: replaces the rule's default tag.
    ///   - causedBy: id of the rule whose finding at the same item causes this one.
    ///   - remedy: replaces the rule's default remedy.
    mutating func report(
        _ rule: RuleInfo, at node: FeedNode, level: Level? = nil, tag: EvidenceTag? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        guard !disabled.contains(rule), includesOwnDecisions || tag.map(\.isKnown) ?? true else { return }
        let level = level ?? rule.level
        if level > .info { reportedNodes.insert(node.index) }
        if !rule.consequences.isEmpty, !causes.contains(where: { $0 === rule }) { causes.append(rule) }
        guard tally.admits(rule, level) else { return }
        let position = place(node)
        let path = paths.path(of: node)
        let prefix = itemNumber.map { "\(pathPrefix)[\($0)]" } ?? pathPrefix
        entries.append(
            Entry(
                finding: Finding(
                    ruleId: rule.id, level: level,
                    class: level == rule.level && tag == nil
                        ? rule.reviewClass : RuleInfo.reviewClass(level, tag ?? rule.tag),
                    tag: tag ?? rule.tag,
                    file: file, line: position.line, column: position.column,
                    xpath: path.isEmpty ? prefix : "\(prefix)/\(path)", contentId: contentID?.string,
                    message: message(), remedy: remedy() ?? rule.remedy, causedBy: causedBy),
                rule: rule))
    }

    /// Number of findings so far. Pass the count before an item's rules ran to `settleCauses`.
    var count: Int { entries.count }

    /// Sets `causedBy` on the findings from `first` on, all of one item, that follow from others among them, and sorts them by position.
    mutating func settleCauses(from first: Int) {
        reportedNodes.removeAll()
        defer { causes.removeAll(keepingCapacity: true) }
        guard entries.count > first else { return }
        if !causes.isEmpty {
            // Findings that were only counted are causes, too.
            for index in first..<entries.count where entries[index].finding.causedBy == nil {
                let rule = entries[index].rule
                entries[index].finding.causedBy =
                    causes.first { $0 !== rule && $0.consequences.contains(rule.id) }?.id
            }
        }
        guard entries.count - first > 1 else { return }
        entries[first...].sort { ($0.finding.position ?? .start) < ($1.finding.position ?? .start) }
    }
}
