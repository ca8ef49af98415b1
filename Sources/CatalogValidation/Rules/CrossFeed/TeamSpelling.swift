import UniversalMediaCatalog

/// CAT-EVENT-TEAM: a team or a league whose name differs in a letter from that in other events.
struct TeamSpelling: IndexRule {
    static let info = RuleInfo(
        "CAT-EVENT-TEAM", "A team and a league are spelt alike in all events of a catalog.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.15", remedy: "correct the name", class: .shouldFix,
        bad: [example("Fogtwon Herons", league), example("Fogtown Herons", "Tidewater Hokcey League")],
        nearMisses: [
            example("Fogtown Herons", league), example("Bogtown Herons", league), example("Fogtown Heron", league),
        ])

    /// Number of events from which on a spelling is the usual one.
    private static let minimum = 3
    private static let league = "Tidewater Hockey League"

    /// The sample with three further matches, and a match of other names.
    private static func example(_ name: String, _ league: String) -> RuleExample {
        let end = "</umcCatalog>"
        let matches = (1...4).map { match($0, $0 == 1 ? name : "Fogtown Herons", $0 == 1 ? league : Self.league) }
        return RuleExample(
            .sportsCatalog, end, matches.joined() + end, also: [("<totalItemCount>2<", "<totalItemCount>6<")])
    }

    private static func match(_ number: Int, _ name: String, _ league: String) -> String {
        """
          <item contentType="sporting_event" contentId="LB-SPT-710\(number)">
            <pubDate>2026-03-01T20:00:00Z</pubDate>
            <title locale="en-US">Round \(number)</title>
            <description locale="en-US">A match of round \(number) of the invented league.</description>
            <artwork url="https://img.example.org/LB-SPT-710\(number)/tile.jpg" type="tile_artwork"/>
            <sportingEventInfo>
              <startDate>2026-03-1\(number)T00:00:00Z</startDate>
              <sportName>hockey</sportName>
              <league><name locale="en-US">\(league)</name><abbreviation>TWHL</abbreviation></league>
              <competitors>
                <competitor role="away"><name locale="en-US">\(name)</name></competitor>
                <competitor role="home"><name locale="en-US">Saltmarsh Otters</name></competitor>
              </competitors>
            </sportingEventInfo>
          </item>

        """
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.series.names.count > Self.minimum {
            for pair in RareSpellings.pairs(of: catalog, minimum: Self.minimum, scope: { $0.kind == .person ? nil : 0 })
            {
                let isLeague = pair.name.kind == .league
                findings.report(
                    info, catalog, at: Int(pair.name.entry),
                    "sportingEventInfo/\(isLeague ? "league" : "competitors/competitor[\(pair.name.place)]")/name",
                    "the \(isLeague ? "league" : "team") is \(catalog.texts[pair.name.name].quotedForMessage), but "
                        + "\(catalog.texts[pair.usual].quotedForMessage) in \(pair.count) other events")
            }
        }
    }
}
