import UniversalMediaCatalog

struct MissingSeason: IndexRule {
    static let info = RuleInfo(
        "CAT-SEASON-REF", "The seasonContentId of an episode is a tv_season of the same show in the catalog.",
        level: .error,
        tag: "D", section: "umc-catalog.md 5",
        remedy: "add the season to the catalog, or correct seasonContentId and showContentId",
        consequences: ["CAT-SEASON-NUMBER"],
        bad: [
            RuleExample(
                .catalog, "<seasonContentId>LB-SEAS-0100-1<", "<seasonContentId>LB-SEAS-0100-2<"),
            RuleExample(
                .catalog, "<showContentId>LB-SHOW-0100</showContentId>\n      <seasonContentId>",
                "<showContentId>LB-SHOW-0200</showContentId>\n      <seasonContentId>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "      <seasonContentId>LB-SEAS-0100-1</seasonContentId>\n", "")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var said: Set<TextTable.Symbol> = []
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.season != 0 else { continue }
                guard let season = catalog.find(entry.season, .season) else {
                    if catalog.isComplete, !catalog.isReference(entry.season, to: .season) {
                        let isFirst = said.insert(entry.season).inserted
                        findings.report(
                            info, catalog, at: number, "tvEpisodeInfo/seasonContentId",
                            causedBy: isFirst ? catalog.cause(of: entry.season, missing: .season) : "CAT-SEASON-REF",
                            "seasonContentId is \(index.texts.quoted(entry.season)), "
                                + catalog.description(of: entry.season, expected: "tv_season"))
                    }
                    continue
                }
                let show = catalog.entries[season].parent
                guard show != 0, entry.parent != 0, show != entry.parent else { continue }
                let isKnown = catalog.isReference(show, to: .show) && catalog.isReference(entry.parent, to: .show)
                findings.report(
                    info, catalog, at: number, "tvEpisodeInfo/seasonContentId",
                    causedBy: isKnown || !catalog.isComplete ? nil : "CAT-SHOW-REF",
                    "the episode belongs to the show \(index.texts.quoted(entry.parent)), but its season "
                        + "\(index.texts.quoted(entry.season)) (line \(catalog.entries[season].line)) belongs to "
                        + "\(index.texts.quoted(show))")
            }
        }
    }
}
