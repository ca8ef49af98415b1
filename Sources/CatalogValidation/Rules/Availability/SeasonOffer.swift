import UniversalMediaCatalog

/// AV-OFFER-REQ: an offer of a season.
struct SeasonOffer: OfferListRule {
    static let info = RuleInfo(
        "AV-OFFER-REQ", "Movies, episodes, extras and sporting events have offers; seasons have none.", level: .error,
        tag: "S/L", section: "umc-availability.md 5.2",
        remedy: "remove the offers here, and add them to each episode",
        bad: [
            RuleExample(
                .availability, "contentType=\"tv_episode\" contentId=\"LB-EP-0100-0101\"",
                "contentType=\"tv_season\" contentId=\"LB-EP-0100-0101\"")
        ],
        nearMisses: [
            RuleExample(
                .availability, "contentType=\"tv_episode\" contentId=\"LB-EP-0100-0101\"",
                "contentType=\"movie\" contentId=\"LB-EP-0100-0101\"")
        ])

    let types: ContentTypes = .season

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        findings.report(info, at: offers[0].node, "the tv_season has offers")
    }
}
