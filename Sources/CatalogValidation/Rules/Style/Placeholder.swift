import UniversalMediaCatalog

/// STY-PLACEHOLDER: placeholder texts.
struct Placeholder: TextRule {
    static let info = RuleInfo(
        "STY-PLACEHOLDER", "Texts are not placeholders.", level: .error, tag: "D", section: "umc-validation.md 3.3",
        remedy: "write the real text, or remove the item until there is one", class: .mustFix,
        bad: [
            .title("TBD"), .title("Test Movie"), .title("Test Title 1"), .title("Lorem ipsum"), .title("test"),
            .title("{{title}}"), .plot("A retired mapmaker rebuilds a lighthouse out of %s charts."),
            .title("Film %1$d"),
            .title("The Paper Lighthouse (TBA)"),
            .plot("TBA"), .plot("Description"), .plot("No description available."),
            .plot("Lorem ipsum dolor sit amet, consectetur adipiscing elit."),
            .plot("Description à venir", "fr-FR"), .plot("Beschreibung folgt.", "de-DE"),
            .plot("Sin descripción", "es-ES"),
            .plot("Nessuna descrizione disponibile", "it-IT"), .plot("Sem descrição", "pt-BR"), .plot("説明なし", "ja-JP"),
            .title("タイトル未定", "ja-JP"),
            .plot("暂无简介", "zh-Hans"), .plot("설명 없음", "ko-KR"), .plot("Geen beschrijving", "nl-NL"),
            .plot("Beskrivning saknas", "sv-SE"),
            .plot("Нет описания", "ru-RU"), .plot("لا يوجد وصف", "ar-SA"), .plot("${synopsis}"),
            .plot("Plot to be announced. TBA"), .title("N/A"), .title("TODO"), .title("????"), .title("-"),
            .title("NaN"), .title("[object Object]"), .title("b'The Paper Lighthouse'"),
            .title("The Paper Lighthouse (copy)"),
            .title("The Paper Lighthouse [DRAFT]"), .title("The Paper Lighthouse (test)"),
            .title("The Paper Lighthouse - DO NOT USE"), .title("TEST: The Paper Lighthouse"),
            .title("Untitled Project"), .title("No Title"), .title("Untitled"), .title("Sans titre", "fr-FR"),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts. [NEEDS REVIEW]"),
            .plot("[TRANSLATE] A retired mapmaker rebuilds a lighthouse out of old charts."),
            .plot("Insert description here."), .plot("Description to be confirmed."),
            .plot("Synopsis to follow shortly."),
            .plot("A description of this episode will follow soon."),
            .plot("This is a test description for the film."), .plot("TODO: write a synopsis for this film."),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .plot("A mapmaker owns 50 % so that she can rebuild 5 %d of a lighthouse.".replacing("%d", with: "%")),
            .title("(Untitled)"), .title("An Untitled Map"), .title("Test Pilot"), .title("The Test"), .title("Test"),
            .title("None but the Brave"), .title("None"), .title("The Paper Lighthouse - Copy"),
            .title("Old: A Paper Lighthouse"),
            .title("Todo"), .title("?"), .title("Nan"), .title("The Paper Lighthouse (The Copy)"),
            .title("The Paper Lighthouse (Old Version)"), .title("A Copy of the North"),
            .plot("To be a lighthouse keeper is her dream, until a mapmaker arrives."),
            .plot("A retired mapmaker rebuilds a lighthouse out of old charts [in French]."),
            .plot("The description to follow is false, and the mapmaker has to prove it."),
            .title("xXx"), .title("The Unknown"), .title("Title IX"), .title("La Prueba", "es-ES"),
            .title("Le Résumé", "fr-FR"), .title("The Description of a Struggle"),
            .title("未定の明日", "ja-JP"),
            .plot("A test pilot without a title cannot describe the coast that nobody has drawn."),
            .plot("Le titre de champion est à venir : une description de la mer sans nom.", "fr-FR"),
            .plot("Ein Test ohne Titel: die Beschreibung der Küste, die niemand gezeichnet hat.", "de-DE"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        if text.isTitle, text.text.count <= 40, Self.isSample(text.text) {
            return findings.report(info, at: text.node, "the title is a placeholder: \(text.text.cited)")
        }
        if text.isTitle, Self.untitled[text.text] != nil {
            return findings.report(
                info, at: text.node, level: Self.isNamed(text, item) ? .info : .warning,
                remedy: "write the title; if the work is really called so, suppress this finding",
                "the title is what programs write where there is none: \(text.text.cited)")
        }
        if !text.isTitle, let note = WorkingNote.bracketed(text.text) {
            return findings.report(
                info, at: text.node, remedy: "remove the note",
                "the description contains a note for its authors: \(note.cited)")
        }
        if text.isTitle ? Self.isWorkingTitle(text.text) : Self.isWorkingNote(text.text) {
            return findings.report(info, at: text.node, "the \(kind(text)) is a placeholder: \(text.text.cited)")
        }
        if text.features.contains(.template), let leftover = template(text.text) {
            return findings.report(
                info, at: text.node, "the \(kind(text)) contains an unfilled template: \(leftover.cited)")
        }
        if text.features.contains(.percent), let code = formatCode(text.text) {
            return findings.report(
                info, at: text.node, "the \(kind(text)) contains an unfilled template: \(code.cited)")
        }
        if text.classes.contains(.filler), let filler = TextScan.matches(.filler, in: text.text).first {
            return findings.report(
                info, at: text.node, "the \(kind(text)) is filler text: \(text.text[filler.range].cited)")
        }
        // A long text is not a placeholder, whatever its words; it may end with one.
        guard text.classes.contains(.placeholder), text.text.count <= 80 || endsWithCode(text.text) else { return }
        let matches = TextScan.matches(.placeholder, in: text.text)
        let isWhole = CatalogText.isOnly(text.text, .placeholder) || isSentence(text, matches)
        if isWhole {
            guard !text.isTitle || isNoRealTitle(text, item) else { return }
            return findings.report(info, at: text.node, "the \(kind(text)) is a placeholder: \(text.text.cited)")
        }
        // `… TBA` at the end, or in brackets.
        for match in matches {
            let word = text.text[match.range]
            guard word == "TBA" || word == "TBD" || word == "TBC", isLast(text.text, match.range) else { continue }
            return findings.report(
                info, at: text.node, "the \(kind(text)) ends with “\(word.string)”: \(text.text.cited)")
        }
    }

    /// Returns whether a title is only signs, or what people write until there is a title.
    private static func isWorkingTitle(_ text: FeedText) -> Bool {
        guard text.count <= 60, !text.isEmpty else { return false }
        if workingTitles[text] != nil || text.hasPrefix("TODO: ") || text.hasPrefix("Copy of ")
            || text.hasPrefix("Title: ") || isBytesLiteral(text) || WorkingNote.isMarked(text)
        {
            return true
        }
        // Punctuation only is a placeholder, except `?`, which is the title of a movie.
        if !isLetter(text[0]), text[0] < 0x80, text != "?", text.bytes.allSatisfy(isSign) { return true }
        // `… [DRAFT]`, `… (test)`.
        let last = text[text.count - 1]
        guard last == UInt8(ascii: "]") || last == UInt8(ascii: ")") else { return false }
        var start = text.count - 1
        while start > 0, text[start] != UInt8(ascii: "["), text[start] != UInt8(ascii: "(") { start -= 1 }
        return start > 0 && notes.ignoringCase(text[start + 1..<text.count - 1]) != nil
    }

    /// Returns whether a title such as `Untitled` is probably that of the work: it is the same in another language, or databases list it.
    private static func isNamed(_ text: CatalogText, _ item: CatalogItemView) -> Bool {
        item.node.children.contains { node in
            switch node.name {
            case .title:
                node.index != text.node.index && node.text.trimmed == text.text
                    && Language(locale: item.locale(of: node)) != text.language
            case .externalId: node[.system].map { databases.ignoringCase($0.trimmed) != nil } ?? false
            default: false
            }
        }
    }

    private static let databases = WordTable(["eidr", "imdb", "isan", "tmdb", "tms", "tvdb"])

    private static let untitled = WordTable([
        "Untitled", "Sans titre", "Ohne Titel", "Senza titolo", "Sin título", "Sem título", "Zonder titel",
    ])

    private static let workingTitles = WordTable([
        "N/A", "TODO", "DO NOT USE", "Title here", "Movie Title", "Untitled Movie", "Untitled Episode", "Untitled Show",
        "Untitled Project", "Untitled Series", "Untitled Season", "No Title", "No title", "NO TITLE",
        "Title TBD", "Title Pending", "Unknown Title", "Untitled Program", "Missing Title", "Movie Name",
        "Episode Title",
        "Episode Name", "Show Title", "Series Title", "Season Title", "%s", "%@", "XXXX", "NaN", "[object Object]",
        "[object Undefined]", "System.String",
    ])

    /// Returns whether a text is written as a program writes bytes: `b'…'`.
    private static func isBytesLiteral(_ text: FeedText) -> Bool {
        guard text.count > 3, text[0] == UInt8(ascii: "b") else { return false }
        let quote = text[1]
        return (quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")) && text[text.count - 1] == quote
    }

    /// Returns whether a character is a sign that makes no title, however often it occurs.
    private static func isSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "?"), UInt8(ascii: "*"),
            UInt8(ascii: "~"), 32:
            true
        default: false
        }
    }
    private static let notes = WordTable([
        "draft", "test", "wip", "do not use", "do not publish", "temp", "dummy", "placeholder", "to do", "todo",
        "working title", "duplicate", "copy", "copy 1", "copy 2",
    ])

    /// Returns whether a short description begins as a note for its author.
    private static func isWorkingNote(_ text: FeedText) -> Bool {
        text.count <= 100 && text.count > 5 && (notePrefixes.begin(text) || isAnnouncement(text))
    }

    /// Returns whether a text announces a description: `Synopsis to follow shortly.`
    private static func isAnnouncement(_ text: FeedText) -> Bool {
        guard announced.begin(text) else { return false }
        let words = text.string.lowercased().split { !$0.isLetter }
        var end = words.count
        while end > 0, times.contains(words[end - 1]) { end -= 1 }
        return end > 2 && words[end - 1] == "follow" && (words[end - 2] == "to" || words[end - 2] == "will")
    }

    private static let announced = Beginnings(
        ignoringCase: [
            "synopsis", "a synopsis", "the synopsis", "description", "a description", "the description", "summary",
            "a summary",
        ])
    private static let times: Set<Substring> = ["soon", "shortly", "later", "asap"]

    private static let notePrefixes = Beginnings(
        ignoringCase: [
            "insert description", "insert synopsis", "insert text", "add description", "add synopsis",
            "enter description",
            "enter synopsis", "description to be ", "synopsis to be ", "description will ",
            "description of the movie goes",
            "test description", "this is a test description", "this is a test text", "this is a placeholder",
            "placeholder text", "placeholder description", "sample description", "dummy text", "dummy description",
            "todo:",
            "tbd:", "tbd -", "to be confirmed",
            "to be added", "to be written", "description tb", "synopsis tb",
        ])

    /// Returns whether a title is `Test Title 1`, `Sample Movie` or the like.
    private static func isSample(_ text: FeedText) -> Bool {
        guard text.count > 8, sampleWords.begin(text) else { return false }
        let words = text.string.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }
        guard (2...3).contains(words.count), ["test", "sample", "dummy", "demo"].contains(words[0]),
            ["title", "movie", "film", "show", "series", "season", "episode", "asset", "item", "content", "video"]
                .contains(words[1])
        else { return false }
        return words.count == 2 && words[1] != "show" || words.count == 3 && words[2].allSatisfy(\.isNumber)
    }

    private static let sampleWords = Beginnings(ignoringCase: ["test", "sample", "dummy", "demo"])

    private func kind(_ text: CatalogText) -> String { text.isTitle ? "title" : "description" }

    /// Returns whether a text such as `No description available at this time` is a phrase of at least two words, and little else.
    private func isSentence(_ text: CatalogText, _ matches: [TextScan.Match]) -> Bool {
        guard !text.isTitle, text.text.count <= 80 else { return false }
        let words = text.text.words.count
        return matches.contains { match in
            let phrase = text.text[match.range].words.count
            return phrase >= 2 && words - phrase <= 2 && match.range.lowerBound <= 4
                && Self.absences.contains { text.text[match.range].string.lowercased().contains($0) }
        }
    }

    /// Returns whether a title is a placeholder. Some placeholders are also real titles: they count only without a meaningful description.
    private func isNoRealTitle(_ text: CatalogText, _ item: CatalogItemView) -> Bool {
        let lower = text.text.string.lowercased()
        let isLowerCase = text.text.string == lower && text.features.contains(.lower)
        guard Self.realTitles.contains(lower) else { return true }
        if isLowerCase { return true }
        // A description of some length.
        return !item.node.children.contains { $0.name == .description && $0.text.trimmed.count >= 40 }
    }

    /// Returns whether a text ends with `TBA`, `TBC` or `TBD`, apart from punctuation.
    private func endsWithCode(_ text: FeedText) -> Bool {
        var end = text.count
        while end > 0, !isLetter(text[end - 1]), text[end - 1] < 0x80, text.count - end < 4 { end -= 1 }
        return end > 3 && text[end - 3] == UInt8(ascii: "T") && text[end - 2] == UInt8(ascii: "B")
    }

    private func isLast(_ text: FeedText, _ range: Range<Int>) -> Bool {
        guard range.lowerBound > 0, text[range.upperBound..<text.count].hasNoLetters else { return false }
        return true
    }

    /// Returns a place for a value as programs write it, alone between spaces: `%s`, `%1$s`, `%@`.
    private func formatCode(_ text: FeedText) -> FeedText? {
        for start in 0..<text.count where text[start] == UInt8(ascii: "%") && (start == 0 || text[start - 1] == 32) {
            var end = start + 1
            while end < text.count, isDigit(text[end]) || text[end] == UInt8(ascii: "$") { end += 1 }
            guard end < text.count, end - start < 5 else { continue }
            switch text[end] {
            case UInt8(ascii: "s"), UInt8(ascii: "d"), UInt8(ascii: "@"), UInt8(ascii: "i"): end += 1
            default: continue
            }
            if end == text.count || !isLetter(text[end]) && text[end] < 0x80 { return text[start..<end] }
        }
        return nil
    }

    /// Returns an unfilled template field: `{{title}}`, `${title}`, `{title}`, `__TITLE__`.
    private func template(_ text: FeedText) -> FeedText? {
        let bytes = text.bytes
        for index in 0..<bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch bytes[index] {
            case UInt8(ascii: "{"):
                let isDouble = next == UInt8(ascii: "{")
                let first = isDouble ? index + 2 : index + 1
                let isMarked =
                    isDouble
                    || index > 0 && (bytes[index - 1] == UInt8(ascii: "$") || bytes[index - 1] == UInt8(ascii: "#"))
                // `{0}`, `{title}`.
                var end = first
                while end < bytes.count,
                    bytes[end] == 32 || isLetter(bytes[end]) || isDigit(bytes[end]) || bytes[end] == UInt8(ascii: "_")
                        || bytes[end] == UInt8(ascii: ".")
                { end += 1 }
                if end > first, end < bytes.count, bytes[end] == UInt8(ascii: "}"),
                    isMarked && end - first < 40 || Self.fields.contains(text[first..<end].string.lowercased())
                        || text[first..<end].decimal != nil
                {
                    return text[index..<min(bytes.count, end + (isDouble ? 2 : 1))]
                }
            case UInt8(ascii: "_"):
                if next == UInt8(ascii: "_"), index + 2 < bytes.count, bytes[index + 2] &- 65 < 26,
                    text[index + 2..<bytes.count].contains("__")
                {
                    return text[index..<min(bytes.count, index + 30)]
                }
            default: continue
            }
        }
        return nil
    }

    private static let fields: Set<String> = [
        "title", "name", "description", "synopsis", "episode", "episode_title", "season", "number", "show", "series",
        "year", "text",
        "item.title", "item.description", "id",
    ]
    private static let absences: [String] = [
        "no ", "not available", "available", "unavailable", "missing", "tba", "tbd", "to come", "coming soon",
        "goes here", "aucun", "pas de", "venir",
        "folgt", "kein", "sin ", "no disponible", "nessun", "non disponibile", "sem ", "indisponível", "não disponível",
        "geen", "volgt", "saknas", "ingen",
        "нет ", "отсутствует", "to be", "unknown",
    ]
    /// Titles of real movies and shows.
    private static let realTitles: Set<String> = [
        "test", "tests", "testing", "the test", "none", "null", "title", "titles", "description", "untitled", "prueba",
        "prova", "teste",
        "тест", "テスト", "あらすじ", "xxx", "placeholder", "dummy", "foo", "synopsis", "undefined", "qwerty", "sinopsis",
        "opis",
        "測試", "测试", "테스트", "اختبار", "saknas", "titel", "título", "titre", "resumé", "résumé", "à venir", "todo", "n a",
        "to be determined", "to be announced", "to be confirmed", "noch unbekannt", "sans titre", "senza titolo",
        "sin título", "sem título",
        "no title", "без названия", "название", "do not use", "copy of", "サンプル", "ダミー", "準備中", "未定", "待定", "미정", "제목",
        "標題", "标题", "العنوان",
    ]
}
