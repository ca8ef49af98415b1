/// Decodes texts of one byte a character, from before Unicode.
enum SingleByteText {
    /// Decodes Windows-1252, whose letters are those of ISO 8859-1. Its five undefined bytes become the control characters of ISO 8859-1.
    static func windows1252(_ bytes: some Sequence<UInt8>) -> String { decode(bytes, from: 0x80, windowsLetters) }

    /// Decodes Mac OS Roman. Foundation's `.macOSRoman` returns other letters on Linux.
    static func macRoman(_ bytes: some Sequence<UInt8>) -> String { decode(bytes, from: 0x80, macLetters) }

    private static func decode(_ bytes: some Sequence<UInt8>, from first: UInt8, _ letters: [Unicode.Scalar]) -> String
    {
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            let index = Int(byte) - Int(first)
            scalars.append(letters.indices.contains(index) ? letters[index] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }

    /// The bytes from 0x80 to 0x9F; those above are the characters of ISO 8859-1.
    private static let windowsLetters = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The bytes from 0x80 on.
    private static let macLetters = Array(
        ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ"
            + "\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
}
