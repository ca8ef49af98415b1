/// Resolves character references in text: `&amp;`, `&#65;`, `&#x41;` (WHATWG HTML, "named character references" and the states after it).
enum CharacterReference {
    /// Reads the reference that begins with the ampersand at a position.
    /// - Returns: the characters, and the position after the reference; nil where there is no reference.
    static func read(_ bytes: [UInt8], at start: Int) -> (characters: String, end: Int)? {
        let name = start + 1
        guard name < bytes.count else { return nil }
        return bytes[name] == 0x23 ? number(bytes, from: name + 1) : named(bytes, from: name)
    }

    private static func number(_ bytes: [UInt8], from start: Int) -> (String, Int)? {
        let isHexadecimal = start < bytes.count && bytes[start] | 0x20 == 0x78
        let first = isHexadecimal ? start + 1 : start
        var (position, value) = (first, UInt32(0))
        while position < bytes.count, let digit = bytes[position].hexadecimalDigit, isHexadecimal || digit < 10 {
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), Self.beyondUnicode)
            position += 1
        }
        guard position > first else { return nil }
        if position < bytes.count, bytes[position] == 0x3b { position += 1 }
        return (String(character(value)), position)
    }

    private static let beyondUnicode: UInt32 = 0x11_0000

    private static func character(_ value: UInt32) -> Unicode.Scalar {
        // Numbers of control characters stand for those of Windows-1252.
        if (0x80...0x9f).contains(value) { return windows[Int(value) - 0x80] }
        return value == 0 ? "\u{fffd}" : Unicode.Scalar(value) ?? "\u{fffd}"
    }

    private static let windows: [Unicode.Scalar] = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)

    private static func named(_ bytes: [UInt8], from start: Int) -> (String, Int)? {
        var end = start
        while end < bytes.count, end - start < longest,
            bytes[end].isDigit || bytes[end].isUppercase || bytes[end].isLowercase
        {
            end += 1
        }
        guard end > start else { return nil }
        if end < bytes.count, bytes[end] == 0x3b,
            let known = CharacterNames.table[String(decoding: bytes[start..<end], as: UTF8.self)]
        {
            return (known, end + 1)
        }
        // Names from before HTML 4 need no semicolon; the longest one counts.
        var stop = min(end, start + CharacterNames.longestWithoutSemicolon)
        while stop > start {
            let name = String(decoding: bytes[start..<stop], as: UTF8.self)
            if CharacterNames.withoutSemicolon.contains(name), let known = CharacterNames.table[name] {
                return (known, stop)
            }
            stop -= 1
        }
        return nil
    }

    /// The length of the longest name.
    private static let longest = 31
}
