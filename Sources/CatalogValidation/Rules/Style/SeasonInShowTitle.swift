import UniversalMediaCatalog

/// STY-SHOW-SEASON: show titles with a season number.
struct SeasonInShowTitle: TextRule {
    static let info = RuleInfo(
        "STY-SHOW-SEASON", "The title of a show does not name a season.", level: .warning, tag: "S",
        section: "umc-validation.md 3.3",
        remedy: "remove the season from the show's title; seasons are separate items",
        bad: [
            .show("Nine Quiet Volcanoes Season 6"), .show("Nine Quiet Volcanoes S02"),
            .show("Nine Quiet Volcanoes - Series 3"), .show("Nine Quiet Volcanoes: Season Two"),
            .show("Neuf volcans, saison 2", "fr-FR"), .show("Neun Vulkane - 2. Staffel", "de-DE"),
            .show("Neun Vulkane Staffel 3", "de-DE"), .show("Nueve volcanes: 2ª temporada", "es-ES"),
            .show("Nove vulcani - Stagione 4", "it-IT"), .show("Nove Vulcões (Temporada 2)", "pt-BR"),
            .show("静かな九つの火山 第2期", "ja-JP"), .show("静かな九つの火山 シーズン3", "ja-JP"),
            .show("조용한 화산 시즌 2", "ko-KR"), .show("九座火山 第二季", "zh-Hans"), .show("Девять вулканов (2 сезон)", "ru-RU"),
            .show("Negen vulkanen - Seizoen 2", "nl-NL"), .show("Nio vulkaner säsong 2", "sv-SE"),
        ],
        good: [.show("Nine Quiet Volcanoes")],
        nearMisses: [
            .show("Season of the Witch"), .show("The Four Seasons"), .show("S Club 7"),
            .show("A Series of Unfortunate Events"),
            .show("S.W.A.T."), .show("The Fifth Season"), .show("Une saison en enfer", "fr-FR"),
            .show("La temporada de las nueve lluvias", "es-ES"), .show("四季の歌 第9地区", "ja-JP"),
            .show("Staffellauf der 4 Brüder", "de-DE"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard item.type == .show, text.isShownTitle,
            text.classes.contains(.season) || text.features.contains(.digit)
                || !text.features.isDisjoint(with: [.han])
        else { return }
        guard let marker = Self.marker(text.text) else { return }
        findings.report(
            info, at: text.node, "the title of the show \(text.text.cited) names a season: “\(marker)”")
    }

    private static func marker(_ title: FeedText) -> String? {
        let words = title.words
        let seasons = TextScan.matches(.season, in: title)
        for match in seasons {
            guard let place = words.firstIndex(where: { $0.range.overlaps(match.range) }),
                words[place].range == match.range
            else {
                // Scripts without spaces: the number is adjacent to the word, or part of it.
                if let number = number(title, match.range) { return number }
                continue
            }
            let word = words[place].lower
            let isSeries = ["series", "serie", "série", "séria", "siz"].contains(word)
            if place + 1 < words.count, isNumber(words[place + 1], isSeries: isSeries) {
                let isAtEnd = place + 2 == words.count
                if !isSeries || isAtEnd && isSeparated(title, words[place].range.lowerBound) {
                    return title[match.range.lowerBound..<words[place + 1].range.upperBound].string
                }
            }
            // `2. Staffel`; English titles such as `The Fifth Season` are accepted.
            if place > 0, !isSeries, word != "season", word != "seasons", isOrdinal(words, place - 1, title) {
                return title[words[place - 1].range.lowerBound..<match.range.upperBound].string
            }
            if place > 1, word == "season", isDigitOrdinal(words[place - 1]) {
                return title[words[place - 1].range.lowerBound..<match.range.upperBound].string
            }
        }
        if let code = words.first(where: { isCode($0, title) }) { return code.text.string }
        return japaneseTerm(title)
    }

    private static func isNumber(_ word: TextWord, isSeries: Bool) -> Bool {
        if word.isNumber { return word.text.count <= (isSeries ? 2 : 4) }
        if ["ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"].contains(word.lower), word.isCapital {
            return true
        }
        return !TextScan.matches(.ordinal, in: word.text).isEmpty
    }

    /// Returns whether a word is an ordinal: `2.`, `2ª`, `2nd`, `zweite`.
    private static func isOrdinal(_ words: [TextWord], _ place: Int, _ title: FeedText) -> Bool {
        let word = words[place]
        if isDigitOrdinal(word) { return true }
        if word.isNumber { return word.text.count <= 2 }
        return place > 0 && !TextScan.matches(.ordinal, in: word.text).isEmpty
    }

    private static func isDigitOrdinal(_ word: TextWord) -> Bool {
        let digits = word.text.bytes.prefix { isDigit($0) }.count
        return digits > 0 && digits <= 2 && word.text.count > digits
            && ["st", "nd", "rd", "th", "e", "ème", "eme", "re", "er", "a", "ª", "й", "я", "го"].contains(
                word.text[digits..<word.text.count].string)
    }

    private static func isSeparated(_ title: FeedText, _ place: Int) -> Bool {
        var index = place
        while index > 0, title[index - 1] == 32 { index -= 1 }
        return index > 0 && !isLetter(title[index - 1]) && title[index - 1] < 0x80 && !isDigit(title[index - 1])
            || index >= 3 && title[index - 3] == 0xE2
    }

    /// Returns whether a word is a code: `S02`, `S2E4`; `S2` only at the end.
    private static func isCode(_ word: TextWord, _ title: FeedText) -> Bool {
        let bytes = word.text.bytes
        guard bytes.count >= 2, bytes[0] == UInt8(ascii: "S"), word.range.lowerBound > 0 else { return false }
        let digits = bytes.dropFirst().prefix { isDigit($0) }.count
        guard digits > 0, digits <= 2 else { return false }
        if bytes.count == digits + 1 {
            return digits == 2 || word.range.upperBound == title.count && isSeparated(title, word.range.lowerBound)
        }
        return bytes[digits + 1] == UInt8(ascii: "E") && bytes.count > digits + 2
    }

    private static func number(_ title: FeedText, _ range: Range<Int>) -> String? {
        let string = title[range].string
        if string.hasPrefix("第") { return string }
        var end = range.upperBound
        while end < title.count, title[end] == 32 { end += 1 }
        let first = end
        while end < title.count, isDigit(title[end]) { end += 1 }
        if end > first, end - first <= 2 { return title[range.lowerBound..<end].string }
        // The number precedes the word: `第2シーズン`, `2시즌`.
        if range.lowerBound > 0, isDigit(title[range.lowerBound - 1]) {
            return title[range.lowerBound - 1..<range.upperBound].string
        }
        return nil
    }

    /// Returns a season such as `第2期` or `第2季`.
    private static func japaneseTerm(_ title: FeedText) -> String? {
        let string = title.string
        guard let start = string.lastIndex(of: "第") else { return nil }
        let rest = string[string.index(after: start)...]
        let digits = rest.prefix { $0.isWholeNumber || "一二三四五六七八九十".contains($0) }
        guard !digits.isEmpty, let unit = rest.dropFirst(digits.count).first, unit == "期" || unit == "季" else {
            return nil
        }
        return "第\(digits)\(unit)"
    }
}
