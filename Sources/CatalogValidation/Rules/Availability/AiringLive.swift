import UniversalMediaCatalog

/// AV-LINEAR-LIVE: a linearOffer without isLive.
struct AiringLive: OfferRule {
    static let info = RuleInfo(
        "AV-LINEAR-LIVE", "A linearOffer states with isLive whether it is the original airing.", level: .error,
        tag: "D",
        section: "umc-availability.md 7", remedy: "add isLive: true, or false for a later airing",
        bad: [RuleExample(.linearAvailability, "<isLive>false</isLive>", "")],
        nearMisses: [RuleExample(.linearAvailability, "<isLive>false</isLive>", "<isLive>true</isLive>")])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .airing, !offer.node.has(.isLive) else { return }
        findings.report(info, at: offer.node, "the linearOffer has no isLive")
    }
}
