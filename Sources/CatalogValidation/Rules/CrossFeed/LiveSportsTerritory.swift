import UniversalMediaCatalog

struct LiveSportsTerritory: IndexRule {
    static let info = RuleInfo(
        "FEED-SPORTS-TERRITORY",
        "Live sports are offered in the US, limited by market area, and by national channels in Canada.",
        level: .warning,
        tag: "S", section: "umc-availability.md 8",
        remedy:
            "offer live sports only in the US and Canada; limit them by `dma:` in the US, and not by region in Canada",
        bad: [
            RuleExample(
                .eventAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>", territory: "GB"),
            RuleExample(
                .linearAvailability, "relationship=\"allow\">US<", "relationship=\"allow\">GB<"),
            RuleExample(
                .linearAvailability, "relationship=\"deny\">dma:537<", "relationship=\"deny\">CA-ON<"),
            RuleExample(
                .eventAvailability, "<isLive>true</isLive>",
                "<isLive>true</isLive><restrictions><restriction type=\"deviceLocation\" relationship=\"deny\">dma:501"
                    + "</restriction></restrictions>", beside: [.manifest]),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "relationship=\"deny\">dma:537<", "relationship=\"deny\">dma:501<", territory: "US"
            ),
            RuleExample(
                .eventAvailability, "<isLive>true</isLive>",
                "<isLive>true</isLive><restrictions><restriction type=\"deviceLocation\" relationship=\"allow\">CA"
                    + "</restriction></restrictions>", beside: [.manifest]),
            RuleExample(
                .linearAvailability, "relationship=\"deny\">dma:537<", "relationship=\"deny\">GB<"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services {
                let territories = index.territories(of: service)
                let isSports =
                    service.isLinear
                    || service.entries.clamped(to: feed.entries.indices).contains {
                        feed.entries[$0].type == .sportingEvent
                    }
                guard isSports else { continue }
                let foreign = territories.filter { $0 != "US" && $0 != "CA" }
                if !foreign.isEmpty {
                    findings.report(
                        info, feed, service,
                        "the service offers live sports in \(foreign.joined(separator: ", ")); only US and CA are supported"
                    )
                }
            }
            checkPlaces(feed, index, &findings)
        }
    }

    private func checkPlaces(_ feed: AvailabilityIndex, _ index: FeedIndex, _ findings: inout IndexFindings) {
        for place in feed.places {
            let number = place.entry == .max ? 0 : feed.service(of: Int(place.entry)) ?? 0
            guard number < feed.services.count else { continue }
            let service = feed.services[number]
            let value = index.texts.quoted(place.value)
            let message: String
            switch place.kind {
            case .marketArea:
                let territories = index.territories(of: service)
                guard !territories.isEmpty, !territories.contains("US") else { continue }
                message =
                    "an offer is limited by the market area \(value), but the service is in "
                    + "\(territories.joined(separator: ", ")), not in the US"
            case .canadianRegion:
                message = "an offer is limited by \(value), a part of Canada; channels in Canada are national"
            case .foreignCountry:
                message = "an offer of live sports is for \(value); only US and CA are supported"
            }
            if place.entry == .max {
                findings.report(info, feed, service, message)
            } else {
                findings.report(info, feed, at: Int(place.entry), message)
            }
        }
    }
}
