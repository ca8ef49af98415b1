import UniversalMediaCatalog

/// CAT-DESC-LOCALE: a description in a locale in which the item has no title.
struct DescriptionLocale: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-DESC-LOCALE",
        "The item has a title in each language of its descriptions and keywords, and a description in the default locale.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "add the title in that locale, or correct the locale of the description",
        bad: [
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"es-ES\">"),
            RuleExample(
                .catalog,
                "<description locale=\"en-US\">A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.</description>",
                ""),
            RuleExample(.catalog, "<keyword locale=\"en-US\">", "<keyword locale=\"pt-BR\">"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"fr\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"FR-fr\">"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"fr-CA\">"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        checkDefault(item, &findings)
        item.forEach(.keyword) { node in
            guard let locale = node[.locale]?.trimmed, locale.count > 1, !Self.hasTitle(item, locale) else { return }
            findings.report(
                info, at: node, "the keyword is in \(locale.shown), but the item has no title in that language")
        }
        item.forEach(.description) { node in
            guard let locale = node[.locale]?.trimmed, locale.count > 1, !Self.hasTitle(item, locale) else { return }
            findings.report(
                info, at: node, "the description is in \(locale.shown), but the item has no title in that language")
        }
    }

    /// Reports an item with a title in the default locale, and with descriptions in other languages only. A description in English counts as a
    /// fallback for viewers of any language.
    private func checkDefault(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.description) else { return }
        var name = item.head.defaultLocale
        name.withUTF8 { bytes in
            let locale = FeedText(bytes: bytes)
            var first: FeedNode?
            guard locale.count > 1, Self.hasTitle(item, locale) else { return }
            for node in item.children(.description) {
                guard let own = node[.locale]?.trimmed, !Self.isSameLanguage(own, locale), !Self.isEnglish(own) else {
                    return
                }
                first = first ?? node
            }
            guard let first else { return }
            findings.report(
                info, at: first, remedy: "add the description in the default locale",
                "the item has a title in the default locale \(locale.shown), but no description in that language")
        }
    }

    private static func hasTitle(_ item: CatalogItemView, _ locale: FeedText) -> Bool {
        var hasTitle = false
        for title in item.children(.title) {
            hasTitle = true
            if let own = title[.locale] {
                if isSameLanguage(own.trimmed, locale) { return true }
            } else {
                var name = item.head.defaultLocale
                if name.withUTF8({ isSameLanguage(FeedText(bytes: $0), locale) }) { return true }
            }
        }
        // An item without any title is reported by another rule.
        return !hasTitle
    }

    /// Returns whether two locales have one language, whatever their regions.
    private static func isSameLanguage(_ one: FeedText, _ other: FeedText) -> Bool {
        let (left, right) = (language(one), language(other))
        return left.isSameIgnoringCase(right)
    }

    private static func isEnglish(_ locale: FeedText) -> Bool { language(locale).isSameIgnoringCase("en") }

    private static func language(_ locale: FeedText) -> FeedText {
        var end = 0
        while end < locale.count, isLetter(locale[end]) { end += 1 }
        return locale[0..<end]
    }
}
