import UniversalMediaCatalog

/// CAT-LOCALE-PAIR: the code of a country in place of its language.
struct LocalePairs: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-LOCALE-PAIR", "The language of the locale of a text is one that is used in its region.", level: .warning,
        tag: "D",
        section: "umc-catalog.md 4", remedy: "write the code of the language before that of the country",
        class: .shouldFix, consequences: ["STY-TITLE-LANG"],
        bad: [
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"ar-AR\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"kr-KR\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"es-LA\">"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"id-ID\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"lb-LU\">"),
            RuleExample(.catalog, "<title locale=\"fr-FR\">", "<title locale=\"es-419\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for node in item.children(.title, .description) {
            guard let locale = node[.locale], let meant = Self.meant(locale) else { continue }
            findings.report(
                info, at: node, remedy: "write \(meant)",
                "the locale \(locale.shown) has the code of the country as its language")
        }
    }

    /// Returns the locales that are meant by one whose language is not that of its region; nil for all others.
    static func meant(_ locale: FeedText) -> StaticString? {
        guard locale.count == 5, locale[2] == UInt8(ascii: "-") else { return nil }
        let isDoubled = (locale[0] ^ locale[3]) & 0xDF == 0 && (locale[1] ^ locale[4]) & 0xDF == 0
        guard isDoubled || locale.isIgnoringCase("es-la") else { return nil }
        return table.ignoringCase(locale)
    }

    private static let table = WordTable<StaticString>([
        ("es-la", "es-419"), ("am-am", "hy-AM"), ("ar-ar", "es-AR, or ar and a country"), ("ba-ba", "bs-BA"),
        ("be-be", "nl-BE or fr-BE"), ("br-br", "pt-BR"), ("ca-ca", "en-CA, fr-CA or ca-ES"),
        ("ch-ch", "de-CH, fr-CH or it-CH"), ("co-co", "es-CO"), ("cr-cr", "es-CR"), ("ee-ee", "et-EE"),
        ("et-et", "am-ET or et-EE"), ("ga-ga", "fr-GA or ga-IE"), ("ie-ie", "en-IE or ga-IE"), ("in-in", "hi-IN"),
        ("kr-kr", "ko-KR"), ("lb-lb", "ar-LB or lb-LU"), ("my-my", "ms-MY"), ("ng-ng", "en-NG"), ("om-om", "ar-OM"),
        ("pa-pa", "es-PA or pa-IN"), ("ps-ps", "ar-PS or ps-AF"), ("sa-sa", "ar-SA"), ("se-se", "sv-SE"),
        ("sg-sg", "en-SG or zh-SG"), ("si-si", "sl-SI or si-LK"), ("sl-sl", "sl-SI"), ("sv-sv", "sv-SE or es-SV"),
        ("tw-tw", "zh-TW"), ("ve-ve", "es-VE"), ("za-za", "en-ZA"), ("ae-ae", "ar-AE"), ("tt-tt", "en-TT"),
    ])
}
