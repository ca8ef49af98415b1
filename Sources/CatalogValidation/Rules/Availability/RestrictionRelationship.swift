import UniversalMediaCatalog

/// AV-RESTR-REL: an unknown relationship.
struct RestrictionRelationship: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-REL", "The relationship of a restriction is allow or deny.", level: .error, tag: "L?",
        section: "umc-availability.md 6",
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
            findings.report(
                info, at: node,
                remedy: IntendedCode.remedy(
                    text, among: ["allow", "deny"], synonyms: IntendedCode.relationshipSynonyms),
                "\(text.shown) is not a known relationship")
        }
    }
}
