import UniversalMediaCatalog

/// AV-COMING-LIVE: a `coming_soon` offer for a title that can be played already.
struct ComingSoonLive: OfferListRule {
    static let info = RuleInfo(
        "AV-COMING-LIVE", "A title announced as `coming_soon` is not playable yet.", level: .error, tag: "S",
        section: "umc-availability.md 5.2 O4", remedy: "remove the `coming_soon` offer: the title is already available",
        consequences: ["AV-COMING-GAP"],
        bad: [
            RuleExample(
                .channelAvailability, "<windowStart>2026-03-01T00:00:00-08:00</windowStart>",
                "<windowStart>2026-03-01T00:00:00-08:00</windowStart>\n<windowEnd>2027-03-01T00:00:00-08:00</windowEnd>"
                    + "</offer><offer><offeringType>coming_soon</offeringType>"
                    + "<windowStart>2026-03-01T12:00:00-08:00</windowStart>")
        ],
        nearMisses: [
            // The earlier offer has ended; the title is announced again.
            RuleExample(
                .channelAvailability, "<windowStart>2026-03-01T00:00:00-08:00</windowStart>",
                "<windowStart>2025-03-01T00:00:00-08:00</windowStart>\n<windowEnd>2026-01-01T00:00:00-08:00</windowEnd>"
                    + "</offer><offer><offeringType>coming_soon</offeringType>"
                    + "<windowStart>2026-03-01T12:00:00-08:00</windowStart>")
        ])

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        guard offers.count > 1, let soon = offers.first(where: { $0.type == .comingSoon }), let start = soon.start
        else { return }
        for offer in offers where offer.type?.isPlayable ?? false {
            guard let first = offer.start, first <= start, offer.hasLegibleEnd, offer.end.map({ $0 > start }) ?? true
            else { continue }
            return findings.report(
                info, at: soon.typeNode ?? soon.node,
                "the announcement begins at a time at which \(offer.called) already makes the title playable")
        }
    }
}
