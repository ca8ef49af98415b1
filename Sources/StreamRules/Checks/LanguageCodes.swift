import Foundation

/// The codes of languages and regions in language tags (ISO 639, ISO 3166-1), beyond their form.
enum LanguageCodes {
    /// With two letters and with three.
    private static let languages = Set(
        Locale.LanguageCode.isoLanguageCodes.flatMap { [$0.identifier, $0.identifier(.alpha3) ?? $0.identifier] })
    private static let regions = Set(Locale.Region.isoRegions.map(\.identifier))
    /// Codes in use that the lists above lack: bibliographic codes of ISO 639-2, and those for collections and special uses.
    private static let others: Set<String> = [
        "alb", "arm", "baq", "bur", "chi", "cze", "dut", "fre", "geo", "ger", "gre", "ice", "mac", "mao", "may", "per",
        "rum", "slo", "tib", "wel", "mul", "und", "zxx", "mis", "iw", "in", "ji", "sh", "no", "tl", "nor", "tgl", "scr",
        "scc", "cmn", "yue", "fil", "cnr", "sr", "bh", "mo",
    ]
    /// Regions that are written wrongly, with the codes that are meant.
    private static let meant = ["UK": "GB", "EN": "GB", "JA": "JP", "KO": "KR", "SP": "ES"]

    /// Whether two tags name different languages, whatever their regions and scripts. Unknown languages differ from none.
    static func differ(_ left: String, _ right: String) -> Bool {
        func code(_ tag: String) -> String? {
            let first = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
            guard (2...3).contains(first.utf8.count), !["und", "mul", "zxx", "mis"].contains(first) else { return nil }
            let plain = bibliographic[String(first)] ?? String(first)
            return Locale.LanguageCode(plain).identifier(.alpha3)
        }
        guard let one = code(left), let other = code(right) else { return false }
        return one != other
    }

    /// Codes of ISO 639-2 with two forms: the bibliographic one, and that for terms.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]

    /// Codes of two letters by those of three.
    private static let short = Dictionary(
        Locale.LanguageCode.isoLanguageCodes.compactMap { code in
            code.identifier.utf8.count == 2 ? code.identifier(.alpha3).map { ($0, code.identifier) } : nil
        }, uniquingKeysWith: { first, _ in first })

    /// Returns a tag whose language has two letters instead of three; nil where it has two already, or no such code.
    static func shortCode(of tag: String) -> String? {
        let first = tag.lowercased().prefix { $0 != "-" }
        guard first.utf8.count == 3, let code = short[bibliographic[String(first)] ?? String(first)] else { return nil }
        return code + tag.dropFirst(3)
    }

    /// Returns what is wrong with the codes of a tag whose form is right; nil where nothing is.
    static func problem(of tag: String) -> (message: String, remedy: String)? {
        let parts = tag.split(separator: "-").map(String.init)
        guard let first = parts.first?.lowercased(), (2...3).contains(first.utf8.count), first != "x" else {
            return nil
        }
        // qaa to qtz are for private use.
        let isPrivate = first.utf8.count == 3 && "qaa"..."qtz" ~= first
        guard languages.contains(first) || others.contains(first) || isPrivate else {
            return ("there is no language \(first).", "Write the code of the language, or und where it is unknown.")
        }
        for part in parts.dropFirst() {
            if part.lowercased() == "x" { return nil }
            guard part.utf8.count == 2, part.utf8.allSatisfy({ $0 >= 0x41 }) else { continue }
            let region = part.uppercased()
            guard !regions.contains(region) else { return nil }
            return (
                "there is no region \(region).",
                meant[region].map { "Write \($0)." } ?? "Write a region of ISO 3166-1, such as US, or leave it out."
            )
        }
        return nil
    }
}
