import Foundation

/// The text of a caption file, decoded from the encoding that its bytes show.
struct CaptionText {
    let text: String
    /// The name of the encoding; nil: UTF-8.
    let encoding: String?

    /// Bytes that are examined to detect UTF-16 without a byte order mark.
    private static let sampleCount = 4_096

    /// Decodes UTF-8, UTF-16 with or without a byte order mark, an encoding of the language's script, or else Windows-1252, which contains
    /// Latin-1.
    /// - Parameter language: the language of the text in BCP 47, where it is known, which decides between encodings. Without it, the letters
    ///   decide.
    init(_ bytes: Data, language: String? = nil) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init(text: String(decoding: bytes.dropFirst(3), as: UTF8.self), encoding: nil)
        } else if let text = Self.utf32(bytes) {
            self.init(text: text, encoding: "UTF-32")
        } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            let isLittle = bytes.first == 0xFF
            self.init(Self.utf16(bytes.dropFirst(2), isLittle: isLittle), isLittle)
        } else if let isLittle = Self.byteOrder(bytes) {
            self.init(Self.utf16(bytes, isLittle: isLittle), isLittle)
        } else if let text = String(data: bytes, encoding: .utf8) {
            self.init(text: text, encoding: nil)
        } else if let (text, name) = Self.legacy(bytes, language: language) {
            self.init(text: text, encoding: name)
        } else {
            // An incomplete or damaged file; its readable parts stay.
            self.init(text: String(decoding: bytes, as: UTF8.self), encoding: nil)
        }
    }

    private init(text: String, encoding: String?) {
        self.text = text
        self.encoding = encoding
    }

    private init(_ text: String, _ isLittle: Bool) {
        self.init(text: text, encoding: isLittle ? "UTF-16LE" : "UTF-16BE")
    }

    /// Decodes UTF-32 with a byte order mark; nil for other bytes.
    private static func utf32(_ bytes: Data) -> String? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE, 0, 0])
        guard isLittle || bytes.starts(with: [0, 0, 0xFE, 0xFF]), bytes.count % 4 == 0 else { return nil }
        let bytes = Array(bytes.dropFirst(4))
        let units = stride(from: 0, to: bytes.count, by: 4).map { index -> UInt32 in
            let unit = bytes[index..<index + 4]
            return (isLittle ? Array(unit.reversed()) : Array(unit)).reduce(0) { $0 << 8 | UInt32($1) }
        }
        return String(decoding: units, as: UTF32.self)
    }

    /// Decodes UTF-16; invalid units become replacement characters.
    private static func utf16(_ bytes: Data, isLittle: Bool) -> String {
        let bytes = Array(bytes)
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Detects UTF-16 without a byte order mark: digits, blanks and line ends have a zero byte, always on the same side. Returns whether
    /// the byte order is little-endian.
    private static func byteOrder(_ bytes: Data) -> Bool? {
        let sample = Array(bytes.prefix(sampleCount))
        guard sample.count >= 4 else { return nil }
        let even = stride(from: 0, to: sample.count, by: 2).count { sample[$0] == 0 }
        let odd = stride(from: 1, to: sample.count, by: 2).count { sample[$0] == 0 }
        let needed = sample.count / 8
        if odd > needed, even == 0 { return true }
        if even > needed, odd == 0 { return false }
        return nil
    }

    /// Decodes an encoding from before Unicode. The names are those of iconv.
    private static func legacy(_ bytes: Data, language: String?) -> (String, String)? {
        let preferred: [String]
        switch language?.split(separator: "-").first.map(String.init) {
        case "ja"?: preferred = ["SHIFT_JIS", "EUC-JP"]
        case "zh"?: preferred = language?.contains("Hant") == true ? ["BIG5"] : ["GB18030", "BIG5"]
        case "ko"?: preferred = ["CP949"]
        case "ru"?, "uk"?, "be"?, "bg"?, "sr"?, "mk"?: preferred = ["CP1251"]
        case "el"?: preferred = ["CP1253"]
        case "tr"?: preferred = ["CP1254"]
        case "he"?: preferred = ["CP1255"]
        case "ar"?, "fa"?: preferred = ["CP1256"]
        case "cs"?, "sk"?, "pl"?, "hu"?, "sl"?, "hr"?, "ro"?: preferred = ["CP1250"]
        case nil:
            preferred =
                looksLikeShiftJIS(bytes)
                ? ["SHIFT_JIS"] : EncodingGuess.name(of: bytes, decode: decode).map { [$0] } ?? []
        default: preferred = []
        }
        for name in preferred + ["CP1252", "ISO-8859-1"] {
            if let text = decode(bytes, name) { return (text, name == "CP1252" ? "windows-1252" : name) }
        }
        return nil
    }

    /// Returns whether most characters beyond ASCII are the kana and kanji of Shift-JIS. In Latin text such pairs of bytes are rare, because
    /// accented letters stand between letters of ASCII.
    private static func looksLikeShiftJIS(_ bytes: Data) -> Bool {
        var (pairs, others) = (0, 0)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case 0x81...0x84, 0x88...0x9F, 0xE0...0xEA:
                guard let next = iterator.next() else { break }
                // Kana and punctuation have the lead bytes 81 to 83, which Latin text does not contain.
                if (0x40...0x7E).contains(next) || (0x80...0xFC).contains(next) {
                    pairs += (0x81...0x83).contains(byte) ? 2 : 1
                } else {
                    others += 2
                }
            case 0xA1...0xDF: break
            case 0x80...: others += 2
            default: break
            }
        }
        guard pairs > others * 4, pairs > 0 else { return false }
        guard let text = decode(bytes, "SHIFT_JIS") else { return false }
        return text.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }
    }

    /// Returns nil where the bytes are not valid in the encoding, or iconv does not have it.
    private static func decode(_ bytes: Data, _ name: String) -> String? {
        let failed = UnsafeMutableRawPointer(bitPattern: -1)
        guard let converter = iconv_open("UTF-8", name), converter != failed else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // A byte of these encodings becomes at most three bytes of UTF-8, four bytes at most four.
        var output = [CChar](repeating: 0, count: input.count * 3 + 16)
        let written = input.withUnsafeMutableBufferPointer { input -> Int? in
            output.withUnsafeMutableBufferPointer { output -> Int? in
                var (from, to) = (input.baseAddress, output.baseAddress)
                var (left, room) = (input.count, output.count)
                guard iconv(converter, &from, &left, &to, &room) != Int(bitPattern: UInt.max), left == 0 else {
                    return nil
                }
                return output.count - room
            }
        }
        guard let written else { return nil }
        return String(decoding: output[..<written].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
