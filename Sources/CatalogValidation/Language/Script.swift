import UniversalMediaCatalog

/// A writing system.
enum Script: String, CaseIterable {
    case latin = "Latin"
    case greek = "Greek"
    case cyrillic = "Cyrillic"
    case armenian = "Armenian"
    case hebrew = "Hebrew"
    case arabic = "Arabic"
    case devanagari = "Devanagari"
    case bengali = "Bengali"
    case gurmukhi = "Gurmukhi"
    case gujarati = "Gujarati"
    case tamil = "Tamil"
    case telugu = "Telugu"
    case kannada = "Kannada"
    case malayalam = "Malayalam"
    case thai = "Thai"
    case georgian = "Georgian"
    case kana = "kana"
    case han = "Han"
    case hangul = "Hangul"

    /// Returns nil for non-letters and for letters of other scripts.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF3A,
            0xFF41...0xFF5A:
            self = .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F: self = .cyrillic
        case 0x531...0x587: self = .armenian
        case 0x5D0...0x5F2: self = .hebrew
        case 0x620...0x6D3, 0x6FA...0x6FF, 0x750...0x77F: self = .arabic
        case 0x900...0x963, 0x971...0x97F: self = .devanagari
        case 0x980...0x9E3: self = .bengali
        case 0xA00...0xA7F: self = .gurmukhi
        case 0xA80...0xAFF: self = .gujarati
        case 0xB80...0xBFF: self = .tamil
        case 0xC00...0xC7F: self = .telugu
        case 0xC80...0xCFF: self = .kannada
        case 0xD00...0xD7F: self = .malayalam
        case 0xE01...0xE4E: self = .thai
        case 0x10A0...0x10FF: self = .georgian
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: self = .kana
        case 0x3005, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: self = .hangul
        default: return nil
        }
    }

    /// Returns the scripts in which texts of a locale are written; empty if unknown.
    static func expected(_ language: Language, locale: String) -> [Script] {
        for subtag in locale.split(whereSeparator: { $0 == "-" || $0 == "_" }).dropFirst() where subtag.count == 4 {
            switch subtag.lowercased() {
            case "latn": return [.latin]
            case "cyrl": return [.cyrillic]
            case "arab": return [.arabic]
            case "deva": return [.devanagari]
            case "guru": return [.gurmukhi]
            default: break
            }
        }
        return byLanguage[language] ?? []
    }

    /// Languages whose scripts have no letter case. Their titles may capitalise foreign names freely.
    static let uncased: Set<Language> = Set(
        byLanguage.filter { entry in
            !entry.value.contains(.latin) && !entry.value.contains(.greek) && !entry.value.contains(.cyrillic)
                && !entry.value.contains(.armenian)
        }.keys)

    /// Languages that are written in Latin letters only.
    static let latinLanguages: Set<Language> = Set(byLanguage.filter { $0.value == [.latin] }.keys)

    private static let byLanguage: [Language: [Script]] = {
        var result: [Language: [Script]] = [
            "ja": [.kana, .han], "zh": [.han], "yue": [.han], "cmn": [.han], "ko": [.hangul, .han], "el": [.greek],
            "he": [.hebrew], "iw": [.hebrew], "yi": [.hebrew], "ar": [.arabic], "fa": [.arabic], "ur": [.arabic],
            "ps": [.arabic], "hi": [.devanagari], "mr": [.devanagari], "ne": [.devanagari], "bn": [.bengali],
            "pa": [.gurmukhi, .arabic], "gu": [.gujarati], "ta": [.tamil], "te": [.telugu], "kn": [.kannada],
            "ml": [.malayalam], "th": [.thai], "ka": [.georgian], "hy": [.armenian],
            "sr": [.cyrillic, .latin], "bs": [.latin, .cyrillic], "mn": [.cyrillic, .latin], "kk": [.cyrillic, .latin],
        ]
        for code in ["ru", "uk", "be", "bg", "mk", "ky", "tg"] { result[Language(locale: code)] = [.cyrillic] }
        for code in [
            "en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "nb", "no", "nn", "fi", "is", "pl", "cs", "sk", "hu",
            "ro",
            "tr", "id", "ms", "vi", "ca", "eu", "gl", "hr", "sl", "et", "lv", "lt", "sq", "mt", "ga", "cy", "fil", "tl",
            "sw",
            "af", "zu", "lb",
        ] { result[Language(locale: code)] = [.latin] }
        return result
    }()
}

/// Number of letters of each script in a text.
struct ScriptCounts {
    private(set) var counts: [Script: Int] = [:]
    private(set) var letters = 0

    init(_ text: FeedText) {
        for scalar in text.string.unicodeScalars {
            if let script = Script(scalar) {
                counts[script, default: 0] += 1
                letters += 1
            } else if scalar.properties.isAlphabetic {
                letters += 1
            }
        }
    }

    func count(_ scripts: [Script]) -> Int { scripts.reduce(0) { $0 + (counts[$1] ?? 0) } }

    /// The script with the most letters.
    var main: Script? { counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key }
}
