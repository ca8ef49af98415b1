import UniversalMediaCatalog

extension CatalogText {
    /// A title as people see it: no pronunciation, and not in the order of a list.
    var isShownTitle: Bool { isTitle && !isPhonetic && type.map { $0 != "sort" } ?? true }

    var wordCount: Int { scan.wordCount }
    var ownWords: Int { scan.ownWords }

    var isShort: Bool { type.map { $0 == "short" } ?? false }

    /// Something may be in brackets, or behind a dash or bar.
    var mayHaveParts: Bool {
        !features.isDisjoint(with: [.bracket, .dash, .bar, .symbol, .kana, .fullWidth])
    }

    /// What stands in brackets, or behind a dash at the end, and is nothing but one phrase of some classes.
    func labels(_ classes: WordClasses) -> [TitleParts.Part] {
        TitleParts.all(of: text).filter { part in
            part.range.count < text.count && Self.isOnly(part.text, classes)
        }
    }

    /// A text that is nothing but one phrase of some classes, with any marks around it.
    static func isOnly(_ text: FeedText, _ classes: WordClasses) -> Bool {
        let matches = TextScan.matches(classes, in: text)
        guard let first = matches.first else { return false }
        // The longest one that begins where the first does.
        let end = matches.filter { $0.range.lowerBound == first.range.lowerBound }.map(\.range.upperBound).max() ?? 0
        return text[0..<first.range.lowerBound].hasNoLetters && text[end..<text.count].hasNoLetters
    }
}

extension FeedText {
    /// Neither letters nor digits; marks of any script may be in it.
    var hasNoLetters: Bool {
        var sink = LetterSink()
        TextScanner.scan(self, &sink)
        guard !sink.found else { return false }
        // A single character of a script without spaces makes no pair.
        return !string.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
}

private struct LetterSink: WordSink {
    var found = false
    mutating func word(_ key: UInt64, _ start: Int, _ end: Int) { found = true }
    mutating func pair(_ key: UInt64, _ start: Int) { found = true }
    mutating func interruption() {}
}
