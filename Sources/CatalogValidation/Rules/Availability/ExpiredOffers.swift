import UniversalMediaCatalog

/// AV-OFFER-ENDED: an item whose offers have all ended.
struct ExpiredOffers: OfferListRule {
    static let info = RuleInfo(
        "AV-OFFER-ENDED", "An item has at least one offer that has not ended.", level: .warning, tag: "S/D",
        section: "umc-availability.md 5.2", remedy: "remove the item from the feed, or give it a new window",
        class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2025-12-31T23:59:59-08:00</windowEnd>"),
            RuleExample(
                .linearAvailability, "2026-03-07T18:45:00-05:00", "2026-02-07T18:45:00-05:00",
                also: [
                    ("2026-03-07T22:00:00-05:00", "2026-02-07T22:00:00-05:00"),
                    ("2026-03-08T09:00:00-05:00", "2026-02-08T09:00:00-05:00"),
                    ("2026-03-08T12:00:00-05:00", "2026-02-08T12:00:00-05:00"),
                ]),
        ],
        nearMisses: [
            // Only one of two offers has ended.
            RuleExample(
                .availability, "<windowStart>2026-04-01T00:00:00-08:00</windowStart>",
                "<windowStart>2026-01-01T00:00:00-08:00</windowStart>",
                also: [
                    (
                        "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                        "<windowEnd>2026-01-08T00:00:00-08:00</windowEnd>"
                    )
                ]),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-03-02T04:00:01-08:00</windowEnd>"),
        ])

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        var last = -Double.infinity
        for offer in offers {
            guard let end = offer.end, end <= offer.now else { return }
            last = max(last, end)
        }
        guard let node = offers[0].endNode else { return }
        let days = Int(min((offers[0].now - last) / 86_400, 1e6))
        findings.report(
            info, at: node,
            (offers.count == 1 ? "the only offer" : "the last of \(offers.count) offers") + " ended "
                + (days == 0 ? "less than a day ago" : days == 1 ? "a day ago" : "\(days) days ago"))
    }
}
