import UniversalMediaCatalog

/// STY-SPELLING: words that are often misspelt.
struct Misspelling: TextRule {
    static let info = RuleInfo(
        "STY-SPELLING", "Descriptions contain none of the frequent misspellings, and no words without their accents.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3", remedy: "correct the word", class: .shouldFix,
        bad: [
            .plot("A retired mapmaker recieves a chart of a coast that nobody has drawn."),
            .plot("A retired mapmaker and teh coast that nobody has drawn."),
            .plot("Une cartographe part apres la guerre vers une côte que personne ne connaît.", "fr-FR"),
            .plot("Una cartógrafa encuentra despues de la guerra una costa que nadie ha dibujado.", "es-ES"),
            .plot("Eine Kartografin baut fuer ihre Stadt einen Leuchtturm aus alten Karten.", "de-DE"),
        ],
        good: [.plot("A retired mapmaker receives a chart of a coast that nobody has drawn.")],
        nearMisses: [
            // Names, and words of another language.
            .plot("Captain Teh and Doctor Wierd find a coast that nobody has drawn."),
            .plot("Una cartógrafa llama a su mere una costa que nadie ha dibujado.", "es-ES"),
            .plot("A mere mapmaker finds a coast that nobody has drawn, and keeps a dia of it."),
            .title("Teh Coast"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.classes.contains(.misspelt), !text.isTitle else { return }
        for match in TextScan.matches(.misspelt, in: text.text) {
            let word = text.text[match.range]
            // A capital letter makes a name of it, and the letters of an accent may follow.
            guard word.bytes.allSatisfy({ $0 &- 97 < 26 }),
                match.range.upperBound == text.text.count || text.text[match.range.upperBound] < 0x80
            else { continue }
            if text.language == .english {
                guard let place = Self.english[word] else { continue }
                let right = EnglishMisspellings.right[place].1
                return findings.report(
                    info, at: text.node, remedy: "write “\(right)”",
                    "the description contains “\(word.string)”, a misspelling of “\(right)”")
            }
            guard let languages = Self.accentless[word], languages == text.language else { continue }
            return findings.report(
                info, at: text.node, remedy: "write the word with its accents, and check how the text lost them",
                "the description contains “\(word.string)”, which \(text.language.name) writes with an accent")
        }
    }

    private static let english = WordTable(
        EnglishMisspellings.right.indices.map { (EnglishMisspellings.right[$0].0, $0) })
    private static let accentless = WordTable(
        AccentlessWords.byLanguage.flatMap { language, words in words.map { ($0, language) } })
}
