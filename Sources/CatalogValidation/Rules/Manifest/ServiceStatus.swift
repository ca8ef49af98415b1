import UniversalMediaCatalog

/// A service in an unknown state.
struct ServiceStatus: DocumentRule {
    static let info = RuleInfo(
        "MF-STATUS", "A service is active, in isolation, paused or retired.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write active, isolation, paused or retired, or leave status out",
        bad: [RuleExample(.manifest, "<status>isolation</status>", "<status>live</status>")],
        nearMisses: [RuleExample(.manifest, "<status>isolation</status>", "<status>retired</status>")])

    let kinds: Set<FeedKind> = [.manifest]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for node in document.nodes(.status) {
            let text = node.text.trimmed
            if text == "active" || text == "isolation" || text == "paused" || text == "retired" { continue }
            findings.report(info, at: node, "no status is called \(text.shown)")
        }
    }
}
