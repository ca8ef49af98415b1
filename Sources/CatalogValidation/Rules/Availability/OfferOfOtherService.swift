import UniversalMediaCatalog

/// Offers on demand in a linear service, or airings in one on demand.
struct OfferOfOtherService: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-LINEAR-OFFERS", "A linear service has linearOffers, a service on demand has offers.", level: .error,
        tag: "S", section: "umc-availability.md 2 and 7",
        remedy: "write linearOffers where serviceType is linear, and offers elsewhere; or mend serviceType",
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
            findings.report(info, at: offers, "the service is linear, and the item has `offers`")
        } else if let offers = item.node.first(.linearOffers), item.head.serviceType.lowercased() == "vod" {
            findings.report(info, at: offers, "the service is not linear, and the item has `linearOffers`")
        }
    }
}
