import UniversalMediaCatalog

/// Sport of which nobody knows whether it is live.
struct EventLive: OfferRule {
    static let info = RuleInfo(
        "AV-EVENT-LIVE", "An offer of a sporting event says whether it is the original airing.", level: .warning,
        tag: "S/L", section: "umc-availability.md 5 and A4", remedy: "add isLive: true, or false for a later airing",
        bad: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "")],
        nearMisses: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>")])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .offer, offer.itemType == .sportingEvent, !offer.node.has(.isLive) else { return }
        findings.report(info, at: offer.node, "\(offer.called) of a sporting_event does not say isLive")
    }
}
