import UniversalMediaCatalog

struct SeasonNumberDiffers: IndexRule {
    static let info = RuleInfo(
        "CAT-SEASON-NUMBER", "The seasonNumber of an episode equals that of its season.", level: .error, tag: "D",
        section: "umc-catalog.md 5", remedy: "correct seasonNumber, or seasonContentId",
        bad: [
            RuleExample(
                .catalog, "<seasonNumber>1</seasonNumber>\n      <episodeNumber>",
                "<seasonNumber>2</seasonNumber>\n      <episodeNumber>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<seasonNumber>1</seasonNumber>\n      <episodeNumber>",
                "<seasonNumber>01</seasonNumber>\n      <episodeNumber>"),
            RuleExample(.catalog, "      <seasonNumber>1</seasonNumber>\n      <episodeNumber>", "<episodeNumber>"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.flags.contains(.hasSeasonNumber),
                    let season = catalog.find(entry.season, .season)
                else { continue }
                let other = catalog.entries[season]
                guard other.flags.contains(.hasSeasonNumber), other.seasonNumber != entry.seasonNumber else { continue }
                findings.report(
                    info, catalog, at: number, "tvEpisodeInfo/seasonNumber",
                    "seasonNumber is \(entry.seasonNumber), but that of the season "
                        + "\(index.texts.quoted(entry.season)) (line \(other.line)) is \(other.seasonNumber)")
            }
        }
    }
}
