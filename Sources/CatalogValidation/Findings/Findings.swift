import UniversalMediaCatalog

/// Collects the findings about nodes of one tree. Not thread-safe.
struct Findings {
    struct Entry {
        var finding: Finding
        var rule: RuleInfo
    }

    private(set) var entries: [Entry] = []
    /// Number of findings that were only counted, by rule.
    private(set) var counted: [String: CountedFindings] = [:]

    private let file: String
    private let maximumPerRule: Int
    private let saturated: Set<String>
    private let disabled: Set<String>
    private var made: [String: Int] = [:]
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
    private(set) var reportedNodes: Set<Int> = []
    private var paths = PathFinder()

    /// - Parameter saturated: rules that have reached their limit of findings already.
    init(
        file: String, maximumPerRule: Int, saturated: Set<String>, disabled: Set<String>,
        place: @escaping (FeedNode) -> SourcePosition
    ) {
        self.file = file
        self.maximumPerRule = maximumPerRule
        self.saturated = saturated
        self.disabled = disabled
        self.place = place
    }

    /// - Parameters:
    ///   - level: replaces the rule's default level.
    ///   - tag: replaces the rule's default tag.
    ///   - causedBy: id of the rule whose finding at the same item causes this one.
    ///   - remedy: replaces the rule's default remedy.
    mutating func report(
        _ rule: RuleInfo, at node: FeedNode, level: Level? = nil, tag: EvidenceTag? = nil,
        causedBy: String? = nil, remedy: @autoclosure () -> String? = nil, _ message: @autoclosure () -> String
    ) {
        guard !disabled.contains(rule.id), includesOwnDecisions || tag.map(\.isKnown) ?? true else { return }
        let level = level ?? rule.level
        if level > .info { reportedNodes.insert(node.index) }
        let count = made[rule.id, default: 0]
        guard count < maximumPerRule, !saturated.contains(rule.id) else {
            counted[rule.id, default: CountedFindings(rule: rule)].byLevel[level, default: 0] += 1
            return
        }
        made[rule.id] = count + 1
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
        if !reportedNodes.isEmpty { reportedNodes.removeAll(keepingCapacity: true) }
        guard entries.count - first > 1 else { return }
        // For each rule, the first rule that causes its findings.
        var causes: [String: String] = [:]
        var seen: Set<String> = []
        for entry in entries[first...] where !entry.rule.consequences.isEmpty {
            guard seen.insert(entry.rule.id).inserted else { continue }
            for id in entry.rule.consequences where id != entry.rule.id && causes[id] == nil {
                causes[id] = entry.rule.id
            }
        }
        if !causes.isEmpty {
            for index in first..<entries.count where entries[index].finding.causedBy == nil {
                entries[index].finding.causedBy = causes[entries[index].rule.id]
            }
        }
        entries[first...].sort { ($0.finding.position ?? .start) < ($1.finding.position ?? .start) }
    }
}
