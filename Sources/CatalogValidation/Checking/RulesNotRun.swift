import UniversalMediaCatalog

/// Finds the rules that a run did not apply, although it had feeds that they are about.
enum RulesNotRun {
    /// What rules need besides the feed that they are about.
    private enum Need: CaseIterable {
        case bothKinds, territory, manifest, severalFeeds, earlierBuild, images, tiers
    }

    private static let needs: [(Need, [String])] = [
        (
            .bothKinds,
            [
                "FEED-ITEM-MISSING", "FEED-TYPE-DIFFERS", "FEED-ITEM-UNUSED", "FEED-SHOW-RECORD", "FEED-EXTRA-LANGUAGE",
                "AV-COMING-METADATA", "FEED-COMING-PREMIERE", "FEED-OFFER-EARLY", "FEED-PRIMARY-LANGUAGE",
                "FEED-AIRING-DAY",
            ]
        ),
        (.territory, ["FEED-TERRITORY-METADATA", "CAT-RATING-BR", "CAT-RATING-NZ", "FEED-TERRITORY-TITLE"]),
        (.manifest, ["MF-FEED-MATCH", "AV-OFFER-SERVICE", "MF-RETIRED"]),
        (.severalFeeds, ["FEED-TEAM-ID", "FEED-CATALOG-ID"]),
        (
            .earlierBuild,
            [
                "CAT-TYPE-CHANGED", "CAT-ID-REUSED", "CAT-ID-CHANGED", "DOC-SHRINK", "DOC-STALE", "AV-ITEM-REMOVED",
                "MF-SERVICE-REMOVED", "CAT-FACT-CHANGED", "AV-SERVICE-CHANGED", "DOC-ID-CHANGED",
                "AV-PUBDATE-OLD",
            ]
        ),
        (.images, ["CAT-ART-FETCH", "CAT-ART-SPEC"]), (.tiers, ["FEED-TIER"]),
    ]

    static func of(
        _ options: ValidationOptions, _ index: FeedIndex, _ feeds: [ValidationSummary.Feed]
    ) -> [ValidationSummary.NotRun] {
        let excluded = options.excludedRules.filter { id in
            RuleCatalog.rule(withID: id).map { RuleCatalog.obstacle(toExcluding: $0) == nil } ?? false
        }
        var result: [ValidationSummary.NotRun] = []
        func add(_ rules: [String], _ reason: String, _ remedy: String) {
            let rules = rules.filter { !excluded.contains($0) }
            if !rules.isEmpty { result.append(.init(reason: reason, remedy: remedy, rules: rules)) }
        }
        let kinds = Set(feeds.compactMap(\.kind))
        for (need, rules) in needs {
            guard let gap = gap(need, options, index, kinds, feeds.count) else { continue }
            add(rules, gap.reason, gap.remedy)
        }
        let outside = RuleBook.all.map(\.info).filter {
            !options.profile.includes($0) && RuleCatalog.obstacle(toExcluding: $0) == nil
        }
        if !outside.isEmpty {
            result.append(
                .init(
                    reason:
                        "the profile \(options.profile.rawValue) leaves out decisions of this project and reports of third parties",
                    remedy: "use --profile open-1.0", rules: outside.map(\.id)))
        }
        let byOption = RuleBook.all.map(\.info.id).filter { id in
            excluded.contains(id) && !outside.contains { $0.id == id }
        }
        if !byOption.isEmpty {
            result.append(
                .init(
                    reason: "options exclude them (--rule, --without)", remedy: "leave out these options",
                    rules: byOption))
        }
        return result
    }

    private static func gap(
        _ need: Need, _ options: ValidationOptions, _ index: FeedIndex, _ kinds: Set<FeedKind>, _ count: Int
    ) -> (reason: String, remedy: String)? {
        let hasBoth = kinds.contains(.catalog) && kinds.contains(.availability)
        let alone =
            count == 1
            ? "one feed alone has no other to compare with" : "no catalog and availability feed were given together"
        switch need {
        case .bothKinds: return hasBoth ? nil : (alone, "pass the catalog together with its availability feeds")
        case .territory:
            guard hasBoth else {
                return (alone, "pass the catalog, its availability feeds and the manifest (or --territory)")
            }
            let isKnown = index.availabilities.contains { $0.services.contains { !index.territories(of: $0).isEmpty } }
            return isKnown ? nil : ("the territories of the services are unknown", "pass the manifest, or --territory")
        case .manifest:
            return kinds.contains(.manifest) && kinds.count > 1
                ? nil : ("no feeds were given together with a manifest", "pass the manifest together with its feeds")
        case .severalFeeds:
            return count > 1
                ? nil : ("one feed alone has no other to compare with", "pass all feeds of the provider together")
        case .earlierBuild: return options.previous.isEmpty ? ("no earlier build was given", "use --previous") : nil
        case .images:
            return options.artworkDirectory == nil && options.artworkFetch == nil && options.artworkSamples.isEmpty
                ? ("images were not inspected", "use --artwork or --fetch-artwork") : nil
        case .tiers:
            return options.registeredTiers == nil
                ? ("the app's tiers are unknown", "use --tier or --registrations") : nil
        }
    }
}
