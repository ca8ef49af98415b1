/// The lists of countries and languages to which the values of a QuickTime metadata box refer (QuickTime File Format, "Country list atom" and
/// "Language list atom").
struct MovieLocales {
    private var countries: [[String]] = []
    private var languages: [[String]] = []

    /// Greater values are no places in a list.
    private static let lastPlace = 255
    private static let maximumCodes = 32

    mutating func readCountries(_ bytes: [UInt8]) {
        countries = Self.entries(bytes) { code in
            let letters = [code >> 8, code & 0xff].map { UInt8(truncatingIfNeeded: $0) }
            return letters.allSatisfy { (0x41...0x5a).contains($0) } ? String(decoding: letters, as: UTF8.self) : nil
        }
    }

    mutating func readLanguages(_ bytes: [UInt8]) {
        languages = Self.entries(bytes) { MovieLanguage.tag($0, isQuickTime: false) }
    }

    /// Reads lists of codes, each with its count.
    private static func entries(_ bytes: [UInt8], _ text: (Int) -> String?) -> [[String]] {
        guard let count = bytes.number(at: 4, count: 4, before: bytes.count) else { return [] }
        var entries: [[String]] = []
        var at = 8
        while entries.count < min(count, lastPlace), let size = bytes.number(at: at, count: 2, before: bytes.count) {
            let codes = (0..<min(size, maximumCodes)).compactMap {
                bytes.number(at: at + 2 + 2 * $0, count: 2, before: bytes.count)
            }
            entries.append(codes.compactMap(text))
            at += 2 + 2 * size
        }
        return entries
    }

    /// Returns the BCP 47 tags of a value: one for each of its languages, with its country if it has only one; nil where none is stated.
    func tags(country: Int, language: Int) -> [String?] {
        var own = [MovieLanguage.tag(language, isQuickTime: false)].compactMap { $0 }
        if (1...Self.lastPlace).contains(language) {
            own = languages.indices.contains(language - 1) ? languages[language - 1] : []
        }
        guard !own.isEmpty else { return [nil] }
        let places = Self.countries(country, countries)
        return own.map { places.count == 1 ? "\($0)-\(places[0])" : $0 }
    }

    private static func countries(_ code: Int, _ lists: [[String]]) -> [String] {
        guard code > lastPlace else { return lists.indices.contains(code - 1) ? lists[code - 1] : [] }
        let letters = [code >> 8, code & 0xff].map { UInt8(truncatingIfNeeded: $0) }
        return letters.allSatisfy { (0x41...0x5a).contains($0) } ? [String(decoding: letters, as: UTF8.self)] : []
    }
}
