import UniversalMediaCatalog

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
