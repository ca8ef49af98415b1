import UniversalMediaCatalog

struct RegisteredTiers: IndexRule {
    static let info = RuleInfo(
        "FEED-TIER", "The tiers that the app registers for its subscribers occur in the feeds in the same spelling.",
        level: .error,
        tag: "A", section: "umc-availability.md 8",
        remedy: "register tiers in the spelling of the feed's tier restrictions (VSSubscription.tierIdentifiers)",
        bad: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies<", "relationship=\"allow\">Films<",
                registeredTiers: ["Movies"]),
            RuleExample(
                .availability, "relationship=\"allow\">Movies<", "relationship=\"allow\">movies<",
                registeredTiers: ["Movies"]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies<", "relationship=\"allow\"> Movies <",
                registeredTiers: ["Movies"]),
            RuleExample(.availability, "relationship=\"allow\">Movies<", "relationship=\"allow\">Films<"),
            RuleExample(
                .availability, "relationship=\"allow\">Movies<", "relationship=\"allow\">Movies<",
                beside: [.linearAvailability], registeredTiers: ["Movies", "Sports"]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        guard let registered = index.registeredTiers, !index.availabilities.isEmpty,
            index.availabilities.allSatisfy(\.isComplete)
        else { return }
        let known = Set(index.availabilities.flatMap { feed in feed.tiers.map { index.texts[$0] } })
        let feed = index.availabilities[0]
        for tier in registered.subtracting(known).sorted() {
            let alike = known.filter { $0.lowercased() == tier.lowercased() }.sorted().first
            findings.report(
                info, file: feed.file, position: nil, xpath: "/\(feed.head.root)", contentID: nil,
                "the app registers the tier \(tier.quotedForMessage), which occurs in no tier restriction"
                    + (alike.map { "; \($0.quotedForMessage) differs only in letter case" }
                        ?? (known.isEmpty
                            ? "; the feeds have no tiers"
                            : "; the feeds have \(known.sorted().prefix(5).map(\.quotedForMessage).joined(separator: ", "))"))
            )
        }
    }
}
