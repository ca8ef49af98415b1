import UniversalMediaCatalog

/// Names of persons that differ from another one only in a letter that is written twice or once, or in two letters that changed places.
///
/// Two persons rarely have such names: among 28,630 names of actors in 36,273 movies there are 23 such pairs, nearly all of one person.
enum SlippedLetters {
    /// Number of names with the same letters that are compared, which bounds the time of feeds made to be slow.
    private static let mostOfOneKey = 8

    /// Returns the rarer names, in document order.
    static func pairs(of catalog: CatalogIndex) -> [RareSpellings.Pair] {
        var counts = ContiguousArray<UInt32>(repeating: 0, count: catalog.texts.count)
        for name in catalog.series.names where name.kind == .person { counts[Int(name.name)] += 1 }
        var usual: [TextTable.Symbol: TextTable.Symbol] = [:]
        for group in groups(of: counts, catalog.texts) where group.count > 1 {
            // Of equally frequent names, the first one of the document is the usual one.
            guard let most = group.max(by: { (counts[Int($0)], $1) < (counts[Int($1)], $0) }) else { continue }
            for symbol in group where symbol != most {
                let count = counts[Int(symbol)]
                guard count == 1 || count * 3 <= counts[Int(most)],
                    isSlip(catalog.texts[symbol], catalog.texts[most])
                else { continue }
                usual[symbol] = min(usual[symbol] ?? most, most)
            }
        }
        guard !usual.isEmpty else { return [] }
        return catalog.series.names.compactMap { name in
            guard name.kind == .person, !name.isOfSeries, let other = usual[name.name] else { return nil }
            return RareSpellings.Pair(name: name, usual: other, count: Int(counts[Int(other)]))
        }
    }

    /// Returns the names that share a key, which few do: a bitmap of the keys leaves out the others.
    private static func groups(of counts: ContiguousArray<UInt32>, _ texts: TextTable) -> [[TextTable.Symbol]] {
        var keys = ContiguousArray<(key: UInt64, symbol: TextTable.Symbol)>()
        for symbol in counts.indices where counts[symbol] > 0 {
            let symbol = TextTable.Symbol(symbol)
            texts.withText(symbol) { text in
                forEachKey(text) { key in keys.append((key, symbol)) }
            }
        }
        var bits: UInt64 = 10
        while bits < 26, 1 << bits < keys.count * 16 { bits += 1 }
        var once = ContiguousArray<UInt64>(repeating: 0, count: 1 << (bits - 6))
        var twice = once
        for entry in keys {
            let place = entry.key >> (64 - bits)
            let (word, bit) = (Int(place >> 6), UInt64(1) << (place & 63))
            twice[word] |= once[word] & bit
            once[word] |= bit
        }
        var groups: [UInt64: [TextTable.Symbol]] = [:]
        for entry in keys {
            let place = entry.key >> (64 - bits)
            guard twice[Int(place >> 6)] & 1 << (place & 63) != 0,
                groups[entry.key, default: []].count < mostOfOneKey
            else { continue }
            groups[entry.key, default: []].append(entry.symbol)
        }
        return Array(groups.values)
    }

    /// Calls `body` with a hash that ignores doubled letters of the last word, one that ignores the order of its letters, and one that ignores
    /// the order of the letters of the given name.
    private static func forEachKey(_ text: FeedText, _ body: (UInt64) -> Void) {
        guard let space = text.bytes.lastIndex(of: 32), space > 0 else { return }
        let word = text[space + 1..<text.count]
        guard word.count >= 4, word.count <= 32, word.bytes.allSatisfy(isLetter) else { return }
        let given = text[0..<space].quickHash
        var single: UInt64 = given
        var sum: UInt64 = given
        var before: UInt8 = 0
        for byte in word.bytes {
            if byte != before { single = FeedText.mix(single ^ UInt64(byte) &* 0x9E37_79B9_7F4A_7C15) }
            before = byte
            sum = sum &+ mixed(byte)
        }
        // A slip in the given name of a person with the same family name.
        var givenSum = word.quickHash
        if let end = text.bytes.firstIndex(of: 32), end == space, end > 3 {
            for byte in text[0..<end].bytes { givenSum = givenSum &+ mixed(byte) }
        }
        if word.count > 4 { body(single) }
        body(FeedText.mix(sum))
        body(FeedText.mix(givenSum))
    }

    /// A hash of a letter, to be added: a sum does not depend on the order.
    private static func mixed(_ byte: UInt8) -> UInt64 {
        FeedText.mix(UInt64(byte) &* 0xD6E8_FEB8_6659_FD93 ^ 0x5851_F42D)
    }

    /// Returns whether two letters within a word changed places. The first and the last letter often make another name.
    private static func isExchange(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count, left.count > 3 else { return false }
        let different = left.indices.filter { left[$0] != right[$0] }
        return different.count == 2 && different[0] > 0 && different[1] == different[0] + 1
            && different[1] + 1 < left.count && left[different[0]] == right[different[1]]
            && left[different[1]] == right[different[0]]
    }

    /// Returns whether the last words of two names are a slip of each other; the other words are equal.
    static func isSlip(_ one: String, _ other: String) -> Bool {
        let (words, others) = (one.split(separator: " "), other.split(separator: " "))
        guard words.count == others.count, words.count > 1 else { return false }
        if words.count == 2, words[1] == others[1] { return isExchange(Array(words[0].utf8), Array(others[0].utf8)) }
        guard words.dropLast() == others.dropLast() else { return false }
        let (left, right) = (Array(words[words.count - 1].utf8), Array(others[others.count - 1].utf8))
        guard left != right, left.first == right.first else { return false }
        if left.count == right.count {
            return isExchange(left, right) || left.count == 4 && isExchange(left + [0], right + [0])
        }
        let (short, long) = left.count < right.count ? (left, right) : (right, left)
        guard short.count + 1 == long.count, short.count >= 5 else { return false }
        let start = zip(short, long).prefix { $0 == $1 }.count
        return start < long.count && start > 0 && long[start] == long[start - 1]
            && short[start...].elementsEqual(long[(start + 1)...])
    }
}
