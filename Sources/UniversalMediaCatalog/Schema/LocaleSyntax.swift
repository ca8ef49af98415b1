/// The syntax of language tags in BCP 47 (RFC 5646, 2.1). It does not check that a language exists.
enum LocaleSyntax {
    /// Registered tags that do not follow the syntax.
    static let irregular: [StaticString] = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
    ]

    static func isWellFormed(_ text: FeedText) -> Bool {
        var subtags = Subtags(text)
        guard let first = subtags.next() else { return false }
        if first.count == 1, lowercased(first[0]) == UInt8(ascii: "x") { return isPrivate(&subtags) }
        guard first.count >= 2, first.count <= 8, first.isAll(isLetter) else {
            return irregular.contains { text.isIgnoringCase($0) }
        }
        // Most tags are a language, or a language and a region.
        guard var subtag = subtags.next() else { return !subtags.isBroken }
        if first.count <= 3 {
            var extended = 0
            while extended < 3, subtag.count == 3, subtag.isAll(isLetter) {
                extended += 1
                guard let next = subtags.next() else { return !subtags.isBroken }
                subtag = next
            }
        }
        if subtag.count == 4, subtag.isAll(isLetter) {
            guard let next = subtags.next() else { return !subtags.isBroken }
            subtag = next
        }
        if (subtag.count == 2 && subtag.isAll(isLetter)) || (subtag.count == 3 && subtag.isAll(isDigit)) {
            guard let next = subtags.next() else { return !subtags.isBroken }
            subtag = next
        }
        return isTail(subtag, &subtags) || irregular.contains { text.isIgnoringCase($0) }
    }

    /// Returns whether the rest of a tag is valid: variants, extensions and private use.
    private static func isTail(_ first: FeedText, _ subtags: inout Subtags) -> Bool {
        var subtag = first
        while (subtag.count >= 5 && subtag.count <= 8 && subtag.isAll(isAlphanumeric))
            || (subtag.count == 4 && isDigit(subtag[0]) && subtag.isAll(isAlphanumeric))
        {
            guard let next = subtags.next() else { return !subtags.isBroken }
            subtag = next
        }
        while subtag.count == 1, isAlphanumeric(subtag[0]), lowercased(subtag[0]) != UInt8(ascii: "x") {
            var parts = 0
            while true {
                guard let next = subtags.next() else { return parts > 0 && !subtags.isBroken }
                subtag = next
                guard subtag.count >= 2, subtag.count <= 8, subtag.isAll(isAlphanumeric) else { break }
                parts += 1
            }
            guard parts > 0 else { return false }
        }
        return subtag.count == 1 && lowercased(subtag[0]) == UInt8(ascii: "x") && isPrivate(&subtags)
    }

    private static func isPrivate(_ subtags: inout Subtags) -> Bool {
        var parts = 0
        while let next = subtags.next() {
            guard next.count >= 1, next.count <= 8, next.isAll(isAlphanumeric) else { return false }
            parts += 1
        }
        return parts > 0 && !subtags.isBroken
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// The subtags of a tag, separated by hyphens.
    private struct Subtags {
        let text: FeedText
        var start = 0
        /// Whether an empty subtag was found.
        var isBroken = false

        init(_ text: FeedText) { self.text = text }

        mutating func next() -> FeedText? {
            guard start <= text.count, !isBroken else { return nil }
            var end = start
            while end < text.count, text[end] != UInt8(ascii: "-") { end += 1 }
            guard end > start else {
                isBroken = true
                return nil
            }
            defer { start = end + 1 }
            return text[start..<end]
        }
    }
}

extension FeedText {
    @inline(__always) func isAll(_ test: (UInt8) -> Bool) -> Bool {
        for byte in bytes where !test(byte) { return false }
        return true
    }
}
