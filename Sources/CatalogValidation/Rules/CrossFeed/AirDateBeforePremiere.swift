import UniversalMediaCatalog

struct AirDateBeforePremiere: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-PREMIERE", "An episode does not air before the premiere of its show.", level: .warning, tag: "D",
        section: "umc-catalog.md 5",
        remedy: "correct originalAirDate, or the show's originalPremiereDate: the day of its first airing anywhere",
        bad: [
            RuleExample(
                .catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2025-09-11<")
        ],
        nearMisses: [
            RuleExample(.catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2025-09-13<"),
            // Specials of season 0 may air before the premiere.
            RuleExample(
                .catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2025-09-01<",
                also: [
                    (
                        "<seasonContentId>LB-SEAS-0100-1</seasonContentId>\n      <seasonNumber>1<",
                        "<seasonNumber>0<"
                    )
                ]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.date != .min, let show = catalog.find(entry.parent, .show),
                    catalog.entries[show].date != .min, entry.date < catalog.entries[show].date
                else { continue }
                if entry.flags.contains(.hasSeasonNumber), entry.seasonNumber == 0 { continue }
                findings.report(
                    info, catalog, at: number, "tvEpisodeInfo/originalAirDate",
                    "originalAirDate is \(FeedTime.date(ofDay: Int(entry.date))), before the premiere of the show "
                        + "\(index.texts.quoted(entry.parent)) on "
                        + "\(FeedTime.date(ofDay: Int(catalog.entries[show].date)))")
            }
        }
    }
}
