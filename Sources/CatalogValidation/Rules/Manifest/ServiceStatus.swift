import UniversalMediaCatalog

/// MF-STATUS: an unknown status of a service.
struct ServiceStatus: DocumentRule {
    static let info = RuleInfo(
        "MF-STATUS", "The status of a service is active, isolation, paused or retired.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write active, isolation, paused or retired, or remove status",
        bad: [RuleExample(.manifest, "<status>isolation</status>", "<status>live</status>")],
        nearMisses: [RuleExample(.manifest, "<status>isolation</status>", "<status>retired</status>")])

    let kinds: Set<FeedKind> = [.manifest]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for node in document.nodes(.status) {
            let text = node.text.trimmed
            if text == "active" || text == "isolation" || text == "paused" || text == "retired" { continue }
            findings.report(
                info, at: node,
                remedy: IntendedCode.remedy(
                    text, among: ["active", "isolation", "paused", "retired"], synonyms: IntendedCode.statusSynonyms),
                "\(text.shown) is not a known status")
        }
    }
}
