import UniversalMediaCatalog

/// AV-LOC-APP: an `account` offer in an item without app links.
struct AccountWithoutLink: OfferListRule {
    static let info = RuleInfo(
        "AV-LOC-APP", "An item with an `account` offer (apps only) has links into the app.",
        level: .warning, tag: "S/D", section: "umc-availability.md 3 and 5.1",
        remedy:
            "add `open` and `play` links for atv and ios; in a channel's feed, change the offer to free or subscription",
        bad: [
            RuleExample(
                .channelAvailability, "<offeringType>subscription</offeringType>",
                "<offeringType>account</offeringType>")
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "<offeringType>subscription</offeringType>", "<offeringType>free</offeringType>")
        ])

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        guard let offer = offers.first(where: { $0.type == .account }), !item.node.has(.locators) else { return }
        findings.report(info, at: offer.node, "the offer is of type `account`, but the item has no link into an app")
    }
}
