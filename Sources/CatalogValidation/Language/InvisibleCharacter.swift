import UniversalMediaCatalog

/// A character that viewers do not see, or that changes how other characters are displayed, where the text does not need it.
struct InvisibleCharacter {
    let scalar: Unicode.Scalar
    let name: String
    /// Offset of the character in the text's bytes.
    let offset: Int

    /// The code point and the name, such as `U+202E (right-to-left override)`.
    var described: String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits) (\(name))"
    }

    /// The features of texts that may contain such a character.
    static let features: TextFeatures = [.sign, .symbol, .farther, .kana, .fullWidth, .arabic, .odd]

    /// Returns the first such character; nil if there is none.
    static func first(in text: FeedText) -> InvisibleCharacter? {
        let bytes = text.bytes
        var index = 0
        while index < bytes.count {
            // Only these first bytes begin a character of the list.
            switch bytes[index] {
            case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEE, 0xEF, 0xF3, 0xF4:
                if let found = at(index, text) { return found }
            default: break
            }
            index += 1
        }
        return nil
    }

    private static func at(_ offset: Int, _ text: FeedText) -> InvisibleCharacter? {
        guard let scalar = scalar(text, offset) else { return nil }
        let name: String
        switch scalar.value {
        case 0xAD: name = "soft hyphen"
        case 0x034F: name = "combining grapheme joiner"
        case 0x115F, 0x1160, 0x3164, 0xFFA0: name = "filler of Korean letters"
        case 0x180E: name = "vowel separator"
        case 0x200C: name = "zero-width non-joiner"
        case 0x200D: name = "zero-width joiner"
        case 0x200E, 0x200F, 0x061C: name = "direction mark"
        case 0x202A, 0x202B: name = "start of a text direction"
        case 0x202C: name = "end of a text direction"
        case 0x202D: name = "left-to-right override"
        case 0x202E: name = "right-to-left override"
        case 0x2066...0x2069: name = "isolated text direction"
        case 0x2060: name = "word joiner"
        case 0x2061...0x2064: name = "invisible operator"
        case 0x206A...0x206F: name = "deprecated control"
        case 0xE000...0xF8FF, 0xF0000...0x10FFFD: name = "private-use character"
        case 0xFDD0...0xFDEF: name = "not a character"
        case 0xFFF9...0xFFFB: name = "interlinear annotation"
        case 0xE0000...0xE007F: name = "tag"
        default: return nil
        }
        guard !isNeeded(scalar, offset, text) else { return nil }
        return InvisibleCharacter(scalar: scalar, name: name, offset: offset)
    }

    /// Whether the characters around it need the character.
    private static func isNeeded(_ scalar: Unicode.Scalar, _ offset: Int, _ text: FeedText) -> Bool {
        switch scalar.value {
        case 0x200C, 0x200D:
            // Arabic and Indic scripts join letters, and emoji are joined into one.
            guard let before = scalarBefore(text, offset) else { return false }
            return isJoining(before.value)
        case 0x200E, 0x200F, 0x061C, 0x2066...0x2069: return hasRightToLeftLetters(text)
        case 0xE0020...0xE007F:
            // The flags of England, Scotland and Wales are a black flag with tags.
            guard let before = scalarBefore(text, offset) else { return false }
            return before.value == 0x1F3F4 || (0xE0020...0xE007F).contains(before.value)
        default: return false
        }
    }

    private static func isJoining(_ value: UInt32) -> Bool {
        switch value {
        case 0x0600...0x0DFF, 0x0F00...0x109F, 0x1780...0x18AF, 0x200D, 0x2600...0x27BF, 0xFB50...0xFDFF, 0xFE0F,
            0xFE70...0xFEFC, 0x1F000...0x1FAFF, 0xE0020...0xE007F:
            true
        default: false
        }
    }

    /// Whether the text has Hebrew or Arabic letters.
    private static func hasRightToLeftLetters(_ text: FeedText) -> Bool {
        // U+0590 to U+05FF, U+0600 to U+07FF; the direction mark U+061C is no letter.
        var index = 0
        while index < text.count {
            if (0xD6...0xDF).contains(text[index]), let scalar = scalar(text, index), scalar.properties.isAlphabetic {
                return true
            }
            index += 1
        }
        return false
    }

    private static func scalar(_ text: FeedText, _ offset: Int) -> Unicode.Scalar? {
        let first = text[offset]
        let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard offset + count <= text.count else { return nil }
        var value = UInt32(first) & (count == 1 ? 0x7F : count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
        for index in offset + 1..<offset + count { value = value << 6 | UInt32(text[index] & 0x3F) }
        return Unicode.Scalar(value)
    }

    private static func scalarBefore(_ text: FeedText, _ offset: Int) -> Unicode.Scalar? {
        var start = offset - 1
        while start >= 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        return start < 0 ? nil : scalar(text, start)
    }
}
