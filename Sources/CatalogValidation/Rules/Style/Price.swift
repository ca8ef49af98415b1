import UniversalMediaCatalog

/// Recognition of shop prices, as opposed to sums in plots: with cents, by the month, or after a word such as `only`.
enum Price {
    static func find(_ text: CatalogText) -> FeedText? {
        let string = text.text
        for index in 0..<string.count {
            if string[index] == UInt8(ascii: "%"), let discount = discount(string, index) { return discount }
            guard let sign = sign(string, index) else { continue }
            let before = digits(string, endingAt: index)
            if let amount = amount(string, behind: sign) ?? before.flatMap({ amount(string, behind: $0) }),
                isOffer(string, min(index, before ?? index), max(sign, amount.end), amount.hasCents)
            {
                return string[min(index, before ?? index)..<max(sign, amount.end)]
            }
        }
        return nil
    }

    /// - Returns: the index after a currency sign; nil if there is none.
    private static func sign(_ text: FeedText, _ index: Int) -> Int? {
        switch text[index] {
        case UInt8(ascii: "$"): return index + 1
        case 0xC2:  // £ ¥
            guard index + 1 < text.count, text[index + 1] == 0xA3 || text[index + 1] == 0xA5 else { return nil }
            return index + 2
        case 0xE2:  // € ₩ ₹ ₽
            guard index + 2 < text.count, text[index + 1] == 0x82, [0xAC, 0xA9, 0xB9, 0xBD].contains(text[index + 2])
            else { return nil }
            return index + 3
        default: return nil
        }
    }

    private static func amount(_ text: FeedText, behind start: Int) -> (end: Int, hasCents: Bool)? {
        var index = start
        if index < text.count, text[index] == 32 { index += 1 }
        let first = index
        while index < text.count, isDigit(text[index]) { index += 1 }
        guard index > first, index - first <= 3 else { return nil }
        if index + 2 < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ","),
            isDigit(text[index + 1]), isDigit(text[index + 2]),
            index + 3 == text.count || !isDigit(text[index + 3])
        {
            return (index + 3, true)
        }
        // Not an amount: thousands, or a decimal number.
        if index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ","),
            index + 1 < text.count, isDigit(text[index + 1])
        {
            return nil
        }
        return (index, false)
    }

    /// - Returns: the start of the number that ends before a currency sign, as in `4,99 €`.
    private static func digits(_ text: FeedText, endingAt place: Int) -> Int? {
        var index = place
        if index > 0, text[index - 1] == 32 {
            index -= 1
        } else if index > 1, text[index - 1] == 0xA0, text[index - 2] == 0xC2 {
            index -= 2
        }
        let end = index
        while index > 0,
            isDigit(text[index - 1]) || text[index - 1] == UInt8(ascii: ",") || text[index - 1] == UInt8(ascii: ".")
        { index -= 1 }
        return index < end && isDigit(text[index]) ? index : nil
    }

    private static func isOffer(_ text: FeedText, _ start: Int, _ end: Int, _ hasCents: Bool) -> Bool {
        let behind = text[end..<min(text.count, end + 24)]
        if let first = behind.bytes.first {
            if first == UInt8(ascii: "/") { return true }
            let words = behind.words
            if let word = words.first {
                if ["million", "billion", "m", "bn", "millions", "millionen", "mio", "thousand", "k"].contains(
                    word.lower)
                {
                    return false
                }
                if hasCents, periods.contains(words.prefix(2).map(\.lower).joined(separator: " ")) { return true }
                if word.lower == "per" || word.lower == "pro" || word.lower == "par" || word.lower == "al"
                    || word.lower == "por",
                    words.count > 1,
                    ["month", "monat", "mois", "mes", "mese", "mês", "year", "jahr", "an"].contains(words[1].lower)
                {
                    return true
                }
            }
        }
        guard hasCents, let last = text[0..<start].words.last?.lower else { return false }
        return callers.contains(last)
    }

    private static func discount(_ text: FeedText, _ index: Int) -> FeedText? {
        guard index > 0, isDigit(text[index - 1]) || text[index - 1] == 32 || text[index - 1] == 0xA0 else {
            return nil
        }
        let words = text[index + 1..<min(text.count, index + 24)].words.map(\.lower)
        guard let first = words.first else { return nil }
        guard
            ["off", "discount", "rabatt", "korting", "割引"].contains(first)
                || first == "de" && words.count > 1
                    && ["réduction", "descuento", "desconto", "remise"].contains(words[1])
                || first == "di" && words.count > 1 && words[1] == "sconto"
        else { return nil }
        var start = index
        while start > 0, isDigit(text[start - 1]) || text[start - 1] == 32 { start -= 1 }
        return text[start..<min(text.count, index + 12)].trimmed
    }

    private static let periods: Set<String> = [
        "a month", "per month", "a year", "per year", "par mois", "im monat", "pro monat", "al mes", "al mese",
        "por mês", "ao mês", "per maand", "per månad",
    ]
    private static let callers: Set<String> = [
        "only", "just", "from", "for", "nur", "ab", "für", "seulement", "dès", "partir", "solo", "sólo", "desde", "por",
        "da", "soli", "apenas", "vanaf", "slechts", "endast", "от", "всего",
    ]
}
