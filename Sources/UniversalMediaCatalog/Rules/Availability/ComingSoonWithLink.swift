/// An offer of channels in an item with links into an app.
struct ComingSoonWithLink: OfferListRule {
    static let info = RuleInfo(
        "AV-LOC-CHANNEL", "An item with a `coming_soon` offer, which only channels have, has no links.",
        level: .warning, tag: "S", section: "umc-availability.md 3 and 5.1",
        remedy: "leave out the links, since channels play in the TV app; apps cannot announce what is to come",
        bad: [
            RuleExample(
                .channelAvailability, "<offers>\n        <offer>\n          <offeringType>coming_soon",
                "<locators><locator platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/1\"/></locators>"
                    + "<offers><offer><offeringType>coming_soon")
        ],
        nearMisses: [
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>subscription</offeringType>")
        ])

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        guard let offer = offers.first(where: { $0.type == .comingSoon }), item.node.has(.locators) else { return }
        findings.report(info, at: offer.node, "the offer is of type `coming_soon`, and the item has links into an app")
    }
}
