/// A variant in what looks like an app integration.
struct VariantOfApp: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-VARIANT", "Only a channel's item names a variant.", level: .warning, tag: "S",
        section: "umc-availability.md 2 and 3",
        remedy: "leave out variantId in the feed of an app; in that of a channel leave out the links",
        bad: [
            RuleExample(
                .availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"LB-EP-0100-0101\" variantId=\"V1\"")
        ],
        nearMisses: [RuleExample(.channelAvailability, "variantId=\"LB-VAR-US-1\"", "variantId=\"LB-VAR-US-2\"")])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let variant = item.node[.variantId], item.node.has(.locators) else { return }
        findings.report(
            info, at: item.node,
            "the item names the variant \(variant.shown), as channels do, and has links, as apps do")
    }
}
