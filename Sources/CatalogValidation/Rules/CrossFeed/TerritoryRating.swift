import UniversalMediaCatalog

struct TerritoryRating: IndexRule {
    static let info = RuleInfo(
        "FEED-TERRITORY-METADATA",
        "An item offered in a territory has artwork and a rating of a system that is valid there.",
        level: .warning, tag: "S/D", section: "umc-availability.md 8",
        remedy: "add a rating of the territory's system, and artwork; both are required for channels",
        bad: [
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG</rating>",
                "<rating systemCode=\"de-movie\">Ab 6 Jahren</rating>",
                beside: [.channelAvailability, .manifest]),
            RuleExample(
                .catalog, "<genre>drama</genre>", "<genre>romance</genre>", beside: [.availability], territory: "DE"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG</rating>", "<rating systemCode=\"US-TV\">TV-PG</rating>",
                beside: [.channelAvailability, .manifest]),
            RuleExample(
                .catalog, "<rating systemCode=\"mpaa\">PG</rating>",
                "<rating systemCode=\"de-movie\">Ab 6 Jahren</rating>",
                beside: [.channelAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        index.forEachTerritory { feed, service, territory in
            let valid = RatingSystemSet.of(territory: territory)
            let isChannel = index.manifestService(service.serviceID)?.isChannel ?? false
            index.forEachOffered(feed, service, [.movie, .episode]) { number, catalog, item in
                let entry = catalog.entries[item]
                let path = "in line \(entry.line) of \(catalog.file)"
                if !entry.flags.contains(.hasRating) {
                    // Outside channels, a missing rating is reported by the catalog's rules only.
                    if isChannel, !DutyTerritory.all.contains(territory) {
                        findings.report(
                            info, feed, at: number, level: .error, causedBy: "CAT-RATING-REQ",
                            "the item is offered by a channel in \(territory), but has no rating (\(path))")
                    }
                } else if !valid.isEmpty, !DutyTerritory.all.contains(territory), !entry.ratings.contains(.other),
                    entry.ratings.isDisjoint(with: valid)
                {
                    findings.report(
                        info, feed, at: number, level: isChannel ? .error : nil,
                        "the item is offered in \(territory), but its ratings (\(path)) are of "
                            + "\(entry.ratings.codes.joined(separator: ", ")), not of "
                            + valid.codes.joined(separator: " or "))
                }
                if isChannel, !entry.flags.contains(.hasArtwork) {
                    findings.report(
                        info, feed, at: number, level: .error, causedBy: "CAT-ART-REQ",
                        "the item is offered by a channel in \(territory), but has no artwork (\(path))")
                }
            }
        }
    }
}

extension FeedIndex {
    /// Calls `body` for each service with each territory in which it is known to operate.
    func forEachTerritory(_ body: (AvailabilityIndex, AvailabilityIndex.Service, String) -> Void) {
        for feed in availabilities {
            for service in feed.services {
                for territory in Set(territories(of: service)).sorted() { body(feed, service, territory) }
            }
        }
    }

    /// Calls `body` for each item of a service that has an offer, with its catalog item.
    func forEachOffered(
        _ feed: AvailabilityIndex, _ service: AvailabilityIndex.Service, _ types: ContentTypes,
        _ body: (_ number: Int, _ catalog: CatalogIndex, _ item: Int) -> Void
    ) {
        var last: (symbol: TextTable.Symbol, catalog: CatalogIndex?) = (0, nil)
        for number in service.entries.clamped(to: feed.entries.indices) {
            let entry = feed.entries[number]
            guard types.contains(entry.type), !entry.offers.isEmpty else { continue }
            if entry.catalog != last.symbol { last = (entry.catalog, catalog(entry.catalog)) }
            guard let catalog = last.catalog, let item = catalog.find(entry.id, entry.type),
                !catalog.entries[item].flags.contains(.isCut)
            else { continue }
            body(number, catalog, item)
        }
    }
}
