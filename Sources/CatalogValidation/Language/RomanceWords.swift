import UniversalMediaCatalog

/// Frequent words of which each belongs to one Romance language only. Other function words, such as `de`, `que` and `la`, are common to several.
enum RomanceWords {
    /// Number of words of another language from which on a text is in it.
    private static let needed = 3

    /// Returns the Romance language of a text without a word of its own Romance language; nil if there is none, or no such text.
    /// - Parameter own: the language of the text's locale.
    static func otherLanguage(of text: FeedText, than own: Language) -> Language? {
        guard let ownPlace = words.firstIndex(where: { $0.language == own }) else { return nil }
        var counts = (0, 0, 0, 0, 0, 0)
        return withUnsafeMutableBytes(of: &counts) { bytes in
            let counts = bytes.bindMemory(to: Int.self)
            var word: UInt64 = 0
            var length = 0
            for index in 0...text.count {
                let byte = index < text.count ? text[index] : 32
                if byte >= 0x80 || isLetter(byte) {
                    length += 1
                    if length <= 8 { word = word << 8 | UInt64(lowercased(byte)) }
                    continue
                }
                if length > 1, length <= 8, let place = places[word] {
                    // One word of its own language is enough for most texts.
                    if place == ownPlace { return nil }
                    counts[place] += 1
                }
                (word, length) = (0, 0)
            }
            let best = counts.indices.max { counts[$0] < counts[$1] } ?? 0
            guard counts[best] >= needed, counts[best] > 2 * (counts.reduce(0, +) - counts[best]) else { return nil }
            return words[best].language
        }
    }

    /// At most eight bytes each.
    private static let words: [(language: Language, list: String)] = [
        ("es", "los las pero muy cuando hasta donde desde ella sus hay fue también después años mientras hacia"),
        ("pt", "em uma não com são ao aos das seus ele ela pelo pela foi até também após num numa às"),
        ("it", "di che della delle degli nella gli suo sono alla dal dalla anche più dei sul sulla però è ed"),
        ("fr", "des une dans pour avec aux elle ses leur leurs du sont mais où être été après plus"),
        ("ca", "amb els dels és seva aquest aquesta què quan molt més també després perquè"),
        ("ro", "și în să pentru din este lui după unui unei sunt cu care prin când"),
    ]

    /// The place in `words` of the language of each word that only one of the languages has.
    private static let places: [UInt64: Int] = {
        var result: [UInt64: Int] = [:]
        var shared: Set<UInt64> = []
        for (place, entry) in words.enumerated() {
            for word in entry.list.split(separator: " ") {
                let key = word.utf8.reduce(0) { $0 << 8 | UInt64($1) }
                if result.updateValue(place, forKey: key) != nil { shared.insert(key) }
            }
        }
        return result.filter { !shared.contains($0.key) }
    }()
}
