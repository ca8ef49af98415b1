import UniversalMediaCatalog

/// CAT-EPISODE-NUMBER: an episodeNumber that contains the number of the season, such as 102.
struct CombinedEpisodeNumber: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-NUMBER", "An episodeNumber counts within its season, and does not contain the seasonNumber.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.14",
        remedy: "write the number within the season, such as 2 for `102`", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodeNumberTwice.episode(2, 102),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ],
        nearMisses: [
            // Episodes that are counted from the first one of the show.
            RuleExample(.catalog, "<episodeNumber>1<", "<episodeNumber>102<"),
            RuleExample(
                .catalog, tail, EpisodeNumberTwice.episode(2, 99),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")]),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            // Seasons with an episode of a small number.
            var counted: Set<CatalogIndex.Symbol> = []
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                if entry.type == .episode, entry.season != 0, (1..<60).contains(entry.episodeNumber) {
                    counted.insert(entry.season)
                }
            }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, counted.contains(entry.season),
                    let season = catalog.find(entry.season, .season), catalog.entries[season].seasonNumber > 0,
                    entry.episodeNumber / 100 == catalog.entries[season].seasonNumber,
                    (1..<60).contains(entry.episodeNumber % 100)
                else { continue }
                findings.report(
                    info, catalog, at: number, "tvEpisodeInfo/episodeNumber",
                    "episodeNumber is \(entry.episodeNumber) in season \(catalog.entries[season].seasonNumber), "
                        + "which has episodes with small numbers")
            }
        }
    }
}
