import UniversalMediaCatalog

/// A language, identified by the primary subtag of a locale.
struct Language: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The letters of the subtag in lower case, the last one in the lowest byte; 0: none.
    let code: UInt32

    init(code: UInt32) { self.code = code }

    init(stringLiteral value: StaticString) {
        code = value.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// - Parameter locale: such as `en-US`, or `en_US`.
    init(locale: String.UTF8View) {
        var code: UInt32 = 0
        for byte in locale {
            let byte = lowercased(byte)
            guard byte &- 97 < 26, code < 1 << 24 else { break }
            code = code << 8 | UInt32(byte)
        }
        self.code = code
    }

    init(locale: String) { self.init(locale: locale.utf8) }

    var string: String {
        String(
            decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }.filter { $0 != 0 }, as: UTF8.self)
    }

    /// The English name of the language.
    var name: String { LanguageSet.known.first { $0.code == self }?.name ?? string }

    /// Whether the language is written without spaces between words, or nearly so.
    var isSpaceless: Bool { [.japanese, .chinese, "yue", .thai, "km", "lo", "my"].contains(self) }
    /// Whether one character carries about as much information as several Latin letters.
    var isDense: Bool { [.japanese, .chinese, "yue", .korean].contains(self) }

    static let english: Language = "en"
    static let french: Language = "fr"
    static let german: Language = "de"
    static let spanish: Language = "es"
    static let italian: Language = "it"
    static let portuguese: Language = "pt"
    static let dutch: Language = "nl"
    static let swedish: Language = "sv"
    static let japanese: Language = "ja"
    static let chinese: Language = "zh"
    static let korean: Language = "ko"
    static let russian: Language = "ru"
    static let arabic: Language = "ar"
    static let thai: Language = "th"
}

/// A set of languages that are recognised by their function words.
struct LanguageSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let known: [(code: Language, name: String)] = [
        ("en", "English"), ("fr", "French"), ("de", "German"), ("es", "Spanish"), ("it", "Italian"),
        ("pt", "Portuguese"), ("nl", "Dutch"), ("sv", "Swedish"), ("da", "Danish"), ("nb", "Norwegian"),
        ("fi", "Finnish"), ("pl", "Polish"), ("cs", "Czech"), ("hu", "Hungarian"), ("ro", "Romanian"),
        ("tr", "Turkish"), ("id", "Indonesian"), ("ru", "Russian"), ("uk", "Ukrainian"), ("ca", "Catalan"),
    ]

    private static let codes = ContiguousArray(known.map(\.code.code))

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ language: Language) {
        let language: Language =
            switch language {
            case "no", "nn": "nb"
            case "ms": "id"
            default: language
            }
        rawValue = Self.codes.firstIndex(of: language.code).map { 1 << UInt32($0) } ?? 0
    }
}
