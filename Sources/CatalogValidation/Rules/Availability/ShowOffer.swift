import UniversalMediaCatalog

/// AV-OFFER-SHOW: an offer of a show.
struct ShowOffer: OfferRule {
    static let info = RuleInfo(
        "AV-OFFER-SHOW", "A show has no offer other than `coming_soon`.", level: .error, tag: "S",
        section: "umc-availability.md 5.2",
        remedy: "remove the offer here, and give one to each episode: only the offers of episodes count",
        consequences: ["AV-SHOW-LINK"],
        bad: [
            RuleExample(
                .channelAvailability, "<offeringType>coming_soon</offeringType>",
                "<offeringType>subscription</offeringType>")
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"",
                "contentType=\"movie\" contentId=\"LB-SHOW-0200\"")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.itemType == .show, let type = offer.type, type != .comingSoon else { return }
        findings.report(info, at: offer.typeNode ?? offer.node, "the tv_show has an offer of type `\(type.rawValue)`")
    }
}
