/// Splits style sheets into rules and their parts (CSS Syntax). Comments are removed; brackets, quotes and escapes are respected.
struct StyleScanner {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(Self.withoutComments(text)) }

    /// Returns the next rule. An at-rule has no body.
    mutating func nextRule() -> (prelude: String, body: String?)? {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        guard position < characters.count else { return nil }
        let isAtRule = characters[position] == "@"
        let prelude = take { $0 == "{" || (isAtRule && $0 == ";") }
        guard position < characters.count else { return (prelude, nil) }
        let opening = characters[position]
        position += 1
        guard opening == "{" else { return (prelude, nil) }
        let body = take { $0 == "}" }
        position += 1
        return (prelude, isAtRule ? nil : body)
    }

    /// Reads up to a character outside of brackets and quotes, or to the end.
    private mutating func take(until ends: (Character) -> Bool) -> String {
        let start = position
        var closers: [Character] = []
        while position < characters.count {
            let character = characters[position]
            if closers.isEmpty, ends(character) { break }
            switch character {
            case "\\": position += 1
            case "\"", "'": skipString(character)
            case "(": closers.append(")")
            case "[": closers.append("]")
            case "{": closers.append("}")
            default: if closers.last == character { closers.removeLast() }
            }
            position += 1
        }
        position = min(position, characters.count)
        return String(characters[start..<position])
    }

    /// Advances to the quote that ends a string, or to the end of its line.
    private mutating func skipString(_ quote: Character) {
        position += 1
        while position < characters.count, characters[position] != quote, !characters[position].isNewline {
            position += characters[position] == "\\" ? 2 : 1
        }
    }

    /// Splits text at a character outside of brackets and quotes, and removes white space around the parts.
    static func split(_ text: String, at separator: Character) -> [String] {
        split(text) { $0 == separator }
    }

    /// Splits text at white space outside of brackets and quotes.
    static func words(_ text: String) -> [String] { split(text, where: \.isWhitespace).filter { !$0.isEmpty } }

    private static func split(_ text: String, where separates: (Character) -> Bool) -> [String] {
        var scanner = StyleScanner(characters: Array(text))
        var parts: [String] = []
        while true {
            parts.append(trimmed(scanner.take(until: separates)))
            guard scanner.position < scanner.characters.count else { return parts }
            scanner.position += 1
        }
    }

    private init(characters: [Character]) { self.characters = characters }

    static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private static func withoutComments(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "/*") {
            result += rest[..<start.lowerBound]
            result += " "
            guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return result }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

extension Substring {
    fileprivate func firstRange(of pair: String) -> Range<Index>? {
        var position = startIndex
        while position < endIndex {
            if self[position...].hasPrefix(pair) { return position..<index(position, offsetBy: pair.count) }
            position = index(after: position)
        }
        return nil
    }
}
