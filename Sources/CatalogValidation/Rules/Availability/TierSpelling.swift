import UniversalMediaCatalog

/// AV-TIER-CASE: one tier in two spellings.
struct TierSpelling: IndexRule {
    static let info = RuleInfo(
        "AV-TIER-CASE", "A tier has one spelling: tiers are case-sensitive.", level: .warning, tag: "A",
        section: "umc-availability.md A10 and 6",
        remedy: "write the tier in all feeds exactly as the app registers it in tierIdentifiers",
        bad: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">movies</restriction>")
        ],
        nearMisses: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Movies+</restriction>")
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            guard let service = feed.services.first else { continue }
            let spellings = Dictionary(grouping: feed.tiers.map { feed.texts[$0] }) { $0.lowercased() }
            for (_, same) in spellings.sorted(by: { $0.key < $1.key }) where same.count > 1 {
                let list = same.sorted().prefix(4).map { "`\($0.prefix(60))`" }.joined(separator: " and ")
                findings.report(
                    info, feed, service, "the feed has the tiers \(list), which differ only in letter case")
            }
        }
    }
}
