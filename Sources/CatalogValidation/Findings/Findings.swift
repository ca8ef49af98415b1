import UniversalMediaCatalog

/// Takes what rules report of the nodes of one tree. Of one thread.
struct Findings {
    struct Entry {
        var finding: Finding
        var rule: RuleInfo
    }

    private(set) var entries: [Entry] = []
    /// Findings that were only counted, by rule.
    private(set) var counted: [String: CountedFindings] = [:]

    private let file: String
    private let maximumPerRule: Int
    private let saturated: Set<String>
    private let disabled: Set<String>
    private var made: [String: Int] = [:]
    private var place: (FeedNode) -> SourcePosition
    /// Before the path of a node, such as `/umcCatalog`, or `/umcCatalog/item` where `itemNumber` says which.
    var pathPrefix = ""
    /// From 1, among the items of its parent. nil: it is about no item.
    var itemNumber: Int?
    /// Of the present item. Findings are few: only then it becomes a string.
    var contentID: FeedText?
    /// Whether what this project has decided counts, beside what is known of Apple's platform.
    var includesOwnDecisions = true
    /// Nodes of the present item of which something above info was reported.
    private(set) var reportedNodes: Set<Int> = []
    private var paths = PathFinder()

    /// - Parameter saturated: rules of which there are enough findings already.
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
    ///   - level: where it is another than the rule's usual one.
    ///   - tag: where it is another than the rule's usual one.
    ///   - causedBy: the rule whose finding at the same item this one follows from.
    ///   - remedy: where a better one is known than the rule's usual one.
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

    /// How many findings have been made so far; with `settleCauses` after an item's rules.
    var count: Int { entries.count }

    /// Of the findings from `first` on, all of one item, marks those that follow from others among them, and puts all in the order of the document.
    mutating func settleCauses(from first: Int) {
        if !reportedNodes.isEmpty { reportedNodes.removeAll(keepingCapacity: true) }
        guard entries.count - first > 1 else { return }
        // By rule, the first that it follows from.
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
