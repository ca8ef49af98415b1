import UniversalMediaCatalog

/// CAT-EVENT-LEAGUE: a well-known league of another sport.
struct EventLeague: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-LEAGUE", "The sport of an event is the one of its league, and the league has one name.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15", remedy: "correct sportName or the league",
        class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "<abbreviation>TWHL<", "<abbreviation>NHL<",
                also: [("<sportName>hockey<", "<sportName>football<")]),
            RuleExample(
                .sportsCatalog, ">Tidewater Hockey League<", ">National Basketball Association<",
                also: [("<abbreviation>TWHL<", "<abbreviation>NHL<")]),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<abbreviation>TWHL<", "<abbreviation>NHL<",
                also: [("<sportName>hockey<", "<sportName>ice_hockey<"), (">Tidewater Hockey League<", ">NHL<")]),
            RuleExample(
                .sportsCatalog, "<abbreviation>TWHL<", "<abbreviation>MLS<",
                also: [("<sportName>hockey<", "<sportName>football<"), (">Tidewater Hockey League<", ">MLS<")]),
            RuleExample(
                .sportsCatalog, "<abbreviation>TWHL<", "<abbreviation>KHL<",
                also: [("<sportName>hockey<", "<sportName>football<")]),
        ])

    var types: ContentTypes { .sportingEvent }

    private struct League {
        let sports: [String]
        /// A word of its full English name.
        let word: String
    }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let league = block.first(.league),
            let node = league.first(.abbreviation), let known = Self.leagues[node.text.trimmed.string]
        else { return }
        let code = node.text.trimmed.shown
        if let sport = block.first(.sportName)?.text.trimmed, CatalogWords.sports.contains(sport),
            !known.sports.contains(sport.string)
        {
            findings.report(
                info, at: node, remedy: "write `\(known.sports[0])`, or correct the league",
                "the league \(code) is one of \(known.sports[0]), but the sportName is \(sport.shown)")
        }
        for name in league.children where name.name == .name {
            let text = name.text.trimmed.string.lowercased()
            guard let other = Self.words.first(where: { text.contains($0) && $0 != known.word }),
                !text.contains(known.word)
            else { continue }
            findings.report(
                info, at: name, "the abbreviation of the league is \(code), but its name contains `\(other)`")
        }
    }

    private static let words: Set<String> = ["hockey", "basketball", "baseball", "soccer", "golf", "tennis"]

    /// Leagues whose abbreviation means no other one.
    private static let leagues: [String: League] = [
        "NHL": League(sports: ["hockey", "ice_hockey"], word: "hockey"),
        "AHL": League(sports: ["hockey", "ice_hockey"], word: "hockey"),
        "NBA": League(sports: ["basketball"], word: "basketball"),
        "WNBA": League(sports: ["basketball"], word: "basketball"),
        "MLB": League(sports: ["baseball"], word: "baseball"),
        "NFL": League(sports: ["football", "american_football"], word: "football"),
        "CFL": League(sports: ["football", "american_football", "canadian_football"], word: "football"),
        "MLS": League(sports: ["soccer", "football"], word: "soccer"),
        "NWSL": League(sports: ["soccer", "football"], word: "soccer"),
        "PGA": League(sports: ["golf"], word: "golf"), "LPGA": League(sports: ["golf"], word: "golf"),
        "ATP": League(sports: ["tennis"], word: "tennis"), "WTA": League(sports: ["tennis"], word: "tennis"),
        "UFC": League(sports: ["mma"], word: "fighting"), "NASCAR": League(sports: ["motorsport"], word: "stock"),
        "F1": League(sports: ["motorsport"], word: "formula"),
    ]
}
