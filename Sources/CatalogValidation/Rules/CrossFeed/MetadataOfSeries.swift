import UniversalMediaCatalog

/// CAT-SERIES-COMPLETE: an episode or a show without a rating or a title that all episodes have.
struct MetadataOfSeries: IndexRule {
    static let info = RuleInfo(
        "CAT-SERIES-COMPLETE",
        "A show has the rating systems of its episodes, and an episode the languages of the titles of all others.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.6 and 3.2",
        remedy: "add the rating or the title that is missing", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, episodes(titles: true),
                also: [
                    count, ("<rating systemCode=\"us-tv\" advisories=\"L\">TV-PG", "<rating systemCode=\"ca-tv\">PG"),
                ])
        ],
        nearMisses: [RuleExample(.catalog, tail, episodes(titles: false), also: [count])])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let count = ("<totalItemCount>6<", "<totalItemCount>9<")

    private static func episodes(titles: Bool) -> String {
        let names = ["The Anchor Who Learned to Swim", "The Rope Who Told Stories", "The Gull Who Kept the Time"]
        return (2...4).map { number in
            EpisodeNumberTwice.episode(number, number).replacing(tail, with: "")
                .replacing("The Buoy Who Forgot the Sea", with: names[number - 2])
                .replacing(
                    "A buoy comes ashore", with: "Day \(["one", "two", "three"][number - 2]): a buoy comes ashore")
        }.joined() + tail
    }

    private struct Show {
        var episodes: [Int] = []
        var ratings: [UInt64: Int] = [:]
        var titles: [UInt64: Int] = [:]
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var parent: CatalogIndex.Symbol = 0
            var show = Show()
            // The episodes of a show follow each other in most feeds; others are compared in parts.
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.parent != 0 else { continue }
                if entry.parent != parent {
                    check(show, parent, catalog, &findings)
                    (show, parent) = (Show(), entry.parent)
                }
                show.episodes.append(number)
                show.ratings[entry.ratings.rawValue, default: 0] += 1
                show.titles[entry.titleLanguages.rawValue, default: 0] += 1
            }
            check(show, parent, catalog, &findings)
        }
    }

    private func check(
        _ show: Show, _ parent: CatalogIndex.Symbol, _ catalog: CatalogIndex, _ findings: inout IndexFindings
    ) {
        guard show.episodes.count >= 3 else { return }
        let all = show.ratings.keys.reduce(UInt64.max) { $0 & $1 }
        if all != 0, let number = catalog.find(parent, .show) {
            let own = catalog.entries[number].ratings
            let missing = RatingSystemSet(rawValue: all).subtracting(own)
            if !own.isEmpty, !missing.isEmpty {
                findings.report(
                    info, catalog, at: number, "rating", remedy: "add the rating",
                    "the show has no rating of \(missing.codes.joined(separator: ", ")), which all \(show.episodes.count) episodes have"
                )
            }
        }
        if let (number, missing) = Self.odd(show.episodes, show.ratings, { catalog.entries[$0].ratings.rawValue }) {
            findings.report(
                info, catalog, at: number, "rating", remedy: "add the rating",
                "the episode has no rating of \(RatingSystemSet(rawValue: missing).codes.joined(separator: ", ")), which the others of the show have"
            )
        }
        if let (number, missing) = Self.odd(show.episodes, show.titles, { catalog.entries[$0].titleLanguages.rawValue })
        {
            findings.report(
                info, catalog, at: number, "title", remedy: "add the title",
                "the episode has no title in \(LanguageMask(rawValue: missing).codes.joined(separator: ", ")), which the others of the show have"
            )
        }
    }

    /// Returns the one episode whose set lacks members of the set that all others have.
    private static func odd(_ episodes: [Int], _ sets: [UInt64: Int], _ set: (Int) -> UInt64) -> (Int, UInt64)? {
        guard sets.count == 2, let usual = sets.max(by: { $0.value < $1.value }), usual.value == episodes.count - 1,
            let number = episodes.first(where: { set($0) != usual.key })
        else { return nil }
        let own = set(number)
        let missing = usual.key & ~own
        // An episode without any is reported elsewhere; other members may be a mistake in the others.
        guard own != 0, missing != 0, own & ~usual.key == 0 else { return nil }
        return (number, missing)
    }
}
