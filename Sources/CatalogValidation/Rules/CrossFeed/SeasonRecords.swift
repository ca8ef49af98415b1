import UniversalMediaCatalog

/// The seasons of the offered episodes of a service, by whether the feed has a record of them.
struct SeasonRecords {
    /// The number of seasons with a record.
    private(set) var present = 0
    /// The seasons without a record, each with the first of its episodes.
    private(set) var missing: [(season: TextTable.Symbol, episode: Int)] = []
    private var known: Set<TextTable.Symbol> = []
    private var last: TextTable.Symbol = 0

    /// Notes the season of an offered episode. A season that is missing from the catalog is reported by another rule.
    mutating func note(
        _ season: TextTable.Symbol, at episode: Int, _ feed: AvailabilityIndex, _ catalog: CatalogIndex
    ) {
        guard season != 0, season != last else { return }
        last = season
        guard known.insert(season).inserted else { return }
        if feed.find(season) != nil {
            present += 1
        } else if catalog.find(season, .season) != nil {
            missing.append((season, episode))
        }
    }
}
