import UniversalMediaCatalog

/// AV-EVENT-LIVE: an offer of a sporting event without isLive.
struct EventLive: OfferRule {
    static let info = RuleInfo(
        "AV-EVENT-LIVE", "An offer of a sporting event states with isLive whether it is the original airing.",
        level: .warning,
        tag: "S/L", section: "umc-availability.md 5 and A4", remedy: "add isLive: true, or false for a later airing",
        bad: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "")],
        nearMisses: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>")])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .offer, offer.itemType == .sportingEvent, !offer.node.has(.isLive) else { return }
        findings.report(info, at: offer.node, "\(offer.called) of a sporting_event has no isLive")
    }
}
