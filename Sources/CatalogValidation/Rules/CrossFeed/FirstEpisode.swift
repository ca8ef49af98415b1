import UniversalMediaCatalog

/// CAT-EPISODE-FIRST: one episode whose number does not fit its place in the season.
struct FirstEpisode: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-FIRST",
        "The episodes of a season are numbered from 1 in the order in which they aired; only a special has the number 0.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.14",
        remedy: "correct the number: seasons begin with episode 1, and numbers start again in each season",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, episodes([2, 3], "1"), also: [count, ("<episodeNumber>1<", "<episodeNumber>0<")]),
            RuleExample(
                .catalog, tail, episodes([2, 3], "1"), also: [count, ("<episodeNumber>1<", "<episodeNumber>7<")]),
        ],
        nearMisses: [
            RuleExample(.catalog, tail, episodes([3, 4], "1"), also: [count]),
            RuleExample(
                .catalog, tail, episodes([2, 3], "1"),
                also: [
                    count, ("<episodeNumber>1<", "<episodeNumber>0<"),
                    (
                        "<type>standard</type>\n      <duration>1740</duration>\n      <originalAirDate>2025-09-12<",
                        "<type>special</type>\n      <duration>1740</duration>\n      <originalAirDate>2025-09-12<"
                    ),
                ]),
        ])

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    private static let count = ("<totalItemCount>6<", "<totalItemCount>8<")

    private static func episodes(_ numbers: [Int], _ season: String) -> String {
        let names = ["The Anchor Who Learned to Swim", "The Rope Who Told Stories"]
        return numbers.enumerated().map { place, number in
            EpisodeNumberTwice.episode(number, place + 2).replacing(tail, with: "")
                .replacing("2025-09-19", with: place == 0 ? "2025-09-19" : "2025-09-26")
                .replacing("The Buoy Who Forgot the Sea", with: names[place])
                .replacing("A buoy comes ashore", with: "Day \(["one", "two"][place]): a buoy comes ashore")
        }.joined() + tail
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var season: CatalogIndex.Symbol = 0
            var members: [Int] = []
            // The episodes of a season follow each other in most feeds; others are not compared.
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.season != 0 else { continue }
                if entry.season != season {
                    check(members, catalog, &findings)
                    (season, members) = (entry.season, [])
                }
                members.append(number)
            }
            check(members, catalog, &findings)
        }
    }

    private func check(_ members: [Int], _ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        guard members.count > 1, members.count < 100, catalog.entries[members[0]].seasonNumber > 0,
            members.allSatisfy({
                catalog.entries[$0].date != .min && catalog.entries[$0].flags.contains(.hasEpisodeNumber)
            })
        else { return }
        let order = members.sorted { catalog.entries[$0].date < catalog.entries[$1].date }
        for (one, next) in zip(order, order.dropFirst()) where catalog.entries[one].date == catalog.entries[next].date {
            return
        }
        let wrong = order.indices.filter { catalog.entries[order[$0]].episodeNumber != UInt32($0 + 1) }
        guard wrong.count == 1, let place = wrong.first else { return }
        let entry = catalog.entries[order[place]]
        if entry.episodeNumber == 0 {
            guard place == 0, !entry.flags.contains(.isPreview) else { return }
        } else if place + 1 == order.count {
            // Episodes that the service does not offer.
            return
        }
        findings.report(
            info, catalog, at: order[place], "tvEpisodeInfo/episodeNumber",
            "the episode has the number \(entry.episodeNumber), but aired \(place == 0 ? "first" : "as number \(place + 1)") "
                + "of the season, on \(FeedTime.date(ofDay: Int(entry.date)))")
    }
}
