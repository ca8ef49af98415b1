/// Decodes texts of containers.
enum StoredText {
    /// The length to which writers cut titles whose size has one byte, even inside a character.
    private static let cutLength = 255

    /// Decodes UTF-8, or UTF-16 with a byte order mark. Text that is not valid UTF-8 is decoded as Mac Roman if `isMacintosh`, else as
    /// Windows-1252, which contains Latin-1. A character that is cut off at the end of UTF-8 text is left out.
    static func decode(_ bytes: ArraySlice<UInt8>, isMacintosh: Bool = false) -> String {
        if bytes.starts(with: [0xfe, 0xff]) { return utf16(bytes.dropFirst(2), isLittle: false) }
        if bytes.starts(with: [0xff, 0xfe]) { return utf16(bytes.dropFirst(2), isLittle: true) }
        let bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if let text = cutText(bytes) { return text }
        return isMacintosh ? SingleByteText.macRoman(bytes) : SingleByteText.windows1252(bytes)
    }

    /// Returns the text before an incomplete character at the end; nil if the bytes do not look like UTF-8 that was cut.
    private static func cutText(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xc0 != 0x80 }), bytes[lead] >= 0xc2 else {
            return nil
        }
        let whole = bytes[..<lead]
        // One accented letter at the end of an ASCII text is more likely a letter of a single byte.
        guard bytes.count >= cutLength || whole.contains(where: { $0 >= 0x80 }) else { return nil }
        return String(validating: whole, as: UTF8.self)
    }

    static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { at -> UInt16 in
            let unit = UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
            return isLittle ? unit.byteSwapped : unit
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Returns the bytes before the first zero.
    static func terminated(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> { bytes.prefix { $0 != 0 } }
}
