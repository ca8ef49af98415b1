import UniversalMediaCatalog

/// A word in a text: a run of letters and digits.
struct TextWord {
    var text: FeedText
    /// The word's byte range in the text.
    var range: Range<Int>

    var lower: String { text.string.lowercased() }
    var isNumber: Bool { text.bytes.allSatisfy(isDigit) }
    /// Whether all characters are ASCII letters.
    var isLetters: Bool { text.bytes.allSatisfy(isLetter) }
    /// Whether the word begins with a capital letter. False for scripts without letter case.
    var isCapital: Bool { text.string.first?.isUppercase ?? false }
}

extension FeedText {
    /// The words of the text, without the characters of scripts that use no spaces. Allocates; for use after the scan found something.
    var words: [TextWord] {
        var sink = WordCollector(text: self)
        TextScanner.scan(self, &sink)
        return sink.words
    }

    /// Returns the range of the sentence around a range.
    func sentence(around range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start > 0, !endsSentence(before: start) { start -= 1 }
        var end = range.upperBound
        while end < count, !endsSentence(before: end + 1) || isDecimal(at: end) { end += 1 }
        return start..<min(end + 1, count)
    }

    private func isDecimal(at index: Int) -> Bool {
        bytes[index] == UInt8(ascii: ".") && index + 1 < count && isDigit(bytes[index + 1])
    }

    /// Returns whether the character before a position ends a sentence.
    func endsSentence(before place: Int) -> Bool {
        guard place > 0, place <= count else { return true }
        switch bytes[place - 1] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), 10: return true
        case 0x82:  // 。
            return place >= 3 && bytes[place - 3] == 0xE3 && bytes[place - 2] == 0x80
        case 0x81, 0x9F:  // ！ and ？
            return place >= 3 && bytes[place - 3] == 0xEF && bytes[place - 2] == 0xBC
        default: return false
        }
    }

    /// The text in quotation marks for a message, cut to 80 characters.
    var cited: String {
        let string = string
        return string.count > 80 ? "“\(string.prefix(79))…”" : "“\(string)”"
    }

    /// Returns whether the texts are equal apart from letter case. Allocates.
    func isSame(_ other: FeedText) -> Bool { string.lowercased() == other.string.lowercased() }

    /// The year of a date of the form `YYYY-MM-DD`; nil if there is none.
    var year: Int? { count >= 4 ? self[0..<4].decimal : nil }

    func contains(_ part: StaticString) -> Bool {
        let length = part.utf8CodeUnitCount
        guard length > 0 else { return false }
        return part.withUTF8Buffer { part in
            var next = 0
            while let start = ByteSearch.first(part[0], in: bytes, from: next), start + length <= count {
                if self[start..<start + length] == FeedText(bytes: part) { return true }
                next = start + 1
            }
            return false
        }
    }
}

private struct WordCollector: WordSink {
    let text: FeedText
    var words: [TextWord] = []
    mutating func word(_ key: UInt64, _ start: Int, _ end: Int) {
        words.append(TextWord(text: text[start..<end], range: start..<end))
    }
    mutating func pair(_ key: UInt64, _ start: Int) {}
    mutating func interruption() {}
}
