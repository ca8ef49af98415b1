import UniversalMediaCatalog

struct MixedCatalog: IndexRule {
    static let info = RuleInfo(
        "CAT-SPORTS-SEPARATE", "Live sports have a separate catalog.", level: .warning, tag: "S",
        section: "umc-catalog.md 5",
        remedy: "move sporting events to a catalog with a separate catalogId; movies and TV share one catalog",
        bad: [
            RuleExample(
                .sportsCatalog, "<item contentType=\"sporting_event\" contentId=\"LB-SPT-7002\">",
                "<item contentType=\"movie\" contentId=\"LB-SPT-7002\">",
                also: [
                    ("<sportingEventInfo>\n      <startDate>2026-03-15T00:00:00Z</startDate>", "<movieInfo>"),
                    (
                        """
                        <sportName>motorsport</sportName>
                              <league><abbreviation>KART</abbreviation></league>
                              <venue>
                                <name>Pier Circuit</name>
                                <city locale="en-US">Port Example</city>
                                <country>CA</country>
                              </venue>
                              <isTBD>true</isTBD>
                            </sportingEventInfo>
                        """,
                        "<type>feature</type><duration>5400</duration>"
                            + "<originalReleaseDate>2025-10-03</originalReleaseDate></movieInfo>"
                    ),
                    (
                        "<description locale=\"en-US\">An invented street race around three piers.</description>",
                        "<description locale=\"en-US\">An invented street race around three piers.</description>"
                            + "<genre>drama</genre><rating systemCode=\"mpaa\">PG</rating>"
                    ),
                ])
        ],
        nearMisses: [
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>sports</genre>"),
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>sports</genre>", beside: [.sportsCatalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var sports = (count: 0, first: 0)
            var others = (count: 0, first: 0)
            for number in catalog.entries.indices {
                switch catalog.entries[number].type {
                case .sportingEvent: sports = (sports.count + 1, sports.count == 0 ? number : sports.first)
                case .unknown: break
                default: others = (others.count + 1, others.count == 0 ? number : others.first)
                }
            }
            guard sports.count > 0, others.count > 0 else { continue }
            let isSports = sports.count >= others.count
            findings.report(
                info, catalog, at: isSports ? others.first : sports.first, "@contentType",
                "the catalog contains \(sports.count) sporting events and \(others.count) movies and TV items; "
                    + "this is the first of the \(isSports ? others.count : sports.count) misplaced items")
        }
    }
}
