import UniversalMediaCatalog

/// CAT-EVENT-SAME: a league, a venue or a city with two names in one locale.
struct EventNamesDiffer: IndexRule {
    static let info = RuleInfo(
        "CAT-EVENT-SAME",
        "In all events of a catalog, a league has one name in each locale, a venue is in one city, and a city has one name in each locale.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15",
        remedy: "write the same name in all events, or correct the league or the place", class: .shouldFix,
        bad: [
            // A misspelt league.
            RuleExample(
                .sportsCatalog, league, of("Tidewater Hokey League"),
                also: [("<sportName>motorsport<", "<sportName>hockey<")]),
            // One venue in two cities.
            RuleExample(.sportsCatalog, "<name>Pier Circuit</name>", "<name>Otter Ice Hall</name>"),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, league, of("Tidewater Hockey League"),
                also: [("<sportName>motorsport<", "<sportName>hockey<")]),
            // The same letters in another sport.
            RuleExample(.sportsCatalog, league, of("Tidewater Hot Laps")),
            RuleExample(
                .sportsCatalog, "<name>Pier Circuit</name>", "<name>Otter Ice Hall</name>",
                also: [("Port Example", "Saltmarsh")]),
        ])

    private static let league = "<league><abbreviation>KART</abbreviation></league>"

    private static func of(_ name: String) -> String {
        "<league><name locale=\"en-US\">\(name)</name><abbreviation>TWHL</abbreviation></league>"
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.eventNames.count > 1 {
            var counts: [UInt64: [UInt64: Int]] = [:]
            for row in catalog.eventNames { counts[row.group, default: [:]][row.name, default: 0] += 1 }
            guard counts.values.contains(where: { $0.count > 1 }) else { continue }
            var first: [UInt64: EventName] = [:]
            var reported: Set<UInt64> = []
            for row in catalog.eventNames {
                guard let uses = counts[row.group], uses.count > 1 else { continue }
                guard let known = first[row.group] else {
                    first[row.group] = row
                    continue
                }
                guard known.name != row.name, known.entry != row.entry else { continue }
                // The rarer name is the wrong one; of two equally rare ones, the one that differs between locales, or the later.
                let (ofKnown, ofRow) = (uses[known.name] ?? 0, uses[row.name] ?? 0)
                let isFirstWrong = ofKnown < ofRow || ofKnown == ofRow && row.isSame && !known.isSame
                let (wrong, right) = isFirstWrong ? (known, row) : (row, known)
                guard reported.insert(FeedText.mix(wrong.group ^ wrong.name)).inserted,
                    reported.insert(UInt64(wrong.entry) << 2 | UInt64(wrong.kind.rawValue)).inserted
                else { continue }
                findings.report(
                    info, catalog, at: Int(wrong.entry), wrong.kind.path,
                    "\(wrong.kind.message) than in \(catalog.id(Int(right.entry)).quotedForMessage) "
                        + "(line \(catalog.entries[Int(right.entry)].line))")
            }
        }
    }
}

extension EventName.Kind {
    fileprivate var path: String {
        switch self {
        case .league: "sportingEventInfo/league/name"
        case .venue, .city: "sportingEventInfo/venue/city"
        }
    }

    fileprivate var message: String {
        switch self {
        case .league: "the league has another name in the same locale and under the same abbreviation"
        case .venue: "the venue is in another city"
        case .city: "the city has another name in one of the locales"
        }
    }
}
