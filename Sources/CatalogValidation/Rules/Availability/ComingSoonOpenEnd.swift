import UniversalMediaCatalog

/// AV-COMING-END: a `coming_soon` offer without an end.
struct ComingSoonOpenEnd: OfferRule {
    static let info = RuleInfo(
        "AV-COMING-END", "A `coming_soon` offer has an end.", level: .error, tag: "D",
        section: "umc-availability.md 5", remedy: "add windowEnd with the time at which the title becomes playable",
        bad: [
            RuleExample(
                .channelAvailability, "<windowEnd>2026-05-08T00:00:00-08:00</windowEnd>", "")
        ],
        nearMisses: [
            RuleExample(.channelAvailability, "<windowEnd>2027-03-01T00:00:00-08:00</windowEnd>", "")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.type == .comingSoon, offer.endNode == nil else { return }
        findings.report(info, at: offer.node, "the `coming_soon` offer has no windowEnd")
    }
}
