/// The kinds of characters in a text, so that rules can skip texts that they cannot apply to.
struct TextFeatures: OptionSet {
    let rawValue: UInt64

    static let upper = TextFeatures(rawValue: 1 << 0)
    static let lower = TextFeatures(rawValue: 1 << 1)
    static let digit = TextFeatures(rawValue: 1 << 2)
    static let nonASCII = TextFeatures(rawValue: 1 << 3)
    /// Tabs, line breaks and other characters below a space, or DEL.
    static let control = TextFeatures(rawValue: 1 << 4)
    static let doubleSpace = TextFeatures(rawValue: 1 << 5)
    static let lessThan = TextFeatures(rawValue: 1 << 6)
    static let ampersand = TextFeatures(rawValue: 1 << 7)
    static let at = TextFeatures(rawValue: 1 << 8)
    static let hash = TextFeatures(rawValue: 1 << 9)
    static let quote = TextFeatures(rawValue: 1 << 10)
    static let apostrophe = TextFeatures(rawValue: 1 << 11)
    static let colon = TextFeatures(rawValue: 1 << 12)
    static let dash = TextFeatures(rawValue: 1 << 13)
    static let bracket = TextFeatures(rawValue: 1 << 14)
    static let comma = TextFeatures(rawValue: 1 << 15)
    static let dot = TextFeatures(rawValue: 1 << 16)
    static let slash = TextFeatures(rawValue: 1 << 17)
    static let currency = TextFeatures(rawValue: 1 << 18)
    static let percent = TextFeatures(rawValue: 1 << 19)
    /// Braces and underscores, as in unfilled templates.
    static let template = TextFeatures(rawValue: 1 << 20)
    static let exclamation = TextFeatures(rawValue: 1 << 21)
    static let plus = TextFeatures(rawValue: 1 << 22)
    /// A dot directly followed by a letter or digit, as in host names.
    static let innerDot = TextFeatures(rawValue: 1 << 23)
    static let bar = TextFeatures(rawValue: 1 << 24)
    /// Backslashes, asterisks and equals signs.
    static let escape = TextFeatures(rawValue: 1 << 25)
    static let question = TextFeatures(rawValue: 1 << 26)
    /// A comma or a full stop behind a space, or two exclamation marks in a row.
    static let loosePunctuation = TextFeatures(rawValue: 1 << 27)

    // By the first byte of a UTF-8 sequence.
    static let latin = TextFeatures(rawValue: 1 << 32)
    static let greek = TextFeatures(rawValue: 1 << 33)
    static let cyrillic = TextFeatures(rawValue: 1 << 34)
    static let hebrew = TextFeatures(rawValue: 1 << 35)
    static let arabic = TextFeatures(rawValue: 1 << 36)
    /// Scripts of South and South-East Asia, Georgian, Ethiopic; and Vietnamese letters.
    static let farther = TextFeatures(rawValue: 1 << 37)
    /// U+0080 to U+00BF: controls, no-break space, `«`.
    static let sign = TextFeatures(rawValue: 1 << 38)
    /// U+2000 to U+2FFF: `’`, `…`, `™`.
    static let symbol = TextFeatures(rawValue: 1 << 39)
    /// Kana, and signs such as `。`.
    static let kana = TextFeatures(rawValue: 1 << 40)
    static let han = TextFeatures(rawValue: 1 << 41)
    static let hangul = TextFeatures(rawValue: 1 << 42)
    /// U+F000 to U+FFFF: full-width forms, byte order marks.
    static let fullWidth = TextFeatures(rawValue: 1 << 43)
    /// A letter followed by punctuation in the pattern of UTF-8 decoded as Latin-1 (mojibake).
    static let suspectPair = TextFeatures(rawValue: 1 << 44)
    /// U+FFFD.
    static let replacement = TextFeatures(rawValue: 1 << 45)

    /// The first byte of private-use characters, tags and other characters that no language uses.
    static let odd = TextFeatures(rawValue: 1 << 46)

    /// Letters of scripts other than Latin.
    static let foreign: TextFeatures = [.greek, .cyrillic, .hebrew, .arabic, .farther, .kana, .han, .hangul]

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The features of each byte value.
    static let table: ContiguousArray<UInt64> = {
        var table = ContiguousArray<UInt64>(repeating: 0, count: 256)
        for byte in 0..<256 {
            let features: TextFeatures =
                switch UInt8(byte) {
                case 0..<32, 127: .control
                case 65...90: .upper
                case 97...122: .lower
                case 48...57: .digit
                case 0xC2: [.nonASCII, .sign]
                case 0xC3...0xCB: [.nonASCII, .latin]
                case 0xCE, 0xCF: [.nonASCII, .greek]
                case 0xD0...0xD3: [.nonASCII, .cyrillic]
                case 0xD6, 0xD7: [.nonASCII, .hebrew]
                case 0xD8...0xDB: [.nonASCII, .arabic]
                case 0xE0, 0xE1: [.nonASCII, .farther]
                case 0xE2: [.nonASCII, .symbol]
                case 0xE3: [.nonASCII, .kana]
                case 0xE4...0xE9: [.nonASCII, .han]
                case 0xEA...0xED: [.nonASCII, .hangul]
                case 0xEF: [.nonASCII, .fullWidth]
                case 0xCD, 0xEE, 0xF3, 0xF4: [.nonASCII, .odd]
                case 128...: .nonASCII
                case UInt8(ascii: "<"), UInt8(ascii: ">"): .lessThan
                case UInt8(ascii: "&"), UInt8(ascii: ";"): .ampersand
                case UInt8(ascii: "@"): .at
                case UInt8(ascii: "#"): .hash
                case UInt8(ascii: "\""): .quote
                case UInt8(ascii: "'"), UInt8(ascii: "`"): .apostrophe
                case UInt8(ascii: ":"): .colon
                case UInt8(ascii: "-"): .dash
                case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    .bracket
                case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "_"): .template
                case UInt8(ascii: "%"): .percent
                case UInt8(ascii: "!"): .exclamation
                case UInt8(ascii: "+"): .plus
                case UInt8(ascii: "|"): .bar
                case UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "="): .escape
                case UInt8(ascii: "?"): .question
                case UInt8(ascii: ","): .comma
                case UInt8(ascii: "."): .dot
                case UInt8(ascii: "/"): .slash
                case UInt8(ascii: "$"): .currency
                default: []
                }
            table[byte] = features.rawValue
        }
        return table
    }()
}
