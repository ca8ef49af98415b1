import UniversalMediaCatalog

/// CAT-EPISODE-LATE: an episode that airs when a later season has begun.
struct EpisodeAfterNextSeason: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-LATE", "An episode airs before the next season of its show begins, or within a month after.",
        level: .warning, tag: "D", section: "umc-catalog.md 5",
        remedy: "correct the air date, or the season of the episode", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodesOfSeason.season(2, "2026-02-01") + tail,
                also: [
                    ("<originalAirDate>2025-09-12<", "<originalAirDate>2026-03-10<"),
                    ("<totalItemCount>6<", "<totalItemCount>7<"),
                ])
        ],
        nearMisses: [
            RuleExample(
                .catalog, tail, EpisodesOfSeason.season(2, "2026-02-01") + tail,
                also: [
                    ("<originalAirDate>2025-09-12<", "<originalAirDate>2026-02-10<"),
                    ("<totalItemCount>6<", "<totalItemCount>7<"),
                ])
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let seasons = Self.seasons(of: catalog)
            guard !seasons.isEmpty else { continue }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.date != .min, let season = catalog.find(entry.season, .season),
                    catalog.entries[season].seasonNumber > 0, let rows = seasons[catalog.entries[season].parent],
                    let next = Self.next(rows, after: catalog.entries[season].seasonNumber),
                    entry.date > next.date + 31
                else { continue }
                findings.report(
                    info, catalog, at: number, "tvEpisodeInfo/originalAirDate",
                    "the episode of season \(catalog.entries[season].seasonNumber) is of "
                        + "\(FeedTime.date(ofDay: Int(entry.date))), but season \(next.number) began on "
                        + FeedTime.date(ofDay: Int(next.date)))
            }
        }
    }

    private struct Row {
        var number: UInt32
        var date: Int32
    }

    /// Returns the dated seasons of each show with several, by number; each date is the earliest of its season and all later ones.
    private static func seasons(of catalog: CatalogIndex) -> [CatalogIndex.Symbol: [Row]] {
        var seasons: [CatalogIndex.Symbol: [Row]] = [:]
        for number in catalog.entries.indices {
            let entry = catalog.entries[number]
            guard entry.type == .season, entry.parent != 0, entry.date != .min, entry.seasonNumber > 0 else { continue }
            seasons[entry.parent, default: []].append(Row(number: entry.seasonNumber, date: entry.date))
        }
        return seasons.filter { $0.value.count > 1 }.mapValues { rows in
            var rows = rows.sorted { $0.number < $1.number }
            for place in rows.indices.dropLast().reversed() {
                rows[place].date = min(rows[place].date, rows[place + 1].date)
            }
            return rows
        }
    }

    private static func next(_ rows: [Row], after number: UInt32) -> Row? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        return low < rows.count ? rows[low] : nil
    }
}
