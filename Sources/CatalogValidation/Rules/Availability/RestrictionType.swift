import UniversalMediaCatalog

/// AV-RESTR-TYPE: an unknown restriction type.
struct RestrictionType: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-TYPE", "The type of a restriction is deviceLocation, billingLocation or tier.", level: .error,
        tag: "D",
        section: "umc-availability.md 6",
        remedy: "write deviceLocation, billingLocation or tier",
        bad: [
            RuleExample(.availability, "restriction type=\"tier\"", "restriction type=\"package\"")
        ],
        nearMisses: [
            RuleExample(.availability, "restriction type=\"tier\"", "restriction type=\"Tier\""),
            RuleExample(
                .availability, "restriction type=\"tier\" relationship=\"allow\">Movies",
                "restriction type=\"billingLocation\" relationship=\"allow\">package"),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let restrictions = offer.node.first(.restrictions) else { return }
        for node in restrictions.children where node.name == .restriction {
            guard let text = node[.type]?.trimmed, OfferRestriction.Kind(text) == nil else { continue }
            findings.report(
                info, at: node,
                remedy: IntendedCode.remedy(
                    text, among: IntendedCode.restrictions, synonyms: IntendedCode.restrictionSynonyms),
                "\(text.shown) is not a known restriction type")
        }
    }
}
