import UniversalMediaCatalog

/// AV-LINEAR-WINDOW: a linearOffer without start or end.
struct AiringWindow: OfferRule {
    static let info = RuleInfo(
        "AV-LINEAR-WINDOW", "A linearOffer has a start and an end.", level: .error, tag: "D",
        section: "umc-availability.md 7", remedy: "add windowStart and windowEnd with the times of the airing",
        bad: [
            RuleExample(.linearAvailability, "<windowEnd>2026-03-08T12:00:00-05:00</windowEnd>", ""),
            RuleExample(.linearAvailability, "<windowStart>2026-03-08T09:00:00-05:00</windowStart>", ""),
        ],
        nearMisses: [
            // Offers of an on-demand service may have no end.
            RuleExample(.eventAvailability, "<windowEnd>2026-03-16T00:00:00Z</windowEnd>", "")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .airing else { return }
        if offer.startNode == nil { findings.report(info, at: offer.node, "the linearOffer has no windowStart") }
        if offer.endNode == nil { findings.report(info, at: offer.node, "the linearOffer has no windowEnd") }
    }
}
