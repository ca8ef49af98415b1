import UniversalMediaCatalog

/// STY-ESCAPE: escape sequences and marks of other formats that were not decoded.
struct EscapeSequences: TextRule {
    static let info = RuleInfo(
        "STY-ESCAPE", "Texts contain no escape sequences and no marks of JSON, URLs or Markdown.", level: .warning,
        tag: "D", section: "umc-validation.md 3.3",
        remedy: "decode the text of the source before writing the feed",
        bad: [
            .title("The Paper\\nLighthouse"), .title("The Paper \\u0041 Lighthouse"),
            .title("**The Paper Lighthouse**"),
            .plot("A **retired mapmaker** rebuilds a lighthouse out of old charts."),
            .plot("A __retired__ mapmaker rebuilds a lighthouse out of old charts."),
            .plot("A [b]retired[/b] mapmaker rebuilds a lighthouse out of old charts."),
            .plot("A [[retired]] mapmaker rebuilds a lighthouse out of old charts."),
            .plot("A [retired mapmaker](https://example.org) rebuilds a lighthouse out of old charts."),
            .title("The Paper\\'s Lighthouse"), .title("Le Phare d=C3=A9sert", "fr-FR"),
            .plot("A retired mapmaker.\\nShe rebuilds a lighthouse out of old charts."),
            .plot("A retired mapmaker\\nand her sister rebuild a lighthouse out of old charts."),
            .plot("A retired mapmaker\\nrebuilds a lighthouse out of old charts."),
            .plot("A%20retired%20mapmaker%20rebuilds%20a%20lighthouse."),
            .plot("{\"en\": \"A retired mapmaker rebuilds a lighthouse.\"}"),
            // The quotation marks of CSV.
            .plot("A retired \"\"mapmaker\"\" rebuilds a lighthouse out of old charts."),
        ],
        good: [.title("The Paper Lighthouse")],
        nearMisses: [
            .title("E=MC2"), .title("A=B=C"), .title("M*A*S*H"), .title("Face\\Off"), .title("Maps\\not charts"),
            .plot("A retired mapmaker finds an album of AC\\nice on a coast that nobody has drawn."),
            .title("*batteries not included"),
            .title("100% Wolf"),
            .plot("A f*** of a day for a mapmaker who finds ** on a chart that nobody has drawn."),
            .plot("She owns 50% 20 years later, and nobody has drawn the coast of her lighthouse."),
            .plot("A retired \"mapmaker\" rebuilds a lighthouse, and nobody has drawn its \"coast\"."),
            .title("The \"\" Lighthouse"),
            .plot("A s**t of a day for a mapmaker, and a b****y one for the lighthouse that nobody has drawn."),
            .plot("A mapmaker [retired] (since 1990) rebuilds a lighthouse that nobody has drawn."),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.features.isDisjoint(with: [.escape, .percent, .template, .quote, .bracket]),
            let found = Self.sequence(text)
        else {
            return
        }
        findings.report(info, at: text.node, "the text contains “\(found)”: \(text.text.cited)")
    }

    private static func sequence(_ text: CatalogText) -> String? {
        let bytes = text.text.bytes
        if text.features.contains(.escape) {
            if hasEmphasis(bytes, UInt8(ascii: "*")) { return "**" }
            if let found = quotedPrintable(bytes) { return found }
            for index in 0..<max(0, bytes.count - 1) where bytes[index] == UInt8(ascii: "\\") {
                if let found = escape(bytes, index, isTitle: text.isTitle) { return found }
            }
        }
        if text.features.contains(.template), bytes.count > 4, bytes[0] == UInt8(ascii: "{"),
            bytes[1] == UInt8(ascii: "\""), bytes[bytes.count - 1] == UInt8(ascii: "}")
        {
            return "{\""
        }
        if text.features.contains(.template), hasEmphasis(bytes, UInt8(ascii: "_")) { return "__" }
        if text.features.contains(.bracket), !text.isTitle, let found = link(bytes) { return found }
        if text.features.contains(.quote), hasDoubledQuote(bytes) { return "\"\"" }
        guard text.features.contains(.percent) else { return nil }
        var count = 0
        for index in 0..<max(0, bytes.count - 3)
        where bytes[index] == UInt8(ascii: "%") && bytes[index + 1] == UInt8(ascii: "2")
            && bytes[index + 2] == UInt8(ascii: "0") && bytes[index + 3] > 32
        {
            count += 1
        }
        return count > 0 ? "%20" : nil
    }

    /// Returns a letter of two bytes as mail programs write it: `=C3=AA`.
    private static func quotedPrintable(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        func isByte(_ index: Int) -> Bool {
            bytes[index] == UInt8(ascii: "=") && isUpperHexadecimal(bytes[index + 1])
                && isUpperHexadecimal(bytes[index + 2])
        }
        for index in 0..<max(0, bytes.count - 5) where isByte(index) && isByte(index + 3) && bytes[index + 1] >= 65 {
            return String(decoding: bytes[index..<index + 6], as: UTF8.self)
        }
        return nil
    }

    private static func isUpperHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || byte &- 65 < 6 }

    /// Returns whether two straight quotation marks are next to each other at the beginning or end of a word.
    private static func hasDoubledQuote(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let mark = UInt8(ascii: "\"")
        for index in 0..<max(0, bytes.count - 1) where bytes[index] == mark && bytes[index + 1] == mark {
            if index > 0 && bytes[index - 1] > 32 || index + 2 < bytes.count && bytes[index + 2] > 32 { return true }
        }
        return false
    }

    /// Returns whether words are between two pairs of the mark, as in Markdown: `**words**`.
    private static func hasEmphasis(_ bytes: UnsafeBufferPointer<UInt8>, _ mark: UInt8) -> Bool {
        var start: Int?
        for index in 0..<max(0, bytes.count - 1) where bytes[index] == mark && bytes[index + 1] == mark {
            if let start, index > start + 2, bytes[index - 1] > 32,
                index + 2 == bytes.count || !isWord(bytes[index + 2])
            {
                return true
            }
            let isFirst = index == 0 || !isWord(bytes[index - 1]) && bytes[index - 1] != mark
            if isFirst, index + 2 < bytes.count, isWord(bytes[index + 2]) { start = index }
        }
        return false
    }

    private static func isWord(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || byte > 0x7f }

    /// Returns the sign of a link of Markdown or a wiki, `[words](https://…)` or `[[words]]`, or of a tag as in forums, `[/b]`.
    private static func link(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var next = 0
        while let index = ByteSearch.first(UInt8(ascii: "["), in: bytes, from: next), index + 3 < bytes.count {
            next = index + 1
            if bytes[index + 1] == UInt8(ascii: "[") { return "[[" }
            if bytes[index + 1] == UInt8(ascii: "/"), isLetter(bytes[index + 2]) { return "[/" }
        }
        next = 0
        while let index = ByteSearch.first(UInt8(ascii: "]"), in: bytes, from: next), index + 3 < bytes.count {
            next = index + 1
            if bytes[index + 1] == UInt8(ascii: "("), bytes[index + 2] == UInt8(ascii: "h"),
                bytes[index + 3] == UInt8(ascii: "t")
            {
                return "]("
            }
        }
        return nil
    }

    /// Returns whether three or more small letters are on both sides of an escape sequence: in `valley\\nrepairs`, the backslash is no sign of
    /// a title.
    private static func isJoint(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index > 4, index + 5 < bytes.count else { return false }
        return (1...4).allSatisfy { bytes[index - $0] &- 97 < 26 }
            && (2...5).allSatisfy { bytes[index + $0] &- 97 < 26 }
    }

    /// Returns whether a word in small letters ends before an escape sequence, and a small letter follows. Names such as `AC\\nice` end in capitals.
    private static func isBetweenSmallLetters(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index > 1 && bytes[index - 1] &- 97 < 26 && bytes[index - 2] &- 97 < 26 && index + 2 < bytes.count
            && bytes[index + 2] &- 97 < 26
    }

    /// Returns an escape sequence of JSON or of a programming language at a backslash.
    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, isTitle: Bool) -> String? {
        let next = bytes[index + 1]
        switch next {
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            // `AC\nice` is rare: a capital letter, a space or the end follows a line break, or no letter precedes it.
            guard
                index + 2 == bytes.count || !(bytes[index + 2] &- 97 < 26) || index > 0 && !isLetter(bytes[index - 1])
                    || isJoint(bytes, index) || !isTitle && isBetweenSmallLetters(bytes, index)
            else { return nil }
            return "\\\(Character(Unicode.Scalar(next)))"
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"): return "\\\(Character(Unicode.Scalar(next)))"
        case UInt8(ascii: "u"):
            guard index + 5 < bytes.count,
                bytes[index + 2..<index + 6].allSatisfy({ isDigit($0) || ($0 | 32) &- 97 < 6 })
            else { return nil }
            return String(decoding: bytes[index..<index + 6], as: UTF8.self)
        default: return nil
        }
    }
}
