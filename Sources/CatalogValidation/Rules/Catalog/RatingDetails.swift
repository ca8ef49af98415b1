import UniversalMediaCatalog

/// CAT-RATING-CODE: codes in place of a reason, and advisories of a rating that has none.
struct RatingDetails: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-CODE", "The reason of a rating is a text, and the Indian rating U has no advisories.",
        level: .warning, tag: "S", section: "umc-catalog.md 3.6",
        remedy: "move the codes to advisories, and write the sentence that was issued with the rating",
        bad: [
            RuleExample(.catalog, "advisories=\"L\"", "reason=\"L\""),
            RuleExample(.catalog, "advisories=\"L\"", "reason=\"L,FV\""),
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG<", "<rating systemCode=\"in-movies\" advisories=\"V\">U<"),
        ],
        nearMisses: [
            RuleExample(.catalog, "advisories=\"L\"", "advisories=\"L\" reason=\"Language\""),
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG<", "<rating systemCode=\"uk-movie\" advisories=\"V\">U<"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            if let reason = (node[.reason] ?? node.first(.reason)?.text)?.trimmed, !reason.isEmpty, reason.count < 16,
                reason.commaList.allSatisfy({ RatingSystem.televisionDescriptors.contains($0) })
            {
                findings.report(info, at: node, "the reason \(reason.shown) is a code of an advisory, not a text")
            }
            guard let advisories = node[.advisories], !advisories.isBlank, let code = node[.systemCode]?.trimmed,
                code.isIgnoringCase("in-movies") || code.isIgnoringCase("in-tv"), node.text.trimmed == "U"
            else { return }
            findings.report(
                info, at: node, remedy: "remove the advisories, or correct the rating",
                "the Indian rating U is for all ages, but has the advisories \(advisories.shown)")
        }
    }
}
