import UniversalMediaCatalog

struct TerritoryTitle: IndexRule {
    static let info = RuleInfo(
        "FEED-TERRITORY-TITLE", "An item offered in a territory has a title in one of its languages.", level: .warning,
        tag: "D",
        section: "umc-availability.md 8", remedy: "add a title, and a description, in a locale of the territory",
        bad: [
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "DE")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">The Crane Who Collected Bells</title>",
                "<title locale=\"en-US\">The Crane Who Collected Bells</title>"
                    + "<title locale=\"fr\">La Grue aux cloches</title>",
                also: [
                    (
                        "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <description",
                        "<title locale=\"en-US\">Harbor of Small Machines</title>"
                            + "<title locale=\"fr-CA\">Port des petites machines</title>\n    <description"
                    )
                ], beside: [.availability], territory: "FR"),
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "GB"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        index.forEachTerritory { feed, service, territory in
            guard let languages = TerritoryLanguages.of(territory) else { return }
            index.forEachOffered(feed, service, .all) { number, catalog, item in
                let entry = catalog.entries[item]
                guard entry.flags.contains(.hasTitle), !entry.titleLanguages.contains(.other),
                    entry.titleLanguages.isDisjoint(with: languages)
                else { return }
                findings.report(
                    info, feed, at: number,
                    "the item is offered in \(territory), but its titles (\(catalog.file), line \(entry.line)) are in "
                        + "\(entry.titleLanguages.codes.joined(separator: ", ")), not in "
                        + languages.codes.joined(separator: " or "))
            }
        }
    }
}
