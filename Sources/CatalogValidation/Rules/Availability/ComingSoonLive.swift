import UniversalMediaCatalog

/// Announced, and there already.
struct ComingSoonLive: OfferListRule {
    static let info = RuleInfo(
        "AV-COMING-LIVE", "What is announced as `coming_soon` cannot be played yet.", level: .error, tag: "S",
        section: "umc-availability.md 5.2 O4", remedy: "leave out the `coming_soon` offer: the title is live",
        consequences: ["O6"],
        bad: [
            RuleExample(
                .channelAvailability, "<windowStart>2026-03-01T00:00:00-08:00</windowStart>",
                "<windowStart>2026-03-01T00:00:00-08:00</windowStart>\n<windowEnd>2027-03-01T00:00:00-08:00</windowEnd>"
                    + "</offer><offer><offeringType>coming_soon</offeringType>"
                    + "<windowStart>2026-03-01T12:00:00-08:00</windowStart>")
        ],
        nearMisses: [
            // Gone, and announced again.
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
                "the title is announced from a moment on at which \(offer.called) lets it be played already")
        }
    }
}
