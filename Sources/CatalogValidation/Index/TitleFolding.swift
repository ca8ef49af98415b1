import UniversalMediaCatalog

/// A hash of a title that ignores case, apostrophes and the accents of Latin letters (STY-APOSTROPHE).
struct TitleFolding {
    /// Hash of the folded title and its language; 0: a blank title.
    private(set) var key: UInt64 = 0
    /// Whether the title has an apostrophe or an accent.
    private(set) var isMarked = false
    /// Number of letters and digits after folding.
    private(set) var count = 0

    init(_ text: FeedText, language: LanguageMask) {
        var hash = FeedText.mix(language.rawValue | 1)
        var word: UInt64 = 0
        var filled = 0
        func add(_ byte: UInt8) {
            word = word << 8 | UInt64(byte)
            filled += 1
            if filled == 8 {
                hash = FeedText.mix(hash ^ word)
                word = 0
                filled = 0
            }
        }
        let bytes = text.bytes
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "`"): isMarked = true
            case 0xC2 where next == 0xB4, 0xCA where next == 0xBC:
                isMarked = true
                index += 1
            case 0xCC,
                0xCD where next < 0xB0:
                isMarked = true
                index += 1
            case 0xE2 where next == 0x80 && index + 2 < bytes.count && (0x98...0x99).contains(bytes[index + 2]):
                isMarked = true
                index += 2
            case 0xC3 where next >= 0x80 && Self.latin1[Int(next & 63)] != 0:
                isMarked = true
                count += 1
                add(Self.latin1[Int(next & 63)])
                index += 1
            case 0xC4 where next >= 0x80, 0xC5 where next >= 0x80:
                isMarked = true
                count += 1
                add(Self.latinExtended[Int(byte & 1) << 6 | Int(next & 63)])
                index += 1
            default:
                if byte >= 128 || isLetter(byte) || isDigit(byte) { count += 1 }
                add(lowercased(byte))
            }
            index += 1
        }
        guard count > 0 else { return }
        key = FeedText.mix(hash ^ word ^ UInt64(filled) << 56)
        if key == 0 { key = 1 }
    }

    /// Returns the base letter of a character of U+00C0 to U+00FF by the second byte of its UTF-8 form; 0 for other letters and signs.
    static func baseLetter(ofLatin1 second: UInt8) -> UInt8 { latin1[Int(second & 63)] }

    /// Base letters for U+00C0 to U+00FF; 0: not an accented Latin letter.
    private static let latin1 = table(
        "aaaaaa*ceeeeiiii*nooooo*ouuuuy**aaaaaa*ceeeeiiii*nooooo*ouuuuy*y")
    /// Base letters for U+0100 to U+017F.
    private static let latinExtended = table(
        "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
            + "nnnnnn*nnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs")

    private static func table(_ letters: String) -> [UInt8] {
        letters.utf8.map { $0 == UInt8(ascii: "*") ? 0 : $0 }
    }
}
