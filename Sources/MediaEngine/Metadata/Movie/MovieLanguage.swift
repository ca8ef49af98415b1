/// The language codes of QuickTime and ISO files (QuickTime File Format, "Language code values").
enum MovieLanguage {
    /// The values below are numbers of the Macintosh; the others contain three letters with five bits each.
    private static let firstPacked = 0x400
    private static let unspecified = 0x7fff

    /// - Parameter isQuickTime: whether the file may use the codes of the Macintosh.
    /// - Returns: a BCP 47 tag; nil for unspecified and unknown codes.
    static func tag(_ code: Int, isQuickTime: Bool) -> String? {
        guard code != unspecified else { return nil }
        guard code >= firstPacked else { return isQuickTime ? macintosh[code] : nil }
        let letters = [10, 5, 0].map { UInt8(truncatingIfNeeded: code >> $0 & 31) + 0x60 }
        guard letters.allSatisfy({ (0x61...0x7a).contains($0) }) else { return nil }
        return LanguageTag.bcp47(String(decoding: letters, as: UTF8.self))
    }

    private static let macintosh: [Int: String] = [
        0: "en", 1: "fr", 2: "de", 3: "it", 4: "nl", 5: "sv", 6: "es", 7: "da", 8: "pt", 9: "no", 10: "he", 11: "ja",
        12: "ar", 13: "fi", 14: "el", 15: "is", 16: "mt", 17: "tr", 18: "hr", 19: "zh-Hant", 20: "ur", 21: "hi",
        22: "th", 23: "ko", 24: "lt", 25: "pl", 26: "hu", 27: "et", 28: "lv", 29: "se", 30: "fo", 31: "fa", 32: "ru",
        33: "zh-Hans", 34: "nl-BE", 35: "ga", 36: "sq", 37: "ro", 38: "cs", 39: "sk", 40: "sl", 41: "yi", 42: "sr",
        43: "mk", 44: "bg", 45: "uk", 46: "be", 80: "vi", 81: "id", 128: "cy", 129: "eu", 130: "ca",
    ]
}
