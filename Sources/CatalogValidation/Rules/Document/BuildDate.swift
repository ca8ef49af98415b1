import UniversalMediaCatalog

struct FeedBuildDate: DocumentRule {
    static let info = RuleInfo(
        "DOC-BUILD-DATE", "A feed has a lastBuildDate with a UTC offset that is not in the future.",
        level: .error, tag: "S/L", section: "umc-catalog.md 2",
        remedy: "write it as YYYY-MM-DDThh:mm:ss followed by Z or an offset such as +02:00",
        bad: [
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate>", ""),
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>02.03.2026 04:00"),
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-03-02T04:00:00"),
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-03-22T04:00:00Z"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-03-03T04:00:00+14:00"),
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-03-02T04:00:00.25-08:00"),
        ])

    let kinds = Set(FeedKind.allCases)

    func check(_ document: DocumentView, _ findings: inout Findings) {
        // The schema describes the date of a manifest: only its range is checked here.
        if document.head.kind == .manifest {
            guard let node = document.root.first(.lastBuildDate), let time = FeedTime(node.text.trimmed),
                time.seconds > document.now + 86_400
            else { return }
            return check(node, document, &findings)
        }
        // A child of the document element; in older feeds one level deeper.
        let nodes = document.nodes(.lastBuildDate).filter { node in
            node.parent.map { $0.index == 0 || $0.name == .channel || $0.name == .service } ?? false
        }
        if nodes.isEmpty, document.isComplete {
            findings.report(
                info, at: document.root, remedy: "add <lastBuildDate> with the time at which the feed was written",
                "the feed has no lastBuildDate")
        }
        for node in nodes { check(node, document, &findings) }
    }

    private func check(_ node: FeedNode, _ document: DocumentView, _ findings: inout Findings) {
        let text = node.text.trimmed
        guard let time = FeedTime(text) else {
            return findings.report(info, at: node, "the lastBuildDate \(text.shown) is not a date-time")
        }
        if !time.hasOffset {
            findings.report(
                info, at: node, level: .warning, remedy: "write `\(text.string)Z`, or the intended offset",
                "the lastBuildDate \(text.shown) has no UTC offset; it is interpreted as UTC")
        }
        if document.head.kind == .catalog, time.seconds < document.now - 365 * 86_400 {
            findings.report(
                info, at: node, level: .warning, tag: "D", remedy: "build the feed again, or correct the date",
                "the lastBuildDate \(text.shown) is more than a year ago")
        }
        if time.seconds > document.now + 86_400 {
            findings.report(
                info, at: node, level: .warning, remedy: "check the clock of the machine that builds the feed",
                "the lastBuildDate \(text.shown) is in the future")
        }
    }
}
