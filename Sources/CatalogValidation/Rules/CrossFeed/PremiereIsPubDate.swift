import UniversalMediaCatalog

struct PremiereIsPubDate: IndexRule {
    static let info = RuleInfo(
        "STY-PREMIERE",
        "Premiere and release dates are those of the first release, not the dates on which items were added.",
        level: .warning, tag: "I", section: "umc-validation.md 3.3",
        remedy:
            "write the title's historic dates to originalPremiereDate, originalAirDate and originalReleaseDate, not database dates",
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

    /// Minimum number of dates. Of fewer, most may really have been added on the day of their premiere.
    private static let minimum = 4

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let (all, same) = catalog.dated
            guard all >= Self.minimum, same * 2 > all else { continue }
            findings.report(
                info, file: catalog.file, position: nil, xpath: "/\(catalog.head.root)", contentID: nil,
                "\(same) of \(all) premiere, air or release dates are the day of the item's pubDate: "
                    + "they look like the dates on which items were added")
        }
    }
}
