import UniversalMediaCatalog

struct PremiereIsPubDate: IndexRule {
    static let info = RuleInfo(
        "STY-PREMIERE",
        "Dates of premiere and release are those of the first airing, not of the day that items were added.",
        level: .warning, tag: "I", section: "umc-validation.md 3.3",
        remedy:
            "take originalPremiereDate, originalAirDate and originalReleaseDate from the work, not from the database",
        bad: [
            RuleExample(
                .catalog, "contentId=\"LB-MOV-0001\">\n    <pubDate>2026-02-27T",
                "contentId=\"LB-MOV-0001\">\n    <pubDate>2025-10-03T",
                also: [
                    (
                        "contentId=\"LB-SHOW-0100\">\n    <pubDate>2026-02-20T",
                        "contentId=\"LB-SHOW-0100\">\n    <pubDate>2025-09-12T"
                    ), ("<pubDate>2026-02-21T", "<pubDate>2025-09-12T"),
                ])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "contentId=\"LB-MOV-0001\">\n    <pubDate>2026-02-27T",
                "contentId=\"LB-MOV-0001\">\n    <pubDate>2025-10-03T",
                also: [("<pubDate>2026-02-21T", "<pubDate>2025-09-12T")])
        ])

    /// Fewer may be new on the day that they are premiered.
    private static let minimum = 4

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let (all, same) = catalog.dated
            guard all >= Self.minimum, same * 2 > all else { continue }
            findings.report(
                info, file: catalog.file, position: nil, xpath: "/\(catalog.head.root)", contentID: nil,
                "\(same) of \(all) dates of premiere, airing or release are the day of the item's pubDate: "
                    + "they look like the days on which items were added")
        }
    }
}
