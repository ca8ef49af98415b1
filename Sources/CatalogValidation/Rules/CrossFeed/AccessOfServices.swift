import UniversalMediaCatalog

/// FEED-RESTR-TERRITORY: an offer that no viewer in the territory of its service may watch.
struct RestrictionOfTerritory: IndexRule {
    static let info = RuleInfo(
        "FEED-RESTR-TERRITORY", "The device locations of an offer include the territory of its service.",
        level: .warning, tag: "D", section: "umc-availability.md 6 and 8",
        remedy: "correct the place, or move the offer to the feed of that country", class: .mustFix,
        bad: [
            RuleExample(
                .linearAvailability, "relationship=\"allow\">US<", "relationship=\"allow\">CA<", beside: [.manifest]),
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies<",
                "type=\"deviceLocation\" relationship=\"allow\">FR<",
                fulfilled: "type=\"deviceLocation\" relationship=\"allow\">US<", territory: "US"),
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies<",
                "type=\"deviceLocation\" relationship=\"deny\">US<",
                fulfilled: "type=\"deviceLocation\" relationship=\"deny\">FR<", territory: "US"),
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies<",
                "type=\"deviceLocation\" relationship=\"allow\">dma:501<",
                fulfilled: "type=\"deviceLocation\" relationship=\"allow\">CA<", territory: "CA"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies<",
                "type=\"deviceLocation\" relationship=\"allow\">US-CA<", territory: "US"),
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies<",
                "type=\"deviceLocation\" relationship=\"deny\">US-CA<", territory: "US"),
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies</restriction>",
                "type=\"deviceLocation\" relationship=\"allow\">FR</restriction>"
                    + "<restriction type=\"deviceLocation\" relationship=\"allow\">US</restriction>", territory: "US"),
            // Without a territory of the service, nothing is known.
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\">Movies<",
                "type=\"deviceLocation\" relationship=\"allow\">FR<"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            let territories = feed.services.map { Set(index.territories(of: $0).compactMap { CountryCode($0) }) }
            var start = 0
            while start < feed.reaches.count {
                let first = feed.reaches[start]
                var end = start + 1
                while end < feed.reaches.count, feed.reaches[end].entry == first.entry,
                    feed.reaches[end].offer == first.offer
                { end += 1 }
                let own = feed.reaches[start..<end]
                start = end
                guard let service = feed.service(of: Int(first.entry)),
                    let fault = Self.fault(
                        own, in: territories[service],
                        isSports: feed.services[service].isLinear
                            || feed.entries[Int(first.entry)].type == .sportingEvent)
                else { continue }
                findings.report(
                    info, feed, at: Int(first.entry), feed.services[service].isLinear ? "linearOffers" : "offers",
                    "an offer \(fault)")
            }
            for (number, service) in feed.services.enumerated() {
                for offer in service.offers {
                    guard
                        let fault = Self.fault(
                            offer.reaches[...], in: territories[number], isSports: service.isLinear)
                    else { continue }
                    findings.report(info, feed, service, "a serviceOffer \(fault)")
                }
            }
        }
    }

    /// Returns the predicate of a message; nil if viewers in one of the territories may watch.
    private static func fault<Reaches: Sequence>(
        _ reaches: Reaches, in territories: Set<CountryCode>, isSports: Bool
    ) -> String? where Reaches.Element == AvailabilityIndex.Reach {
        guard !territories.isEmpty else { return nil }
        let allowed = Set(reaches.filter(\.isAllowed).map(\.country))
        let denied = Set(reaches.filter { !$0.isAllowed }.map(\.country))
        let names = territories.map(\.string).sorted().joined(separator: ", ")
        if !allowed.isEmpty, allowed.isDisjoint(with: territories) {
            // Live sports in other countries are reported by another rule.
            if isSports, allowed.allSatisfy({ $0.string != "US" && $0.string != "CA" }) { return nil }
            return
                "is allowed only in \(allowed.map(\.string).sorted().prefix(5).joined(separator: ", ")), but its service "
                + "is in \(names): no viewer can watch it"
        }
        guard territories.isSubset(of: denied) else { return nil }
        return "is denied in \(names), where its service is: no viewer can watch it"
    }
}

/// FEED-AIRING-SERVICE: airings while the channel is not offered.
struct AiringOutsideOffer: IndexRule {
    static let info = RuleInfo(
        "FEED-AIRING-SERVICE", "The airings of a channel begin while one of its serviceOffers is open.",
        level: .warning, tag: "D", section: "umc-availability.md 7",
        remedy: "correct the window of the serviceOffer, or the times of the airing", class: .shouldFix,
        bad: [
            RuleExample(
                .linearAvailability, "<windowStart>2026-01-01T00:00:00Z</windowStart>",
                "<windowStart>2026-01-01T00:00:00Z</windowStart><windowEnd>2026-03-05T00:00:00Z</windowEnd>"),
            RuleExample(
                .linearAvailability, "<windowStart>2026-01-01T00:00:00Z</windowStart>",
                "<windowStart>2026-03-09T00:00:00Z</windowStart>"),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<windowStart>2026-01-01T00:00:00Z</windowStart>",
                "<windowStart>2026-01-01T00:00:00Z</windowStart><windowEnd>2026-03-09T00:00:00Z</windowEnd>"),
            RuleExample(
                .linearAvailability, "</serviceOffers>",
                "<serviceOffer><offeringType>free</offeringType><windowStart>2026-03-01T00:00:00Z</windowStart>"
                    + "<windowEnd>2026-03-05T00:00:00Z</windowEnd></serviceOffer></serviceOffers>"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where !feed.airings.isEmpty {
            for service in feed.services where service.isLinear && !service.offers.isEmpty {
                var first: AvailabilityIndex.Airing?
                var count = 0
                for airing in feed.airings where service.entries.contains(Int(airing.entry)) {
                    let start = Double(airing.start)
                    guard Double(airing.end) > index.now,
                        !service.offers.contains(where: {
                            ($0.start ?? -.infinity) <= start && start < ($0.end ?? .infinity)
                        })
                    else { continue }
                    first = first ?? airing
                    count += 1
                }
                guard let first else { continue }
                findings.report(
                    info, feed, at: Int(first.entry), "linearOffers",
                    "\(count == 1 ? "an airing begins" : "\(count) airings begin") while no serviceOffer of the channel is "
                        + "open, \(count == 1 ? "" : "the first ")on \(FeedTime.date(ofDay: Int(first.start) / 86_400))"
                )
            }
        }
    }
}

/// FEED-PRIMARY-LANGUAGE: a primary audio language in which the title does not exist.
struct PrimaryLanguageOfTitle: IndexRule {
    static let info = RuleInfo(
        "FEED-PRIMARY-LANGUAGE",
        "The primary audio language is the original language, one of the titles, or one of the territory.",
        level: .warning, tag: "D", section: "umc-availability.md 4 and 8",
        remedy: "correct primaryLocale, or add the language to originalLanguage or a title in it", class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>uhd",
                "<primaryLocale>de-DE</primaryLocale>\n        <videoQuality>uhd", beside: [.catalog]),
            RuleExample(
                .eventAvailability, "<primaryLocale>en-CA<", "<primaryLocale>pt-BR<", beside: [.sportsCatalog],
                territory: "CA"),
        ],
        nearMisses: [
            RuleExample(
                .eventAvailability, "<primaryLocale>en-CA<", "<primaryLocale>fr-CA<", beside: [.sportsCatalog],
                territory: "CA"),
            RuleExample(
                .availability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>uhd",
                "<primaryLocale>ja-JP</primaryLocale>\n        <videoQuality>uhd", beside: [.catalog]),
            // A dubbed version for its country.
            RuleExample(
                .availability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>uhd",
                "<primaryLocale>de-DE</primaryLocale>\n        <videoQuality>uhd", beside: [.catalog], territory: "DE"),
            // Without originalLanguage, the item may be a foreign one.
            RuleExample(
                .availability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>hd",
                "<primaryLocale>de-DE</primaryLocale>\n        <videoQuality>hd", beside: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services {
                let local = index.territories(of: service).reduce(into: LanguageMask()) {
                    $0.formUnion(TerritoryLanguages.of($1) ?? .other)
                }
                index.forEachOffered(feed, service, [.movie, .episode, .sportingEvent]) { number, catalog, item in
                    let primary = feed.entries[number].primaryLanguage
                    let entry = catalog.entries[item]
                    guard !primary.isEmpty, primary != .other,
                        !entry.audioLanguages.isEmpty || entry.type == .sportingEvent && !local.isEmpty
                    else { return }
                    let known = entry.audioLanguages.union(entry.titleLanguages).union(local)
                    guard !known.contains(.other), !known.contains(primary) else { return }
                    findings.report(
                        info, feed, at: number, "playableProperties/primaryLocale",
                        "the primary audio language is \(primary.codes.joined()), but the item "
                            + "(\(catalog.file), line \(entry.line)) "
                            + (entry.audioLanguages.isEmpty
                                ? "" : "is in \(entry.audioLanguages.codes.joined(separator: ", ")) and ")
                            + "has titles in \(entry.titleLanguages.codes.joined(separator: ", "))")
                }
            }
        }
    }
}
