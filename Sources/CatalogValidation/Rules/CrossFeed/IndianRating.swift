import UniversalMediaCatalog

extension IndianAdvisories: IndexRule {
    /// What is offered in India needs an Indian rating at all.
    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let valid = RatingSystemSet.of(territory: "IN").union(.other)
        DutyTerritory.forEach("IN", index) { feed, number, catalog, item in
            let entry = catalog.entries[item]
            guard entry.ratings.isDisjoint(with: valid) else { return }
            findings.report(
                info, feed, at: number,
                remedy: "add <rating systemCode=\"in-movies\"> or `in-tv`, with the advisories that were issued",
                "it is offered in India, but the catalog's item (\(catalog.file), line \(entry.line)) has no rating of "
                    + "`in-movies` or `in-tv`")
        }
    }
}
