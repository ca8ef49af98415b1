import UniversalMediaCatalog

/// CAT-EVENT-LOCALE: two names in one locale, and a venue with the name of its city.
struct EventLocales: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-LOCALE",
        "A league, a competitor and the city of a venue have one name in each locale, and a venue has its own name.",
        level: .warning, tag: "L", section: "umc-catalog.md 3.15",
        remedy: "keep the correct one, or write the locale of the other",
        class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "<city locale=\"en-US\">Saltmarsh</city>",
                "<city locale=\"en-US\">Saltmarsh</city><city locale=\"en-US\">Fogtown</city>"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Tidewater Hockey League</name>",
                "<name locale=\"en-US\">Tidewater Hockey League</name><name locale=\"en-us\">Tide League</name>"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Fogtown Herons</name>",
                "<name locale=\"en-US\">Fogtown Herons</name><name locale=\"en-US\">Herons</name>"),
            RuleExample(.sportsCatalog, "<name>Otter Ice Hall</name>", "<name>Saltmarsh</name>"),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<city locale=\"en-US\">Saltmarsh</city>",
                "<city locale=\"en-US\">Saltmarsh</city><city locale=\"fr-CA\">Saltmarsh</city>"),
            RuleExample(.sportsCatalog, "<name>Otter Ice Hall</name>", "<name>Saltmarsh Hall</name>"),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        for node in block.children {
            switch node.name {
            case .league, .venue: checkNames(node, item, &findings)
            case .competitors: for competitor in node.children { checkNames(competitor, item, &findings) }
            default: break
            }
        }
        guard let venue = block.first(.venue), let name = venue.first(.name),
            let city = venue.first(.city)?.text.trimmed, !city.isEmpty, city.isSameIgnoringCase(name.text.trimmed)
        else { return }
        findings.report(
            info, at: name, remedy: "write the name of the stadium, hall or circuit",
            "the venue has the name of its city, \(city.shown)")
    }

    private func checkNames(_ parent: FeedNode, _ item: CatalogItemView, _ findings: inout Findings) {
        for later in parent.children where later.name == .name || later.name == .city {
            for earlier in parent.children {
                if earlier.index >= later.index { break }
                guard earlier.name == later.name,
                    item.localeKey(earlier).isSameIgnoringCase(item.localeKey(later))
                else { continue }
                findings.report(
                    info, at: later,
                    "the \(parent.spelling) has two of `\(later.spelling)` in \(item.locale(of: later)): "
                        + "\(earlier.text.trimmed.shown) and \(later.text.trimmed.shown)")
                break
            }
        }
    }
}
