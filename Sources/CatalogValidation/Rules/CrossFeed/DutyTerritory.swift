import UniversalMediaCatalog

/// Territories in which the law, and therefore the platform, requires national ratings (umc-catalog.md 3.6).
enum DutyTerritory {
    static let all: Set<String> = ["BR", "IN", "NZ"]

    /// Calls `body` for each movie and TV item that a service offers in a territory.
    static func forEach(
        _ territory: String, _ index: FeedIndex,
        _ body: (_ feed: AvailabilityIndex, _ number: Int, _ catalog: CatalogIndex, _ item: Int) -> Void
    ) {
        index.forEachTerritory { feed, service, place in
            guard place == territory else { return }
            index.forEachOffered(feed, service, [.movie, .show, .season, .episode]) { body(feed, $0, $1, $2) }
        }
    }
}

struct BrazilianRating: IndexRule {
    static let info = RuleInfo(
        "CAT-RATING-BR", "An item offered in Brazil has a Brazilian rating.", level: .error, tag: "S",
        section: "umc-catalog.md 3.6",
        remedy:
            "add <rating systemCode=\"br-movie\">: the official rating, or a self-rating by the official guidelines, with descriptors",
        bad: [
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "BR")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "PT"),
            RuleExample(
                .catalog, "<rating systemCode=\"fr-movie\">Tout public</rating>",
                "<rating systemCode=\"BR-Movie\">L</rating>",
                also: [
                    (
                        "<genre>comedy</genre>\n    <rating systemCode=\"us-tv\">TV-PG</rating>",
                        "<genre>comedy</genre>\n    <rating systemCode=\"br-movie\">10</rating>"
                    )
                ], beside: [.availability], territory: "BR"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let valid = RatingSystemSet.of(territory: "BR").union(.other)
        DutyTerritory.forEach("BR", index) { feed, number, catalog, item in
            let entry = catalog.entries[item]
            guard entry.ratings.isDisjoint(with: valid) else { return }
            findings.report(
                info, feed, at: number,
                "the item is offered in Brazil, but the catalog item (\(catalog.file), line \(entry.line)) has no rating of "
                    + "`br-movie`")
        }
    }
}

struct NewZealandRating: IndexRule {
    static let info = RuleInfo(
        "CAT-RATING-NZ", "An item offered in New Zealand has an official rating of New Zealand.", level: .error,
        tag: "S", section: "umc-catalog.md 3.6",
        remedy: "add <rating systemCode=\"nz-movie\"> with the official rating",
        bad: [
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "NZ")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "AU"),
            RuleExample(.catalog, "<genre>drama</genre>", "<genre>romance</genre>", territory: "NZ"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let valid = RatingSystemSet.of(territory: "NZ").union(.other)
        DutyTerritory.forEach("NZ", index) { feed, number, catalog, item in
            let entry = catalog.entries[item]
            guard entry.ratings.isDisjoint(with: valid) else { return }
            findings.report(
                info, feed, at: number,
                "the item is offered in New Zealand, but the catalog item (\(catalog.file), line \(entry.line)) has no rating "
                    + "of `nz-movie`")
        }
    }
}
