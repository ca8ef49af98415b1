import UniversalMediaCatalog

/// AV-LINEAR-OFFERS: on-demand offers in a linear service, or airings in an on-demand service.
struct OfferOfOtherService: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-LINEAR-OFFERS", "A linear service has linearOffers, an on-demand service has offers.", level: .error,
        tag: "S", section: "umc-availability.md 2 and 7",
        remedy: "write linearOffers where serviceType is linear, and offers otherwise; or correct serviceType",
        bad: [
            RuleExample(
                .linearAvailability, "<linearOffers>",
                "<offers><offer><offeringType>free</offeringType><windowStart>2026-03-07T00:00:00Z</windowStart>"
                    + "<isLive>true</isLive></offer></offers><linearOffers>")
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<serviceType>linear</serviceType>", "<serviceType> LINEAR </serviceType>")
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        if item.isLinear {
            guard let offers = item.node.first(.offers) else { return }
            findings.report(info, at: offers, "the service is linear, but the item has `offers`")
        } else if let offers = item.node.first(.linearOffers), item.head.serviceType.lowercased() == "vod" {
            findings.report(info, at: offers, "the service is not linear, but the item has `linearOffers`")
        }
    }
}
