import UniversalMediaCatalog

/// CAT-EPISODE-LENGTH: an episode far shorter or longer than the others of its season.
struct EpisodeLength: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-LENGTH", "Where the episodes of a season are about as long as each other, all are.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.14",
        remedy: "check for a digit too many or too few", class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, episodes(174), also: [("<totalItemCount>6<", "<totalItemCount>9<")])
        ],
        nearMisses: [
            RuleExample(
                .catalog, tail, episodes(900), also: [("<totalItemCount>6<", "<totalItemCount>9<")])
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    private static func episodes(_ last: Int) -> String {
        let titles = ["The Anchor Who Learned to Swim", "The Rope Who Told Stories", "The Gull Who Kept the Time"]
        return (2...4).map { number in
            EpisodeNumberTwice.episode(number, number).replacing(tail, with: "")
                .replacing("The Buoy Who Forgot the Sea", with: titles[number - 2])
                .replacing(
                    "A buoy comes ashore", with: "Day \(["one", "two", "three"][number - 2]): a buoy comes ashore"
                )
                .replacing("<duration>1740<", with: "<duration>\(number == 4 ? last : 1_740)<")
        }.joined() + tail
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var seasons: [CatalogIndex.Symbol: [Int]] = [:]
            var last: CatalogIndex.Symbol = 0
            var members: [Int] = []
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.season != 0, entry.seconds > 0, entry.seasonNumber > 0 else {
                    continue
                }
                if entry.season != last {
                    if !members.isEmpty { seasons[last, default: []] += members }
                    (last, members) = (entry.season, [])
                }
                members.append(number)
            }
            if !members.isEmpty { seasons[last, default: []] += members }
            for (_, numbers) in seasons where numbers.count > 2 { check(numbers, catalog, &findings) }
        }
    }

    private func check(_ numbers: [Int], _ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        let lengths = numbers.map { Int(catalog.entries[$0].seconds) }.sorted()
        let median = lengths[lengths.count / 2]
        let odd = numbers.filter {
            let seconds = Int(catalog.entries[$0].seconds)
            // Two others are less evidence than three.
            let factor = numbers.count > 3 ? 5 : 8
            return seconds * factor < median || seconds > median * factor
        }
        guard odd.count == 1, let number = odd.first,
            lengths.filter({ $0 * 5 > median * 3 && $0 * 3 < median * 5 }).count == lengths.count - 1
        else { return }
        let seconds = catalog.entries[number].seconds
        findings.report(
            info, catalog, at: number, "tvEpisodeInfo/duration",
            "the episode lasts \(seconds) s, and the others of its season about \(median) s")
    }
}
