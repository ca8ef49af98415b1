import UniversalMediaCatalog

/// AV-TIER-CASE: one tier in two spellings.
struct TierSpelling: IndexRule {
    static let info = RuleInfo(
        "AV-TIER-CASE",
        "A tier has one spelling in all feeds: tiers are case-sensitive, and no two differ by a typing error.",
        level: .warning, tag: "A",
        section: "umc-availability.md A10 and 6",
        remedy: "write the tier in all feeds exactly as the app registers it in tierIdentifiers",
        bad: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">movies</restriction>"),
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Moveis</restriction>"),
            // The channel's feed has the tier `Sports`.
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">sports</restriction>", beside: [.linearAvailability]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Movies+</restriction>"),
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Series</restriction>"),
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Sports</restriction>", beside: [.linearAvailability]),
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
            checkFeeds(index, feed, service, &findings)
            checkErrors(spellings.values.compactMap { $0.min() }.sorted(), feed, service, &findings)
        }
    }

    /// Reports tiers that an earlier feed of the team has in another letter case.
    private func checkFeeds(
        _ index: FeedIndex, _ feed: AvailabilityIndex, _ service: AvailabilityIndex.Service,
        _ findings: inout IndexFindings
    ) {
        guard !feed.tiers.isEmpty, feed.tiers.count <= Self.maximum else { return }
        for other in index.availabilities {
            if other.file == feed.file { return }
            guard other.services.first?.teamID == service.teamID, other.tiers.count <= Self.maximum,
                !other.tiers.isSuperset(of: feed.tiers)
            else { continue }
            let known = Dictionary(other.tiers.map { (other.texts[$0].lowercased(), other.texts[$0]) }) { $1 }
            for tier in feed.tiers.subtracting(other.tiers).map({ feed.texts[$0] }).sorted() {
                guard let usual = known[tier.lowercased()], !feed.tiers.contains(where: { feed.texts[$0] == usual })
                else { continue }
                findings.report(
                    info, feed, service,
                    "the feed has the tier \(tier.quotedForMessage), but \(other.file) has \(usual.quotedForMessage)")
            }
        }
    }

    /// A feed with more tiers has codes of places or the like.
    private static let maximum = 64

    /// Reports tiers that differ by one letter, or by two that changed places.
    private func checkErrors(
        _ names: [String], _ feed: AvailabilityIndex, _ service: AvailabilityIndex.Service,
        _ findings: inout IndexFindings
    ) {
        guard names.count <= Self.maximum else { return }
        for (place, name) in names.enumerated() {
            for other in names.dropFirst(place + 1) where MisspeltServer.isMisspelling(name, of: other) {
                findings.report(
                    info, feed, service,
                    "the feed has the tiers \(name.quotedForMessage) and \(other.quotedForMessage), which are spelt almost alike"
                )
            }
        }
    }
}
