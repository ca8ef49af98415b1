import UniversalMediaCatalog

/// CAT-SHOW-MINISERIES: a miniseries with several seasons.
struct SeasonsOfMiniseries: IndexRule {
    static let info = RuleInfo(
        "CAT-SHOW-MINISERIES", "A show with several seasons is a series, not a miniseries.", level: .warning,
        tag: "D", section: "umc-catalog.md 3.12", remedy: "write `series`", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodesOfSeason.season(2, "2026-01-09") + tail,
                also: [("<totalItemCount>6<", "<totalItemCount>7<"), ("<type>series<", "<type>miniseries<")])
        ],
        nearMisses: [
            RuleExample(.catalog, "<type>series<", "<type>miniseries<"),
            RuleExample(
                .catalog, tail, EpisodesOfSeason.season(0, "2026-01-09") + tail,
                also: [("<totalItemCount>6<", "<totalItemCount>7<"), ("<type>series<", "<type>miniseries<")]),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var first: [Int: Int] = [:]
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .season, entry.seasonNumber > 0, let show = catalog.find(entry.parent, .show),
                    catalog.entries[show].flags.contains(.isMiniseries)
                else { continue }
                guard let other = first[show] else {
                    first[show] = number
                    continue
                }
                guard catalog.entries[other].seasonNumber != entry.seasonNumber else { continue }
                findings.report(
                    info, catalog, at: show, "tvShowInfo/type",
                    "the show is a miniseries, but has the seasons \(catalog.entries[other].seasonNumber) and "
                        + "\(entry.seasonNumber)")
            }
        }
    }
}
