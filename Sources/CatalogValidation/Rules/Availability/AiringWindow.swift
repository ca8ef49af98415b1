import UniversalMediaCatalog

/// An airing that is not known to begin, or to end.
struct AiringWindow: OfferRule {
    static let info = RuleInfo(
        "AV-LINEAR-WINDOW", "A linearOffer says when it begins and when it ends.", level: .error, tag: "D",
        section: "umc-availability.md 7", remedy: "add windowStart and windowEnd: the times of the airing",
        bad: [
            RuleExample(.linearAvailability, "<windowEnd>2026-03-08T12:00:00-05:00</windowEnd>", ""),
            RuleExample(.linearAvailability, "<windowStart>2026-03-08T09:00:00-05:00</windowStart>", ""),
        ],
        nearMisses: [
            // An offer of a service on demand may stay.
            RuleExample(.eventAvailability, "<windowEnd>2026-03-16T00:00:00Z</windowEnd>", "")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .airing else { return }
        if offer.startNode == nil { findings.report(info, at: offer.node, "the linearOffer has no windowStart") }
        if offer.endNode == nil { findings.report(info, at: offer.node, "the linearOffer has no windowEnd") }
    }
}
