import UniversalMediaCatalog

/// STY-TITLE-FORM: titles with signs, and titles that are no titles.
struct TitleForm: TextRule {
    static let info = RuleInfo(
        "STY-TITLE-FORM",
        "A title is written as on the poster: without emoji, trademark signs, surrounding quotation marks or wide letters, and is no file name or id.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3", remedy: "write the title in plain letters",
        bad: [
            .title("The Paper Lighthouse™"), .title("The Paper Lighthouse 🔥"), .title("\"The Paper Lighthouse\""),
            .title("“The Paper Lighthouse”"), .title("the_paper_lighthouse_v2.mp4"), .title("paper_lighthouse_final"),
            .title("LB-MOV-0001"), .title("Ｔｈｅ Paper Lighthouse"), .title("The Paper Lighthouse!!!"),
            .title("The Paper Lighthouse.."), .title("The Paper , Lighthouse"),
            .title("The Paper Lighthouse,"), .title("The Paper Lighthouse -"),
            .title("The Paper Lighthouse_EN"), .title("Le Phare de papier_fr", "fr-FR"),
            .title("0001 - The Paper Lighthouse"), .title("LB-MOV-0001 The Paper Lighthouse"),
            .title("The PaperÂ Lighthouse"), .title("The Paper Lighthouse | Lantern Bay TV"), .title("1234567"),
            .title("Le Phare inache\u{301}ve\u{301}", "fr-FR"),
            .title("The Paper Lightho..."), .title("The Paper Lightho…"), .title("Paper_Lighthouse"),
            .title("- The Paper Lighthouse"), .title("The Paper Lighthouse`s Keeper"),
            .title("The Paper Lighthouse ❄️"), .title("The+Paper+Lighthouse"),
            .title("The Paper Lighthouse / Le Phare de papier"),
            .title("The Paper Lighthouse - The Paper Lighthouse"), .title("The Paper Lighthouse The Paper Lighthouse"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("“Heroes” of the North"), .title("\"Weird Al\" in the North"), .title("ＮＡＮＡ", "ja-JP"),
            .title("Airplane!"), .title("And Then..."), .title("The Paper Lighthouse Inc."), .title("What?!"),
            .title("Le Phare inachevé", "fr-FR"), .title("I ♥ the North"),
            .title("-30- Lighthouses"), .title("Paper_lighthouse"), .title("Lo_Fi"),
            .title("NARUTO -ナルト-", "ja-JP"), .title("_Title_"), .title("JUNG_E"), .title("1984 - The Paper Lighthouse"),
            .title("M.mp3 of the North"),
            .title("RRRrrrr!!!", "fr-FR"), .title("When She Finds..."), .title("The Lighthouse..."),
            .title("Romeo+Juliet"), .title("Map+Sea=Love"), .title("A+B+C"), .title("Face / Off"),
            .title("Lighthouse, Lighthouse"), .title("Lighthouse - Lighthouse"),
            .title("Once Upon a Map..."), .title("12345"), .title("2001"), .title("CÂ", "fr-FR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isTitle else { return }
        if let id = item.contentID, text.text == id, id.count > 3, !id.bytes.allSatisfy(isLetter) {
            return findings.report(
                info, at: text.node, remedy: "write the title", "the title is the contentId \(id.shown)")
        }
        if let id = item.contentID, Self.beginsWithID(text.text, id) {
            return findings.report(
                info, at: text.node, remedy: "remove the number",
                "the title \(text.text.cited) begins with the contentId \(id.shown), or with its number")
        }
        if text.features.contains(.template), Self.endsWithLocale(text.text) {
            return findings.report(
                info, at: text.node, remedy: "remove the part from the `_`; the locale belongs in the attribute",
                "the title \(text.text.cited) ends with the code of a language or a country")
        }
        if let end = Self.looseEnd(text.text) {
            return findings.report(
                info, at: text.node, remedy: "complete the title, or remove the sign",
                "the title \(text.text.cited) ends with `\(end)`")
        }
        if text.text.count > 5, text.text.bytes.allSatisfy(isDigit) {
            return findings.report(
                info, at: text.node, remedy: "write the title",
                "the title \(text.text.cited) is a number of "
                    + "\(text.text.count) digits")
        }
        if let fault = Self.punctuationFault(text.text) {
            return findings.report(
                info, at: text.node, remedy: "correct the punctuation", "the title \(text.text.cited) \(fault)")
        }
        if text.features.contains(.plus), Self.hasPlusForSpace(text.text) {
            return findings.report(
                info, at: text.node, remedy: "write spaces",
                "the title \(text.text.cited) has `+` in place of spaces, as in the query of a URL")
        }
        if let half = Self.doubled(text.text) {
            return findings.report(
                info, at: text.node, remedy: "write the title once",
                "the title \(text.text.cited) is \(half.cited) twice")
        }
        if text.features.contains(.slash), let other = Self.otherLanguage(text, item) {
            return findings.report(
                info, at: text.node, remedy: "write one title for each locale",
                "the title \(text.text.cited) contains the title in another locale, \(other.cited)")
        }
        if let word = Self.cutWord(text.text, in: item) {
            return findings.report(
                info, at: text.node, remedy: "write the complete title",
                "the title \(text.text.cited) appears to be cut within the word “\(word)”")
        }
        let features = text.features
        guard
            !features.isDisjoint(with: [
                .nonASCII, .template, .quote, .exclamation, .innerDot, .dash, .escape, .apostrophe,
            ]), let fault = Self.fault(text)
        else { return }
        findings.report(info, at: text.node, "the title \(text.text.cited) \(fault)")
    }

    /// Returns whether three or more words are joined by plus signs, one of them with four letters or more.
    private static func hasPlusForSpace(_ title: FeedText) -> Bool {
        guard !title.bytes.contains(32) else { return false }
        let words = title.bytes.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        return words.count > 2 && words.allSatisfy { !$0.isEmpty } && words.contains { $0.count > 3 }
    }

    /// Returns the first half of a title of two equal halves of several words, with a space or a separator between them.
    private static func doubled(_ title: FeedText) -> FeedText? {
        for separator in [" ", ": ", " - ", " / ", " | ", " – "] as [StaticString] {
            let length = title.count - separator.utf8CodeUnitCount
            guard length > 16, length % 2 == 0 else { continue }
            let half = title[0..<length / 2]
            guard title[half.count..<title.count].hasPrefix(separator),
                title[title.count - half.count..<title.count] == half,
                half.bytes.contains(32)
            else { continue }
            return half
        }
        return nil
    }

    /// Returns the title of another locale that is before or after a slash with spaces.
    private static func otherLanguage(_ text: CatalogText, _ item: CatalogItemView) -> FeedText? {
        let title = text.text
        for node in item.children(.title) where node.index != text.node.index {
            let other = node.text.trimmed
            guard other.count > 1, title.count > other.count + 3 else { continue }
            let rest = title.count - other.count
            if title.hasPrefix(other), title[other.count..<title.count].hasPrefix(" / ") { return other }
            if title[rest..<title.count] == other, title[rest - 3..<rest] == " / " { return other }
        }
        return nil
    }

    /// Returns whether an id, or a number of four digits or more at its end, and a separator precede a title.
    private static func beginsWithID(_ title: FeedText, _ id: FeedText) -> Bool {
        guard !title.isEmpty else { return false }
        if id.count > 4, title.count > id.count + 2, title[0] == id[0], title.hasPrefix(id),
            !id.bytes.allSatisfy(isLetter)
        {
            return isSeparator(title[id.count])
        }
        guard isDigit(title[0]) else { return false }
        var end = 0
        while end < title.count, isDigit(title[end]) { end += 1 }
        guard end >= 4, end + 3 < title.count, id.count > end, id[id.count - end..<id.count] == title[0..<end],
            !isDigit(id[id.count - end - 1])
        else { return false }
        return isSeparator(title[end]) && (title[end] != 32 || title[end + 1] == UInt8(ascii: "-"))
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == 32 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
    }

    /// Returns whether a title ends like `Title_DE`.
    private static func endsWithLocale(_ title: FeedText) -> Bool {
        let end = title.count
        guard end > 7, title[end - 3] == UInt8(ascii: "_"), isLetter(title[end - 2]), isLetter(title[end - 1]) else {
            return false
        }
        return (end - 7..<end - 3).allSatisfy { isLetter(title[$0]) || title[$0] > 0x7f }
    }

    /// Returns the sign at the end of a title that more text should follow.
    private static func looseEnd(_ title: FeedText) -> StaticString? {
        guard title.count > 2 else { return nil }
        switch title[title.count - 1] {
        case UInt8(ascii: ","): return ","
        case UInt8(ascii: ";"): return title.bytes.contains(UInt8(ascii: "&")) ? nil : ";"
        case UInt8(ascii: ":"): return ":"
        case UInt8(ascii: "-"): return title[title.count - 2] == 32 ? "-" : nil
        default: return nil
        }
    }

    /// Returns the complete word when a title ends with its beginning and an ellipsis. The word is in a description of the item.
    private static func cutWord(_ title: FeedText, in item: CatalogItemView) -> String? {
        var end = title.count
        if title.count > 8, title[end - 3..<end] == "..." || title[end - 3..<end] == "…" {
            end -= 3
        } else {
            return nil
        }
        var start = end
        while start > 0, isLetter(title[start - 1]) { start -= 1 }
        let part = title[start..<end]
        // A whole word may end a title, and an ending makes another word of it.
        guard part.count >= 4, start > 0, title[start - 1] == 32 else { return nil }
        var found: String?
        for node in item.children(.description) {
            let text = node.text
            var index = 0
            while index + part.count <= text.count {
                guard index == 0 || !isLetter(text[index - 1]),
                    text[index..<index + part.count].isSameIgnoringCase(part)
                else {
                    index += 1
                    continue
                }
                var wordEnd = index + part.count
                while wordEnd < text.count, isLetter(text[wordEnd]) || text[wordEnd] >= 0x80 { wordEnd += 1 }
                let rest = text[index + part.count..<wordEnd]
                if rest.isEmpty { return nil }
                if rest.count > 2, wordEndings.ignoringCase(rest) == nil { found = text[index..<wordEnd].string }
                index = wordEnd
            }
        }
        return found
    }

    /// Endings that make another word of a whole one: `wait`, `waiting`; and second words of compounds.
    private static let wordEndings = WordTable([
        "ing", "ings", "ers", "est", "less", "ful", "fully", "ness", "ment", "ments", "able", "ish", "ist", "ists",
        "ism",
        "ity", "ous", "ive", "ion", "ions", "ation", "hood", "ship", "ships", "line", "time", "man", "men", "woman",
        "women",
        "land", "day", "days", "night", "like", "ward", "wards", "work", "house", "some", "self", "selves", "ter",
        "ian",
        "ians", "ance", "ence", "ies", "ied", "ure", "age", "ally", "ely", "ingly", "edly", "ier", "iest", "ung",
        "lich", "heit", "keit", "ando", "iendo",
    ])

    /// Returns the predicate of a message about a title with wrong punctuation.
    private static func punctuationFault(_ title: FeedText) -> StaticString? {
        let bytes = title.bytes
        guard bytes.count > 4 else { return nil }
        let last = bytes.count - 1
        if bytes[last] == UInt8(ascii: "."), bytes[last - 1] == 32 { return "ends with a space and a full stop" }
        if bytes[last] == UInt8(ascii: "."), bytes[last - 1] == UInt8(ascii: "."), bytes[last - 2] != UInt8(ascii: ".")
        {
            return "ends with two full stops"
        }
        for index in 1..<last
        where bytes[index] == UInt8(ascii: ",") && bytes[index - 1] == 32 && bytes[index + 1] == 32 {
            return "has a space before a comma"
        }
        for index in 1..<last
        where bytes[index] == UInt8(ascii: "|") && bytes[index - 1] == 32 && bytes[index + 1] == 32 {
            return "contains a vertical bar, and the name of a service or of a page behind it"
        }
        return nil
    }

    private static func fault(_ text: CatalogText) -> String? {
        let (title, features) = (text.text, text.features)
        // A single word, such as `RRRrrrr!!!`, is a title with its marks.
        if features.contains(.exclamation), title.count > 3, title[title.count - 3..<title.count] == "!!!",
            title.bytes.contains(32)
        {
            return "ends in several exclamation marks"
        }
        if features.contains(.quote), title.count > 2, title[0] == UInt8(ascii: "\""),
            title[title.count - 1] == UInt8(ascii: "\""),
            !title[1..<title.count - 1].bytes.contains(UInt8(ascii: "\""))
        {
            return "is in quotation marks"
        }
        if !features.isDisjoint(with: [.template, .innerDot]), isFileName(title) { return "is a file name" }
        if features.contains(.apostrophe), hasBacktick(title) { return "has a backtick in place of an apostrophe" }
        if features.contains(.template), hasUnderscoreForSpace(title) { return "has an underscore in place of a space" }
        if title.count > 4, title[1] == 32, title[0] == UInt8(ascii: "-") || title[0] == UInt8(ascii: "*") {
            return "begins with the mark of a list"
        }
        guard features.contains(.nonASCII) else { return nil }
        return signFault(title, text.language)
    }

    private static func isFileName(_ title: FeedText) -> Bool {
        guard !title.bytes.contains(32) else { return false }
        let name = title.string.lowercased()
        if endings.contains(where: { name.hasSuffix($0) }) { return true }
        var marks = 0
        for index in 1..<max(1, title.count - 1)
        where title[index] == UInt8(ascii: "_") && title[index - 1] != UInt8(ascii: "_")
            && title[index + 1] != UInt8(ascii: "_")
        {
            marks += 1
        }
        return marks > 1
    }

    private static func hasBacktick(_ title: FeedText) -> Bool {
        (1..<max(1, title.count - 1)).contains {
            title[$0] == UInt8(ascii: "`") && title[$0 - 1] &- 97 < 26 && title[$0 + 1] &- 97 < 26
        }
    }

    /// Returns whether two words of three and more letters, both with a capital letter first, are joined by an underscore.
    private static func hasUnderscoreForSpace(_ title: FeedText) -> Bool {
        guard !title.bytes.contains(32) else { return false }
        let words = title.string.split(separator: "_", omittingEmptySubsequences: false)
        return words.count == 2
            && words.allSatisfy { word in
                word.count > 2 && word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase)
            }
    }

    private static func signFault(_ title: FeedText, _ language: Language) -> String? {
        if title.hasPrefix("“"), title.count > 6, title[title.count - 3..<title.count] == "”",
            !title[3..<title.count - 3].contains("“")
        {
            return "is in quotation marks"
        }
        var before: UInt32 = 0
        var isAfterSmallLetter = false
        for scalar in title.string.unicodeScalars {
            let value = scalar.value
            switch value {
            case 32 where before == 0xC2 && isAfterSmallLetter:
                return "contains `Â`, which a wrong encoding left"
            case 0x2122, 0xAE, 0xA9, 0x2120: return "contains `\(scalar)`"
            case 0x1F300...0x1FAFF, 0xFE0F, 0x2600...0x2604, 0x2705, 0x2728, 0x2B50:
                return value == 0xFE0F ? "contains an emoji" : "contains the emoji \(scalar)"
            case 0xFF21...0xFF3A where !language.isDense, 0xFF41...0xFF5A where !language.isDense:
                return "contains wide letters, such as `\(scalar)`"
            case 0x0300...0x036F where before < 0x0250 && Character(Unicode.Scalar(before) ?? " ").isLetter:
                return "contains an accent apart from its letter (U+0\(String(value, radix: 16, uppercase: true)))"
            default: break
            }
            if value == 0xC2 { isAfterSmallLetter = before &- 97 < 26 }
            before = value
        }
        return nil
    }

    private static let endings = [
        ".mp4", ".mov", ".mxf", ".mkv", ".m4v", ".avi", ".mpg", ".ts", ".itmsp", ".xml", ".srt", ".jpg", ".png",
    ]
}

/// STY-WORD-TWICE: a word written twice.
struct WordTwice: TextRule {
    static let info = RuleInfo(
        "STY-WORD-TWICE", "Articles and prepositions are not written twice in a row.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "remove one of the two words",
        bad: [
            .title("The The Paper Lighthouse"), .plot("A mapmaker finds a coast of the the sea that nobody has drawn."),
            .plot("Une cartographe découvre une côte de de la mer.", "fr-FR"),
            .plot("A retired mapmaker gets into into trouble on a coast that nobody has drawn."),
            .plot("A mapmaker works as as a keeper of a coast that nobody has drawn."),
            .plot("A retired mapmaker rebuilds a lighthouse lighthouse that nobody has drawn."),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .plot("A retired mapmaker had had enough, and moved into, into of all places, a lighthouse."),
            .plot("A mapmaker is really really tired, and never never draws the coast."), .plot("The Wawa Wawa coast."),
            .title("Lighthouse Lighthouse"), .title("Bora Bora"), .title("La La Land"), .title("The Man Who Was The"),
            .plot("It is what it is: that, that is all. A a-frame house."),
            .plot("Nous nous retrouvons ; vous vous taisez.", "fr-FR"), .title("Die Die My Darling"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.scan.repeatsWord else { return }
        let bytes = text.text.bytes
        var start = 0
        var before = 0..<0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == 32 {
            defer {
                before = start..<index
                start = index + 1
            }
            guard (2...16).contains(index - start), before.count == index - start else { continue }
            let word = text.text[start..<index]
            guard index - start < 5 else {
                guard text.language == .english, !text.isTitle, Self.isDoubled(word, text.text[before]) else {
                    continue
                }
                return findings.report(
                    info, at: text.node, "the description contains “\(word.string) \(word.string)”")
            }
            // `La La Land` is a title.
            guard word.isSameIgnoringCase(text.text[before]),
                Self.words.ignoringCase(word) != nil
                    || Self.smallWords.contains(word) && Self.smallWords.contains(text.text[before])
            else { continue }
            return findings.report(
                info, at: text.node,
                "the \(text.isTitle ? "title" : "description") contains “\(word.string) \(word.string)”")
        }
    }

    /// Returns whether a long word in small letters is written twice. Adverbs and calls are also meant so: `really really`.
    private static func isDoubled(_ word: FeedText, _ before: FeedText) -> Bool {
        word == before && word.bytes.allSatisfy { $0 &- 97 < 26 } && word[word.count - 1] != UInt8(ascii: "y")
            && meant[word] == nil
    }

    private static let meant = WordTable([
        "never", "knock", "night", "there", "would", "wiki", "piano", "chop", "hubba", "again", "hello", "hurrah",
        "chick", "click", "clack", "quack", "round", "please", "vroom", "cough", "haraka", "tweet", "slow",
        "right", "wrong", "which", "where", "those", "these", "bling", "tango", "tinga", "ginger", "goody",
    ])

    /// Words that no language of the list writes twice in a row.
    private static let words = WordTable([
        "the", "an", "of", "and", "for", "with", "from", "into", "his", "at", "und", "as", "or", "when", "its",
    ])
    /// The same, of words that also occur in names.
    private static let smallWords = WordTable(["de", "la", "el", "des", "to"])
}

/// STY-MIXED-SCRIPT: words of Latin and other letters that look like them.
struct MixedScript: TextRule {
    static let info = RuleInfo(
        "STY-MIXED-SCRIPT", "The letters of a word are of one script.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3",
        remedy: "type the word again: some of its letters look like those of another script",
        bad: [.title("The Pаper Lighthouse"), .title("Тhe Paper Lighthouse"), .title("Бумажный мaяк", "ru-RU")],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("Ω of the North"), .title("Бумажный Lighthouse", "ru-RU"), .title("СССР-2", "ru-RU"),
            .title("The Αlpha", "el-GR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.upper, .lower]), text.features.contains(.cyrillic) else { return }
        var hasLatin = false
        var hasCyrillic = false
        var word = ""
        for scalar in text.text.string.unicodeScalars {
            guard scalar.properties.isAlphabetic else {
                (hasLatin, hasCyrillic, word) = (false, false, "")
                continue
            }
            word.unicodeScalars.append(scalar)
            if (0x0400...0x052F).contains(scalar.value) {
                hasCyrillic = true
            } else if scalar.value < 0x0250 {
                hasLatin = true
            }
            guard hasLatin, hasCyrillic else { continue }
            return findings.report(info, at: text.node, "“\(word)…” mixes Latin and Cyrillic letters")
        }
    }
}
