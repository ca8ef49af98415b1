import UniversalMediaCatalog

/// STY-SCRIPT: texts in another script than that of their locale.
struct ScriptOfText: TextRule {
    static let info = RuleInfo(
        "STY-SCRIPT", "Texts are written in the script of their locale.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "write the text in that locale, or correct the locale",
        bad: [
            .title("紙の灯台", "en-US"), .title("Бумажный маяк", "fr-FR"),
            .title("A Retired Mapmaker and the Paper Lighthouse", "ja-JP"),
            .plot("A retired mapmaker finds a coast that nobody has drawn.", "ja-JP"),
            .plot("Une cartographe découvre une côte que personne n'a dessinée.", "ru-RU"),
            .plot("地図職人が誰も描いたことのない海岸を見つける。", "ko-KR"),
            .plot("A retired mapmaker finds a coast that nobody has drawn.", "ar-SA"),
        ],
        good: [.title("紙の灯台", "ja-JP")],
        nearMisses: [
            .title("ONE PIECE", "ja-JP"), .title("WALL·E", "ru-RU"), .title("NARUTO -ナルト-", "ja-JP"),
            .title("X线", "zh-Hans"), .title("Ω", "en-US"),
            .title("E.T.", "ko-KR"), .title("Ponyo (崖の上のポニョ)", "en-US"), .title("Beogradski fantom", "sr-RS"),
            .title("1917", "ja-JP"),
            .title("Điện Biên Phủ", "vi-VN"), .plot("紙の灯台 — PAPER LIGHTHOUSE。地図職人の物語。", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        let foreign = !text.features.isDisjoint(with: .foreign)
        // Only Latin letters, in a language that uses no other script.
        if !foreign, text.language == .english || Script.latinLanguages.contains(text.language) { return }
        let expected = Script.expected(text.language, locale: text.locale)
        guard !expected.isEmpty else { return }
        if expected == [.latin], !foreign { return }
        if let quick = mayBeFine(text, expected), quick { return }
        let counts = ScriptCounts(text.text)
        let own = counts.count(expected)
        guard counts.letters > 0, own * 2 < counts.letters, let main = counts.main, !expected.contains(main) else {
            return
        }
        let language = text.language.name
        let names = expected.map(\.rawValue).joined(separator: " or ")
        if main == .latin {
            // Titles in any language may keep foreign names.
            guard own == 0 else { return }
            let words = text.text.words.count
            let isSure = text.isTitle ? words >= 5 && counts.letters > 20 : words >= 5
            guard isSure || text.isTitle && (words >= 3 || words == 2 && isDefaultTitle(text, item)) || !text.isTitle
            else { return }
            guard text.isTitle == false || text.isShownTitle else { return }
            return findings.report(
                info, at: text.node, level: isSure ? nil : .info,
                "the text \(text.text.cited) is in Latin letters, but its locale is \(text.locale): \(names) is expected"
            )
        }
        // A single character may be a name: `Ω`.
        guard counts.letters > 1, text.isTitle == false || text.isShownTitle else { return }
        findings.report(
            info, at: text.node,
            "the text \(text.text.cited) is in \(main.rawValue) script, but its locale is \(text.locale) (\(language)): \(names) is expected"
        )
    }

    /// Returns whether a title is the one of the default locale, which may have been copied.
    private func isDefaultTitle(_ text: CatalogText, _ item: CatalogItemView) -> Bool {
        item.node.children.contains {
            $0.name == .title && $0.index != text.node.index && $0.text.trimmed == text.text
                && item.locale(of: $0) == item.head.defaultLocale
        }
    }

    /// Returns true when the first bytes of the characters show that all non-ASCII text is in the expected script; nil if undecided.
    private func mayBeFine(_ text: CatalogText, _ expected: [Script]) -> Bool? {
        let own: TextFeatures
        switch expected {
        case [.kana, .han]: own = [.kana, .han]
        case [.han]: own = .han
        case [.hangul, .han]: own = [.hangul, .han]
        case [.cyrillic]: own = .cyrillic
        default: return nil
        }
        guard !text.features.isDisjoint(with: own),
            text.features.isDisjoint(with: TextFeatures.foreign.subtracting(own))
        else { return nil }
        return text.wordCount < 4 || text.features.isDisjoint(with: [.upper, .lower]) ? true : nil
    }
}

/// STY-LANG: texts in another language than that of their locale.
struct LanguageOfText: TextRule {
    static let info = RuleInfo(
        "STY-LANG", "Texts are in the language of their locale.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "write the text in that locale, or correct the locale",
        bad: [
            .plot(
                "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.",
                "fr-FR"),
            .plot(
                "Une cartographe reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée."
            ),
            .plot(
                "Un cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre une côte."),
            .plot(
                "Eine Kartografin baut aus alten Karten einen Leuchtturm und entdeckt eine Küste, die noch niemand gezeichnet hat.",
                "es-ES"),
            .plot(bilingual), drivers(areExchanged: true),
            .plot(spanish, "fr-FR"), .plot(portuguese, "es-ES"), .plot(spanish, "pt-BR"), .plot(italian, "es-ES"),
            .plot("一位退休的制图师用旧海图重建了一座灯塔，并在那里发现了一片从未有人描绘过的海岸，她的人生从此彻底改变，家人也随她远行。", "ja-JP"),
            .plot("退休的制图师用旧海图重建灯塔，发现了一片无人描绘过的海岸。", "ja-JP"),
        ],
        good: [
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.")
        ],
        nearMisses: [
            .plot(
                "Une cartographe reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée.",
                "fr-CA"),
            .plot(
                "She keeps the light / and the charts of a coast that is not there / until the day that the sea comes for her house."
            ),
            drivers(areExchanged: false),
            .plot(spanish, "es-MX"), .plot(portuguese, "pt-PT"), .plot(italian, "it-IT"),
            .plot(
                "“La vie en rose” and “Non, je ne regrette rien” are the songs of a singer from Paris who is lost in New York."
            ),
            .plot(
                "En pensjonert kartograf bygger et fyrtårn av gamle kart og finner en kyst som ingen har tegnet før henne.",
                "da-DK"),
            .plot(
                "Una cartógrafa jubilada reconstruye un faro con mapas viejos y descubre una costa que nadie ha dibujado.",
                "es-MX"),
        ])

    private static let bilingual =
        "A retired mapmaker rebuilds the lighthouse of a town that is not on any of the charts that she has drawn. / "
        + "Eine Kartografin baut den Leuchtturm einer Stadt wieder auf, die auf keiner der Karten ist, die sie gezeichnet hat."
    /// Two short descriptions of one item, which have few function words.
    private static func drivers(areExchanged: Bool) -> RuleExample {
        RuleExample(
            .catalog,
            "<description locale=\"fr-FR\">Un cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée.</description>",
            "<description locale=\"de-DE\">"
                + (areExchanged ? englishDrivers : germanDrivers) + "</description>",
            also: [
                (
                    "A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.",
                    areExchanged ? germanDrivers : englishDrivers
                )
            ])
    }

    private static let germanDrivers =
        "Zwei verfeindete Fahrer teilen sich auf achthundert Meilen vereister Straße ein Führerhaus."
    private static let englishDrivers =
        "Two rival truck drivers share one cab across eight hundred miles of frozen road."
    private static let spanish =
        "En un puerto que parece de otro tiempo, los vecinos y las máquinas viven en paz hasta que un barco llega desde el sur."
    private static let portuguese =
        "Em uma cidade à beira do mar, um velho cartógrafo não quer mais sair de casa e conversa com as gaivotas."
    private static let italian =
        "Un vecchio cartografo di una città della costa torna al faro che ha lasciato da giovane e scopre che è abitato."

    /// Returns whether a text contains hiragana or katakana, or Latin letters, as in a list of names.
    private static func hasKana(_ text: FeedText) -> Bool {
        for index in 0..<text.count - 1
        where text[index] == 0xE3 && 0x81...0x83 ~= text[index + 1] || isLetter(text[index]) {
            return true
        }
        return false
    }

    /// Returns the part of a text behind a slash, a bar or a line break that is in another language than the part before it.
    private func otherPart(of text: CatalogText) -> FeedText? {
        guard text.text.count > 120, !text.features.isDisjoint(with: [.slash, .bar, .control]) else { return nil }
        let whole = text.text
        for index in 50..<whole.count - 50 {
            let byte = whole[index]
            guard byte == 10 || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "|") else { continue }
            guard byte == 10 || whole[index - 1] == 32 && whole[index + 1] == 32 else { continue }
            let (before, behind) = (whole[0..<index].trimmed, whole[index + 1..<whole.count].trimmed)
            guard let one = LanguageGuess(before, features: text.features), one.confidence > 0.9,
                let other = LanguageGuess(behind, features: text.features), other.confidence > 0.9,
                !one.mayBe(other.language)
            else { return nil }
            return one.mayBe(text.language) ? behind : before
        }
        return nil
    }

    /// Fewer words have no function words by chance.
    private static let fewestWords = 8
    private static let fewestOwnWords = 2
    /// Number of descriptions of the item that one is compared with, which bounds the time of feeds made to be slow.
    private static let mostOthers = 16

    /// Returns the description that was exchanged with another one: each has function words of the other's language, and none of its own. Both
    /// together show it where one alone is too short.
    private func exchanged(_ text: CatalogText, _ item: CatalogItemView) -> CatalogText? {
        guard text.ownWords == 0, text.wordCount >= Self.fewestWords else { return nil }
        let own = LanguageSet(text.language)
        guard !own.isEmpty else { return nil }
        for node in item.children(.description).prefix(Self.mostOthers) {
            let locale = item.locale(of: node)
            guard ![own, []].contains(LanguageSet(Language(locale: locale))) else { continue }
            let other = CatalogText(node: node, isTitle: false, locale: locale)
            guard other.ownWords == 0, other.wordCount >= Self.fewestWords,
                TextScan(text.text, language: LanguageSet(other.language)).ownWords >= Self.fewestOwnWords,
                TextScan(other.text, language: own).ownWords >= Self.fewestOwnWords
            else { continue }
            return other
        }
        return nil
    }

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle, text.text.count > 60, text.language.code != 0 else { return }
        if let other = RomanceWords.otherLanguage(of: text.text, than: text.language) {
            return findings.report(
                info, at: text.node,
                "the text \(text.text.cited) appears to be \(other.name), but its locale is \(text.locale)")
        }
        if text.language == .japanese, text.features.contains(.han), !Self.hasKana(text.text) {
            return findings.report(
                info, at: text.node,
                "the text \(text.text.cited) has no kana and appears to be Chinese, but its locale is "
                    + text.locale)
        }
        if let part = otherPart(of: text) {
            return findings.report(
                info, at: text.node, remedy: "write each language in a description of its own locale",
                "the text \(text.text.cited) is in two languages: \(part.cited) appears to be in another one")
        }
        if let other = exchanged(text, item) {
            return findings.report(
                info, at: text.node, remedy: "exchange the descriptions of the two locales",
                "the text \(text.text.cited) appears to be \(other.language.name), and that of \(other.locale) "
                    + "\(text.language.name)")
        }
        // Fast path: the text has enough function words of its own language.
        if text.ownWords * 6 >= text.wordCount, text.ownWords > 1 { return }
        guard
            text.text.scalarCount
                > (text.language.isDense || !text.features.isDisjoint(with: [.kana, .han, .hangul]) ? 40 : 60),
            let guess = LanguageGuess(text.text, features: text.features),
            guess.confidence > 0.9, !guess.mayBe(text.language)
        else { return }
        // A wrong script is reported by another rule.
        let expected = Script.expected(text.language, locale: text.locale)
        let its = Script.expected(guess.language, locale: "")
        guard expected.isEmpty || !Set(expected).isDisjoint(with: its) else { return }
        findings.report(
            info, at: text.node,
            "the text \(text.text.cited) appears to be \(guess.language.name), but its locale is \(text.locale)")
    }
}
