import UniversalMediaCatalog

struct EmptyShow: IndexRule {
    static let info = RuleInfo(
        "CAT-SHOW-EMPTY",
        "A show has a season or an episode, unless it is coming soon, and a season that has begun has an episode.",
        level: .warning, tag: "S/D",
        section: "umc-catalog.md 5",
        remedy: "deliver seasons and episodes, or a coming_soon offer of the show; remove a season without episodes",
        bad: [
            RuleExample(
                .catalog, "<genre>documentary</genre>", "<genre>educational</genre>", beside: [.availability]),
            // The premiere was in 2025.
            RuleExample(
                .catalog, tail, EpisodesOfSeason.season(2, "2025-11-07") + tail,
                also: [("<totalItemCount>6<", "<totalItemCount>7<")], beside: [.channelAvailability]),
        ],
        nearMisses: [
            // An announced season.
            RuleExample(
                .catalog, tail, EpisodesOfSeason.season(2, "2026-11-06") + tail,
                also: [("<totalItemCount>6<", "<totalItemCount>7<")], beside: [.channelAvailability]),
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>educational</genre>"),
            RuleExample(
                .catalog, "<genre>documentary</genre>", "<genre>educational</genre>", beside: [.channelAvailability]),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.isComplete {
            let feeds = index.availabilities(of: catalog)
            // Without availability feeds, `coming_soon` offers are unknown.
            guard !feeds.isEmpty else { continue }
            let hasAll = index.hasAllServices(of: catalog)
            for number in catalog.emptySeasons(before: index.now) {
                findings.report(
                    info, catalog, at: number, level: hasAll ? nil : .info,
                    "the season \(catalog.id(number).quotedForMessage) has begun, but the catalog has no episode of it")
            }
            for number in catalog.childlessShows {
                let entry = catalog.entries[number]
                let offers = feeds.reduce(into: OfferTypes()) {
                    if let record = $1.find(entry.id) { $0.formUnion($1.entries[record].offers) }
                }
                guard !offers.contains(.comingSoon) else { continue }
                findings.report(
                    info, catalog, at: number, level: hasAll ? nil : .info,
                    "the catalog has no season or episode of the show \(catalog.id(number).quotedForMessage), "
                        + (hasAll
                            ? "and no service has a coming_soon offer of it"
                            : "and no service in this run has a coming_soon offer of it"))
            }
        }
    }
}

extension CatalogIndex {
    /// Seasons to which no episode refers although their premiere was at least a week ago. Other seasons of the show have episodes.
    func emptySeasons(before now: Double) -> [Int] {
        let latest = Int32(clamping: Int(now / 86_400) - 7)
        var seasons: [Symbol: Int] = [:]
        for number in entries.indices where entries[number].type == .season {
            let entry = entries[number]
            guard entry.id != 0, entry.date != .min, entry.date <= latest, !entry.flags.contains(.isCut) else {
                continue
            }
            seasons[entry.id] = number
        }
        guard !seasons.isEmpty else { return [] }
        var shows: Set<Symbol> = []
        var last: Symbol = 0
        for number in entries.indices where entries[number].type == .episode {
            let season = entries[number].season
            guard season != last || season == 0 else { continue }
            last = season
            seasons[season] = nil
            shows.insert(entries[number].parent)
        }
        return seasons.values.filter { shows.contains(entries[$0].parent) }.sorted()
    }

    /// Shows to which no season or episode refers.
    var childlessShows: [Int] {
        var shows: [Int] = []
        var number = ContiguousArray<Int32>(repeating: -1, count: entries.count)
        for entry in entries.indices where entries[entry].type == .show && !entries[entry].flags.contains(.isCut) {
            number[entry] = Int32(clamping: shows.count)
            shows.append(entry)
        }
        guard !shows.isEmpty else { return [] }
        var hasChild = [Bool](repeating: false, count: shows.count)
        for child in entries.indices where [.season, .episode].contains(entries[child].type) {
            guard let show = find(entries[child].parent, .show), number[show] >= 0 else { continue }
            hasChild[Int(number[show])] = true
        }
        return zip(shows, hasChild).filter { !$0.1 }.map(\.0)
    }
}
