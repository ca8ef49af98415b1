import UniversalMediaCatalog

extension IndianAdvisories: IndexRule {
    func register(in rules: inout RulesByScope) {
        rules.catalogItem.append(Self.self)
        rules.index.append(self)
    }

    /// Reports items offered in India without an Indian rating.
    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let valid = RatingSystemSet.of(territory: "IN").union(.other)
        DutyTerritory.forEach("IN", index) { feed, number, catalog, item in
            let entry = catalog.entries[item]
            guard entry.ratings.isDisjoint(with: valid) else { return }
            findings.report(
                info, feed, at: number,
                remedy: "add <rating systemCode=\"in-movies\"> or `in-tv` with its advisories",
                "the item is offered in India, but the catalog item (\(catalog.file), line \(entry.line)) has no rating of "
                    + "`in-movies` or `in-tv`")
        }
    }
}
