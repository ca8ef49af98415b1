import UniversalMediaCatalog

/// CAT-CREDIT-PERSON: a character that is a person of another movie, played by no known person.
struct CastOfMovies: IndexRule {
    static let info = RuleInfo(
        "CAT-CREDIT-PERSON",
        "A characterName is not the name of an actor of another movie, unless the description is about this person.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.8", remedy: "exchange the name and characterName",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, usual, "characterName=\"Nell Invented\">Oda Fair",
                also: [(tail, other("Ida Carter", "Nell Invented") + tail), count])
        ],
        nearMisses: [
            RuleExample(
                .catalog, usual, "characterName=\"Oda Fair\">Nell Invented",
                also: [(tail, other("Ida Carter", "Nell Invented") + tail), count]),
            // The description is about the person.
            RuleExample(
                .catalog, usual, "characterName=\"Nell Invented\">Oda Fair",
                also: [
                    (tail, other("Ida Carter", "Nell Invented") + tail), count,
                    ("A retired mapmaker rebuilds", "The actress Nell Invented rebuilds"),
                ]),
        ])

    private static let usual = "characterName=\"Oda\">Nell Invented"
    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let count = ("<totalItemCount>6<", "<totalItemCount>7<")

    private static func other(_ character: String, _ name: String) -> String {
        """
          <item contentType="movie" contentId="LB-MOV-0002">
            <pubDate>2026-02-27T09:15:00Z</pubDate>
            <title locale="en-US">Tin Harbor</title>
            <description locale="en-US">A welder builds a harbor of tin for the boats that she can no longer sail.</description>
            <genre>drama</genre>
            <rating systemCode="mpaa">PG</rating>
            <artwork url="https://img.example.org/LB-MOV-0002/cover-h.jpg" type="cover_artwork_horizontal" locales="en-US"/>
            <credit role="actor" characterName="\(character)">\(name)</credit>
            <movieInfo>
              <duration>5400</duration>
              <originalReleaseDate>1961-05-05</originalReleaseDate>
            </movieInfo>
          </item>

        """
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.series.roles.count > 1 {
            let roles = catalog.series.roles
            var people: [UInt64: UInt32] = [:]
            var repeated: Set<UInt64> = []
            for role in roles {
                guard let first = people[role.name] else {
                    people[role.name] = role.entry
                    continue
                }
                if first != role.entry { repeated.insert(role.name) }
            }
            for role in roles where !role.isDescribed && !repeated.contains(role.name) {
                guard let other = people[role.character], other != role.entry else { continue }
                findings.report(
                    info, catalog, at: Int(role.entry), "credit[\(role.place)]/@characterName",
                    "the characterName is the name of an actor of \(catalog.id(Int(other)).quotedForMessage)")
            }
        }
    }
}
