import UniversalMediaCatalog

/// AV-OFFER-PRICE: a missing, invalid or superfluous price.
struct OfferPrice: OfferRule {
    static let info = RuleInfo(
        "AV-OFFER-PRICE", "An offer to buy or rent has a price in a currency of ISO 4217, and no other offer has one.",
        level: .error, tag: "D", section: "umc-availability.md 5.1",
        remedy: "write <price currency=\"USD\">3.99</price>",
        bad: [
            RuleExample(.availability, "<offeringType>account</offeringType>", "<offeringType>rent</offeringType>"),
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>rent</offeringType>",
                also: [
                    (
                        "2026-12-31T23:59:59-08:00</windowEnd>",
                        "2026-12-31T23:59:59-08:00</windowEnd><price currency=\"EURO\">3.99</price>"
                    )
                ]),
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>buy</offeringType>",
                also: [
                    (
                        "2026-12-31T23:59:59-08:00</windowEnd>",
                        "2026-12-31T23:59:59-08:00</windowEnd><price currency=\"EUR\">3,99</price>"
                    )
                ]),
        ],
        good: [
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>rent</offeringType>",
                also: [
                    (
                        "2026-12-31T23:59:59-08:00</windowEnd>",
                        "2026-12-31T23:59:59-08:00</windowEnd><price currency=\"EUR\">3.99</price>"
                    )
                ])
        ],
        nearMisses: [
            RuleExample(
                .availability, "<offeringType>account</offeringType>", "<offeringType>buy</offeringType>",
                also: [
                    (
                        "2026-12-31T23:59:59-08:00</windowEnd>",
                        "2026-12-31T23:59:59-08:00</windowEnd><price currency=\"JPY\">400</price>"
                    )
                ])
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        let price = offer.node.first(.price)
        guard let type = offer.type, type == .buy || type == .rent else {
            if let price {
                findings.report(
                    info, at: price, level: .warning, remedy: "remove the price",
                    "\(offer.called) has a price, but is neither a purchase nor a rental")
            }
            return
        }
        guard offer.profile == .open10 else { return }
        guard let price else {
            return findings.report(info, at: offer.typeNode ?? offer.node, "\(offer.called) has no price")
        }
        let text = price.text.trimmed
        if !Self.isAmount(text) {
            findings.report(info, at: price, "\(text.shown) is not a price such as 3.99")
        }
        guard let currency = price[.currency] else {
            return findings.report(info, at: price, "the price has no currency")
        }
        if !CurrencyCodes.all.contains(currency.string) {
            findings.report(info, at: price, "\(currency.shown) is not a currency code of ISO 4217 such as USD")
        }
    }

    private static func isAmount(_ text: FeedText) -> Bool {
        let dot = text.bytes.firstIndex(of: UInt8(ascii: ".")) ?? text.count
        guard dot > 0, dot <= 12, text[0..<dot].bytes.allSatisfy(isDigit) else { return false }
        if dot == text.count { return true }
        let places = text[dot + 1..<text.count]
        return (1...4).contains(places.count) && places.bytes.allSatisfy(isDigit)
    }
}
