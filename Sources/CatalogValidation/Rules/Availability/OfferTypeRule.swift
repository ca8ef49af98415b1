import UniversalMediaCatalog

/// AV-OFFER-TYPE: an unknown offeringType.
struct OfferTypeRule: OfferRule {
    static let info = RuleInfo(
        "AV-OFFER-TYPE", "The offeringType is free, account, subscription or coming_soon.", level: .error, tag: "S",
        section: "umc-availability.md 5.1",
        remedy: "write free, account, subscription or coming_soon (in the profile open-1.0 also buy or rent)",
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
                remedy: OfferingType(rawValue: lower).map { "write `\($0.rawValue)`" }
                    ?? IntendedCode.remedy(text, among: IntendedCode.offers, synonyms: IntendedCode.offerSynonyms),
                "\(text.shown) is not a known offeringType")
        }
        if type == .buy || type == .rent, offer.profile != .open10 {
            findings.report(
                info, at: node, remedy: "remove the offer",
                "offers of type `\(type.rawValue)` are not known to be supported by the platform")
        }
    }
}
