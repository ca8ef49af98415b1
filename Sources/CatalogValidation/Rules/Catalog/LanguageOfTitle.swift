import UniversalMediaCatalog

/// STY-TITLE-LANG: a title in the language of another locale.
struct LanguageOfTitle: CatalogItemRule {
    static let info = RuleInfo(
        "STY-TITLE-LANG", "A title is in the language of its locale, or in the original language of the work.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "write the title in that locale, or correct the locale", class: .shouldFix,
        bad: [
            event, german("Le Phare de papier"), german("Un phare et la mer"),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"fr-FR\">Das Boot und der Leuchtturm</title>"),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
                "<title locale=\"fr-FR\">Die Nacht der Karten</title><title locale=\"de-DE\">Der Leuchtturm</title>"),
        ],
        nearMisses: [
            german("Der papierene Leuchtturm"), german("The Paper Lighthouse"), german("Faro"),
            // The title of a French work may remain French.
            german("Le Phare de papier", original: "fr"), german("Un phare et la mer", original: "fr"),
            german("La La Faro"),
        ])

    /// Titles of events have no original language.
    private static let event = RuleExample(
        .sportsCatalog, "<title locale=\"en-US\">Fogtown Herons at Saltmarsh Otters</title>",
        "<title locale=\"en-US\">Fogtown Herons at Saltmarsh Otters</title>"
            + "<title locale=\"fr-CA\">The Herons are at the Otters</title>")

    /// The sample's movie with a German title.
    private static func german(_ title: String, original: String = "en") -> RuleExample {
        RuleExample(
            .catalog, "<title locale=\"fr-FR\">Le Phare de papier</title>",
            "<title locale=\"fr-FR\">Le Phare de papier</title><title locale=\"de-DE\">\(title)</title>",
            also: [
                ("<originalLanguage>en</originalLanguage>", "<originalLanguage>\(original)</originalLanguage>")
            ].filter { $0.0 != $0.1 })
    }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        // Most items have titles in one language.
        var count = 0
        for _ in item.children(.title) { count += 1 }
        guard count > 1 else { return }
        var originals: [Language] = []
        for node in item.children(.originalLanguage) {
            originals.append(Language(locale: node.text.trimmed.string))
        }
        for node in item.children(.title) where node.isDefaultTitle {
            guard !(node[.isPhonetic].map { $0 == "true" || $0 == "1" } ?? false) else { continue }
            check(node, item, originals, &findings)
        }
    }

    private func check(_ node: FeedNode, _ item: CatalogItemView, _ originals: [Language], _ findings: inout Findings) {
        let text = node.text.trimmed
        guard text.count > 7, text.bytes.contains(32) else { return }
        let locale = item.locale(of: node)
        let language = Language(locale: locale)
        let known = LanguageSet(language)
        guard known != [], language != .english else { return }
        let words = FunctionWords(text)
        guard words.counts.reduce(0, +) > 0, words.count(known) == 0 else { return }
        if let other = Self.sameTitle(text, node, item, language, words),
            !originals.contains(where: { $0 == other.language })
        {
            return findings.report(
                info, at: node, level: originals.isEmpty ? .info : nil,
                "the title \(text.cited) with the locale \(locale) is the one with the locale \(other.locale)")
        }
        guard !originals.isEmpty || item.type == .sportingEvent,
            let guess = words.language ?? words.language(in: Self.locales(item)), !originals.contains(guess),
            !guess.isNear(language)
        else {
            return
        }
        findings.report(
            info, at: node, "the title \(text.cited) appears to be \(guess.name), but its locale is \(locale)")
    }

    /// The languages of the item's titles.
    private static func locales(_ item: CatalogItemView) -> [Language] {
        item.node.children.filter { $0.name == .title }.map { Language(locale: item.locale(of: $0)) }
    }

    /// Returns the other locale with this title, if a function word of the title belongs to its language.
    private static func sameTitle(
        _ text: FeedText, _ node: FeedNode, _ item: CatalogItemView, _ language: Language, _ words: FunctionWords
    ) -> (locale: String, language: Language)? {
        var result: (locale: String, language: Language)?
        for other in item.children(.title) where other.isDefaultTitle && other.index != node.index {
            let locale = item.locale(of: other)
            let its = Language(locale: locale)
            let isSame = other.text.trimmed == text
            // A title that viewers of the default locale see, too, is kept everywhere.
            if isSame, locale == item.head.defaultLocale { return nil }
            guard isSame, its != language, words.count(LanguageSet(its)) > 0 else { continue }
            result = (locale, its)
        }
        return result
    }
}

/// The function words of a title, by language.
private struct FunctionWords {
    /// Number of function words of each language of `LanguageSet.known`.
    private(set) var counts = [Int](repeating: 0, count: LanguageSet.known.count)
    private var weights = [Double](repeating: 0, count: LanguageSet.known.count)

    init(_ text: FeedText) {
        var sink = Sink()
        TextScanner.scan(text, &sink)
        var seen: Set<UInt64> = []
        for key in sink.keys {
            var languages = Lexicon.shared.languages(key).rawValue
            guard languages != 0, seen.insert(key).inserted else { continue }
            let share = 1 / Double(languages.nonzeroBitCount)
            while languages != 0 {
                let place = languages.trailingZeroBitCount
                counts[place] += 1
                weights[place] += share * share
                languages &= languages - 1
            }
        }
    }

    func count(_ set: LanguageSet) -> Int {
        set.rawValue == 0 ? 0 : counts[set.rawValue.trailingZeroBitCount]
    }

    /// The language of two different function words at least, with three times the weight of any other that is not near.
    var language: Language? {
        let best = weights.indices.max { weights[$0] < weights[$1] } ?? 0
        guard counts[best] >= 2 else { return nil }
        let language = LanguageSet.known[best].code
        for place in weights.indices where place != best && !LanguageSet.known[place].code.isNear(language) {
            guard weights[place] * 3 <= weights[best] else { return nil }
        }
        return language
    }

    /// Returns the only one of these languages that has two different function words in the title.
    func language(in languages: [Language]) -> Language? {
        let found = Set(languages).filter { count(LanguageSet($0)) > 1 }
        return found.count == 1 ? found.first : nil
    }

    private struct Sink: WordSink {
        var keys: [UInt64] = []
        mutating func word(_ key: UInt64, _ start: Int, _ end: Int) { keys.append(key) }
        mutating func pair(_ key: UInt64, _ start: Int) {}
        mutating func interruption() {}
    }
}

extension Language {
    /// Whether function words do not distinguish two languages reliably.
    fileprivate func isNear(_ other: Language) -> Bool {
        self == other || Self.groups.contains { $0.contains(self) && $0.contains(other) }
    }

    private static let groups: [Set<Language>] = [
        ["da", "nb", "no", "nn", "sv"], ["es", "pt", "ca", "gl", "it"], ["cs", "pl"], ["ru", "uk"], ["nl", "af"],
        ["fr", "ca"],
    ]
}
