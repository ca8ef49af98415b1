import UniversalMediaCatalog

/// CAT-LANGUAGE-COUNTRY: a movie whose original language no production country speaks.
struct LanguageOfCountry: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-LANGUAGE-COUNTRY",
        "The originalLanguage of a movie is spoken in a country of its production, or the movie has a title in it.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.2",
        remedy: "correct originalLanguage or productionCountry, or add the original title", class: .shouldFix,
        bad: [RuleExample(.catalog, "<originalLanguage>en<", "<originalLanguage>ko<")],
        nearMisses: [
            RuleExample(.catalog, "<originalLanguage>en<", "<originalLanguage>fr<"),
            RuleExample(.catalog, "<originalLanguage>en<", "<originalLanguage>mi<"),
            RuleExample(
                .catalog, "<originalLanguage>en<", "<originalLanguage>ko<",
                also: [
                    (
                        "<productionCountry>NZ</productionCountry>",
                        "<productionCountry>NZ</productionCountry><productionCountry>KR</productionCountry>"
                    )
                ]),
        ])

    var types: ContentTypes { .movie }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.originalLanguage), let block = item.info else { return }
        var languages: LanguageMask = []
        for node in block.children where node.name == .productionCountry {
            guard let own = TerritoryLanguages.of(node.text.trimmed.string) else { return }
            languages.formUnion(own)
        }
        guard !languages.isEmpty else { return }
        var first: FeedNode?
        for node in item.node.children {
            switch node.name {
            case .originalLanguage:
                let own = LanguageMask(node.text.trimmed)
                // Languages outside the list are those of minorities, too.
                guard !own.contains(.other), own.isDisjoint(with: languages) else { return }
                first = first ?? node
            case .title: languages.formUnion(LanguageMask(item.locale(of: node)))
            default: break
            }
        }
        guard let first, LanguageMask(first.text.trimmed).isDisjoint(with: languages) else { return }
        let countries = block.children.filter { $0.name == .productionCountry }.map { $0.text.trimmed.string }
        findings.report(
            info, at: first,
            "the originalLanguage is \(first.text.trimmed.shown), which is not a language of "
                + "\(countries.joined(separator: " or ")), and the movie has no title in this language")
    }
}
