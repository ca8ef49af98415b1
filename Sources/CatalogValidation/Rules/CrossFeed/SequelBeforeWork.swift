import UniversalMediaCatalog

/// CAT-SEQUEL-DATE: a sequel that is older than the work it follows.
struct SequelBeforeWork: IndexRule {
    static let info = RuleInfo(
        "CAT-SEQUEL-DATE", "A work that is sequel_of another was released after it.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.10", remedy: "give the later work the relationship sequel_of, or correct a date",
        class: .shouldFix,
        bad: [RuleExample(.catalog, from, "<relatedItem relationship=\"sequel_of\">LB-SHOW-0200</relatedItem>" + from)],
        nearMisses: [
            RuleExample(.catalog, from, "<relatedItem relationship=\"similar_to\">LB-SHOW-0200</relatedItem>" + from),
            RuleExample(.catalog, from, "<relatedItem relationship=\"sequel_of\">LB-MOV-0001</relatedItem>" + from),
        ])

    private static let from = "<tvShowInfo>\n      <type>series</type>"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for relation in catalog.relations where relation.kind == .sequelOf {
                let number = Int(relation.entry)
                guard let target = catalog.find(relation.target) else { continue }
                let (entry, work) = (catalog.entries[number], catalog.entries[target])
                guard entry.date != .min, work.date != .min, work.date > entry.date + 31, entry.type == work.type else {
                    continue
                }
                findings.report(
                    info, catalog, at: number, "relatedItem[\(relation.place)]",
                    "the \(entry.type.spelling) of \(FeedTime.date(ofDay: Int(entry.date))) is sequel_of "
                        + "\(catalog.id(target).quotedForMessage), which is of \(FeedTime.date(ofDay: Int(work.date)))")
            }
        }
    }
}
