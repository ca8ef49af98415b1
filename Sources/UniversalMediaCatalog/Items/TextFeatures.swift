/// What kinds of characters a text holds, so that rules need not look at texts that cannot concern them.
struct TextFeatures: OptionSet {
    let rawValue: UInt32

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

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ text: FeedText) {
        var result: UInt32 = 0
        var previous: UInt8 = 0
        Self.table.withUnsafeBufferPointer { table in
            for byte in text.bytes {
                result |= table[Int(byte)]
                if byte == 32, previous == 32 { result |= TextFeatures.doubleSpace.rawValue }
                previous = byte
            }
        }
        rawValue = result
    }

    private static let table: ContiguousArray<UInt32> = {
        var table = ContiguousArray<UInt32>(repeating: 0, count: 256)
        for byte in 0..<256 {
            let features: TextFeatures =
                switch UInt8(byte) {
                case 0..<32, 127: .control
                case 65...90: .upper
                case 97...122: .lower
                case 48...57: .digit
                case 128...: .nonASCII
                case UInt8(ascii: "<"), UInt8(ascii: ">"): .lessThan
                case UInt8(ascii: "&"), UInt8(ascii: ";"): .ampersand
                case UInt8(ascii: "@"): .at
                case UInt8(ascii: "#"): .hash
                case UInt8(ascii: "\""): .quote
                case UInt8(ascii: "'"), UInt8(ascii: "`"): .apostrophe
                case UInt8(ascii: ":"): .colon
                case UInt8(ascii: "-"): .dash
                case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
                    UInt8(ascii: "}"):
                    .bracket
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
