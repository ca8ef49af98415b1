import UniversalMediaCatalog

/// An offer of a kind that there is not.
struct OfferTypeRule: OfferRule {
    static let info = RuleInfo(
        "AV-OFFER-TYPE", "An offer is free, account, subscription or coming_soon.", level: .error, tag: "S",
        section: "umc-availability.md 5.1",
        remedy: "write free, account, subscription or coming_soon (and, in the profile open-1.0 alone, buy or rent)",
        bad: [
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>registered</offeringType>"),
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>Account</offeringType>"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>\n  account </offeringType>")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let node = offer.typeNode else { return }
        guard let type = offer.type else {
            let text = node.text.trimmed
            let lower = text.cut.lowercased().replacing("-", with: "_")
            return findings.report(
                info, at: node,
                remedy: OfferingType(rawValue: lower).map { "write `\($0.rawValue)`" },
                "no offeringType is called \(text.shown)")
        }
        if type == .buy || type == .rent, offer.profile != .open10 {
            findings.report(
                info, at: node, remedy: "leave the offer out",
                "offers of type `\(type.rawValue)` are no part of what is known of the platform")
        }
    }
}
