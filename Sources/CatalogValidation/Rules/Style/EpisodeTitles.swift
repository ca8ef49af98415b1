import UniversalMediaCatalog

/// STY-EP-NUM: episode titles that begin with the episode number.
struct NumberInEpisodeTitle: TextRule {
    static let info = RuleInfo(
        "STY-EP-NUM", "The title of an episode does not begin with its number.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "remove the number from the title; it belongs in episodeNumber",
        bad: [
            .episode("1. Hope"), .episode("S1E1 Hope"), .episode("S01E05: Hope"), .episode("Ep. 5 - Hope"),
            .episode("Episode 1: Hope"), .episode("01 - Hope"), .episode("1x01 Hope"),
            .episode("Épisode 1 : L'espoir", "fr-FR"), .episode("Folge 1: Hoffnung", "de-DE"),
            .episode("Episodio 1. Esperanza", "es-ES"), .episode("第1話 希望", "ja-JP"), .episode("제1화 희망", "ko-KR"),
            .episode("第1集 希望", "zh-Hans"), .episode("Серия 1. Надежда", "ru-RU"),
            .episode("Aflevering 1: Hoop", "nl-NL"),
        ],
        good: [.episode("Hope")],
        nearMisses: [
            .episode("1 Night in Paris"), .episode("12 Angry Bells"), .episode("101 Cranes"),
            .episode("7.62 Millimeters"),
            .episode("Episode 1"), .episode("Epilogue 5: Hope"), .episode("24"), .episode("1. Mai", "de-DE"),
            .episode("1001 nuits", "fr-FR"), .episode("Chapter 1: The Mandolin"), .episode("S.O.S."),
            .episode("一話だけの夢", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard item.type == .episode, text.isTitle, text.features.contains(.digit), text.isShownTitle,
            let info = item.info, let number = info.first(.episodeNumber)?.text.trimmed.decimal
        else { return }
        guard let prefix = Self.prefix(text, number, info.first(.seasonNumber)?.text.trimmed.decimal) else { return }
        findings.report(
            self.info, at: text.node, level: prefix.isSure ? nil : .info,
            remedy: prefix.isSure ? nil : "remove the number from the title if it is the episode number",
            "the title \(text.text.cited) begins with “\(text.text[0..<prefix.end].trimmed.string)”; "
                + "the item's episodeNumber is \(number)"
        )
    }

    /// - Returns: the index after the number or code if more text follows.
    static func prefix(_ text: CatalogText, _ number: Int, _ season: Int?) -> (end: Int, isSure: Bool)? {
        let title = text.text
        if let end = code(title) { return hasMore(title, end) ? (end, true) : nil }
        if text.classes.contains(.episode), let end = word(title), hasMore(title, end) { return (end, true) }
        if let end = asian(title), hasMore(title, end) { return (end, true) }
        // A bare number followed by punctuation.
        var index = title.count > 0 && title[0] == UInt8(ascii: "#") ? 1 : 0
        let first = index
        while index < title.count, isDigit(title[index]) { index += 1 }
        guard index > first, index - first <= 4, index < title.count, let value = title[first..<index].decimal else {
            return nil
        }
        let hasZero = title[first] == UInt8(ascii: "0")
        let isNumber = value == number || season.map { value == $0 * 100 + number } ?? false
        let mark = title[index]
        switch mark {
        case UInt8(ascii: "."), UInt8(ascii: ")"), UInt8(ascii: ":"):
            guard index + 1 < title.count, title[index + 1] == 32, hasMore(title, index + 1) else { return nil }
            // `1. Mai`: in many languages, a number with a dot is an ordinal.
            if mark == UInt8(ascii: "."), dotted.contains(text.language), !hasZero {
                let next = title[index + 1..<title.count].words.first?.lower ?? ""
                return isNumber && !ordinalNouns.contains(next) ? (index + 1, false) : nil
            }
            if mark == UInt8(ascii: ":"), !isNumber { return nil }
            return (index + 1, isNumber || hasZero)
        case 32:
            guard index + 2 < title.count else { return nil }
            let dash = title[index + 1] == UInt8(ascii: "-") && title[index + 2] == 32
            let long =
                index + 3 < title.count && title[index + 1] == 0xE2 && title[index + 2] == 0x80
                && title[index + 3] &- 0x93 < 2
            if dash || long { return isNumber || hasZero ? (index + (dash ? 2 : 4), isNumber) : nil }
            return hasZero && isNumber && hasMore(title, index + 1) ? (index, true) : nil
        default: return nil
        }
    }

    /// Returns whether a title is only a code such as `S1E2`.
    static func isCode(_ title: FeedText) -> Bool { code(title) == title.count }

    /// Returns the index after a code such as `S1E2`, `s01 e02`, `1x02` or `E05`.
    private static func code(_ title: FeedText) -> Int? {
        var index = 0
        func digits() -> Bool {
            let first = index
            while index < title.count, isDigit(title[index]) { index += 1 }
            return index > first && index - first <= 3
        }
        func letter(_ wanted: UInt8) -> Bool {
            guard index < title.count, title[index] | 32 == wanted else { return false }
            index += 1
            return true
        }
        if letter(UInt8(ascii: "s")) {
            guard digits() else { return nil }
            if index < title.count,
                title[index] == 32 || title[index] == UInt8(ascii: ":") || title[index] == UInt8(ascii: ".")
            {
                index += 1
                if index < title.count, title[index] == 32 { index += 1 }
            }
            guard letter(UInt8(ascii: "e")) else { return nil }
            _ = letter(UInt8(ascii: "p"))
            return digits() && isEnd(title, index) ? index : nil
        }
        if letter(UInt8(ascii: "e")) { return digits() && index >= 3 && isEnd(title, index) ? index : nil }
        guard digits(), letter(UInt8(ascii: "x")), index < title.count, title[index] == UInt8(ascii: "0") || index <= 3
        else { return nil }
        let first = index
        return digits() && index - first >= 2 && isEnd(title, index) ? index : nil
    }

    /// Returns the index after `Ep. 5` or `Episode 5:`: the word, a number, and punctuation.
    private static func word(_ title: FeedText) -> Int? {
        let matches = TextScan.matches(.episode, in: title)
        guard let match = matches.first, match.range.lowerBound == 0 else { return nil }
        let name = title[match.range].string.lowercased()
        // `Chapter 5: …` is the official title of many episodes.
        guard name != "capítulo", name != "capitulo" else { return nil }
        var index = match.range.upperBound
        while index < title.count,
            title[index] == 32 || title[index] == UInt8(ascii: ".") || title[index] == UInt8(ascii: "#")
        { index += 1 }
        let first = index
        while index < title.count, isDigit(title[index]) { index += 1 }
        guard index > first, index - first <= 4, index < title.count else { return nil }
        if name == "ep" || name == "eps" || name == "odc" { return index }
        while index < title.count, title[index] == 32 { index += 1 }
        guard index < title.count else { return nil }
        // Without punctuation, `Episode 5 Hope` is rare, and `Episode 3000 Miles Away` is a title.
        return isMark(title, index) ? index + 1 : nil
    }

    private static func isMark(_ title: FeedText, _ index: Int) -> Bool {
        let byte = title[index]
        return byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: ",")
            || byte == UInt8(ascii: "|") || byte == 0xE2 || byte == 0xEF || byte == 0xE3 || byte == 0xC2
    }

    /// Returns the index after `第5話`, `第5集`, `제5화`, `5화` or `第5回`.
    private static func asian(_ title: FeedText) -> Int? {
        guard title.count > 4, title[0] >= 0xE3 || isDigit(title[0]) else { return nil }
        let string = title.string
        var rest = Substring(string)
        let hasMark = rest.first == "第" || rest.first == "제"
        if hasMark { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.isWholeNumber && $0.isNumber && !"一二三四五六七八九十".contains($0) }
        guard !digits.isEmpty, digits.count <= 4 else { return nil }
        rest = rest.dropFirst(digits.count)
        guard let unit = rest.first, "話话集回화회".contains(unit), hasMark || unit == "화" || unit == "集" || unit == "話"
        else { return nil }
        rest = rest.dropFirst()
        return string.utf8.count - rest.utf8.count
    }

    private static func isEnd(_ title: FeedText, _ index: Int) -> Bool {
        index == title.count || !isLetter(title[index]) && !isDigit(title[index])
    }

    private static func hasMore(_ title: FeedText, _ start: Int) -> Bool {
        start < title.count && !title[start..<title.count].hasNoLetters
    }

    /// Languages that write ordinals with a dot: `1.` for `first`.
    private static let dotted: Set<Language> = [
        .german, "da", "nb", "no", "nn", "fi", "cs", "sk", "hu", "pl", "hr", "sr", "sl", "et", "lv", "is", "tr",
    ]
    private static let ordinalNouns: Set<String> = [
        "januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
        "dezember", "fc", "klasse", "bundesliga", "advent", "weltkrieg", "platz", "liga", "tag", "akt", "stock", "maj",
        "juni", "kapitel", "januari", "gebot", "mal",
    ]
}

/// STY-GENERIC-EP: episode titles that consist of the word and a number.
struct GenericEpisodeTitle: TextRule {
    static let info = RuleInfo(
        "STY-GENERIC-EP", "The title of an episode with a description is not only a number.", level: .info,
        tag: "D",
        section: "umc-validation.md 3.3", remedy: "write the episode's own title, if it has one",
        bad: [
            .episode("Episode 1"), .episode("Épisode 12", "fr-FR"), .episode("Folge 3", "de-DE"),
            .episode("Episodio 4", "es-ES"),
            .episode("Capítulo 4", "pt-BR"), .episode("第3話", "ja-JP"), .episode("제3화", "ko-KR"),
            .episode("Серия 3", "ru-RU"), .episode("S01E01"), .episode("Episode 1 of 8"), .episode("Part 1/3"),
            .episode("Season 1 Episode 1"), .episode("Staffel 1, Folge 1", "de-DE"),
        ],
        good: [.episode("The Crane Who Collected Bells")],
        nearMisses: [
            .episode("Episode One Hundred"), .episode("The Last Episode"), .episode("La folge 3000", "fr-FR"),
            .episode("第三の男", "ja-JP"), .episode("Seven of Nine"), .episode("Part of 3"), .episode("The 3 of 8"),
            .episode("Season 2 of Episode 1"), .episode("Season 1 Finale 1"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard item.type == .episode, text.isTitle, text.text.count < 32, text.features.contains(.digit),
            text.isShownTitle, item.elements.contains(.description)
        else { return }
        if NumberInEpisodeTitle.isCode(text.text) {
            return findings.report(
                info, at: text.node, level: .warning, "the title of the episode is only the code \(text.text.cited)")
        }
        if Self.isCounted(text.text) {
            return findings.report(
                info, at: text.node, level: .warning,
                "the title of the episode is only its number among all: \(text.text.cited)")
        }
        if Self.isSeasonAndEpisode(text.text) {
            return findings.report(
                info, at: text.node, level: .warning,
                "the title of the episode is only the numbers of season and episode: \(text.text.cited)")
        }
        guard Self.isGeneric(text) else { return }
        guard let number = Self.otherNumber(text, item) else {
            return findings.report(info, at: text.node, "the title of the episode is only \(text.text.cited)")
        }
        findings.report(
            info, at: text.node, level: .warning, remedy: "correct the title or episodeNumber",
            "the title of the episode is \(text.text.cited), but its episodeNumber is \(number)")
    }

    /// Returns the episodeNumber of an item of a first season whose title has another number.
    private static func otherNumber(_ text: CatalogText, _ item: CatalogItemView) -> Int? {
        guard let info = item.info, let number = info.first(.episodeNumber)?.text.trimmed.decimal,
            info.first(.seasonNumber)?.text.trimmed.decimal ?? 1 == 1
        else { return nil }
        var start = 0
        while start < text.text.count, !isDigit(text.text[start]) { start += 1 }
        var end = start
        while end < text.text.count, isDigit(text.text[end]) { end += 1 }
        guard let written = text.text[start..<end].decimal, written != number, written != 100 + number else {
            return nil
        }
        return number
    }

    /// Returns whether a title is `Episode 3 of 8` or `Part 3/8`.
    private static func isCounted(_ title: FeedText) -> Bool {
        let words = title.string.lowercased().replacing("/", with: " of ").split { $0 == " " || $0 == "." }
        guard words.count == 4, ["episode", "ep", "part"].contains(words[0]), words[2] == "of",
            let number = Int(words[1]), let last = Int(words[3])
        else { return false }
        return number > 0 && number <= last
    }

    /// Returns whether a title is `Season 1 Episode 2`, in this or another language.
    private static func isSeasonAndEpisode(_ title: FeedText) -> Bool {
        let words = title.words
        guard words.count == 4, words[1].isNumber, words[3].isNumber else { return false }
        return seasonWords.ignoringCase(title[words[0].range]) != nil
            && episodeWords.ignoringCase(title[words[2].range]) != nil
    }

    private static let seasonWords = WordTable([
        "season", "series", "staffel", "saison", "temporada", "stagione", "seizoen", "säsong",
    ])
    private static let episodeWords = WordTable([
        "episode", "folge", "épisode", "episodio", "capítulo", "episódio", "aflevering", "avsnitt", "ep",
    ])

    private static func isGeneric(_ text: CatalogText) -> Bool {
        let words = text.text.words
        if text.classes.contains(.episode), let match = TextScan.matches(.episode, in: text.text).first {
            let rest = words.filter { $0.range != match.range }
            let isWord = words.count == rest.count + 1 || words.count == 1
            return isWord && rest.count == 1 && rest[0].isNumber
                && text.text.bytes.allSatisfy { $0 < 0xE2 || words.count == 1 }
                && (match.range.lowerBound == 0 || rest[0].range.lowerBound == 0)
        }
        let string = text.text.string.filter { $0 != " " }
        guard let last = string.last, "話话集回화회".contains(last) else { return false }
        let number = string.dropLast().drop { "第제".contains($0) }
        return !number.isEmpty && number.allSatisfy { $0.isWholeNumber }
    }
}
