import UniversalMediaCatalog

/// AV-OFFER-AVTYPE: an availabilityType, whose values are not public.
struct AvailabilityTypeNode: OfferRule {
    static let info = RuleInfo(
        "AV-OFFER-AVTYPE", "availabilityType is not checked: its values are not public.", level: .info,
        tag: "D", section: "umc-availability.md 5",
        remedy: "check the value against the specification that you received",
        bad: [
            RuleExample(
                .availability, "2026-12-31T23:59:59-08:00</windowEnd>",
                "2026-12-31T23:59:59-08:00</windowEnd><availabilityType>tiered</availabilityType>")
        ],
        nearMisses: [
            RuleExample(.availability, "<offeringType>account</offeringType>", "<offeringType>free</offeringType>")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let node = offer.node.first(.availabilityType) else { return }
        findings.report(info, at: node, "\(node.text.trimmed.shown) was not checked")
    }
}
