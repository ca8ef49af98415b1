extension FeedText {
    /// The text for a message: in backticks, with control characters escaped, and shortened.
    package var shown: String {
        var result = ""
        for scalar in string.unicodeScalars.prefix(80) {
            switch scalar.value {
            case 9: result += "\\t"
            case 10: result += "\\n"
            case 13: result += "\\r"
            case 0..<32, 127..<160: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return scalarCount > 80 ? "`\(result)…`" : "`\(result)`"
    }

    /// Returns whether two texts are equal in any case of ASCII letters, as language tags and codes are compared.
    package func isSameIgnoringCase(_ other: FeedText) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] {
            if lowercased(self[index]) != lowercased(other[index]) { return false }
        }
        return true
    }

    package func isSameIgnoringCase(_ other: String) -> Bool {
        compare(other) { isSameIgnoringCase($0) }
    }

    package func isSame(_ other: String) -> Bool { compare(other) { self == $0 } }

    /// Compares the text with the bytes of a string of the same length.
    @inline(__always) private func compare(_ other: String, _ isSame: (FeedText) -> Bool) -> Bool {
        let bytes = other.utf8
        guard count == bytes.count else { return false }
        return bytes.withContiguousStorageIfAvailable { isSame(FeedText(bytes: $0)) }
            ?? Array(bytes).withUnsafeBufferPointer { isSame(FeedText(bytes: $0)) }
    }

    /// Returns whether the text has more Unicode scalars than the limit. Most texts have fewer bytes and are not counted.
    package func isLonger(than limit: Int) -> Bool { count > limit && scalarCount > limit }

    /// The items between commas, trimmed, without allocating an array.
    package var commaList: CommaList { CommaList(text: self) }

    /// The first item between commas that another one follows with the same bytes; nil if all differ. Compares at most 64 items.
    package var repeatedElement: FeedText? {
        guard bytes.contains(UInt8(ascii: ",")) else { return nil }
        for (index, later) in commaList.prefix(64).enumerated() where !later.isEmpty {
            for earlier in commaList.prefix(index) where earlier == later { return later }
        }
        return nil
    }

    package struct CommaList: Sequence, IteratorProtocol {
        package let text: FeedText
        private var start = 0

        package init(text: FeedText) { self.text = text }

        package mutating func next() -> FeedText? {
            guard start <= text.count else { return nil }
            var end = start
            while end < text.count, text[end] != UInt8(ascii: ",") { end += 1 }
            defer { start = end + 1 }
            return text[start..<end].trimmed
        }
    }
}
