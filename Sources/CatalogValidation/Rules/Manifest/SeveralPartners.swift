import UniversalMediaCatalog

/// MF-ONE-PARTNER: several partners in one manifest.
struct SeveralPartners: DocumentRule {
    static let info = RuleInfo(
        "MF-ONE-PARTNER", "A manifest describes one content provider.", level: .error, tag: "S",
        section: "umc-manifest.md 3 and M4", remedy: "write a separate manifest for each provider",
        bad: [
            RuleExample(
                .manifest, "<catalogs>", "<partner partnerId=\"other\"><name>Other</name></partner><catalogs>")
        ],
        nearMisses: [
            RuleExample(.manifest, "Lantern Bay Media (fictional)", "Lantern Bay &amp; Partner Media")
        ])

    let kinds: Set<FeedKind> = [.manifest]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for partner in document.nodes(.partner).dropFirst() {
            findings.report(
                info, at: partner, "\(partner[.partnerId]?.shown ?? "this") is a second partner in one manifest")
        }
    }
}
