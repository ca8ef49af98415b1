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
        checkCatalogs(index, &findings)
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

    /// Reports ids of two catalogs of one provider that stand for different works: apps report an id without its catalog.
    private func checkCatalogs(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (place, catalog) in index.catalogs.enumerated() {
            for other in index.catalogs[..<place]
            where other.head.teamID == catalog.head.teamID && other.symbol != catalog.symbol {
                for number in catalog.entries.indices {
                    let entry = catalog.entries[number]
                    guard entry.type != .unknown, let first = other.find(entry.id) else { continue }
                    let original = other.entries[first]
                    guard original.type != entry.type || original.titleKey != entry.titleKey else { continue }
                    findings.report(
                        info, catalog, at: number, "@contentId", level: .warning,
                        "the contentId \(catalog.id(number).quotedForMessage) is also that of another "
                            + "\(original.type.spelling) in \(other.file), line \(original.line)")
                }
            }
        }
    }
}
