import UniversalMediaCatalog

/// AV-LOC-COUNTRY: a link to the pages of another country.
struct LinkOfOtherCountry: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-COUNTRY",
        "Where the paths of links begin with a country, all links of a feed are for the same country.",
        level: .warning, tag: "D", section: "umc-availability.md 3",
        remedy: "link to the pages of the service's country", class: .mustFix,
        bad: [
            RuleExample(.availability, one, "tv.example.org/ca/m/LB-MOV-0001\"/>", also: others),
            RuleExample(
                .availability, one, "tv.example.org/us/m/LB-MOV-0001\"/>", also: others, territory: "FR"),
        ],
        nearMisses: [
            RuleExample(.availability, one, "tv.example.org/us/m/LB-MOV-0001\"/>", also: others, territory: "US"),
            RuleExample(.availability, one, "tv.example.org/en/m/LB-MOV-0001\"/>", also: others),
            RuleExample(.availability, one, "tv.example.org/ca/m/LB-MOV-0001\"/>"),
        ])

    private static let one = "tv.example.org/m/LB-MOV-0001\"/>"
    private static let others = [
        ("platform=\"atv\" action=\"open\" url=\"https://tv.example.org/m/", "LB-MOV-0001?"),
        ("platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/", "LB-MOV-0001?"),
        ("platform=\"ios\" action=\"open\" url=\"https://tv.example.org/m/", "LB-MOV-0001?"),
        ("platform=\"ios\" action=\"play\" url=\"https://tv.example.org/play/", "LB-MOV-0001?"),
        ("platform=\"atv\" action=\"open\" url=\"https://tv.example.org/e/", "LB-EP-0100-0101?"),
        ("platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/", "LB-EP-0100-0101?"),
    ].map { ($0.0 + $0.1, $0.0.replacing("org/", with: "org/us/") + $0.1) }

    /// The least number of links that show that the place is one for countries.
    private static let least = 5

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            guard let usual = feed.links.countries.max(by: { $0.use.count < $1.use.count }),
                usual.use.count >= Self.least,
                Self.isCountry(usual)
            else { continue }
            for other in feed.links.countries
            where other.code != usual.code && Self.isCountry(other) && usual.use.count >= other.use.count * 3 {
                findings.report(
                    info, feed, at: Int(other.use.entry), "locators/locator[\(other.use.place)]/@url",
                    "the path of the link begins with `\(other.string)`, but that of \(usual.use.count) links of the feed "
                        + "with `\(usual.string)`")
            }
            checkTerritory(feed, usual, index, &findings)
        }
    }

    /// Reports a feed whose links are all for a country that is not the service's. A code such as `de` may also mean the language.
    private func checkTerritory(
        _ feed: AvailabilityIndex, _ usual: LinkFacts.Country, _ index: FeedIndex, _ findings: inout IndexFindings
    ) {
        let territories = feed.services.flatMap { index.territories(of: $0) }
        let code = usual.string == "UK" ? "GB" : usual.string
        guard !territories.isEmpty, !territories.contains(code), !Self.isLanguage(usual.string) else { return }
        findings.report(
            info, feed, at: Int(usual.use.entry), "locators/locator[\(usual.use.place)]/@url",
            "the paths of \(usual.use.count) links begin with `\(usual.string)`, but the service is for "
                + territories.joined(separator: ", "))
    }

    private static func isCountry(_ country: LinkFacts.Country) -> Bool {
        // `/tv/`, `/me/` and `/is/` are words of paths.
        Countries.isCode(country.string) && !words.contains(country.string) || country.string == "UK"
    }

    private static let words: Set<String> = [
        "TV", "ME", "IS", "IO", "ID", "TO", "GO", "MY", "AT", "SO", "VC", "AI", "CC",
    ]

    private static func isLanguage(_ code: String) -> Bool { Languages.codes.contains(code.lowercased()) }
}
