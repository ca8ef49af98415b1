import UniversalMediaCatalog

struct DuplicateContentID: IndexRule {
    static let info = RuleInfo(
        "CAT-ID-DUP", "A contentId occurs once in a catalog, regardless of contentType.", level: .error, tag: "S",
        section: "umc-catalog.md 5",
        remedy: "give the item a new id; ids are permanent, so the item that was published first keeps the old one",
        consequences: [
            "CAT-SHOW-REF", "CAT-SEASON-REF", "CAT-SEASON-NUMBER", "CAT-EPISODE-DUP", "CAT-SEASON-DUP", "CAT-EXTRA-REF",
        ],
        bad: [
            RuleExample(.catalog, "contentId=\"LB-EXT-0200-T1\"", "contentId=\"LB-MOV-0001\""),
            RuleExample(.sportsCatalog, "contentId=\"LB-SPT-7002\"", "contentId=\"LB-SPT-7001\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "contentId=\"LB-EXT-0200-T1\"", "contentId=\"lb-mov-0001\""),
            RuleExample(.catalog, "<contentGroupId>LB-GRP-0001", "<contentGroupId>LB-MOV-0001"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for entry in catalog.duplicates {
                guard let first = catalog.find(catalog.entries[entry].id) else { continue }
                findings.report(
                    info, catalog, at: entry, "@contentId",
                    "the contentId \(catalog.id(entry).quotedForMessage) is already that of the "
                        + "\(catalog.entries[first].type.spelling) in line \(catalog.entries[first].line)")
            }
        }
    }
}
