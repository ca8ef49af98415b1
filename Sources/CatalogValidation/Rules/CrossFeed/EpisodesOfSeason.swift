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

/// CAT-EPISODE-NUMBER: an episodeNumber that contains the number of the season, such as 102.
struct CombinedEpisodeNumber: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-NUMBER", "An episodeNumber counts within its season, and does not contain the seasonNumber.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.14",
        remedy: "write the number within the season, such as 2 for `102`", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodeNumberTwice.episode(2, 102),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ],
        nearMisses: [
            // Episodes that are counted from the first one of the show.
            RuleExample(.catalog, "<episodeNumber>1<", "<episodeNumber>102<"),
            RuleExample(
                .catalog, tail, EpisodeNumberTwice.episode(2, 99),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")]),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            // Seasons with an episode of a small number.
            var counted: Set<CatalogIndex.Symbol> = []
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                if entry.type == .episode, entry.season != 0, (1..<60).contains(entry.episodeNumber) {
                    counted.insert(entry.season)
                }
            }
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, counted.contains(entry.season),
                    let season = catalog.find(entry.season, .season), catalog.entries[season].seasonNumber > 0,
                    entry.episodeNumber / 100 == catalog.entries[season].seasonNumber,
                    (1..<60).contains(entry.episodeNumber % 100)
                else { continue }
                findings.report(
                    info, catalog, at: number, "tvEpisodeInfo/episodeNumber",
                    "episodeNumber is \(entry.episodeNumber) in season \(catalog.entries[season].seasonNumber), "
                        + "which has episodes with small numbers")
            }
        }
    }
}

/// CAT-EPISODE-TITLE: two episodes of one season with one title.
struct EpisodeTitleTwice: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-TITLE", "The episodes of a season have different titles.", level: .warning, tag: "D",
        section: "umc-catalog.md 5", remedy: "write the title of this episode, with its part where two share a title",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodesOfSeason.titled("The Crane Who Collected Bells"),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ],
        nearMisses: [
            RuleExample(
                .catalog, tail, EpisodesOfSeason.titled("The Crane Who Collected Bells, Part 2"),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")])
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    /// A title of more episodes is that of a program without titles.
    private static let maximum = 3

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var repeated = RepeatedHashes(count: catalog.entries.count)
            for number in catalog.entries.indices {
                if let key = Self.key(catalog.entries[number]) { repeated.add(key) }
            }
            guard !repeated.isEmpty else { continue }
            var found: [UInt64: [(first: Int, number: Int)]] = [:]
            for number in catalog.entries.indices {
                guard let key = Self.key(catalog.entries[number]), let first = repeated.first(key, number) else {
                    continue
                }
                found[key, default: []].append((first, number))
            }
            for pair in found.values.filter({ $0.count < Self.maximum }).flatMap(\.self).sorted(by: {
                $0.number < $1.number
            }) {
                report(catalog, pair.first, pair.number, &findings)
            }
        }
    }

    private func report(_ catalog: CatalogIndex, _ first: Int, _ number: Int, _ findings: inout IndexFindings) {
        let (one, other) = (catalog.entries[first], catalog.entries[number])
        guard one.id != other.id, one.season == other.season, one.group == 0 || one.group != other.group,
            one.episodeNumber != other.episodeNumber,
            other.titleKey != catalog.find(other.parent, .show).map({ catalog.entries[$0].titleKey })
        else { return }
        findings.report(
            info, catalog, at: number, "title",
            "the episode has the title of \(catalog.id(first).quotedForMessage) in line \(one.line)")
    }

    private static func key(_ entry: CatalogIndex.Entry) -> UInt64? {
        guard entry.type == .episode, entry.titleKey != 0, entry.season != 0 else { return nil }
        return FeedText.mix(entry.titleKey ^ UInt64(entry.season) << 20)
    }
}

/// CAT-SEQUEL-DATE: a sequel that is older than the work it follows.
struct SequelBeforeWork: IndexRule {
    static let info = RuleInfo(
        "CAT-SEQUEL-DATE", "A work that is sequel_of another was released after it.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.10", remedy: "give the later work the relationship sequel_of, or correct a date",
        class: .shouldFix,
        bad: [RuleExample(.catalog, from, "<relatedItem relationship=\"sequel_of\">LB-SHOW-0200</relatedItem>" + from)],
        nearMisses: [
            RuleExample(.catalog, from, "<relatedItem relationship=\"similar_to\">LB-SHOW-0200</relatedItem>" + from),
            RuleExample(.catalog, from, "<relatedItem relationship=\"sequel_of\">LB-MOV-0001</relatedItem>" + from),
        ])

    private static let from = "<tvShowInfo>\n      <type>series</type>"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for relation in catalog.relations where relation.kind == .sequelOf {
                let number = Int(relation.entry)
                guard let target = catalog.find(relation.target) else { continue }
                let (entry, work) = (catalog.entries[number], catalog.entries[target])
                guard entry.date != .min, work.date != .min, work.date > entry.date + 31, entry.type == work.type else {
                    continue
                }
                findings.report(
                    info, catalog, at: number, "relatedItem[\(relation.place)]",
                    "the \(entry.type.spelling) of \(FeedTime.date(ofDay: Int(entry.date))) is sequel_of "
                        + "\(catalog.id(target).quotedForMessage), which is of \(FeedTime.date(ofDay: Int(work.date)))")
            }
        }
    }
}

/// CAT-EVENT-ABBREVIATION: one league or team with two abbreviations.
struct AbbreviationDiffers: IndexRule {
    static let info = RuleInfo(
        "CAT-EVENT-ABBREVIATION", "A league and a team have one abbreviation in all events of a catalog.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15",
        remedy: "write the same abbreviation everywhere", class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "<league><abbreviation>KART</abbreviation></league>",
                "<league><name locale=\"en-US\">Tidewater Hockey League</name><abbreviation>THL</abbreviation></league>",
                also: [("<sportName>motorsport<", "<sportName>hockey<")])
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<league><abbreviation>KART</abbreviation></league>",
                "<league><name locale=\"en-US\">Tidewater Hockey League</name><abbreviation>TWHL</abbreviation></league>",
                also: [("<sportName>motorsport<", "<sportName>hockey<")])
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.abbreviations.isEmpty {
            var counts: [UInt64: [UInt64: Int]] = [:]
            for row in catalog.abbreviations { counts[row.name, default: [:]][row.hash, default: 0] += 1 }
            var seen: Set<UInt64> = []
            var first: [UInt64: (hash: UInt64, entry: UInt32)] = [:]
            for row in catalog.abbreviations {
                guard let uses = counts[row.name], uses.count > 1 else { continue }
                // The usual one; where both are as frequent, the first.
                let most = uses.values.max() ?? 0
                let usual = first[row.name]?.hash ?? row.hash
                if first[row.name] == nil { first[row.name] = (row.hash, row.entry) }
                guard uses[row.hash] != most || row.hash != usual && uses[usual] == most,
                    seen.insert(FeedText.mix(row.name ^ row.hash)).inserted
                else { continue }
                findings.report(
                    info, catalog, at: Int(row.entry), "sportingEventInfo/\(row.isLeague ? "league" : "competitors")",
                    "the \(row.isLeague ? "league" : "team") has another abbreviation than in other events of the catalog"
                )
            }
        }
    }
}

/// Items for the examples of rules about episodes.
enum EpisodesOfSeason {
    /// A second episode of the sample's season with this title.
    static func titled(_ title: String) -> String {
        EpisodeNumberTwice.episode(2, 2).replacing("The Buoy Who Forgot the Sea", with: title)
    }

    /// A further season of the sample's first show.
    static func season(_ number: Int, _ date: String) -> String {
        """
          <item contentType="tv_season" contentId="LB-SEAS-0100-\(number)">
            <pubDate>2026-02-20T12:00:00Z</pubDate>
            <title locale="en-US">Harbor of Small Machines: Season \(number)</title>
            <artwork url="https://img.example.org/LB-SEAS-0100-\(number)/square.jpg" type="cover_artwork_square" locales="en-US"/>
            <tvSeasonInfo>
              <showContentId>LB-SHOW-0100</showContentId>
              <seasonNumber>\(number)</seasonNumber>
              <originalPremiereDate>\(date)</originalPremiereDate>
            </tvSeasonInfo>
          </item>

        """
    }
}
