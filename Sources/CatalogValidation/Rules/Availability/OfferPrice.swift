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
            Self.rent("USD", "0.00"), Self.rent("USD", "1499"), Self.rent("JPY", "399.50"),
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
                ]),
            Self.rent("USD", "149.99"), Self.rent("INR", "1499"), Self.rent("USD", "20"),
        ])

    private static func rent(_ currency: String, _ amount: String) -> RuleExample {
        RuleExample(
            .availability, "<offeringType>account</offeringType>", "<offeringType>rent</offeringType>",
            also: [
                (
                    "2026-12-31T23:59:59-08:00</windowEnd>",
                    "2026-12-31T23:59:59-08:00</windowEnd><price currency=\"\(currency)\">\(amount)</price>"
                )
            ])
    }

    /// Currencies that are paid in whole units.
    private static let wholeCurrencies: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
    ]
    /// Currencies in which the price of an item has at most two digits before the point.
    private static let largeCurrencies: Set<String> = ["AUD", "CAD", "CHF", "EUR", "GBP", "NZD", "USD"]

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
        guard CurrencyCodes.all.contains(currency.string) else {
            return findings.report(info, at: price, "\(currency.shown) is not a currency code of ISO 4217 such as USD")
        }
        if Self.isAmount(text) { check(text, currency.string, price, &findings) }
    }

    /// Reports an amount that cannot be a price in its currency.
    private func check(_ text: FeedText, _ currency: String, _ price: FeedNode, _ findings: inout Findings) {
        guard let amount = Double(text.string) else { return }
        let hasPlaces = text.bytes.contains(UInt8(ascii: "."))
        if amount == 0 {
            findings.report(
                info, at: price, level: .warning, remedy: "write the price, or the offeringType `free`",
                "the price is \(text.string) \(currency)")
        } else if hasPlaces, Self.wholeCurrencies.contains(currency), amount != amount.rounded() {
            findings.report(
                info, at: price, level: .warning, remedy: "write a whole number, or correct the currency",
                "\(currency) has no decimal places, and the price is \(text.shown)")
        } else if !hasPlaces, amount >= 199, Self.largeCurrencies.contains(currency) {
            findings.report(
                info, at: price, level: .warning,
                remedy: "write the amount with its decimals, such as 14.99 for 1499 cents",
                "a price of \(text.string) \(currency) is unlikely")
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
