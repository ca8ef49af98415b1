import UniversalMediaCatalog

/// AV-OFFER-DUP: two offers of one type.
struct OfferTypeTwice: OfferListRule {
    static let info = RuleInfo(
        "AV-OFFER-DUP", "An item has one offer of each offeringType.", level: .error, tag: "S",
        section: "umc-availability.md 5.2",
        remedy: "keep one of them; change the type of the other, or add it after the first has ended",
        bad: [
            RuleExample(
                .availability, "<offeringType>free</offeringType>", "<offeringType>subscription</offeringType>")
        ],
        nearMisses: [
            // Different types may overlap in time.
            RuleExample(.availability, "<offeringType>free</offeringType>", "<offeringType>account</offeringType>")
        ])

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        guard offers.count > 1 else { return }
        var seen: UInt8 = 0
        for offer in offers {
            guard offer.form == .offer, let type = offer.type else { continue }
            let bit = UInt8(1) << UInt8(type.preference)
            if seen & bit != 0 {
                findings.report(
                    info, at: offer.typeNode ?? offer.node, "the item has two offers of type `\(type.rawValue)`")
            }
            seen |= bit
        }
    }
}
