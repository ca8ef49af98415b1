import Foundation

/// How a language separates words.
enum Writing: Sendable, Hashable {
    /// Words with spaces between them.
    case spaced
    /// Words with spaces between them, and with an article or particles attached (Arabic).
    case attachedArticles
    /// Characters without spaces (Japanese).
    case continuous
}

/// Text reduced to what distinguishes words: lower case, without punctuation, accents and vowel marks, with ASCII digits.
///
/// Utterances and the tables of the languages are reduced by the same function, so that they compare by characters. A point between digits
/// is the decimal point, a colon between digits belongs to a clock time; everything else but letters and digits is one space.
enum NormalizedText {
    static func normalize(_ text: String, _ writing: Writing) -> String {
        let scalars = Array(text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars)
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(scalars.count)
        for (index, scalar) in scalars.enumerated() {
            if let digit = decimalDigit(scalar) {
                separate(&result, isDigit: true)
                result.append(digit)
            } else if let replacement = letters[scalar] {
                separate(&result, isDigit: false)
                result += replacement
            } else if isVoicingMark(scalar) {
                result.append(scalar)
            } else if isIgnored(scalar) {
                continue
            } else if scalar.properties.isAlphabetic || scalar == "ー" {
                separate(&result, isDigit: false)
                result.append(hiragana(scalar))
            } else if scalar == "%" || scalar == "٪" {
                result += [" ", "%", " "]
            } else {
                result.append(betweenDigits(scalars, index) ?? " ")
            }
        }
        let composed = String(String.UnicodeScalarView(result)).precomposedStringWithCanonicalMapping
        let words = withoutThousands(composed).split(separator: " ").map(String.init)
        switch writing {
        case .spaced: return words.joined(separator: " ")
        case .attachedArticles: return words.map(withoutArticle).joined(separator: " ")
        case .continuous: return joined(words)
        }
    }

    /// Letters that decomposition leaves as they are.
    private static let letters: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ß": ["s", "s"], "œ": ["o", "e"], "æ": ["a", "e"], "ø": ["o"], "ı": ["i"], "×": [" ", "x", " "],
        "ى": ["ي"], "ی": ["ي"], "ة": ["ه"], "ک": ["ك"],
    ]

    private static func decimalDigit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }

    private static func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

    /// Separates digits from letters: "10s" is "10 s".
    private static func separate(_ result: inout [Unicode.Scalar], isDigit isDigitNext: Bool) {
        guard let last = result.last, ![" ", ".", ",", ":"].contains(last) else { return }
        if isDigit(last) != isDigitNext { result.append(" ") }
    }

    /// The marks that distinguish が from か and ぱ from は.
    private static func isVoicingMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{3099}" || scalar == "\u{309A}" }

    /// Accents, vowel marks, the stretching of Arabic words, and invisible characters that direct the text.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: scalar == "\u{0640}"
        }
    }

    private static func hiragana(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard ("ァ"..."ヶ").contains(scalar) else { return scalar }
        return Unicode.Scalar(scalar.value - 0x60) ?? scalar
    }

    /// Returns the separator of a number or a clock time; nil for punctuation.
    private static func betweenDigits(_ scalars: [Unicode.Scalar], _ index: Int) -> Unicode.Scalar? {
        guard index > 0, index + 1 < scalars.count, decimalDigit(scalars[index - 1]) != nil,
            decimalDigit(scalars[index + 1]) != nil
        else { return nil }
        switch scalars[index] {
        case ".": return "."
        case ",", "٫": return ","
        case ":": return ":"
        default: return nil
        }
    }

    /// Replaces commas between digits: "1,000" has a thousand's comma, "1,5" a decimal one.
    private static func withoutThousands(_ text: String) -> String {
        guard text.contains(",") else { return text }
        return text.replacing(/,(\d{3})(?!\d)/) { String($0.output.1) }.replacing(",", with: ".")
    }

    /// Returns a word without the Arabic article and the particles that merge with it.
    private static func withoutArticle(_ word: String) -> String {
        var word = word[...]
        for particle in ["وال", "بال", "فال", "كال", "لل"]
        where word.hasPrefix(particle) && word.count >= particle.count + 3 {
            word = word.dropFirst(particle.count)
            break
        }
        while word.hasPrefix("ال"), word.count >= 5 { word = word.dropFirst(2) }
        return String(word)
    }

    /// Removes spaces except between digits, which belong to two numbers.
    private static func joined(_ words: [String]) -> String {
        words.reduce(into: "") { result, word in
            if isDigit(result.unicodeScalars.last), isDigit(word.unicodeScalars.first) { result += " " }
            result += word
        }
    }
}
