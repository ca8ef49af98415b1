import UniversalMediaCatalog

/// A hash table of words and phrases with their classes, and of function words with their languages. All rules share one table.
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
        classes: promotion + praise + marks + counting + placeholders + ratings + misspellings,
        functionWords: functionWords)

    let slots: ContiguousArray<Slot>
    let shift: UInt64
    /// A bitmap indexed by the highest 16 bits of a key's hash. It fits in the cache and rejects most words that are not in the table.
    let filter: ContiguousArray<UInt64>
    /// Phrases of scripts without spaces, by the key of their first two characters.
    let unspaced: [UInt64: [(classes: WordClasses, bytes: [UInt8])]]

    /// - Parameters:
    ///   - classes: phrases separated by `|`, in lower case.
    ///   - functionWords: words separated by spaces.
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

    /// Returns the keys of a phrase's words, or the key of its first two characters if its script is written without spaces.
    private static func keys(of bytes: [UInt8]) -> (words: [UInt64], pair: UInt64?) {
        var sink = KeySink()
        _ = bytes.withUnsafeBufferPointer { TextScanner.scan(FeedText(bytes: $0), &sink) }
        return (sink.words, sink.pair)
    }

    /// Returns the languages in which a word is a function word.
    func languages(_ key: UInt64) -> LanguageSet {
        slots.withUnsafeBufferPointer { slots in
            LanguageSet(rawValue: TextScan.find(key, slots, shift)?.languages ?? 0)
        }
    }

    @inline(__always) static func place(of key: UInt64, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// Returns the key of a phrase extended by one word.
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
