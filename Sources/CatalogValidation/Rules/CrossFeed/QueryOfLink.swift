import UniversalMediaCatalog

/// AV-LOC-QUERY: a link whose query is not that of all other links.
struct QueryOfLink: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-QUERY", "Where nearly all links of a feed have one query, such as a campaign, all have it.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "write the query of the other links, or none anywhere", class: .shouldFix,
        bad: [
            RuleExample(.availability, play, play.replacing("?cid=tvapp", with: "")),
            RuleExample(.availability, play, play.replacing("tvapp", with: "tvap")),
        ],
        nearMisses: [
            RuleExample(
                .availability, play, play.replacing("tvapp", with: "other"),
                also: [
                    (
                        play.replacing("atv", with: "ios"),
                        play.replacing("atv", with: "ios").replacing("tvapp", with: "other")
                    )
                ])
        ])

    private static let play =
        "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp"

    /// How many times as often the usual query occurs.
    private static let majority = 7

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            let queries = feed.links.queries
            guard queries.count > 1, queries.count <= LinkFacts.mostQueries,
                let usual = queries.max(by: { $0.use.count < $1.use.count })
            else { continue }
            for query in queries where query.hash != usual.hash {
                guard query.use.count <= 2, usual.use.count >= query.use.count * Self.majority else { continue }
                let others = "\(usual.use.count) links of the feed"
                findings.report(
                    info, feed, at: Int(query.use.entry), "locators/locator[\(query.use.place)]/@url",
                    usual.hash == 0
                        ? "the link has a query, but \(others) have none"
                        : query.hash == 0
                            ? "the link has no query, but \(others) have one"
                            : "the link has another query than \(others)")
            }
        }
    }
}
