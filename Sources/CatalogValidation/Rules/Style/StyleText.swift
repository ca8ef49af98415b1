import UniversalMediaCatalog

extension CatalogText {
    /// Whether the title is displayed: neither phonetic nor a sort title.
    var isShownTitle: Bool { isTitle && !isPhonetic && type.map { $0 != "sort" } ?? true }

    var wordCount: Int { scan.wordCount }
    var ownWords: Int { scan.ownWords }

    var isShort: Bool { type.map { $0 == "short" } ?? false }

    /// Whether the text may have a bracketed part, or a part after a dash or bar.
    var mayHaveParts: Bool {
        !features.isDisjoint(with: [.bracket, .dash, .bar, .symbol, .kana, .fullWidth])
    }

    /// Returns the bracketed parts, and the part after a dash at the end, that consist of one phrase of some classes.
    func labels(_ classes: WordClasses) -> [TitleParts.Part] {
        TitleParts.all(of: text).filter { part in
            part.range.count < text.count && Self.isOnly(part.text, classes)
        }
    }

    /// Returns whether a text consists of one phrase of some classes, apart from punctuation.
    static func isOnly(_ text: FeedText, _ classes: WordClasses) -> Bool {
        let matches = TextScan.matches(classes, in: text)
        guard let first = matches.first else { return false }
        // The longest match at the position of the first match.
        let end = matches.filter { $0.range.lowerBound == first.range.lowerBound }.map(\.range.upperBound).max() ?? 0
        return text[0..<first.range.lowerBound].hasNoLetters && text[end..<text.count].hasNoLetters
    }
}

extension FeedText {
    /// Whether the text has neither letters nor digits; punctuation of any script is allowed.
    var hasNoLetters: Bool {
        // Most texts have a letter near their beginning.
        for byte in bytes.prefix(64) where isLetter(byte) || isDigit(byte) { return false }
        var sink = LetterSink()
        TextScanner.scan(self, &sink)
        guard !sink.found else { return false }
        // The scanner reports no pair for a single character of a script without spaces.
        return !string.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
}

private struct LetterSink: WordSink {
    var found = false
    mutating func word(_ key: UInt64, _ start: Int, _ end: Int) { found = true }
    mutating func pair(_ key: UInt64, _ start: Int) { found = true }
    mutating func interruption() {}
}
