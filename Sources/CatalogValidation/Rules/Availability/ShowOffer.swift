import UniversalMediaCatalog

/// O2: a show that is offered itself.
struct ShowOffer: OfferRule {
    static let info = RuleInfo(
        "O2", "A show has no offer but `coming_soon`.", level: .error, tag: "S", section: "umc-availability.md 5.2",
        remedy: "leave the offer out here, and give one to each episode: theirs count in any case",
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
        findings.report(info, at: offer.typeNode ?? offer.node, "a tv_show has an offer of type `\(type.rawValue)`")
    }
}
