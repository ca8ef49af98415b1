import UniversalMediaCatalog

/// CAT-RELATED-DUPLICATE: a duplicate that is another work.
struct DuplicateOfOther: IndexRule {
    static let info = RuleInfo(
        "CAT-RELATED-DUPLICATE",
        "An item with duplicate_of is the same work: it has the type and the title of the other.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.10",
        remedy: "correct the contentId or the relationship; a contentGroupId joins the versions of one work",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<externalId system=\"house\">PLH-2025-01</externalId>"
                    + "<relatedItem relationship=\"duplicate_of\">LB-SHOW-0200</relatedItem>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<externalId system=\"house\">PLH-2025-01</externalId>",
                "<externalId system=\"house\">PLH-2025-01</externalId>"
                    + "<relatedItem relationship=\"similar_to\">LB-SHOW-0200</relatedItem>")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for relation in catalog.relations where relation.kind == .duplicateOf {
                let number = Int(relation.entry)
                guard let target = catalog.find(relation.target), target != number else { continue }
                let (entry, other) = (catalog.entries[number], catalog.entries[target])
                let isOfType = entry.type == other.type
                guard !isOfType || entry.titleKey != 0 && other.titleKey != 0 && entry.titleKey != other.titleKey else {
                    continue
                }
                findings.report(
                    info, catalog, at: number, "relatedItem[\(relation.place)]",
                    "the item is duplicate_of \(catalog.texts.quoted(relation.target)), which "
                        + (isOfType ? "has another title" : "is a \(other.type.spelling)"))
            }
        }
    }
}
