import UniversalMediaCatalog

/// A node whose values nobody outside knows.
struct AvailabilityTypeNode: OfferRule {
    static let info = RuleInfo(
        "AV-OFFER-AVTYPE", "What an availabilityType says is not checked: its values are not public.", level: .info,
        tag: "D", section: "umc-availability.md 5", remedy: "check its value against the specification you have",
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
