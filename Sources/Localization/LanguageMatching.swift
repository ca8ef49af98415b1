/// Compares BCP 47 tags: RFC 4647 lookup, extended by tags that are more specific than the requested one (semantics section 3).
package enum LanguageMatching {
    /// "undetermined": for titles and tracks without a language.
    package static let undetermined = "und"

    /// Returns the tag in its canonical form: "EN_us" becomes "en-US", "zh_hant" "zh-Hant", "deu" "de".
    package static func normalized(_ tag: String) -> String {
        let parts = tag.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        guard let language = parts.first else { return undetermined }
        var result = twoLetterCodes[language] ?? language
        for part in parts.dropFirst() {
            result += "-"
            switch part.count {
            case 4 where part.allSatisfy(\.isLetter): result += part.prefix(1).uppercased() + part.dropFirst()
            case 2: result += part.uppercased()
            default: result += part
            }
        }
        return result
    }

    /// Returns the best match for a requested tag: the same tag, else one with fewer subtags, else one with more. nil: none in that
    /// language.
    package static func best(_ wanted: String, in available: [String]) -> String? {
        available.enumerated()
            .compactMap { index, tag in rank(wanted, tag).map { (rank: $0, index: index, tag: tag) } }
            .min { ($0.rank, $0.index) < ($1.rank, $1.index) }?
            .tag
    }

    /// Returns the distance of an available tag from a requested one; 0 is the same, nil is another language or script.
    package static func rank(_ wanted: String, _ available: String) -> Int? {
        let wanted = parts(wanted), available = parts(available)
        guard let language = wanted.first, language == available.first else { return nil }
        if wanted.starts(with: available) { return wanted.count - available.count }
        if let a = script(wanted), let b = script(available), a != b { return nil }
        // The available tag has different or additional subtags: ranked after every less specific one.
        var common = 0
        while common < min(wanted.count, available.count), wanted[common] == available[common] { common += 1 }
        return 100 + (wanted.count - common) * 10 + (available.count - common)
    }

    private static func parts(_ tag: String) -> [String] { normalized(tag).split(separator: "-").map(String.init) }

    private static func script(_ parts: [String]) -> String? {
        parts.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) }
    }

    /// Returns the ISO 639-2/T code of a tag's language; the language itself where there is none.
    package static func threeLetterCode(_ tag: String) -> String {
        let language = parts(tag).first ?? undetermined
        return threeLetterCodes[language] ?? language
    }

    private static let pairs = """
        aar aa afr af amh am ara ar asm as aze az bel be ben bn bos bs bul bg cat ca ces cs cym cy dan da deu de ell el eng en \
        epo eo est et eus eu fas fa fin fi fra fr gla gd gle ga glg gl guj gu hau ha heb he hin hi hrv hr hun hu hye hy ibo ig \
        ind id isl is ita it jpn ja kan kn kat ka kaz kk khm km kir ky kor ko kur ku lao lo lat la lav lv lit lt ltz lb mal ml \
        mar mr mkd mk mlg mg mlt mt mon mn mri mi msa ms mya my nep ne nld nl nno nn nob nb nor no ori or pan pa pol pl por pt \
        pus ps ron ro rus ru sin si slk sk slv sl som so spa es sqi sq srp sr swa sw swe sv tam ta tel te tgk tg tgl tl tha th \
        tur tr ukr uk urd ur uzb uz vie vi xho xh yid yi yor yo zho zh zul zu
        """.split(separator: " ").map(String.init)

    private static let threeLetterCodes = table(from: 1, to: 0)
    private static let twoLetterCodes = table(from: 0, to: 1).merging(
        [
            "ger": "de", "fre": "fr", "cze": "cs", "dut": "nl", "gre": "el", "chi": "zh", "slo": "sk", "rum": "ro",
            "per": "fa",
        ]
    ) { first, _ in first }

    private static func table(from key: Int, to value: Int) -> [String: String] {
        var table: [String: String] = [:]
        for index in stride(from: 0, to: pairs.count - 1, by: 2) { table[pairs[index + key]] = pairs[index + value] }
        return table
    }
}
