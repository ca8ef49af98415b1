import UniversalMediaCatalog

/// Words and phrases by their hash, with what they are about and whose function words they are. One table for all rules.
struct Lexicon: Sendable {
    struct Value {
        var classes: WordClasses = []
        var languages: LanguageSet = []
    }

    struct Slot: Sendable {
        var key: UInt64 = 0
        var classes: UInt32 = 0
        var languages: UInt32 = 0
    }

    static let shared = Lexicon(
        classes: promotion + praise + marks + counting + placeholders + ratings,
        functionWords: functionWords)

    let slots: ContiguousArray<Slot>
    let shift: UInt64
    /// A bit for each key, by the highest 16 bits of its hash: small enough to stay near, it answers for nearly all words that are not here.
    let filter: ContiguousArray<UInt64>
    /// Phrases of scripts without spaces by the key of their first two characters, for a closer look.
    let unspaced: [UInt64: [(classes: WordClasses, bytes: [UInt8])]]

    /// - Parameters:
    ///   - classes: phrases with `|` between them, in lower case.
    ///   - functionWords: words with a space between them.
    init(classes: [(WordClasses, String)], functionWords: [(Language, String)]) {
        var values: [UInt64: Value] = [:]
        var unspaced: [UInt64: [(classes: WordClasses, bytes: [UInt8])]] = [:]
        for (kind, list) in classes {
            for phrase in list.split(separator: "|") {
                let bytes = Array(phrase.utf8)
                let parts = Self.keys(of: bytes)
                if let pair = parts.pair {
                    values[pair, default: Value()].classes.formUnion(kind)
                    unspaced[pair, default: []].append((kind, bytes))
                } else {
                    var key: UInt64 = 0
                    for (index, word) in parts.words.enumerated() {
                        key = index == 0 ? word : Self.joined(key, word)
                        values[key, default: Value()].classes.formUnion(
                            index + 1 == parts.words.count ? kind : .begins)
                    }
                }
            }
        }
        for (language, list) in functionWords {
            for word in list.split(separator: " ") {
                let words = Self.keys(of: Array(word.utf8)).words
                assert(words.count == 1, "\(word) is not one word")
                for key in words { values[key, default: Value()].languages.formUnion(LanguageSet(language)) }
            }
        }
        var bits: UInt64 = 8
        while 1 << bits < values.count * 4 { bits += 1 }
        shift = 64 - bits
        var slots = ContiguousArray(repeating: Slot(), count: 1 << bits)
        var filter = ContiguousArray<UInt64>(repeating: 0, count: 1 << 10)
        for (key, value) in values {
            let mark = Self.place(of: key, 48)
            filter[mark >> 6] |= 1 << UInt64(mark & 63)
            var place = Self.place(of: key, shift)
            while slots[place].key != 0 { place = (place + 1) & (slots.count - 1) }
            slots[place] = Slot(key: key, classes: value.classes.rawValue, languages: value.languages.rawValue)
        }
        self.slots = slots
        self.filter = filter
        self.unspaced = unspaced
    }

    /// The keys of the words of a phrase, or that of its first two characters where its script is written without spaces.
    private static func keys(of bytes: [UInt8]) -> (words: [UInt64], pair: UInt64?) {
        var sink = KeySink()
        _ = bytes.withUnsafeBufferPointer { TextScanner.scan(FeedText(bytes: $0), &sink) }
        return (sink.words, sink.pair)
    }

    /// Whose function word a word is.
    func languages(_ key: UInt64) -> LanguageSet {
        slots.withUnsafeBufferPointer { slots in
            LanguageSet(rawValue: TextScan.find(key, slots, shift)?.languages ?? 0)
        }
    }

    @inline(__always) static func place(of key: UInt64, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// The key of a phrase and one more word.
    @inline(__always) static func joined(_ phrase: UInt64, _ word: UInt64) -> UInt64 {
        (phrase &* 0xBF58_476D_1CE4_E5B9) ^ (word << 31 | word >> 33) | 1
    }

    private struct KeySink: WordSink {
        var words: [UInt64] = []
        var pair: UInt64?
        mutating func word(_ key: UInt64, _ start: Int, _ end: Int) { words.append(key) }
        mutating func pair(_ key: UInt64, _ start: Int) { if pair == nil { pair = key } }
        mutating func interruption() {}
    }
}
