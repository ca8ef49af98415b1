import UniversalMediaCatalog

/// CAT-EVENT-ABBREVIATION: one league or team with two abbreviations.
struct AbbreviationDiffers: IndexRule {
    static let info = RuleInfo(
        "CAT-EVENT-ABBREVIATION",
        "A league and a team have one abbreviation in all events of a catalog, and an abbreviation is that of one team.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15",
        remedy: "write the same abbreviation everywhere", class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "<league><abbreviation>KART</abbreviation></league>",
                "<league><name locale=\"en-US\">Tidewater Hockey League</name><abbreviation>THL</abbreviation></league>",
                also: [("<sportName>motorsport<", "<sportName>hockey<")]),
            RuleExample(
                .sportsCatalog, race, match("Dune Foxes", "SAL"),
                also: [("<sportName>motorsport<", "<sportName>hockey<")]),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<league><abbreviation>KART</abbreviation></league>",
                "<league><name locale=\"en-US\">Tidewater Hockey League</name><abbreviation>TWHL</abbreviation></league>",
                also: [("<sportName>motorsport<", "<sportName>hockey<")]),
            RuleExample(
                .sportsCatalog, race, match("The Otters", "SAL"),
                also: [("<sportName>motorsport<", "<sportName>hockey<")]),
        ])

    private static let race = "<league><abbreviation>KART</abbreviation></league>"

    private static func match(_ name: String, _ abbreviation: String) -> String {
        """
        <league><name locale="en-US">Tidewater Hockey League</name><abbreviation>TWHL</abbreviation></league>
        <competitors>
          <competitor role="home"><name locale="en-US">\(name)</name><abbreviation>\(abbreviation)</abbreviation></competitor>
          <competitor role="away"><name locale="en-US">Reef Pikes</name><abbreviation>REE</abbreviation></competitor>
        </competitors>
        """
    }

    /// Reports an abbreviation of two teams of one league. Two forms of a name end with the same word.
    private func checkTeams(_ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        var first: [UInt64: CatalogIndex.Abbreviation] = [:]
        // A team has a name in each locale.
        var reported: Set<UInt32> = []
        for row in catalog.abbreviations where row.ofLeague != 0 {
            guard let other = first[row.ofLeague] else {
                first[row.ofLeague] = row
                continue
            }
            guard other.name != row.name, other.lastWord != row.lastWord, other.entry != row.entry,
                reported.insert(row.entry).inserted
            else { continue }
            findings.report(
                info, catalog, at: Int(row.entry), "sportingEventInfo/competitors",
                remedy: "correct the abbreviation or the name",
                "the abbreviation of a team is that of another team in \(catalog.id(Int(other.entry)).quotedForMessage)"
            )
        }
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.abbreviations.isEmpty {
            checkTeams(catalog, &findings)
            var counts: [UInt64: [UInt64: Int]] = [:]
            for row in catalog.abbreviations { counts[row.name, default: [:]][row.hash, default: 0] += 1 }
            var seen: Set<UInt64> = []
            var first: [UInt64: (hash: UInt64, entry: UInt32)] = [:]
            for row in catalog.abbreviations {
                guard let uses = counts[row.name], uses.count > 1 else { continue }
                // The usual one; where both are as frequent, the first.
                let most = uses.values.max() ?? 0
                let usual = first[row.name]?.hash ?? row.hash
                if first[row.name] == nil { first[row.name] = (row.hash, row.entry) }
                guard uses[row.hash] != most || row.hash != usual && uses[usual] == most,
                    seen.insert(FeedText.mix(row.name ^ row.hash)).inserted,
                    seen.insert(FeedText.mix(UInt64(row.entry) << 8 ^ row.hash)).inserted
                else { continue }
                findings.report(
                    info, catalog, at: Int(row.entry), "sportingEventInfo/\(row.isLeague ? "league" : "competitors")",
                    "the \(row.isLeague ? "league" : "team") has another abbreviation than in other events of the catalog"
                )
            }
        }
    }
}
