/// The parts of vertical TTML text that are set horizontally in the place of one character (TTML2 section 10.2.38).
enum MarkupCombination {
    /// The maximum number of letters of text that is combined as a whole.
    private static let longest = 6

    /// Splits text.
    /// - Parameter value: "all", "digits" with the maximum number of digits, or "none".
    static func parts(of text: String, _ value: String?) -> [(text: String, isCombined: Bool)] {
        let words = (value ?? "").split(whereSeparator: \.isWhitespace)
        switch words.first {
        case "all":
            let count = text.count
            let isShort = (1...longest).contains(count) && text.contains { !$0.isWhitespace }
            return [(text, isShort)]
        case "digits":
            let limit = words.count > 1 ? Int(words[1]) ?? 2 : 2
            return digits(of: text, limit: max(2, min(4, limit)))
        default: return [(text, false)]
        }
    }

    private static func digits(of text: String, limit: Int) -> [(text: String, isCombined: Bool)] {
        var parts: [(text: String, isDigits: Bool)] = []
        for character in text {
            let isDigit = ("0"..."9").contains(character)
            if let last = parts.last, last.isDigits == isDigit {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append((String(character), isDigit))
            }
        }
        return parts.map { ($0.text, $0.isDigits && $0.text.count <= limit) }
    }
}
