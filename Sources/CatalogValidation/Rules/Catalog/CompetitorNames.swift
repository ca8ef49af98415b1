import UniversalMediaCatalog

/// CAT-EVENT-NAME: abbreviations of the other competitor, and names that one of them lacks.
struct CompetitorNames: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-NAME",
        "The abbreviation of a competitor fits its name, and both competitors have names in the same locales.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15",
        remedy: "give each competitor its own abbreviation, and its name in each locale", class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "<abbreviation>FOG<", "<abbreviation>SAL<",
                also: [("Otters</name><abbreviation>SAL<", "Otters</name><abbreviation>FOG<")]),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Saltmarsh Otters</name>",
                "<name locale=\"en-US\">Saltmarsh Otters</name><name locale=\"fr-CA\">Loutres de Saltmarsh</name>"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "<abbreviation>FOG<", "<abbreviation>SEA<"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Saltmarsh Otters</name>",
                "<name locale=\"en-US\">Saltmarsh Otters</name><name locale=\"fr-CA\">Loutres de Saltmarsh</name>",
                also: [
                    (
                        "<name locale=\"en-US\">Fogtown Herons</name>",
                        "<name locale=\"en-US\">Fogtown Herons</name><name locale=\"fr-CA\">Hérons de Fogtown</name>"
                    )
                ]),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let pair = item.info?.first(.competitors)?.children.named(.competitor), pair.count == 2 else { return }
        if Self.isSwapped(pair[0], pair[1]) {
            findings.report(
                info, at: pair[0], remedy: "exchange the abbreviations",
                "the abbreviations of the competitors fit each other's names")
        }
        for (one, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
            for name in other.children where name.name == .name {
                guard let locale = name[.locale]?.trimmed, !Self.has(one, locale) else { continue }
                findings.report(
                    info, at: one, remedy: "add the name",
                    "the competitor has no name in \(locale.shown), but the other has")
            }
        }
    }

    private static func has(_ competitor: FeedNode, _ locale: FeedText) -> Bool {
        competitor.children.contains {
            $0.name == .name && ($0[.locale].map { $0.trimmed.isSameIgnoringCase(locale) } ?? true)
        }
    }

    /// Returns whether each abbreviation begins with the first letter of a word of the other name, and of none of its own.
    private static func isSwapped(_ one: FeedNode, _ other: FeedNode) -> Bool {
        guard let first = initial(one), let second = initial(other), first != second else { return false }
        let (names, others) = (initials(one), initials(other))
        return !names.contains(first) && others.contains(first) && !others.contains(second) && names.contains(second)
    }

    private static func initial(_ node: FeedNode) -> Character? {
        node.first(.abbreviation)?.text.trimmed.string.lowercased().first
    }

    private static func initials(_ node: FeedNode) -> Set<Character> {
        Set(
            node.children.filter { $0.name == .name }.flatMap {
                EventTitle.words(of: $0.text.string).compactMap(\.first)
            })
    }
}
