import UniversalMediaCatalog

/// AV-EVENT-LIVE: an offer of a sporting event without isLive.
struct EventLive: OfferRule {
    static let info = RuleInfo(
        "AV-EVENT-LIVE",
        "An offer of a sporting event states with isLive whether it is the original airing, which has an end.",
        level: .warning,
        tag: "S/L", section: "umc-availability.md 5 and A4", remedy: "add isLive: true, or false for a later airing",
        bad: [
            RuleExample(.eventAvailability, "<isLive>true</isLive>", ""),
            RuleExample(.eventAvailability, "<windowEnd>2026-03-16T00:00:00Z</windowEnd>", ""),
        ],
        nearMisses: [RuleExample(.eventAvailability, "<isLive>true</isLive>", "<isLive>false</isLive>")])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .offer, offer.itemType == .sportingEvent else { return }
        if let live = offer.node.first(.isLive) {
            guard live.text.trimmed == "true", offer.endNode == nil, offer.start != nil else { return }
            return findings.report(
                info, at: live, remedy: "add windowEnd: a live airing ends with its event",
                "\(offer.called) is a live airing without an end")
        }
        findings.report(info, at: offer.node, "\(offer.called) of a sporting_event has no isLive")
    }
}
