import UniversalMediaCatalog

/// A restriction that neither lets in nor keeps out.
struct RestrictionRelationship: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-REL", "A restriction allows or denies.", level: .error, tag: "L?", section: "umc-availability.md 6",
        remedy: "write relationship=\"allow\" or relationship=\"deny\"",
        bad: [
            RuleExample(.availability, "relationship=\"allow\">Movies", "relationship=\"block\">Movies")
        ],
        nearMisses: [
            RuleExample(.availability, "relationship=\"allow\">Movies", "relationship=\"ALLOW\">block")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let restrictions = offer.node.first(.restrictions) else { return }
        for node in restrictions.children where node.name == .restriction {
            guard let text = node[.relationship]?.trimmed, OfferRestriction.Relationship(text) == nil else { continue }
            findings.report(info, at: node, "a restriction cannot \(text.shown)")
        }
    }
}
