import UniversalMediaCatalog

/// CAT-RATING-SERIES: an episode for adults or teenagers of a show for all ages.
struct AdultEpisode: IndexRule {
    static let info = RuleInfo(
        "CAT-RATING-SERIES", "A show with a rating for all ages has no episode with a rating for adults or teenagers.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.6",
        remedy: "correct the rating of the episode, or rate the show by its strongest episode", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, show, show.replacing("PG<", with: "G<"),
                also: [(episode, episode.replacing("PG", with: "MA"))]),
            RuleExample(
                .catalog, show, show.replacing("PG<", with: "Y7<"),
                also: [(episode, episode.replacing("PG", with: "14"))]),
        ],
        nearMisses: [
            RuleExample(.catalog, show, show.replacing("PG<", with: "G<")),
            RuleExample(.catalog, episode, episode.replacing("PG", with: "MA")),
            RuleExample(.catalog, show, show.replacing("PG<", with: "Y7<")),
        ])

    private static let show = "advisories=\"L\">TV-PG<"
    private static let episode = "<rating systemCode=\"us-tv\">TV-PG<"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let shows = Set(catalog.series.audiences.lazy.filter { !$0.isAdult && !$0.isTeenage }.map(\.entry))
            guard !shows.isEmpty else { continue }
            for audience in catalog.series.audiences where audience.isAdult || audience.isTeenage {
                let number = Int(audience.entry)
                guard let show = catalog.find(catalog.entries[number].parent, .show), shows.contains(UInt32(show))
                else {
                    continue
                }
                findings.report(
                    info, catalog, at: number, "rating",
                    "the episode has a rating for \(audience.isAdult ? "adults" : "teenagers"), but its show \(catalog.id(show).quotedForMessage) one for all ages"
                )
            }
        }
    }
}
