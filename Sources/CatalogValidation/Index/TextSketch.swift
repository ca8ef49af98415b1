import UniversalMediaCatalog

/// The beginnings of the long words and names of a text, which translations have in common: `canary` and `canari`, `Nora` and `Nora`.
struct TextSketch {
    /// The first four letters of each word, without accents; `c` counts as `k`.
    private(set) var words: [UInt32] = []

    private static let most = 24

    mutating func add(_ text: FeedText) {
        var index = 0
        var word: UInt32 = 0
        var letters = 0
        var isCapital = false
        var isFirst = true
        while index < text.count, words.count < Self.most {
            var byte = text[index]
            var letter: UInt8 = 0
            if isLetter(byte) {
                letter = lowercased(byte)
            } else if byte == 0xC3, index + 1 < text.count {
                index += 1
                letter = TitleFolding.baseLetter(ofLatin1: text[index])
                byte = 0
            } else if byte >= 0x80 {
                // A letter of another script, or a sign: `’` ends a word.
                letter = 0
            }
            index += 1
            if letter != 0 {
                if letters == 0 { isCapital = byte &- 65 < 26 }
                if letters < 4 { word = word << 8 | UInt32(letter == UInt8(ascii: "c") ? UInt8(ascii: "k") : letter) }
                letters += 1
                if index < text.count { continue }
            }
            if letters > 4 || letters == 4 && isCapital && !isFirst, !words.contains(word) { words.append(word) }
            if letters > 0 { isFirst = false }
            if byte == UInt8(ascii: ".") { isFirst = true }
            (word, letters, isCapital) = (0, 0, false)
        }
    }

    mutating func formUnion(_ other: TextSketch) {
        for word in other.words where !words.contains(word) { words.append(word) }
    }

    /// Returns the number of words in both texts.
    func common(_ other: TextSketch) -> Int {
        var count = 0
        for word in words where other.words.contains(word) { count += 1 }
        return count
    }
}

/// A title or a description that shares no word with the other locales of its item.
struct OddText {
    var entry: UInt32
    var type: ContentTypes
    var isTitle: Bool
    /// Number among the titles or descriptions of the item, from 1.
    var place: UInt16
    var locale: UInt64
    var own: TextSketch
    /// The words of the other locales.
    var others: TextSketch
    /// Number of words that the two texts have to have in common with the other item.
    var needed: Int

    /// Returns whether the texts of two items fit the other item: each shares words with the other item's other locales.
    func isExchanged(with other: OddText) -> Bool {
        guard type == other.type, isTitle == other.isTitle, locale == other.locale else { return false }
        let (first, second) = (own.common(other.others), other.own.common(others))
        return first > 0 && second > 0 && first + second >= max(needed, other.needed)
    }
}

/// A text that appears to be that of another item, and the reverse.
struct ExchangedText: Sendable {
    var entry: UInt32
    var other: UInt32
    var isTitle: Bool
    /// Number among the titles or descriptions of the item, from 1.
    var place: UInt16
    /// Whether the two items have the same text in this locale, and different ones in another.
    var isCopy = false
}

/// A description in a locale of an item, for comparison with those that follow.
struct RecentText {
    var entry: UInt32
    var type: ContentTypes
    /// A hash of the text and its locale.
    var hash: UInt64
}

/// The titles of an item in several locales, for comparison with those that follow.
struct RecentTitles {
    var entry: UInt32
    var type: ContentTypes
    var titles: [(locale: UInt64, hash: UInt64)]
    /// The words of all its titles but one.
    var words: [TextSketch]
}

extension IndexFragment {
    private static let mostOddTexts = 12

    /// Compares the texts of an item in its locales, and those that differ with the items before.
    mutating func addOddTexts(of item: CatalogItemView, _ number: UInt32) {
        guard !item.type.isDisjoint(with: [.movie, .show, .episode]) else { return }
        addOddText(of: item, .title, number)
        addOddText(of: item, .description, number)
    }

    private mutating func addOddText(of item: CatalogItemView, _ name: ElementName, _ number: UInt32) {
        var texts: [(node: FeedNode, place: UInt16, sketch: TextSketch)] = []
        var count = 0
        for _ in item.children(name) { count += 1 }
        guard count > 1, count < 8 else { return }
        if name == .description { findCopy(of: item, count, number) }
        var place: UInt16 = 0
        for node in item.children(name) {
            place &+= 1
            guard node[.type] == nil, node[.isPhonetic] == nil, let locale = node[.locale], locale.count > 1,
                !texts.contains(where: { $0.node[.locale].map { $0 == locale } ?? false })
            else { continue }
            var sketch = TextSketch()
            sketch.add(node.text)
            if !sketch.words.isEmpty { texts.append((node, place, sketch)) }
        }
        guard texts.count > 1 else { return }
        let isTitle = name == .title
        if isTitle { findCopiedTitle(of: item, texts, number) }
        let odd = Self.odd(texts.map(\.sketch))
        guard isTitle || texts.count == 2 || odd.isCertain else { return }
        for place in odd.places {
            var others = TextSketch()
            for index in texts.indices where index != place { others.formUnion(texts[index].sketch) }
            compare(
                OddText(
                    entry: number, type: item.type, isTitle: isTitle, place: texts[place].place,
                    locale: texts[place].node[.locale]?.quickHash ?? 0, own: texts[place].sketch, others: others,
                    needed: isTitle || texts.count > 2 ? 2 : 4))
        }
    }

    /// Finds a description in one locale that is also that of one of the items before, whose other descriptions differ.
    private mutating func findCopy(of item: CatalogItemView, _ count: Int, _ number: UInt32) {
        var place: UInt16 = 0
        var copies = 0
        var copy: (place: UInt16, entry: UInt32)?
        let known = recentTexts.count
        for node in item.children(.description) {
            place &+= 1
            guard node.text.count > 20, let locale = node[.locale] else { continue }
            let hash = FeedText.mix(node.text.trimmed.quickHash ^ locale.quickHash &* 3)
            if let other = recentTexts[0..<known].last(where: { $0.hash == hash && $0.type == item.type }) {
                copies += 1
                copy = (place, other.entry)
            }
            recentTexts.append(RecentText(entry: number, type: item.type, hash: hash))
        }
        if recentTexts.count > 4 * Self.mostOddTexts {
            recentTexts.removeFirst(recentTexts.count - 2 * Self.mostOddTexts)
        }
        guard let copy, copies < count, recentTexts.contains(where: { $0.entry == number }) else { return }
        // A description in the feed's locale is compared with those of all items.
        guard
            item.node.children.filter({ $0.name == .description })[Int(copy.place) - 1][.locale].map({
                !$0.isSame(item.head.defaultLocale)
            }) ?? false
        else { return }
        catalogSide.exchanges.append(
            ExchangedText(entry: number, other: copy.entry, isTitle: false, place: copy.place, isCopy: true))
    }

    /// Finds a title in one locale that is also that of one of the items before, whose other titles share no word.
    private mutating func findCopiedTitle(
        of item: CatalogItemView, _ texts: [(node: FeedNode, place: UInt16, sketch: TextSketch)], _ number: UInt32
    ) {
        let titles = texts.map { text in
            (locale: text.node[.locale]?.quickHash ?? 0, hash: text.node.text.trimmed.quickHash)
        }
        defer {
            if recentTitles.count == Self.mostOddTexts { recentTitles.removeFirst() }
            recentTitles.append(
                RecentTitles(entry: number, type: item.type, titles: titles, words: texts.map(\.sketch)))
        }
        for other in recentTitles where other.type == item.type {
            var same: Int?
            var differ = 0
            for (place, title) in titles.enumerated() {
                guard let its = other.titles.firstIndex(where: { $0.locale == title.locale }) else { continue }
                if other.titles[its].hash == title.hash {
                    // A second equal title shows that the works have one name.
                    guard same == nil else { return }
                    same = place
                } else if other.words[its].common(texts[place].sketch) == 0 {
                    differ += 1
                }
            }
            guard let same, differ > 0, texts[same].node.text.count > 9,
                texts[same].node.text.trimmed.bytes.contains(32),
                differ + 1 == titles.count
            else { continue }
            catalogSide.exchanges.append(
                ExchangedText(
                    entry: number, other: other.entry, isTitle: true, place: texts[same].place, isCopy: true))
            return
        }
    }

    private mutating func compare(_ text: OddText) {
        if let other = oddTexts.last(where: { $0.entry != text.entry && $0.isExchanged(with: text) }),
            catalogSide.exchanges.last?.entry != text.entry
        {
            catalogSide.exchanges.append(
                ExchangedText(entry: text.entry, other: other.entry, isTitle: text.isTitle, place: text.place))
        }
        if oddTexts.count == Self.mostOddTexts { oddTexts.removeFirst() }
        oddTexts.append(text)
    }

    /// Returns the texts that have no word in common with any other: the only one, or all where no two texts have one.
    private static func odd(_ sketches: [TextSketch]) -> (places: [Int], isCertain: Bool) {
        var odd: [Int] = []
        for one in sketches.indices {
            let isOdd = sketches.indices.allSatisfy { $0 == one || sketches[one].common(sketches[$0]) == 0 }
            if isOdd { odd.append(one) }
        }
        let isCertain = odd.count < sketches.count
        return (odd.count == 1 || !isCertain ? odd : [], isCertain)
    }
}
