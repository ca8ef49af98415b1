import UniversalMediaCatalog

/// DOC-COUNT: a wrong totalItemCount, which may reveal a truncated feed.
struct ItemCount: DocumentRule {
    static let info = RuleInfo(
        "DOC-COUNT", "totalItemCount is the number of items.", level: .warning, tag: "L/D",
        section: "umc-validation.md 3.1", remedy: "count the items when the feed is written",
        bad: [
            RuleExample(.catalog, "<totalItemCount>6</totalItemCount>", "<totalItemCount>60</totalItemCount>"),
            RuleExample(.catalog, "<totalItemCount>6</totalItemCount>", "<totalItemCount>5</totalItemCount>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<totalItemCount>6</totalItemCount>", ""),
            RuleExample(.catalog, "<totalItemCount>6</totalItemCount>", "<totalItemCount> 06 </totalItemCount>"),
        ])

    let kinds: Set<FeedKind> = [.catalog, .availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        // The items of an incomplete feed cannot be counted.
        guard document.isComplete else { return }
        if document.head.kind == .catalog {
            for parent in [document.root, document.root.first(.channel)] {
                if let node = parent?.first(.totalItemCount) { check(node, document.itemCount, "catalog", &findings) }
            }
            return
        }
        if let node = document.root.first(.totalItemCount) {
            check(node, document.itemCount, "feed", &findings)
        }
        var service = 0
        for node in document.root.children where node.name == .service {
            defer { service += 1 }
            guard service < document.serviceItemCounts.count, let count = node.first(.totalItemCount) else { continue }
            check(count, document.serviceItemCounts[service], "service", &findings)
        }
    }

    private func check(_ node: FeedNode, _ count: Int, _ what: String, _ findings: inout Findings) {
        guard let declared = node.text.trimmed.decimal, declared != count else { return }
        let difference = abs(declared - count)
        findings.report(
            info, at: node, level: difference > max(declared, count) / 10 ? .error : .warning,
            remedy: declared > count
                ? "the feed may be truncated: export or transfer it again, or write `\(count)`" : "write `\(count)`",
            "totalItemCount is \(declared), but the \(what) has \(count) item\(count == 1 ? "" : "s")")
    }
}
