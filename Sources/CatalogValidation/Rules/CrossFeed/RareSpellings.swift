import UniversalMediaCatalog

/// Names that occur once and differ in one letter from a name that occurs often.
struct RareSpellings {
    /// A name that occurs once, and the usual spelling.
    struct Pair {
        var name: SeriesFacts.SpeltName
        var usual: TextTable.Symbol
        /// Number of items with the usual spelling.
        var count: Int
    }

    /// Number of usual names with the same words but one that a name is compared with, which bounds the time of feeds made to be slow.
    private static let mostOfOneRest = 128

    /// Returns the pairs in document order.
    /// - Parameters:
    ///   - minimum: number of items from which on a spelling is the usual one.
    ///   - scope: returns a number of the items among which a name is compared; nil: the name is not compared.
    static func pairs(
        of catalog: CatalogIndex, minimum: Int, scope: (SeriesFacts.SpeltName) -> UInt32?
    ) -> [Pair] {
        var counts: [UInt64: Int] = [:]
        let names = catalog.series.names.compactMap { name in scope(name).map { (name, name.key(in: $0)) } }
        for (_, key) in names { counts[key, default: 0] += 1 }
        // By the hash of the words besides one of them.
        var usual: [UInt64: [(name: TextTable.Symbol, count: Int)]] = [:]
        for (key, count) in counts.filter({ $0.value >= minimum }).sorted(by: { $0.key < $1.key }) {
            let symbol = TextTable.Symbol(truncatingIfNeeded: key)
            forEachRest(of: symbol, catalog.texts) { rest in
                guard usual[rest ^ key >> 32, default: []].count < mostOfOneRest else { return }
                usual[rest ^ key >> 32, default: []].append((symbol, count))
            }
        }
        guard !usual.isEmpty else { return [] }
        var result: [Pair] = []
        for (name, key) in names where !name.isOfSeries && counts[key] == 1 {
            var found: (name: TextTable.Symbol, count: Int)?
            forEachRest(of: name.name, catalog.texts) { rest in
                guard found == nil, let others = usual[rest ^ key >> 32] else { return }
                let text = catalog.texts[name.name]
                found = others.filter { isMisspelling(text, of: catalog.texts[$0.name]) }.max { $0.name > $1.name }
            }
            if found == nil, name.kind == .person, let reversed = reversed(name.name, catalog.texts) {
                let others = usual[reversed ^ key >> 32] ?? []
                let text = catalog.texts[name.name]
                found = others.first { CastOfSeries.isReversed(text, catalog.texts[$0.name]) }
            }
            if let found { result.append(Pair(name: name, usual: found.name, count: found.count)) }
        }
        return result
    }

    /// Calls `body` with a hash of a name without one of its words, for each word.
    private static func forEachRest(of symbol: TextTable.Symbol, _ texts: TextTable, _ body: (UInt64) -> Void) {
        texts.withText(symbol) { text in
            var words: [UInt64] = []
            var start = 0
            for index in 0...text.count where index == text.count || text[index] == 32 {
                if index > start { words.append(text[start..<index].quickHash) }
                start = index + 1
            }
            guard words.count < 6 else { return }
            for left in words.indices {
                var hash = UInt64(left + 1)
                for place in words.indices where place != left { hash = FeedText.mix(hash ^ words[place] &* 3) }
                body(hash)
            }
        }
    }

    /// Returns the hash that `forEachRest` has for the last word of a name of two words that has the words of this one in another order.
    private static func reversed(_ symbol: TextTable.Symbol, _ texts: TextTable) -> UInt64? {
        texts.withText(symbol) { text in
            guard let space = text.bytes.firstIndex(of: 32), !text[space + 1..<text.count].bytes.contains(32) else {
                return nil
            }
            return FeedText.mix(1 ^ text[0..<space].quickHash &* 3)
        }
    }

    /// Returns whether a name is a misspelling, and not another name such as `Daniela` beside `Daniel`.
    static func isMisspelling(_ name: String, of usual: String) -> Bool {
        guard CastOfSeries.isMisspelling(name, usual) else { return false }
        for (word, other) in zip(name.split(separator: " "), usual.split(separator: " ")) where word != other {
            // The first letter is seldom wrong, and the last one often makes another name.
            guard word.first == other.first else { return false }
            let (short, long) = word.count < other.count ? (word, other) : (other, word)
            if short.count < long.count ? long.hasPrefix(short) : word.dropLast() == other.dropLast() { return false }
            // `Andersen` and `Anderson`, `Christian` and `Christina` are two names.
            if word.dropLast(2) + word.suffix(1) == other.dropLast(2) + other.suffix(1) { return false }
            if word.count == other.count, word.dropLast(2) == other.dropLast(2) { return false }
        }
        return true
    }
}

extension SeriesFacts.SpeltName {
    /// Equal for equal names of a kind in a locale and a scope.
    fileprivate func key(in scope: UInt32) -> UInt64 {
        UInt64(locale ^ scope ^ UInt32(kind.rawValue) << 30) << 32 | UInt64(name)
    }
}
