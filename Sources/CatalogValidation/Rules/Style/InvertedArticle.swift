import UniversalMediaCatalog

/// STY-ARTICLE: `Big Bang Theory, The`.
struct InvertedArticle: TextRule {
    static let info = RuleInfo(
        "STY-ARTICLE", "The article of a title precedes it.", level: .warning, tag: "S",
        section: "umc-validation.md 3.3",
        remedy: "write the title in its natural order; sort titles have type=\"sort\"",
        bad: [
            .title("Paper Lighthouse, The"), .title("Paper Lighthouse, The (Part 2)"),
            .title("Phare de papier, Le", "fr-FR"), .title("Leuchtturm, Der", "de-DE"),
            .title("Faro de papel, El", "es-ES"),
            .title("Faro di carta, Il", "it-IT"), .title("Farol de Papel, O", "pt-BR"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("You, Me and the Apocalypse"), .title("Guns, Girls and I"), .title("Live Free, Die"),
            .title("Oh là là, la mer", "fr-FR"), .title("Wer früher stirbt, ist länger tot", "de-DE"),
            .title("Amarte así, Frijolito", "es-ES"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.features.contains(.comma), text.isShownTitle else { return }
        let title = text.text
        for index in 0..<title.count where title[index] == UInt8(ascii: ",") {
            var start = index + 1
            guard index > 0, start < title.count, title[start] == 32 else { continue }
            while start < title.count, title[start] == 32 { start += 1 }
            var end = start
            while end < title.count, isLetter(title[end]) || title[end] == UInt8(ascii: "'") { end += 1 }
            guard end > start, end - start <= 4, endsTitle(title, end) else { continue }
            let word = title[start..<end].string
            guard Self.articles(text.language).contains(word.lowercased()),
                word.first?.isUppercase == true || word == word.lowercased() && text.language != .english
            else { continue }
            return findings.report(
                info, at: text.node,
                remedy: "write “\(word) \(title[0..<index].string)”; sort titles have type=\"sort\"",
                "the article of \(title.cited) follows it")
        }
    }

    private func endsTitle(_ title: FeedText, _ end: Int) -> Bool {
        guard end < title.count else { return true }
        if title[end] == UInt8(ascii: ":") { return true }
        return end + 1 < title.count && title[end] == 32
            && (title[end + 1] == UInt8(ascii: "(") || title[end + 1] == UInt8(ascii: "-")
                || title[end + 1] == UInt8(ascii: "["))
    }

    private static func articles(_ language: Language) -> Set<String> { byLanguage[language] ?? english }

    private static let english: Set<String> = ["the", "a", "an"]
    private static let byLanguage: [Language: Set<String>] = [
        .french: ["le", "la", "les", "l'", "un", "une", "the"],
        .german: ["der", "die", "das", "ein", "eine", "the"],
        .spanish: ["el", "la", "los", "las", "un", "una", "the"],
        .italian: ["il", "lo", "la", "i", "gli", "le", "l'", "un", "una", "the"],
        .portuguese: ["o", "a", "os", "as", "um", "uma", "the"],
        .dutch: ["de", "het", "een", "the"],
        .swedish: ["den", "det", "en", "ett", "the"],
        "da": ["den", "det", "en", "et", "the"], "nb": ["den", "det", "en", "et", "the"],
        "no": ["den", "det", "en", "et", "the"], "ca": ["el", "la", "els", "les", "un", "una", "the"],
        "hu": ["a", "az", "the"],
    ]
}
