import UniversalMediaCatalog

/// AV-LOC-CHANNEL: app links in an item of a channel.
struct ComingSoonWithLink: OfferListRule, IndexRule {
    static let info = RuleInfo(
        "AV-LOC-CHANNEL", "An item of a channel has no links; only channels have `coming_soon` offers.",
        level: .warning, tag: "S", section: "umc-availability.md 3 and 5.1",
        remedy: "remove the links, since channels play in the TV app; apps cannot announce titles as `coming_soon`",
        bad: [
            RuleExample(
                .channelAvailability, "<offers>\n        <offer>\n          <offeringType>coming_soon",
                "<locators><locator platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/1\"/></locators>"
                    + "<offers><offer><offeringType>coming_soon"),
            RuleExample(
                .channelAvailability, "<pubDate>2026-02-27T09:25:00Z</pubDate>",
                "<pubDate>2026-02-27T09:25:00Z</pubDate><locators>"
                    + "<locator platform=\"web\" action=\"open\" url=\"https://tv.example.org/1\"/></locators>",
                beside: [.manifest]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://channel/1",
                beside: [.manifest]),
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>subscription</offeringType>"),
        ])

    func register(in rules: inout RulesByScope) {
        rules.offerList.append(self)
        rules.index.append(self)
    }

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        guard let offer = offers.first(where: { $0.type == .comingSoon }), item.node.has(.locators) else { return }
        findings.report(info, at: offer.node, "the offer is of type `coming_soon`, but the item has links into an app")
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services where index.manifestService(service.serviceID)?.isChannel ?? false {
                for entry in service.entries
                where feed.entries[entry].hasLocators && !feed.entries[entry].offers.contains(.comingSoon) {
                    findings.report(
                        info, feed, at: entry, "locators", level: .error,
                        "the item has links into an app, but the manifest declares its service as a channel")
                }
            }
        }
    }
}
