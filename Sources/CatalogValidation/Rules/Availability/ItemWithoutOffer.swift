import UniversalMediaCatalog

/// AV-ITEM-OFFERS: a playable item without an offer.
struct ItemWithoutOffer: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-ITEM-OFFERS", "A playable item has an offer: `offers`, or `linearOffers` in a linear service.",
        level: .error, tag: "S", section: "umc-availability.md 5 and 7",
        remedy: "add an offer, or remove the item",
        consequences: ["SCH-MISSING"],
        bad: [
            RuleExample(
                .eventAvailability, "<offers>", "<!--", also: [("</offers>", "-->")]),
            RuleExample(
                .linearAvailability, "<linearOffers>", "<linearOffers/><!--", also: [("</linearOffers>", "-->")]),
        ],
        nearMisses: [
            // A show needs no offer.
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>subscription</offeringType>")
        ])

    let types: ContentTypes = .playable

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        for child in item.node.children {
            if child.name == .offers, child.has(.offer) { return }
            if child.name == .linearOffers, child.has(.linearOffer) { return }
        }
        findings.report(info, at: item.node, "this \(item.type.spelling) has no offer, so it can never be watched")
    }
}
