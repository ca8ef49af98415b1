import UniversalMediaCatalog

/// STY-EP-SHOW: `Harbor of Small Machines: Hope`.
struct EpisodeBeginsWithShow: IndexRule {
    static let info = RuleInfo(
        "STY-EP-SHOW", "The title of an episode does not begin with the title of its show.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "remove the show's title; showContentId refers to the show",
        bad: [
            .episode("Harbor of Small Machines: The Crane Who Collected Bells"),
            .episode("Harbor of Small Machines - The Crane"), .episode("Harbor of Small Machines – The Crane"),
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <description",
                "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <title locale=\"fr-FR\">Le Port des petites machines</title>\n    <description",
                also: [
                    (
                        "<title locale=\"en-US\">The Crane Who Collected Bells</title>",
                        "<title locale=\"en-US\">The Crane Who Collected Bells</title><title locale=\"fr-FR\">Le Port des petites machines : La grue</title>"
                    )
                ]),
        ],
        good: [.episode("The Crane Who Collected Bells")],
        nearMisses: [
            .episode("Harbor of Small Machines"), .episode("Harbor of Small Machines and Bells"),
            .episode("The Crane: Harbor of Small Machines"), .episode("Harbor: The Crane"),
            .episode("Nine Quiet Volcanoes: The Crane"), .episode("Le Port : la grue", "fr-FR"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            func key(_ entry: Int, _ locale: CatalogIndex.Symbol) -> UInt64 { UInt64(entry) << 32 | UInt64(locale) }
            var names: [UInt64: CatalogIndex.Symbol] = [:]
            for row in catalog.seriesTitles where catalog.entries[Int(row.entry)].type == .show {
                names[key(Int(row.entry), row.locale)] = row.title
            }
            for row in catalog.seriesTitles {
                let number = Int(row.entry)
                guard catalog.entries[number].type == .episode,
                    let show = catalog.find(catalog.entries[number].parent, .show),
                    names[key(show, row.locale)] == row.title
                else { continue }
                findings.report(
                    info, catalog, at: number, row.place > 1 ? "title[\(row.place)]" : "title",
                    "the episode's title begins with “\(catalog.texts[row.title])”, the title of its show "
                        + "(line \(catalog.entries[show].line))")
            }
        }
    }
}
