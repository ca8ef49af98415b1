import UniversalMediaCatalog

/// STY-CAPS: titles in capital letters only, or without any.
struct TitleInOneCase: TextRule {
    static let info = RuleInfo(
        "STY-CAPS", "Titles are neither all in capitals nor all in small letters.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "write the title in the case that its language uses for titles",
        bad: [
            .title("THE PAPER LIGHTHOUSE"), .title("the paper lighthouse"), .title("CASABLANCA"),
            .title("LE PHARE DE PAPIER", "fr-FR"), .title("ТИХИЙ ВУЛКАН", "ru-RU"), .title("der leuchtturm", "de-DE"),
            .title("THE BIG MAP"), .title("NO WAY BACK"), .title("UP IN THE AIR"), .title("OUT THERE"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("JFK"), .title("THX 1138"), .title("WALL·E"), .title("E.T."), .title("S.W.A.T."), .title("M*A*S*H"),
            .title("Se7en"), .title("tick, tick... BOOM!"), .title("K-PAX"), .title("M3GAN"), .title("CODA"),
            .title("REC 2"), .title("(500) Days of Summer"), .title("1917"), .title("ONE PIECE", "ja-JP"),
            .title("MASH", "fr-FR"), .title("CSI: NY"), .title("8½", "it-IT"), .title("風の谷", "ja-JP"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        let features = text.features
        guard text.isTitle else {
            // A description in capitals; those of a few words may be names.
            guard features.contains(.upper), features.isDisjoint(with: [.lower, .foreign]), text.wordCount >= 6,
                !text.text.string.unicodeScalars.contains(where: \.properties.isLowercase)
            else { return }
            return findings.report(
                info, at: text.node, remedy: "write sentences with small letters",
                "the description \(text.text.cited) is entirely in capital letters")
        }
        // Fast path: nearly every title mixes cases.
        if features.isSuperset(of: [.upper, .lower]) { return }
        if features.isDisjoint(with: [.upper, .lower, .latin, .greek, .cyrillic]) { return }
        guard text.isShownTitle, !Script.uncased.contains(text.language) else { return }
        var letters = 0
        var upper = 0
        var lower = 0
        var longest = 0
        var words = 0
        var short = 0
        var run = 0
        for scalar in text.text.string.unicodeScalars {
            let properties = scalar.properties
            if properties.isAlphabetic {
                // The title contains an uncased script: the cased part may be a name or a loanword.
                guard properties.isCased else { return }
                letters += 1
                run += 1
                if properties.isUppercase { upper += 1 } else { lower += 1 }
                if run == 2 { short += 1 }
                if run == 3 { words += 1 }
                longest = max(longest, run)
            } else if scalar != "'" && scalar != "’" {
                // `M3GAN`, `976-EVIL`: a code.
                if properties.numericType != nil { return }
                run = 0
            }
        }
        guard letters > 4, upper == 0 || lower == 0 else { return }
        // Three short words are no abbreviations, and neither are two with an article or a preposition.
        let isPhrase = upper > 0 && (short > 2 || short > 1 && text.ownWords > 0)
        let isName =
            longest <= 4 && !isPhrase && (upper == 0 || words < 3)
            || words < 2 && (longest <= 6 || isWrittenSo(text.text, item))
            || upper > 0 && isOfficial(text, item)
        // A single short word may be a name that is written in one case.
        guard upper > 0 && (longest > 4 || words > 2 || isPhrase) || upper == 0 && longest > 3 else { return }
        findings.report(
            info, at: text.node, level: isName ? .info : nil,
            "the title \(text.text.cited) is entirely in \(upper > 0 ? "capital" : "small") letters")
    }

    /// Returns whether a description contains the title in the same case.
    private func isWrittenSo(_ title: FeedText, _ item: CatalogItemView) -> Bool {
        item.node.children.contains { $0.name == .description && $0.text.string.contains(title.string) }
    }
}

extension TitleInOneCase {
    /// Returns whether a title in capitals is probably the official one: that of a Japanese or Korean work, whose publishers write many
    /// titles in capitals, one that is the same in another language, or one that is known to be written so.
    private func isOfficial(_ text: CatalogText, _ item: CatalogItemView) -> Bool {
        if text.features.contains(.nonASCII), text.text.contains("×") { return true }
        if Self.official[text.text] != nil { return true }
        for node in item.node.children {
            switch node.name {
            case .originalLanguage:
                let language = Language(locale: node.text.trimmed.string)
                if language == .japanese || language == .korean { return true }
            case .genre where node.text.trimmed.isIgnoringCase("anime"): return true
            case .title where node.index != text.node.index && !node.isPhonetic:
                if node.text.trimmed == text.text, Language(locale: item.locale(of: node)) != text.language {
                    return true
                }
            default: break
            }
        }
        return false
    }

    /// Works that their publishers write in capitals.
    private static let official = WordTable([
        "ALIENOID", "BEASTARS", "BLACKPINK", "BLEACH", "BLUE GIANT", "BLUE LOCK", "CHAINSAW MAN", "CLAYMORE",
        "DAN DA DAN", "DEATH NOTE", "DEVILMAN CRYBABY", "DOROHEDORO", "DRAGON BALL", "DRAGON BALL SUPER",
        "DRAGON BALL Z", "DURARARA!!", "EDENS ZERO", "ERASED", "GACHIAKUTA", "GINTAMA", "GREAT PRETENDER", "HAIKYU!!",
        "HUNTER X HUNTER", "HUNTER×HUNTER", "HUNTER × HUNTER", "JUJUTSU KAISEN", "KAIJU NO. 8", "KENGAN ASHURA",
        "KAKEGURUI", "KILL LA KILL", "MEGALOBOX", "MONSTER", "MY HERO ACADEMIA", "NARUTO", "NEON GENESIS EVANGELION",
        "ONE PIECE", "ONE PIECE FILM RED", "ONE PUNCH MAN", "ONE-PUNCH MAN", "OSHI NO KO", "PROMARE", "PSYCHO-PASS",
        "REDLINE", "SAKAMOTO DAYS", "SLAM DUNK", "SOLO LEVELING", "SPY X FAMILY", "SPY × FAMILY", "SPY×FAMILY",
        "SSSS.DYNAZENON", "SSSS.GRIDMAN", "THE FIRST SLAM DUNK", "THE IDOLM@STER", "TOKYO REVENGERS", "ULTRAMAN",
        "UNDEAD UNLUCK", "VINLAND SAGA", "WIND BREAKER", "WITCH WATCH",
    ])
}

/// STY-TITLECASE: words of English titles that should be capitalised.
struct TitleCase: TextRule {
    static let info = RuleInfo(
        "STY-TITLECASE", "Words of English titles begin with a capital, except articles and prepositions.",
        level: .info, tag: "D", section: "umc-validation.md 3.3", remedy: "capitalise the words listed in the message",
        bad: [
            .title("The paper lighthouse"), .episode("The Crane Who collected Bells"),
            .title("A Coast nobody Has Drawn", "en-GB"),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("The Lord of the Rings"), .title("Eat, Pray, Love, and Be Merry"),
            .title("Rock 'n' Roll High School"),
            .title("Friday the 13th"), .title("Y tu mamá también y eXistenZ"), .title("Batman v Superman"),
            .title("Le fabuleux destin d'Oda", "fr-FR"), .title("Das weiße band", "de-DE"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard text.isTitle, text.language == .english, text.features.contains(.lower), text.wordCount > 1,
            mayLackCapital(text.text), text.isShownTitle
        else { return }
        // Titles in lower case only are reported by another rule.
        guard text.features.contains(.upper) else { return }
        let words = text.text.words
        var small: [String] = []
        for (index, word) in words.enumerated() {
            guard word.text.count > 3, word.isLetters, let first = word.text.bytes.first, first | 32 == first else {
                continue
            }
            let start = word.range.lowerBound
            // The part after an apostrophe or hyphen is not a separate word.
            if start > 0,
                [UInt8(ascii: "'"), UInt8(ascii: "-"), 0x99, UInt8(ascii: "."), UInt8(ascii: "*")].contains(
                    text.text[start - 1])
            {
                continue
            }
            // `iPhone`, `eXistenZ`.
            if word.text.bytes.dropFirst().contains(where: { $0 &- 65 < 26 }) { continue }
            if Self.small.contains(word.text.string), index > 0 { continue }
            small.append(word.text.string)
        }
        // Foreign and stylised titles keep their case in the locale `en`.
        guard !small.isEmpty, text.ownWords > 0 || small.count < words.count - 1 else { return }
        guard !Self.isForeign(words) else { return }
        findings.report(
            info, at: text.node,
            "the title \(text.text.cited) does not capitalise \(small.prefix(3).map { "“\($0)”" }.joined(separator: ", "))"
        )
    }

    /// Returns whether a word begins with a small letter and has more than three letters.
    private func mayLackCapital(_ title: FeedText) -> Bool {
        var previous: UInt8 = 32
        for index in 0..<title.count {
            let byte = title[index]
            if previous == 32, byte &- 97 < 26, index + 3 < title.count, title[index + 3] | 32 &- 97 < 26 {
                return true
            }
            previous = byte
        }
        return false
    }

    private static func isForeign(_ words: [TextWord]) -> Bool {
        words.contains { foreign.contains($0.text.string) || !$0.text.isASCII }
    }

    private static let small: Set<String> = [
        "from", "with", "into", "over", "upon", "onto", "than", "till", "until", "about", "after", "against", "along",
        "among", "around", "before", "behind", "below", "beneath", "beside", "between", "beyond", "during", "inside",
        "near", "outside", "since", "through", "toward", "towards", "under", "underneath", "unto", "within", "without",
        "that", "when", "like", "down", "past", "versus", "feat", "amid", "atop", "plus", "once", "across", "above",
        "throughout", "part", "aboard", "your", "their", "ever",
    ]
    private static let foreign: Set<String> = [
        "la", "le", "les", "el", "los", "las", "del", "della", "des", "du", "der", "die", "das", "und", "il", "di",
        "da", "do", "dos", "van", "von", "een", "het", "och", "tu", "que", "nel", "al", "ki", "ka", "ke", "hai", "et",
        "mon", "mi", "su", "una", "une", "ist", "den", "zu",
    ]
}
